import { StyleProvider } from "@ant-design/cssinjs";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Button, Row } from "@/platform/contract";
import { RowButtons, rowButtonsWidth } from "@/platform/lists/row-buttons";

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

it("makes room for the row of most buttons, also where that is three without a menu", () => {
  const named = (code: string, en: string): Button => ({ ...button(en), code });
  const buttons = [named("edit", "Edit"), named("sort", "Sort"), named("stop", "Disable or enable"), named("del", "Remove")];
  const words = (text: Button["label"]) => text.en;
  const width = (...rows: string[][]) => rowButtonsWidth(buttons, false, words, rows.map((can, at) => ({ id: String(at), can })));
  // No letter is cut: each has its room, each button its edges.
  const room = (texts: string[]) => texts.reduce((px, text) => px + text.length * 7 + 16, 24);
  const three = width(["edit", "sort", "stop"]);
  expect(three).toBeGreaterThanOrEqual(room(["Edit", "Sort", "Disable or enable"]));
  expect(width(["edit"], ["edit", "sort", "stop"])).toBe(three);
  expect(width(["edit", "sort", "stop", "del"])).toBeLessThan(three);
  expect(width(["edit"])).toBe(width([]));
  expect(rowButtonsWidth(buttons, true, words, [])).toBe(56);
});
