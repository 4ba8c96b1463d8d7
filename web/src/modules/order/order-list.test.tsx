import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubServer } from "@/platform/test-kit";
import { fieldAt, renderPage, toasts } from "@/platform/test-shell";
import type { Column } from "@/platform/contract";
import { closeBatch } from "@/platform/lists/batch";
import { leading, orderList } from "./order-list.page";
import { useSession } from "@/platform/session";
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
  closeBatch();
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

// Issue 25, 19.
it("shows flight, days, route and customer behind the numbers, twenty rows a page", async () => {
  const column = (name: string): Column => ({ name, label: { zh: name, en: name }, kind: "text", sortable: false, shown: name !== "coopName" });
  const declared = ["awbNumber", "orderCode", "orderStatus", "planPieces", "expectFlight", "expectDeparture", "departureStation", "arrivalStation", "coopName"];
  const placed = leading(declared.map(column));
  const first = ["awbNumber", "orderCode", "expectFlight", "expectDeparture", "departureStation", "arrivalStation", "coopName", "orderStatus", "planPieces"];
  expect(placed.map(({ name }) => name)).toEqual(first);
  expect(placed.every(({ shown }) => shown)).toBe(true);
  const server = open();
  await screen.findByText("SE-2607150001");
  expect(server.to("/sc/order/se/page")[0]?.query.get("size")).toBe("20");
});

/** The list with these answers beside its own, its one order chosen. */
async function chosen(routes: Record<string, Parameters<typeof stubServer>[0][string]>) {
  const server = stubServer({
    "GET /hrs/user/getHrsUserExtend": () => ({}),
    "GET /sc/order/se/page": () => ({ records: [ROW], total: 1, current: 1, size: 20, totals: {} }),
    ...routes,
  });
  const Page = orderList("se").page!;
  renderPage(<Page />, "/se_order");
  await screen.findByText("SE-2607150001");
  fireEvent.click(screen.getAllByRole("checkbox").at(-1)!);
  return server;
}

// Issue 25, 19.
it("packs the files of several orders and names those that have none", async () => {
  useSession.setState({ buttons: [...(useSession.getState().buttons ?? []), "se-order-file"] });
  const server = await chosen({ "GET /afbase/orderFiles/getList": () => [] });
  fireEvent.click(await screen.findByRole("button", { name: "打包下载文件" }));
  expect(await screen.findByText("该订单没有文件")).toBeTruthy();
  expect(server.to("/afbase/orderFiles/zipSeveral")).toHaveLength(0);
});

// Issue 25, 19.
it("makes a link of each chosen order and shows them once", async () => {
  useSession.setState({ buttons: [...(useSession.getState().buttons ?? []), "se-order-share"] });
  const server = await chosen({ "POST /afbase/orderShare/createLink": () => ({ url: "/s?o=se1&code=AB", expireText: "" }) });
  fireEvent.click(await screen.findByRole("button", { name: "批量分享" }));
  await screen.findByText("分享 1 个订单");
  fireEvent.click(screen.getByText("保存", { selector: ".ant-btn *" }));
  const links = await screen.findByLabelText("订单号和分享链接");
  expect((links as HTMLTextAreaElement).value).toBe(`SE-2607150001\t${window.location.origin}/s?o=se1&code=AB`);
  expect(server.to("/afbase/orderShare/createLink")[0]?.json()).toEqual({
    orderUuid: UUID, validity: "30", parts: ["order", "track", "manifest", "files", "photos", "print"],
  });
});

// Issue 25, 19.
it("enters one event for the chosen orders and tells where it stood already", async () => {
  useSession.setState({ buttons: [...(useSession.getState().buttons ?? []), "se-order-track"] });
  const server = await chosen({
    "GET /sc/order/events": () => ({ codes: [{ code: "DEPA", zh: "离港", en: "Departed" }], events: [] }),
    "POST /sc/track/doSave": () => ({ stored: 0 }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "批量录入轨迹" }));
  await screen.findByText("为 1 个订单录入轨迹");
  fireEvent.mouseDown(fieldAt("code").input);
  fireEvent.click(await screen.findByText("DEPA 离港", { selector: ".ant-select-item *" }));
  fireEvent.change(fieldAt("eventTime").input, { target: { value: "2026-07-20 10:00:00" } });
  fireEvent.blur(fieldAt("eventTime").input);
  fireEvent.click(screen.getByText("保存", { selector: ".ant-btn *" }));
  expect(await screen.findByText("该轨迹已存在，未重复录入")).toBeTruthy();
  expect(server.to("/sc/track/doSave")[0]?.json()).toMatchObject({ orderUuid: UUID, code: "DEPA", classifier: "ACT" });
});

// Issue 25, 19.
it("changes people and days of several orders, each over what is stored by now", async () => {
  const server = stubServer({
    "GET /hrs/user/getHrsUserExtend": () => ({}),
    "GET /sc/order/se/page": () => ({ records: [ROW], total: 1, current: 1, size: 20, totals: {} }),
    [`GET /sc/order/se/${UUID}`]: () => ({ ...SE1, rowUuid: "r9" }),
    [`PUT /sc/order/se/${UUID}`]: () => ({ orderUuid: UUID }),
  });
  const Page = orderList("se").page!;
  renderPage(<Page />, "/se_order");
  await screen.findByText("SE-2607150001");
  fireEvent.click(screen.getAllByRole("checkbox").at(-1)!);
  fireEvent.click(await screen.findByRole("button", { name: "批量修改" }));
  await screen.findByText("批量修改 1 个订单");
  fireEvent.change(fieldAt("expectDeparture").input, { target: { value: "20260722" } });
  fireEvent.blur(fieldAt("expectDeparture").input);
  fireEvent.click(screen.getByText("保存", { selector: ".ant-btn *" }));
  await waitFor(() => expect(server.to(`/sc/order/se/${UUID}`).find(({ method }) => method === "PUT")?.json()).toEqual({
    orderUuid: UUID, rowUuid: "r9", expectDeparture: "2026-07-22",
  }));
});
