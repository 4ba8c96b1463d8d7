import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buttons, fieldAt, openPage, press } from "@/modules/awb/awb-kit";
import master from "@/modules/awb/form/mawb-make.page";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const FORM = {
  kind: "master", awbNumber: "990-12345675", departureStation: "PVG", arrivalStation: "FRA", airlineCode: "X9", handlingInformation: "FRAGILE",
  shipper: { scName: "DEMO EXPORTER" }, consignee: { scName: "DEMO GMBH", cityNameEn: "FRANKFURT" }, specialHandlingCodes: [],
  lines: [], sizes: [], charges: [], awbPrintId: "77", rowUuid: "u1", state: "DRAFT",
};
const ORDERS = { ...FORM, handlingInformation: "KEEP DRY", osi: "CALL FIRST", shipper: { scName: "OTHER EXPORTER" } };
const PREVIOUS = {
  number: "990-12345690", finishedOn: "2026-07-14",
  boxes: { shipper: { scName: "DEMO EXPORTER" }, consignee: { scName: "DEMO BUYER LLC" }, specialHandlingCodes: ["ELI"], handlingInformation: "KEEP COOL" },
};

async function open(routes: Record<string, Answer> = {}) {
  const server = await openPage(master.page ?? (() => null), `/af_mawb_make?o=${ORDER}`, {
    [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: "77", state: "DRAFT", hawbs: [] }),
    "GET /afbase/awbPrint/view/77": () => FORM,
    "POST /afbase/awbPrint/check": () => ({ findings: [], sums: null, lines: [] }),
    [`GET /afbase/awbPrint/prefill/${ORDER}`]: () => ORDERS,
    [`GET /afbase/awbPrint/previous/${ORDER}`]: () => PREVIOUS,
    ...routes,
  });
  await waitFor(() => expect(fieldAt("airlineCode").input.value).toBe("X9"));
  return server;
}
/** An entry of the menu of the form. */
async function choose(words: string): Promise<void> {
  fireEvent.click(buttons("更多").find((each) => each.closest(".form-buttons")) ?? expect.fail());
  fireEvent.click(await screen.findByText(words));
}
const shown = (...paths: string[]) => paths.map((path) => fieldAt(path).input.value);
const BOXES = ["handlingInformation", "osi", "shipper.scName"];

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the data of the order", () => {
  it("fills what is empty, and can be taken back", async () => {
    await open();
    await choose("取订单数据");
    await screen.findByText("已取订单数据，更新 1 个栏目");
    expect(shown(...BOXES)).toEqual(["FRAGILE", "CALL FIRST", "DEMO EXPORTER"]);
    await press("撤销");
    expect(shown(...BOXES)).toEqual(["FRAGILE", "", "DEMO EXPORTER"]);
    expect(screen.queryByText(/已取订单数据/)).toBeNull();
  });

  it("replaces what was typed only after a question", async () => {
    await open();
    await choose("取订单数据并覆盖");
    await screen.findByText("已录入的内容将被订单数据覆盖，是否继续？");
    expect(shown(...BOXES)).toEqual(["FRAGILE", "", "DEMO EXPORTER"]);
    await press("覆盖");
    await screen.findByText("已取订单数据，更新 3 个栏目");
    expect(shown(...BOXES)).toEqual(["KEEP DRY", "CALL FIRST", "OTHER EXPORTER"]);
    await press("保留");
    expect(screen.queryByText(/已取订单数据/)).toBeNull();
    expect(shown(...BOXES)).toEqual(["KEEP DRY", "CALL FIRST", "OTHER EXPORTER"]);
  });

  it("says when it has nothing to add", async () => {
    await open({ [`GET /afbase/awbPrint/prefill/${ORDER}`]: () => FORM });
    await choose("取订单数据");
    await waitFor(() => expect(toasts()).toEqual(["没有可补充的订单数据"]));
  });
});

describe("the last waybill of the customer and route", () => {
  it("lends its parties and words, says which it was, and can be taken back", async () => {
    const server = await open();
    await choose("复制上票");
    await screen.findByText("已复制运单 990-12345690（2026-07-14 完成）的收发货人、代理和操作信息");
    expect(Object.fromEntries(server.to(`/afbase/awbPrint/previous/${ORDER}`)[0]?.query ?? [])).toEqual({ type: "0" });
    // A party is taken whole: what the last one had not goes.
    expect(shown("consignee.scName", "consignee.cityNameEn", "handlingInformation", "awbNumber")).toEqual(["DEMO BUYER LLC", "", "KEEP COOL", "990-12345675"]);
    expect(fieldAt("specialHandlingCodes").box.textContent).toContain("ELI");
    await press("撤销");
    expect(shown("consignee.scName", "consignee.cityNameEn", "handlingInformation")).toEqual(["DEMO GMBH", "FRANKFURT", "FRAGILE"]);
  });

  it("is missed with the server's words", async () => {
    await open({ [`GET /afbase/awbPrint/previous/${ORDER}`]: () => envelope(200, 1, "没有同客户同航程已完成的运单") });
    await choose("复制上票");
    await waitFor(() => expect(toasts()).toEqual(["操作失败，没有同客户同航程已完成的运单"]));
    expect(shown(...BOXES)).toEqual(["FRAGILE", "", "DEMO EXPORTER"]);
  });
});
