import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Field } from "@/platform/contract";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { RowGrid } from "@/platform/forms/row-grid";
import { RowHistory } from "@/platform/forms/row-history";
import { rowFindings } from "@/platform/forms/rows";
import type { SheetField } from "@/platform/grid/cell-text";
import { LazySheet } from "@/platform/grid/lazy-sheet";
import { Sheet } from "@/platform/grid/sheet";
import { cellAt, drawSheets, drawnAt, pasteInto, textAt, typeInto } from "@/platform/test-sheet";
import { useToasts } from "@/platform/toast";

const label = (zh: string) => ({ zh, en: zh });
const typed = (name: string, flag: string) => (row: Values): Values => ({ [flag]: row[name] !== null && row[name] !== "" });
const FIELDS: SheetField[] = [
  { name: "item", label: label("项目"), kind: "text", required: true, cell: { along: () => ({ price: null }) } },
  { name: "price", label: label("单价"), kind: "decimal", digits: 4, cell: { exact: { least: 2 } } },
  { name: "amount", label: label("金额"), kind: "decimal", digits: 2, cell: { exact: {}, along: typed("amount", "amountFixed"), follows: ({ amountFixed }) => amountFixed !== true } },
];
const WHY = "费用已制账单";
const ROWS: Values[] = [
  { id: "1", item: "空运费", price: "30", amount: "19749.90", closed: WHY },
  { id: "2", item: "操作费", price: "355.0000", amount: "355.00", closed: null },
];

let form: FormStore;
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  drawSheets();
  useToasts.setState({ items: [] });
  form = new FormStore({ lines: ROWS });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rows = () => form.get("lines") as Values[];
const inQueries = (content: React.ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>);
async function open(more: object = {}) {
  inQueries(<LazySheet form={form} section={{ fields: FIELDS }} path="lines" readOnly={false} {...more} />);
  await waitFor(() => expect(document.querySelector(".sheet-grid")).toBeTruthy());
  await waitFor(() => expect(textAt("lines.1.item")).toBe("操作费"));
}
const told = () => useToasts.getState().items.map(({ text }) => text);

describe("a closed row of a sheet", () => {
  it("is neither typed into, pasted over, cleared nor removed, and says why", async () => {
    await open();
    const input = cellAt("lines.0.amount");
    expect([input.readOnly, document.querySelector(".sheet-status")?.textContent]).toEqual([true, WHY]);
    expect(drawnAt("lines.0.amount").className).toContain("is-closed");
    expect(drawnAt("lines.1.amount").className).not.toContain("is-closed");
    expect(screen.getAllByRole("button", { name: /删除第/ }).map((each) => each.getAttribute("aria-label"))).toEqual(["删除第2行"]);
    pasteInto("lines.0.item", "燃油\t1\t2\n安检\t3\t4\n");
    expect(rows().map(({ item }) => item)).toEqual(["空运费", "安检"]);
    fireEvent.keyDown(cellAt("lines.0.item"), { key: "Delete" });
    fireEvent.keyDown(cellAt("lines.0.item"), { key: "Delete", ctrlKey: true });
    expect([rows()[0], told()]).toEqual([ROWS[0], [WHY]]);
    fireEvent.keyDown(cellAt("lines.1.item"), { key: "Delete", ctrlKey: true });
    expect(rows()).toEqual([ROWS[0]]);
  });

  it("keeps a block that it is part of from being removed", () => {
    const sheet = new Sheet(form, "lines", { current: { fields: FIELDS, readOnly: false, editing: false, most: 9, options: {} } });
    expect([sheet.remove(0, 1), sheet.keeps(0, 1), sheet.keeps(1, 1), rows().length]).toEqual([null, WHY, null, 2]);
    sheet.pasteWhole(0, [{ item: "x" }]);
    expect(rows()).toEqual(ROWS);
  });

  it("is asked for nothing when it is saved", () => {
    const section = { key: "lines", label: label(""), rows: true, sheet: true, fields: FIELDS as Field[] };
    const lines = [{ item: "", closed: WHY }, { item: "", closed: null }];
    expect(rowFindings(section, { lines }).map(({ field }) => field)).toEqual(["lines.1.item"]);
  });

  it("is a card without a cross where the screen is narrow", () => {
    inQueries(<RowGrid form={form} section={{ fields: FIELDS }} path="lines" readOnly={false} unsaved={({ id }) => id === "2"} />);
    expect(screen.getByText(WHY).closest("tr")?.className).toBe("is-closed");
    expect(screen.getByRole("button", { name: "删除第2行" }).closest("tr")?.className).toBe("is-unsaved");
    expect(screen.queryByRole("button", { name: "删除第1行" })).toBeNull();
    expect(document.querySelector('[data-field="lines.0.item"] input')).toBeNull();
    // What goes along with a cell goes along in cards, too.
    fireEvent.change(document.querySelector('[data-field="lines.1.amount"] input')!, { target: { value: "400" } });
    expect(rows()[1]).toMatchObject({ amount: 400, amountFixed: true });
  });
});

describe("cells of a sheet", () => {
  it("write along what their column says, and nothing where they stay the same", async () => {
    await open();
    typeInto("lines.1.amount", "400.10");
    expect(rows()[1]).toMatchObject({ amount: "400.10", amountFixed: true });
    fireEvent.keyDown(cellAt("lines.1.amount"), { key: "Delete" });
    expect(rows()[1]).toMatchObject({ amount: null, amountFixed: false });
    typeInto("lines.1.item", "操作费");
    expect(rows()[1]?.["price"]).toBe("355.0000");
    // A block writes from left to right: the price comes after what its item empties.
    pasteInto("lines.1.item", "安检费\t1,234.5\t\n");
    expect(rows()[1]).toMatchObject({ item: "安检费", price: "1234.5", amountFixed: false });
  });

  it("keep a decimal as the text it is, and show it with its least decimals", async () => {
    await open();
    expect([textAt("lines.0.price"), textAt("lines.0.amount"), textAt("lines.1.price")]).toEqual(["30.00", "19,749.90", "355.00"]);
    typeInto("lines.1.price", "９９９９９９９９.99995");
    expect(rows()[1]?.["price"]).toBe("100000000.0000");
    await waitFor(() => expect(textAt("lines.1.price")).toBe("100,000,000.00"));
    typeInto("lines.1.price", "-0012.3456");
    expect(rows()[1]?.["price"]).toBe("-12.3456");
    typeInto("lines.1.price", "abc");
    expect([rows()[1]?.["price"], form.finding("lines.1.price")?.message]).toEqual(["abc", "请输入数字"]);
  });

  it("are tinted in rows that are not stored as they stand, and in those with an error", async () => {
    await open({ unsaved: ({ price }: Values) => price === "356" });
    expect(drawnAt("lines.1.item").className).not.toContain("is-unsaved");
    typeInto("lines.1.price", "356");
    await waitFor(() => expect(drawnAt("lines.1.item").className).toContain("is-unsaved"));
    act(() => form.setFindings([{ field: "lines.1.amount", severity: "error", key: "x", message: "金额超限" }]));
    await waitFor(() => expect(drawnAt("lines.1.item").className).toContain("is-wrong-row"));
    expect(drawnAt("lines.0.item").className).not.toContain("is-wrong-row");
  });

  it("follow where they are filled down of cells that follow, in sheets and in cards", async () => {
    const cards = [{ item: "空运费", amount: "1.00", amountFixed: false }, { item: "操作费", amount: "355.00", amountFixed: true }, { item: "安检费", amount: null }];
    await open();
    fireEvent.keyDown(cellAt("lines.1.amount"), { key: "d", ctrlKey: true });
    expect(rows()[1]).toMatchObject({ amount: null, amountFixed: false });
    cleanup();
    act(() => form.set("lines", cards));
    inQueries(<RowGrid form={form} section={{ fields: FIELDS }} path="lines" readOnly={false} keeps={({ item }) => (item === "操作费" ? WHY : null)} />);
    const input = (place: number) => document.querySelector(`[data-field="lines.${place}.amount"] input`)!;
    fireEvent.keyDown(input(2), { key: "d", ctrlKey: true });
    expect(rows()[2]).toMatchObject({ amount: "355.00", amountFixed: true });
    fireEvent.keyDown(input(1), { key: "d", ctrlKey: true });
    expect(rows()[1]).toMatchObject({ amount: null, amountFixed: false });
    expect(screen.getAllByRole("button", { name: /删除第/ }).map((each) => each.getAttribute("aria-label"))).toEqual(["删除第1行", "删除第3行"]);
  });

  it("take back what a form did to its rows in another way", async () => {
    const history = new RowHistory(form, "lines");
    await open({ history });
    act(() => {
      history.note();
      form.set("lines", [...rows(), { item: "燃油附加费", closed: null }]);
    });
    fireEvent.keyDown(cellAt("lines.1.item"), { key: "z", ctrlKey: true });
    expect(rows()).toEqual(ROWS);
  });
});
