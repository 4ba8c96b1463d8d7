import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buttons, cellOf, fieldAt, linesThere, openPage, typeInto } from "@/modules/awb/awb-kit";
import house from "@/modules/awb/form/hawb-info.page";
import master from "@/modules/awb/form/mawb-make.page";
import type { Answer } from "@/platform/test-kit";
import { pasteInto } from "@/platform/test-sheet";
import { toasts } from "@/platform/test-shell";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const LINE = {
  pieces: "12", slac: "", grossWeight: "500.0", weightUnit: "K", rateClass: "Q", commodityItemNo: "", chargeWeight: "658.5", rateCharge: "25.88",
  total: "17041.98", volume: "3.950", goodsNameEn: "AUTO PARTS", hsCodes: [],
};
const FORM = {
  kind: "master", awbNumber: "990-12345675", departureStation: "PVG", arrivalStation: "FRA", airlineCode: "X9",
  lines: [LINE], sizes: [], charges: [], awbPrintId: "77", rowUuid: "u1", state: "DRAFT",
};
type Line = typeof LINE;

/** A line comes to rate by weight; a gross weight has at most two decimals. */
const CHECK: Answer = (asked) => {
  const { lines } = asked.json() as { lines: Line[] };
  const wrong = lines.flatMap(({ grossWeight }, at) =>
    /\.\d{3}/.test(grossWeight) ? [{ field: `lines.${at}.grossWeight`, severity: "error", key: "awb.gross", message: "毛重最多2位小数，总长度不超过7位" }] : [],
  );
  const total = ({ chargeWeight, rateCharge }: Line) => (chargeWeight && rateCharge ? (Number(chargeWeight) * Number(rateCharge)).toFixed(2) : null);
  return { findings: wrong, sums: null, lines: lines.map((line) => ({ total: total(line) })) };
};

async function open(form: object = {}, Page = master.page) {
  const server = await openPage(Page ?? (() => null), `/af_mawb_make?o=${ORDER}&hawbId=1`, {
    [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({
      awbNumber: "990-12345675", awbPrintId: "77", state: "DRAFT", hawbs: [{ id: "1", hawbId: "1", hawbNumber: "HA001", pieces: 5, weight: 200, awbPrintId: "77", state: "DRAFT" }],
    }),
    "GET /afbase/awbPrint/view/77": () => ({ ...FORM, ...form }),
    "POST /afbase/awbPrint/check": CHECK,
    "PUT /afbase/awbPrint/mawb": () => ({ awbPrintId: "77", rowUuid: "u2", findings: [] }),
  });
  await waitFor(() => expect(document.querySelector('[data-field="airlineCode"]')).toBeTruthy());
  return server;
}
const value = (row: number, column: string) => cellOf(row, column).input.value;
const row = (at: number, ...columns: string[]) => columns.map((column) => value(at, column));
const rows = () => document.querySelectorAll(".sheet-cells revogr-data[col-type=rgCol][type=rgRow] .rgRow").length;
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const undo = () => {
  act(() => document.querySelector<HTMLElement>(".sheet-input")?.focus());
  press("z", { ctrlKey: true });
};
const status = () => document.querySelector(".sheet-status")?.textContent;
const sent = (server: Awaited<ReturnType<typeof open>>) => (server.to("/afbase/awbPrint/mawb").at(-1)?.json() as { lines: Line[] } | undefined)?.lines;

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the rate lines of a waybill", () => {
  it("take a block from a spreadsheet, and give it back", async () => {
    const server = await open();
    await linesThere();
    pasteInto("lines.0.grossWeight", "1,200.5\tq\t\t1300\r\n80 KG\tN\tab-12\t80\r\n7\tM\t\t45\r\n");
    await waitFor(() => expect(rows()).toBe(3));
    expect([0, 1, 2].map((at) => row(at, "grossWeight", "rateClass", "commodityItemNo", "chargeWeight"))).toEqual([
      ["1200.5", "Q", "", "1300"],
      ["80", "N", "AB12", "80"],
      ["7", "M", "", "45"],
    ]);
    expect(row(0, "pieces", "rateCharge")).toEqual(["12", "25.88"]);
    // Tells the server of what was pasted, with all that a line has.
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(server.to("/afbase/awbPrint/mawb")).toHaveLength(1));
    expect(sent(server)?.[1]).toEqual({
      pieces: "", slac: "", grossWeight: "80", weightUnit: "K", rateClass: "N", commodityItemNo: "AB12", chargeWeight: "80", rateCharge: "", total: "", volume: "",
      goodsNameEn: "", hsCodes: [],
    });
    cleanup();
    await open();
    await linesThere();
    pasteInto("lines.0.grossWeight", "1,200.5\tq\t\t1300\r\n80\tN\tab-12\t80\r\n7\tM\t\t45\r\n");
    await waitFor(() => expect(rows()).toBe(3));
    expect(value(2, "chargeWeight")).toBe("45");
    await screen.findByText("未保存");
    undo();
    expect(row(0, "grossWeight", "rateClass", "commodityItemNo", "chargeWeight")).toEqual(["500.0", "Q", "", "658.5"]);
    expect(() => cellOf(1, "pieces").input).toThrow();
    await waitFor(() => expect(rows()).toBe(1));
    expect(screen.queryByText("未保存")).toBeNull();
    press("y", { ctrlKey: true });
    expect(value(1, "commodityItemNo")).toBe("AB12");
  });

  it("redden a faulty cell and say why, at the cell and below the lines", async () => {
    // req: awb-red-border
    await open({ lines: [LINE, LINE] });
    await linesThere();
    pasteInto("lines.0.grossWeight", "500\r\n80.123");
    await waitFor(() => expect(cellOf(1, "grossWeight").box.className).toContain("is-wrong"));
    const message = "毛重最多2位小数，总长度不超过7位";
    expect([cellOf(1, "grossWeight").box.title, cellOf(1, "grossWeight").box.getAttribute("aria-invalid")]).toEqual([message, "true"]);
    expect(cellOf(0, "grossWeight").box.className).not.toContain("is-wrong");
    // The cursor is elsewhere: it stands below the lines, with its place.
    const lines = within(document.querySelector<HTMLElement>(".sheet-grid") ?? expect.fail());
    expect(lines.getByText(message).parentElement?.textContent).toBe(`毛重 K 第2行 · ${message}`);
    expect(status()).toBe("");
    const input = cellOf(1, "grossWeight").input;
    expect([input.getAttribute("aria-invalid"), status()]).toEqual(["true", message]);
    expect(lines.getAllByText(message)).toHaveLength(1);
    typeInto(1, "grossWeight", "80.12");
    await waitFor(() => expect(cellOf(1, "grossWeight").box.className).not.toContain("is-wrong"));
    expect(lines.queryByText(message)).toBeNull();
  });

  it("take while one types what a cell can hold, and cut the rest", async () => {
    await open();
    await linesThere();
    const typed = (column: string, text: string) => {
      const input = cellOf(0, column).input;
      fireEvent.change(input, { target: { value: text } });
      const seen = input.value;
      press("Tab");
      return [seen, value(0, column)];
    };
    expect(typed("pieces", "１2a3")).toEqual(["123", "123"]);
    expect(typed("grossWeight", "1a2.5kg")).toEqual(["12.5", "12.5"]);
    expect(typed("commodityItemNo", "ab-c12 345x")).toEqual(["ABC1234", "ABC1234"]);
    expect(typed("goodsNameEn", "led lamps")).toEqual(["LED LAMPS", "LED LAMPS"]);
    expect(typed("goodsNameEn", "x".repeat(120))).toEqual(["X".repeat(100), "X".repeat(100)]);
    expect(typed("hsCodes", "610910 8708.99,610910")).toEqual(["610910 8708.99,610910", "610910, 870899"]);
    // What holds nothing for the cell leaves it as it was.
    expect(typed("pieces", "x")).toEqual(["123", "123"]);
    expect(typed("pieces", "")).toEqual(["", ""]);
  });

  it("offer the rate classes, and take one by its letter", async () => {
    await open();
    await linesThere();
    const input = cellOf(0, "rateClass").input;
    fireEvent.change(input, { target: { value: "m" } });
    expect(await screen.findByRole("option", { name: "M" })).toBeTruthy();
    press("Tab");
    expect(input.dataset["cell"]).toBe("lines.0.commodityItemNo");
    expect(value(0, "rateClass")).toBe("M");
    // One there is not stays, red, for the server to speak about.
    typeInto(0, "rateClass", "z");
    expect(value(0, "rateClass")).toBe("z");
    expect(status()).toBe("“z”不在可选项中");
  });

  it("follow rate and weight with their totals, also on the way back; a typed total is marked", async () => {
    await open();
    await linesThere();
    await waitFor(() => expect(cellOf(0, "total").text).toBe("17041.98"));
    typeInto(0, "chargeWeight", "100");
    typeInto(0, "rateCharge", "10");
    await waitFor(() => expect(cellOf(0, "total").text).toBe("1000.00"));
    undo();
    expect(value(0, "rateCharge")).toBe("25.88");
    // The step that is back knew the total of another weight.
    await waitFor(() => expect(cellOf(0, "total").text).toBe("2588.00"));
    expect(screen.queryByText("手工")).toBeNull();
    typeInto(0, "total", "3000");
    const mark = await screen.findByText("手工");
    expect([mark.title, mark.closest("[data-field]")]).toEqual(["计算值 2588.00", cellOf(0, "total").box]);
    expect([value(0, "total"), status()]).toEqual(["3000", "计算值 2588.00"]);
    // An emptied total is the computed one again.
    press("Delete");
    await waitFor(() => expect(cellOf(0, "total").text).toBe("2588.00"));
    await waitFor(() => expect(screen.queryByText("手工")).toBeNull());
  });

  it("go on behind the last cell, and take no more than a waybill has", async () => {
    await open();
    await linesThere();
    const input = cellOf(0, "hsCodes").input;
    // Not stopped: it is the browser that goes on.
    expect(press("Tab")).toBe(true);
    expect(() => cellOf(1, "pieces").input).toThrow();
    act(() => input.focus());
    pasteInto("lines.0.pieces", Array.from({ length: 14 }, (_, at) => String(at + 1)).join("\r\n"));
    expect(value(11, "pieces")).toBe("12");
    expect(() => cellOf(12, "pieces").input).toThrow();
    expect(toasts()).toEqual(["最多12行，其余未粘贴"]);
  });

  it("are read, not written, when the waybill is finished", async () => {
    await open({ state: "DONE" });
    await linesThere();
    expect(value(0, "goodsNameEn")).toBe("AUTO PARTS");
    expect(cellOf(0, "goodsNameEn").input.readOnly).toBe(true);
    pasteInto("lines.0.goodsNameEn", "X");
    press("Delete");
    expect(value(0, "goodsNameEn")).toBe("AUTO PARTS");
    expect(document.querySelector(".sheet-remove")).toBeNull();
    cleanup();
    await open({ state: "DONE", lines: [] });
    await linesThere();
    expect(within(document.querySelector<HTMLElement>(".sheet-grid") ?? expect.fail()).getByText("暂无数据")).toBeTruthy();
  });

  it("ask a house for no rate", async () => {
    const heads = () => [...document.querySelectorAll(".sheet-cells .rgHeaderCell")].map((each) => each.textContent?.trim()).filter((each) => each?.endsWith("*"));
    await open();
    await linesThere();
    await waitFor(() => expect(heads()).toEqual(["件数 *", "毛重 K *", "等级 *", "计费重量 *", "费率 *", "运费 *", "英文品名 *"]));
    cleanup();
    await open({ kind: "house", hawbNumber: "HA001" }, house.page);
    await linesThere();
    await waitFor(() => expect(heads()).toEqual(["件数 *", "毛重 K *", "计费重量 *", "英文品名 *"]));
  });

  it("are rows of inputs where there is no room for a sheet", async () => {
    Object.defineProperty(window, "innerWidth", { value: 390, configurable: true, writable: true });
    try {
      await open();
      await waitFor(() => expect(fieldAt("lines.0.total").input.value).toBe("17041.98"));
      fireEvent.change(fieldAt("lines.0.total").input, { target: { value: "17000" } });
      expect(await screen.findByText("手工")).toBeTruthy();
      expect([document.querySelector(".sheet-grid"), buttons("+ 添加一行").length]).toEqual([null, 3]);
    } finally {
      Object.defineProperty(window, "innerWidth", { value: 1024, configurable: true, writable: true });
    }
  });
});
