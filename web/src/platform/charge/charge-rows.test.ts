import { describe, expect, it } from "vitest";
import { C5, C6, C7, FIELDS } from "@/platform/charge/charge-kit";
import { columnsOf, itemSource } from "@/platform/charge/charge-fields";
import { mergeRows, proposedRows } from "@/platform/charge/charge-merge";
import { placedFindings, rowBody, sameEntered, sentRows, withFigures, written } from "@/platform/charge/charge-rows";
import { requestIds } from "@/platform/charge/request-ids";

const never = () => false;
const SOURCES = { items: itemSource("AE"), links: "" };

describe("a row of charges", () => {
  it("is sent with texts for figures, and what the server gave along", () => {
    const sent = rowBody({ ...C5, unitPrice: 31.5, digits: 2, cardId: "7" }, FIELDS);
    expect(sent).toMatchObject({ unitPrice: "31.5", digits: 2, cardId: "7", source: "手工" });
    expect(Object.keys(sent).filter((name) => /Name$|^(tags|closed|functional|amountNotTax|amountTax|state)/.test(name))).toEqual([]);
  });

  it("is the same while what was entered is, however it is written", () => {
    for (const same of [{ unitPrice: "30" }, { unitPrice: 30 }, { quantity: "700" }, { amount: "1.00" }, { note: null }, { functionalAmount: "1" }]) {
      expect([same, sameEntered(C5, { ...C5, ...same }, FIELDS)]).toEqual([same, true]);
    }
    for (const other of [{ unitPrice: "300" }, { quantity: "700", quantityTyped: true }, { amountFixed: true }, { note: "x" }, { coopId: "12" }]) {
      expect([other, sameEntered(C5, { ...C5, ...other }, FIELDS)]).toEqual([other, false]);
    }
  });

  it("has to be written for a quantity that is another, unless that follows other charges", () => {
    const differ = (one: object, other: object) => JSON.stringify(written({ ...C5, ...one }, FIELDS)) !== JSON.stringify(written({ ...C5, ...other }, FIELDS));
    expect(differ({}, { quantity: "700.000" })).toBe(true);
    expect(differ({}, { quantity: "658.33", functionalAmount: "1", functionalNotTax: "2", cut: "LEAST" })).toBe(false);
    expect(differ({}, { refreshed: true })).toBe(true);
    expect(differ({ basis: "百分比" }, { basis: "百分比", quantity: "700.000" })).toBe(false);
    expect(differ({ coopId: null, coopName: null }, { coopId: null, coopName: "客户丁" })).toBe(true);
    // What a card made is its own, and goes along where rows are laid over each other.
    expect(sameEntered({ ...C5, cardId: "7" }, { ...C5, cardId: "7", quantity: "700.000" }, FIELDS)).toBe(false);
  });

  it("that is nothing is not sent, and findings come back to where the others stand", () => {
    const income = sentRows([{ amountFixed: false }, C5, {}, C6], FIELDS);
    expect(income.places).toEqual([1, 3]);
    const cost = sentRows([], FIELDS);
    const at = (field: string) => placedFindings([{ field, severity: "error", key: "x", message: "" }], { income, cost })[0]?.field;
    expect([at("income.1.unitPrice"), at("income.0"), at("cost.4.note"), at("order")]).toEqual(["income.3.unitPrice", "income.1", "cost.4.note", "order"]);
  });
});

describe("figures that come back", () => {
  it("fill in what nobody entered, and keep what could not be read", () => {
    const rows = [{ serviceItemId: null, serviceItemName: "空运附加", unitPrice: "abc", quantity: "5", quantityTyped: true }, C6];
    const answer = { serviceItemId: null, serviceItemName: null, unitPrice: null, quantity: null, basis: "票", amount: null };
    expect(withFigures(rows, [answer], [0], FIELDS, never)[0]).toMatchObject({ serviceItemName: "空运附加", unitPrice: "abc", quantity: "5", basis: "票" });
  });

  it("leave rows that stay the same as they are, and the cell that is typed in", () => {
    const rows = [C5, C6];
    expect(withFigures(rows, [{ ...C5 }, { ...C6 }], [0, 1], FIELDS, never)).toBe(rows);
    const next = withFigures(rows, [{ ...C5, amount: "1.00", amountTax: "0.06" }], [0], FIELDS, (place, name) => place === 0 && name === "amount");
    expect([next[0]?.["amount"], next[0]?.["amountTax"], next[1]]).toEqual(["19749.90", "0.06", C6]);
    // No card made what somebody has typed over.
    expect(withFigures([{ ...C5, cardId: "7", tag: "NEXT_BREAK" }], [{ ...C5, cardId: null, tag: "" }], [0], FIELDS, never)[0]).toMatchObject({ cardId: null, tag: "" });
    // A figure that follows may go: an emptied basis has no quantity.
    expect(withFigures(rows, [{ ...C5, quantity: null }], [0], FIELDS, never)[0]?.["quantity"]).toBeNull();
  });
});

describe("rows somebody else has saved meanwhile", () => {
  const merge = (mine: typeof C5[], theirs: typeof C5[]) => mergeRows([C5, C6], mine, theirs, FIELDS);
  it("have what was typed laid over them, where it is free", () => {
    const added = { serviceItemId: "103" };
    const { free, crossed } = merge([{ ...C5, note: "x", coopId: "12", coopName: "客户乙" }, C6, added], [{ ...C5, taxRate: "0%" }, { ...C6, note: "y" }, C7]);
    expect(crossed).toBe(false);
    expect(free).toEqual([{ ...C5, taxRate: "0%", note: "x", coopId: "12", coopName: "客户乙" }, { ...C6, note: "y" }, C7, added]);
  });

  it("are told apart where both changed the same", () => {
    const { free, mine, crossed } = merge([{ ...C5, unitPrice: "31" }, C6], [{ ...C5, unitPrice: "32.0000" }, C6]);
    expect([crossed, free[0]?.["unitPrice"], mine[0]?.["unitPrice"]]).toEqual([true, "32.0000", "31"]);
    expect(merge([{ ...C5, unitPrice: "31" }, C6], [{ ...C5, unitPrice: "31.0000" }, C6]).crossed).toBe(false);
  });

  it("stay removed, unless they are others by now; what another removed comes back as a new row", () => {
    expect(merge([C6], [C5, C6])).toEqual({ free: [C6], mine: [C6], crossed: false });
    expect(merge([C6], [{ ...C5, note: "y" }, C6])).toEqual({ free: [{ ...C5, note: "y" }, C6], mine: [C6], crossed: true });
    const { free, mine, crossed } = merge([{ ...C5, note: "x" }, C6], [C6]);
    const { id: _, ...again } = { ...C5, note: "x" } as Record<string, unknown>;
    expect([free, mine, crossed]).toEqual([[C6], [C6, again], true]);
  });

  it("can't be changed any more once they are closed", () => {
    const billed = { ...C5, closed: "费用已制账单" };
    expect(merge([{ ...C5, note: "x" }, C6], [billed, C6])).toEqual({ free: [billed, C6], mine: [billed, C6], crossed: false });
    expect(merge([C6], [billed, C6]).free).toEqual([billed, C6]);
  });
});

describe("rows that were proposed while others were typed", () => {
  const blank = { amountFixed: false };
  const added = { serviceItemId: "103", note: "" };
  const asked = { rows: [C5, blank, C6, added], places: [0, 2, 3] };
  const proposed = [{ ...C5, unitPrice: "40.0000" }, { ...C6, note: "y" }, { ...added, unitPrice: "50" }, { ...C7, id: null }];

  it("take their places where nothing was typed, and leave a row of nothing out", () => {
    expect(proposedRows(asked, proposed, asked.rows, FIELDS)).toEqual(proposed);
  });

  it("have laid over them what was typed, added and removed since", () => {
    const now = [{ ...blank, note: "new" }, { ...C6, unitPrice: "360" }, { ...added, note: "x" }, { serviceItemId: "104" }];
    const laid = proposedRows({ ...asked, rows: [C5, blank, C6, added] }, proposed, [C5, ...now], FIELDS);
    expect(laid).toEqual([proposed[0], { ...blank, note: "new" }, { ...C6, note: "y", unitPrice: "360" }, { ...added, unitPrice: "50", note: "x" }, { serviceItemId: "104" }, proposed[3]]);
    expect(proposedRows(asked, proposed, [C6], FIELDS)).toEqual([proposed[1], proposed[3]]);
  });
});

it("shows the usual columns in their order, the others behind them when they are wanted", () => {
  const usual = columnsOf(FIELDS, SOURCES, false, true).map(({ name }) => name);
  expect(usual).toEqual(["serviceItemId", "coopId", "basis", "currency", "unitPrice", "quantity", "amount", "exchangeRate", "functionalAmount", "taxRate", "amountNotTax", "amountTax", "note"]);
  const all = columnsOf(FIELDS, SOURCES, true, false);
  expect(all.slice(0, usual.length).map(({ name }) => name)).toEqual(usual);
  expect(all.slice(usual.length).map(({ name }) => name)).toEqual(["containerType", "amountMin", "amountMax", "digits", "innerNote", "source", "creatorName"]);
  expect(all.filter(({ readOnly }) => readOnly).map(({ name }) => name)).toContain("exchangeRate");
});

it("names the same content the same until it was answered", () => {
  const ids = requestIds();
  const first = ids.of({ income: [1] });
  expect([ids.of({ income: [1] }) === first, ids.of({ income: [2] }) === first]).toEqual([true, false]);
  const second = ids.of({ income: [2] });
  ids.done();
  expect(ids.of({ income: [2] })).not.toBe(second);
});
