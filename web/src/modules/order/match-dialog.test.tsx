import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, press, renderPage, toasts } from "@/platform/test-shell";
import { MatchDialog } from "./match-dialog";
import { prepare } from "./order-kit";
import page from "./order-match.page";

const VIEW = "GET /afbase/aforder/getOrderMatch/7";
const COUNT = "/afbase/aforder/countOrderMatch";
const MATCH = "/afbase/aforder/doOrderMatch";
const bearer = (orderId: string, orderCode: string, confirmChargeWeight: string) => ({
  orderId, orderCode, coopName: "客户甲", confirmPieces: 12, confirmWeight: "500.0", confirmVolume: "3.950", confirmChargeWeight,
});
const MASTER = {
  awbId: "7", awbNumber: "990-12345675", awbFromName: "供应商甲", chargeWeight: "858.33", rowUuid: "0", state: "OPEN",
  awbCostChargeWeight: "858.5", priceType: "PRICE", price: "20", currency: "CNY",
  orders: [bearer("1", "AE-2607150001", "658.33"), bearer("2", "AE-2607150002", "300.00")],
};
const COUNTED = {
  total: "17170.00",
  orders: [
    { orderId: "1", amount: "11795.02", share: "68.70" },
    { orderId: "2", amount: "5374.98", share: "31.30" },
  ],
};

beforeEach(prepare);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const dialogButton = () => document.querySelector<HTMLButtonElement>(".ant-modal-footer .ant-btn-primary")!;
const open = (done = vi.fn()) => {
  renderPage(<MatchDialog awbId="7" number="990-12345675" done={done} close={() => undefined} />, "/af_order_match");
  return done;
};

it("shows what each order bears, and matches with the version that was seen", async () => {
  const server = stubServer({ [VIEW]: () => MASTER, [`POST ${COUNT}`]: () => COUNTED, [`POST ${MATCH}`]: () => MASTER });
  const done = open();
  const first = (await screen.findByText("11,795.02")).closest("tr")!;
  expect(within(first).getByText("AE-2607150001")).toBeTruthy();
  expect(within(first).getByText("68.70%")).toBeTruthy();
  expect(screen.getByText("17,170.00")).toBeTruthy();
  fireEvent.click(dialogButton());
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.to(MATCH)[0]?.json()).toEqual({
    rowUuid: "0", awbId: "7", awbCostChargeWeight: "858.5", priceType: "PRICE", price: "20", currency: "CNY",
  });
  expect(toasts()).toEqual(["操作成功"]);
});

it("asks for the weight of a master nothing was weighed for", async () => {
  const server = stubServer({ [VIEW]: () => ({ ...MASTER, awbCostChargeWeight: "0" }), [`POST ${COUNT}`]: () => COUNTED });
  open();
  await screen.findByText("AE-2607150001");
  fireEvent.click(dialogButton());
  expect(await screen.findByText("请输入付费重量")).toBeTruthy();
  expect(server.to(MATCH)).toEqual([]);
});

it("sends shares that were typed, and finds what is wrong of one at its field", async () => {
  const finding = { field: "shares.1.amount", severity: "error", key: "x", message: "CNY金额最多2位小数" };
  const server = stubServer({
    [VIEW]: () => MASTER,
    [`POST ${COUNT}`]: () => COUNTED,
    [`POST ${MATCH}`]: () => envelope(200, 1, finding.message, { findings: [finding] }),
  });
  open();
  fireEvent.click(await screen.findByLabelText("手工分摊"));
  await waitFor(() => expect(fieldAt("share_2").input).toBeTruthy());
  for (const [name, amount] of [["share_1", "12000"], ["share_2", "5170.005"]] as const) {
    fireEvent.change(fieldAt(name).input, { target: { value: amount } });
    fireEvent.blur(fieldAt(name).input);
  }
  fireEvent.click(dialogButton());
  await waitFor(() => expect(fieldAt("share_2").box.textContent).toContain("CNY金额最多2位小数"));
  expect(server.to(MATCH)[0]?.json()).toMatchObject({
    shares: [{ orderId: "1", amount: 12000 }, { orderId: "2", amount: 5170.005 }],
  });
});

it("says why nothing can be shared", async () => {
  stubServer({ [VIEW]: () => MASTER, [`POST ${COUNT}`]: () => envelope(200, 1, "AE-2607150002未出重") });
  open();
  await screen.findByText("AE-2607150002未出重");
});

it("keeps the total while shares are typed, and begins them with those by weight", async () => {
  const server = stubServer({ [VIEW]: () => MASTER, [`POST ${COUNT}`]: () => COUNTED, [`POST ${MATCH}`]: () => MASTER });
  open();
  await screen.findByText("17,170.00");
  fireEvent.click(screen.getByLabelText("手工分摊"));
  await waitFor(() => expect(fieldAt("share_1").input.value).toContain("11"));
  const status = screen.getByText("总额").closest("p")!;
  expect(within(status).getAllByText("17,170.00")).toHaveLength(2);
  fireEvent.change(fieldAt("share_1").input, { target: { value: "12000" } });
  fireEvent.blur(fieldAt("share_1").input);
  await within(status).findByText("17,374.98");
  expect(within(status).getAllByText("17,170.00")).toHaveLength(1);
  expect(screen.getByText("69.89%")).toBeTruthy();
  expect(server.to(COUNT).every((asked) => !("shares" in (asked.json() as object)))).toBe(true);
});

it("lets shares by weight follow the price until one is typed", async () => {
  const counted = (request: { json(): unknown }) => {
    const { price } = request.json() as { price: unknown };
    const [one, two] = Number(price) === 2 ? ["1179.50", "537.50"] : ["11795.02", "5374.98"];
    return { total: Number(price) === 2 ? "1717.00" : "17170.00", orders: [{ orderId: "1", amount: one, share: "68.70" }, { orderId: "2", amount: two, share: "31.30" }] };
  };
  stubServer({ [VIEW]: () => ({ ...MASTER, price: "2" }), [`POST ${COUNT}`]: counted });
  open();
  await screen.findByText("1,717.00");
  fireEvent.click(screen.getByLabelText("手工分摊"));
  await waitFor(() => expect(Number(fieldAt("share_1").input.value.replaceAll(",", ""))).toBe(1179.5));
  fireEvent.change(fieldAt("price").input, { target: { value: "20" } });
  await waitFor(() => expect(Number(fieldAt("share_1").input.value.replaceAll(",", ""))).toBe(11795.02));
});

it("shows the shares a matched master has, and how its orders are sold", async () => {
  const of = (place: number, amount: string, share: string, sold: object) => ({ ...MASTER.orders[place], msrAmount: amount, share, ...sold });
  const matched = {
    ...MASTER, rowUuid: "3", state: "MATCHED", awbMsrAmount: "17170.00", ownShares: true,
    orders: [
      of(0, "12000.00", "69.89", { sellPriceType: "PRICE", sellCurrency: "CNY", sellUnitprice: "30", sellAmount: null }),
      of(1, "5170.00", "30.11", { sellPriceType: "TOTAL", sellCurrency: "USD", sellUnitprice: null, sellAmount: "1500.00" }),
    ],
  };
  stubServer({ [VIEW]: () => matched, [`POST ${COUNT}`]: () => COUNTED });
  open();
  const first = (await screen.findByText("12,000.00")).closest("tr")!;
  expect(within(first).getByText("69.89%")).toBeTruthy();
  expect(within(first).getByText("单价 CNY 30")).toBeTruthy();
  expect(screen.getByText("总价 USD 1,500.00")).toBeTruthy();
  expect(screen.getByText("17,170.00")).toBeTruthy();
  expect(fieldAt("share_1").input).toBeTruthy();
});

it("says that a master could not be read, and reads it again", async () => {
  const answers: unknown[] = [envelope(200, 1, "数据不存在")];
  stubServer({ [VIEW]: () => answers.shift() ?? MASTER, [`POST ${COUNT}`]: () => COUNTED });
  open();
  await screen.findByText("数据不存在");
  fireEvent.click(within(screen.getByRole("alert")).getByRole("button"));
  await screen.findByText("AE-2607150001");
});

it("tells that somebody else was first", async () => {
  const message = "数据有变化，请刷新后重试";
  stubServer({ [VIEW]: () => MASTER, [`POST ${COUNT}`]: () => COUNTED, [`POST ${MATCH}`]: () => envelope(200, 3, message) });
  const done = open();
  await screen.findByText("11,795.02");
  fireEvent.click(dialogButton());
  await screen.findByText(message);
  expect(done).not.toHaveBeenCalled();
});

it("takes a match back with the version that was seen", async () => {
  const undone = "/afbase/aforder/undoOrderMatch";
  const server = stubServer({ [`POST ${undone}`]: () => MASTER });
  renderPage(<p>页面</p>, "/af_order_match");
  await screen.findByText("页面");
  const reload = vi.fn();
  const row = { id: "7", awbNumber: "990-12345675", rowUuid: "3" };
  const undo = page.list?.actions?.["af-order-unmatch"];
  void undo?.([row], { reload } as never, {} as never);
  await screen.findByText("确认撤销主单 990-12345675 的匹配？");
  await press("确定");
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(server.to(undone)[0]?.json()).toEqual({ awbId: "7", rowUuid: "3" });
});
