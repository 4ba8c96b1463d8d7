import { StyleProvider } from "@ant-design/cssinjs";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Button, Row } from "@/platform/contract";
import { RowButtons } from "@/platform/lists/row-buttons";

const STYLES = document.createElement("div");
const button = (zh: string): Button => ({ code: "role-edit", label: { zh, en: zh }, place: "row", action: "custom" });

it("tells two buttons of one code apart", async () => {
  const run = vi.fn<(button: Button, rows: Row[]) => void>();
  const buttons = [button("修改"), button("停用/启用")];
  render(
    <StyleProvider container={STYLES}>
      <RowButtons row={{ id: "1" }} narrow buttons={buttons} run={run} />
    </StyleProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByText("停用/启用"));
  expect(run.mock.calls[0]?.[0]).toBe(buttons[1]);
});
