import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { envelope, stubServer } from "@/platform/test-kit";
import { NoteTab } from "@/platform/order/note-tab";
import { renderPage } from "@/platform/test-shell";
import { READ, prepareOrders } from "@/platform/order/tabs-kit";

const NOTES = [
  { id: "2", text: "客户要求加固", visible: true, creatorName: "李想", createTime: "2026-07-15 10:00:00", mine: true },
  { id: "1", text: "已电话确认", visible: false, creatorName: "王宁", createTime: "2026-07-14 09:00:00", mine: false },
];

beforeEach(async () => prepareOrders(["af-order-file"]));
afterEach(() => vi.unstubAllGlobals());

describe("notes on an order", () => {
  it("adds a note for the customer and keeps it when it is refused", async () => {
    let round = 0;
    const finding = { field: "text", severity: "error", key: "x", message: "请输入备注" };
    const server = stubServer({
      "GET /afbase/order/notes": () => NOTES,
      "POST /afbase/order/note": () =>
        ++round === 1 ? envelope(200, 1, finding.message, { findings: [finding] }) : { id: "3" },
    });
    renderPage(<NoteTab order={READ} readOnly={false} changed={() => undefined} />);
    const text = (await screen.findByLabelText("新备注")) as HTMLTextAreaElement;
    fireEvent.change(text, { target: { value: "周五前出运" } });
    fireEvent.click(screen.getByLabelText("对客户可见"));
    fireEvent.click(screen.getByText("添加备注"));
    expect(await screen.findByText("请输入备注")).toBeTruthy();
    expect(text.value).toBe("周五前出运");
    await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
    fireEvent.click(screen.getByText("添加备注"));
    await waitFor(() => expect(text.value).toBe(""));
    expect(server.to("/afbase/order/note").at(-1)?.json()).toEqual({
      orderUuid: READ.orderUuid,
      text: "周五前出运",
      visible: true,
    });
  });

  it("offers to delete own notes alone", async () => {
    const server = stubServer({ "GET /afbase/order/notes": () => NOTES, "DELETE /afbase/order/note/2": () => null });
    renderPage(<NoteTab order={READ} readOnly={false} changed={() => undefined} />);
    const buttons = await screen.findAllByText("删除");
    expect(buttons).toHaveLength(1);
    fireEvent.click(buttons[0] as HTMLElement);
    await screen.findByText("确认删除这条备注吗？");
    fireEvent.click(screen.getAllByText("删除").at(-1) as HTMLElement);
    await waitFor(() => expect(server.to("/afbase/order/note/2")).toHaveLength(1));
  });
});
