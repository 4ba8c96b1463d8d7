import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Field } from "@/platform/contract";
import { renderPage } from "@/platform/test-shell";
import { InPlaceCell, editFirst } from "./in-place-cell";

const field = (name: string): Field => ({ name, kind: "text", maxLength: 50, label: { zh: name, en: name } });
const ROW = { id: "1", rowUuid: "r1" };

function open(save = vi.fn(async () => null as string | null)) {
  renderPage(
    <div className="ant-table-row" data-testid="row">
      {["客户单号", "备注"].map((name) => (
        <InPlaceCell key={name} field={field(name)} value="旧" row={ROW} save={save}>
          旧
        </InPlaceCell>
      ))}
    </div>,
    "/",
  );
  return save;
}

afterEach(cleanup);

// Issue 25, 19.
it("edits by keyboard: Tab saves and goes on, Enter saves, Escape leaves", async () => {
  const save = open();
  editFirst(await screen.findByTestId("row"));
  const first = await screen.findByLabelText("客户单号");
  fireEvent.change(first, { target: { value: " PO-1 " } });
  fireEvent.keyDown(first, { key: "Tab" });
  await waitFor(() => expect(save).toHaveBeenCalledWith(ROW, "客户单号", "PO-1"));
  const second = await screen.findByLabelText("备注");
  fireEvent.keyDown(second, { key: "Enter" });
  await waitFor(() => expect(screen.queryByLabelText("备注")).toBeNull());
  editFirst(await screen.findByTestId("row"));
  const again = await screen.findByLabelText<HTMLInputElement>("客户单号");
  expect(again.value).toBe("PO-1");
  fireEvent.change(again, { target: { value: "PO-2" } });
  fireEvent.keyDown(again, { key: "Escape" });
  await waitFor(() => expect(screen.queryByLabelText("客户单号")).toBeNull());
  expect(save).toHaveBeenCalledTimes(1);
});

// Issue 25, 19.
it("keeps what was refused", async () => {
  open(vi.fn(async () => "订单已锁账"));
  editFirst(await screen.findByTestId("row"));
  const input = await screen.findByLabelText<HTMLInputElement>("客户单号");
  fireEvent.change(input, { target: { value: "PO-1" } });
  fireEvent.keyDown(input, { key: "Enter" });
  await waitFor(() => expect(input.getAttribute("aria-invalid")).toBe("true"));
  expect(input.value).toBe("PO-1");
});
