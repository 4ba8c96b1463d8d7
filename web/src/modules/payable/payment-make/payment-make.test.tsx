import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { moneyText, sumOf } from "@/modules/payable/sums";
import { loadRoom } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { drawSheets, drawnAt, textAt, typeInto } from "@/platform/test-sheet";
import { buttons, fieldAt, press, renderPage, toasts } from "@/platform/test-shell";
import { type Part, added, askedOf, givenOf, isOne, placed, takenOf } from "./make-model";
import page from "./payment-make.page";

const ALL = ["css-cp-add", "css-cp-match", "css-cp-split"];
const line = (chargeId: string, bizNumber: string, rest: string) => ({
  chargeId, orderUuid: chargeId, orderCode: `AE-${chargeId}`, bizNumber, bizDate: "2026-07-14", route: "PVG-FRA", serviceName: "空运费", orderCoopName: "客户甲",
  amount: "3000.00", reconciled: "2000.00", rest, costDone: true, locked: false, customerNumber: "", salesName: "", servicerName: "",
});
const POOL = { lines: [line("4", "990-12345690", "1000.00"), line("7", "990-12345675", "13170.00")], more: false, missing: ["AE-9"], onlyDone: false };
const SELECTS: Record<string, Answer> = {
  "GET /platform/select/coop": () => [{ value: "21", label: "供应商甲" }],
  "GET /platform/select/currency": () => [{ value: "CNY", label: "CNY" }],
};

async function open(routes: Record<string, Answer> = {}, rights = ALL): Promise<StubServer> {
  useSession.setState({ buttons: rights });
  const server = stubServer({ ...SELECTS, "POST /css/payment/pool": () => POOL, ...routes });
  const Page = page.page!;
  renderPage(<Page />, "/css_payment_make");
  await screen.findByRole("heading", { name: "制作对账单" });
  return server;
}
const sent = (server: StubServer, verb: string) => server.to(`/css/payment/${verb}`).map((each) => each.json() as Record<string, unknown>);
const choose = async (field: string, text: string) => {
  fireEvent.mouseDown(fieldAt(field).input);
  fireEvent.click((await screen.findAllByText(text, { selector: ".ant-select-item-option *" })).at(-1)!);
};
const find = async () => {
  await choose("coopId", "供应商甲");
  await choose("currency", "CNY");
  await press("查询");
  await waitFor(() => expect(drawnAt("parts.1.now")).toBeTruthy());
};

beforeEach(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  await loadRoom("payable");
  drawSheets();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("an address with confirmed sheets", () => {
  it("asks for their costs, and no other address does", () => {
    expect(givenOf("?coopId=21&currency=CNY&confirmationIds=7%2C8")).toEqual({ coopId: "21", currency: "CNY", confirmationIds: ["7", "8"] });
    expect(givenOf("?coopId=21&currency=CNY")).toEqual({});
  });
});

describe("the costs of a supplier", () => {
  it("are matched with what he wants, and made into a payment", async () => {
    const amounts = [{ chargeId: "4", amount: "1000.00" }, { chargeId: "7", amount: "4000.00" }];
    const server = await open({
      "POST /css/payment/match": () => ({ amounts, difference: "0.00" }),
      "POST /css/payment/doSave": () => ({ id: "1", paymentNum: "AE-CP-2607210001" }),
    });
    await find();
    expect(sent(server, "pool")[0]).toMatchObject({ businessScope: "ZH", coopId: "21", currency: "CNY" });
    expect(screen.getByText("未找到订单：AE-9")).toBeTruthy();
    await screen.findByText("本次 2 / 2 行，合计 14,170.00");
    fireEvent.change(fieldAt("amount").input, { target: { value: "5000" } });
    await screen.findByText("差额 -9,170.00");
    await press("自动匹配");
    await screen.findByText("本次 2 / 2 行，合计 5,000.00");
    expect(sent(server, "match")[0]).toMatchObject({ coopId: "21", currency: "CNY", amount: "5000" });
    expect(textAt("parts.1.now")).toBe("4,000.00");
    await press("生成对账单");
    await waitFor(() => expect(toasts()).toContain("已生成对账单 AE-CP-2607210001"));
    expect(sent(server, "doSave")[0]).toMatchObject({ coopId: "21", currency: "CNY", parts: amounts, requestId: expect.any(String) as string });
  });

  it("tell what is wrong at their cells, though others are not taken", async () => {
    const message = "单号990-12345675本次对账金额不能大于未对账金额";
    const findings = [{ field: "parts.0.amount", severity: "error", key: "payment.beyond", message }];
    await open({ "POST /css/payment/doSave": () => envelope(200, 1, message, { findings }) });
    await find();
    typeInto("parts.0.now", "");
    typeInto("parts.1.now", "13170.01");
    await press("生成对账单");
    await waitFor(() => expect(document.querySelector(".sheet-status")?.textContent).toBe(message));
  });

  it("are for who may make payments", async () => {
    await open({}, ["css-cp-match"]);
    expect([...buttons("生成对账单"), ...buttons("按供应商批量生成")]).toEqual([]);
  });
});

describe("parts", () => {
  const part = (chargeId: string, now: string | null, coopId = "21"): Part => ({ chargeId, rest: "1.00", now, coopId, coopName: "", currency: "CNY" });

  it("of several suppliers are no single payment", () => {
    expect([isOne([]), isOne([part("1", "1"), part("2", "1")]), isOne([part("1", "1"), part("2", "1", "22")])]).toEqual([true, true, false]);
  });

  it("without an amount are not sent, and findings stand where they belong", () => {
    const { parts, places } = takenOf([part("1", null), part("2", "0.00"), part("3", "-5")]);
    expect([parts.map(({ chargeId }) => chargeId), places]).toEqual([["3"], [2]]);
    const finding = { field: "parts.0.amount", severity: "error" as const, key: "x", message: "y" };
    expect(placed([finding], places)[0]?.field).toBe("parts.2.now");
  });

  it("that stand there already are not added again", () => {
    expect(added([part("1", "0.50")], [part("1", "1.00"), part("2", "1.00")]).map(({ now }) => now)).toEqual(["0.50", "1.00"]);
  });

  it("are asked for without what is empty", () => {
    expect(askedOf({ businessScope: "AE", coopName: "x", costDone: "true", locked: null, numbers: "" })).toEqual({ businessScope: "AE", costDone: true });
  });
});

it("adds money without losing a cent", () => {
  expect([moneyText(sumOf(["0.1", "0.2", null, "x"])), moneyText(sumOf(["-1234.567"])), moneyText(0n)]).toEqual(["0.30", "-1,234.567", "0.00"]);
});
