import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";
import { orderList } from "./order-list.page";
import { SE1, UUID, prepare } from "./order-kit";

const ROW = { ...SE1, can: SE1.buttons };

function open(extend: Record<string, unknown> = {}, closed: unknown = null) {
  const server = stubServer({
    "GET /hrs/user/getHrsUserExtend": () => extend,
    "GET /sc/order/se/page": () => ({ records: [ROW], total: 1, current: 1, size: 10, totals: { planWeight: 18500 } }),
    "GET /hrs/user/7": () => ({ orderEditNewPage: true, orderSaveClosePage: false }),
    [`PUT /sc/order/se/${UUID}/cancel`]: () => null,
    [`PUT /sc/order/se/${UUID}/forceStop`]: () => closed,
  });
  const Page = orderList("se").page!;
  renderPage(<Page />, "/se_order");
  return server;
}

beforeEach(prepare);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("opens an order in a tab of its own for who wants it", async () => {
  // req: settings-open-effects
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  open();
  const edit = await screen.findByRole("button", { name: "编辑" });
  await waitFor(() => expect(localStorage.getItem("orderEditNewPage")).toBe("1"));
  fireEvent.click(edit);
  expect(opened).toHaveBeenCalledWith(`/se_order_edit?o=${UUID}`, "_blank");
});

it("cancels an order from its row", async () => {
  const server = open();
  fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "取消订单" }));
  const title = await screen.findByText("取消订单 SE-2607150001");
  const dialog = within(title.closest<HTMLElement>(".ant-modal")!);
  fireEvent.mouseDown(dialog.getByLabelText("原因", { selector: "input" }));
  fireEvent.click(await screen.findByText("货未备好", { selector: ".ant-select-item *" }));
  fireEvent.click(dialog.getByText("取消订单", { selector: ".ant-btn *" }));
  await waitFor(() =>
    expect(server.to(`/sc/order/se/${UUID}/cancel`)[0]?.json()).toEqual({
      rowUuid: "r1",
      reason: "货未备好",
      remark: "",
    }),
  );
});

it("closes an order for good from its row, or applies for it", async () => {
  const server = open({}, { instanceNo: "SP-2607150001" });
  fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "强制关闭" }));
  const title = await screen.findByText("强制关闭 SE-2607150001");
  const dialog = within(title.closest<HTMLElement>(".ant-modal")!);
  fireEvent.change(dialog.getByLabelText("原因"), { target: { value: "客户破产" } });
  fireEvent.click(dialog.getByText("强制关闭", { selector: ".ant-btn *" }));
  await waitFor(() =>
    expect(server.to(`/sc/order/se/${UUID}/forceStop`)[0]?.json()).toEqual({ rowUuid: "r1", reason: "客户破产" }),
  );
  await waitFor(() => expect(toasts()).toContain("已提交审批 SP-2607150001，通过后生效"));
});

it("opens with the lock status its user has chosen, and shows figures and sums in his decimals", async () => {
  // req: settings-open-effects
  const server = open({ personalSeLockPageLockStatus: "0", orderSeDigitsWeight: 1 });
  await screen.findByText("SE-2607150001");
  expect(server.to("/sc/order/se/page")[0]?.query.get("orderStatus")).toBe("0");
  expect(screen.getAllByText("18,500.0")).toHaveLength(2);
});
