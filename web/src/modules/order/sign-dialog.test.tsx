import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Contract, Field } from "@/platform/contract";
import { setContract } from "@/platform/page-registry";
import { envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, renderPage, toasts } from "@/platform/test-shell";
import { prepare } from "./order-kit";
import { DecisionDialog, SignDialog } from "./sign-dialog";

const ORDER = { orderId: "3", orderCode: "AE-2607150003" };
const VIEW = "GET /afbase/routingSign/view/3";
const MODIFY = "/afbase/routingSign/modify";
const COUNT = "/afbase/routingSign/count";
const SIGN = {
  ...ORDER, rowUuid: "r1", signState: "OPEN", refused: null, awbNumber: "990-12345686", chargeWeight: "1000.00",
  businessProduct: "代理制", arrivalStation: "LAX", expectFlight: "X9201", msrPriceType: "PRICE", msrPrice: "3",
  msrCurrency: "USD", incomeWeight: "1000", costPriceType: "PRICE", costPrice: "18", costCurrency: "CNY", costWeight: "1000",
  routingPersonId: "9", routingPersonName: "部门经理",
};
const COUNTED = { msrFunctionalAmount: "21300.00", cuFunctionalAmount: "18000.00", profit: "3300.00", currency: "CNY" };
const named = (name: string, zh: string): Field => ({ name, label: { zh, en: zh }, kind: "text" });
const FORM = {
  key: "af.order.form",
  sections: [{ key: "routing", label: { zh: "航程", en: "Routing" }, fields: [named("arrivalStation", "目的港"), named("expectFlight", "航班号")] }],
};

beforeEach(async () => {
  await prepare();
  setContract({ lists: [], forms: [FORM] } as unknown as Contract);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const dialogButton = () => document.querySelector<HTMLButtonElement>(".ant-modal-footer .ant-btn-primary")!;
const open = (done = vi.fn()) => {
  renderPage(<SignDialog order={ORDER} done={done} close={() => undefined} />, "/af_routing_sign");
  return done;
};

it("counts what is typed, and signs with the version that was seen", async () => {
  const server = stubServer({ [VIEW]: () => SIGN, [`POST ${COUNT}`]: () => COUNTED, [`POST ${MODIFY}`]: () => ({ signState: "SIGNED" }) });
  const done = open();
  await screen.findByText("21,300.00");
  expect(screen.getByText("3,300.00").className).toBe("");
  expect(fieldAt("expectFlight").input.value).toBe("X9201");
  fireEvent.change(fieldAt("costPrice").input, { target: { value: "17.5" } });
  fireEvent.blur(fieldAt("costPrice").input);
  await waitFor(() => expect(server.to(COUNT).at(-1)?.json()).toMatchObject({ orderId: "3", costPrice: 17.5 }));
  fireEvent.click(dialogButton());
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.to(MODIFY)[0]?.json()).toMatchObject({
    orderId: "3", rowUuid: "r1", arrivalStation: "LAX", msrPrice: "3", costPrice: 17.5, incomeWeight: "1000", routingPersonId: "9",
  });
  expect(toasts()).toEqual(["操作成功"]);
});

it("marks a difference below nought, and says that an approval is waited for", async () => {
  stubServer({
    [VIEW]: () => ({ ...SIGN, refused: "请先配主单" }),
    [`POST ${COUNT}`]: () => ({ ...COUNTED, cuFunctionalAmount: "25000.00", profit: "-3700.00" }),
    [`POST ${MODIFY}`]: () => ({ signState: "PENDING" }),
  });
  const done = open();
  expect((await screen.findByText("-3,700.00")).className).toBe("is-danger");
  expect(screen.getByText("请先配主单")).toBeTruthy();
  fireEvent.click(dialogButton());
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(toasts()).toEqual(["采购高于MSR，已提交审批"]);
});

it("has no weight to a price of all of it, and stays open with what stands against it", async () => {
  const said = "空运费成本已对账，不能签单";
  const server = stubServer({
    [VIEW]: () => ({ ...SIGN, msrPriceType: "TOTAL" }),
    [`POST ${COUNT}`]: () => null,
    [`POST ${MODIFY}`]: () => envelope(200, 1, said),
  });
  const done = open();
  await screen.findByText("MSR本币");
  expect(document.querySelector("[data-field=incomeWeight]")).toBeNull();
  fireEvent.click(dialogButton());
  await waitFor(() => expect(toasts()).toEqual([`操作失败，${said}`]));
  expect(server.to(MODIFY)[0]?.json()).toMatchObject({ msrPriceType: "TOTAL", incomeWeight: null });
  expect(done).not.toHaveBeenCalled();
});

it("says why it can't be opened, and keeps what is typed however often it is read", async () => {
  let isThere = false;
  let version = "r1";
  const server = stubServer({
    [VIEW]: () => (isThere ? { ...SIGN, rowUuid: version } : envelope(200, 1, "订单不存在")),
    [`POST ${COUNT}`]: () => COUNTED,
    [`POST ${MODIFY}`]: () => ({ signState: "SIGNED" }),
  });
  const done = open();
  await screen.findByText("订单不存在");
  isThere = true;
  fireEvent.click(screen.getByText("重试"));
  await screen.findByText("21,300.00");
  fireEvent.change(fieldAt("costPrice").input, { target: { value: "17.5" } });
  fireEvent.blur(fieldAt("costPrice").input);
  version = "r2";
  window.dispatchEvent(new Event("visibilitychange"));
  fireEvent.click(dialogButton());
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.to(MODIFY)[0]?.json()).toMatchObject({ rowUuid: "r1", costPrice: 17.5 });
});

const WAITING = {
  ...SIGN, signState: "PENDING", costPrice: "25", functionalCurrency: "CNY", msrFunctionalAmount: "21300.00",
  cuFunctionalAmount: "25000.00", profit: "-3700.00",
};

it("shows what is decided about, and sends the decision", async () => {
  const server = stubServer({ [VIEW]: () => WAITING, "POST /afbase/routingSign/approve": () => ({ effectError: "" }) });
  const done = vi.fn();
  renderPage(<DecisionDialog order={ORDER} done={done} close={() => undefined} />, "/af_routing_sign");
  await screen.findByText("部门经理");
  for (const text of ["3 USD × 1,000 KG", "21,300.00 CNY", "25 CNY × 1,000 KG", "25,000.00 CNY"]) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText("-3,700.00 CNY").className).toBe("is-danger");
  fireEvent.change(fieldAt("comment").input, { target: { value: "同意" } });
  fireEvent.click(dialogButton());
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.to("/afbase/routingSign/approve")[0]?.json()).toEqual({ orderId: "3", agree: true, comment: "同意" });
  expect(toasts()).toEqual(["操作成功"]);
});

it("says why what was agreed to did not take effect", async () => {
  const why = "订单航班号在审批期间有变化，请重新签单";
  stubServer({ [VIEW]: () => ({ ...WAITING, msrPriceType: "TOTAL" }), "POST /afbase/routingSign/approve": () => ({ effectError: why }) });
  const done = vi.fn();
  renderPage(<DecisionDialog order={ORDER} done={done} close={() => undefined} />, "/af_routing_sign");
  await screen.findByText("3 USD");
  fireEvent.click(dialogButton());
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(toasts()).toEqual([`已同意，但签单未生效：${why}`]);
});
