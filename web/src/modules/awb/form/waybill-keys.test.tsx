import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BUTTONS, cellOf, fieldAt, linesThere, openPage } from "@/modules/awb/awb-kit";
import master from "@/modules/awb/form/mawb-make.page";
import { useKeySheet } from "@/platform/keys/key-sheet-store";
import { useSession } from "@/platform/session";
import type { Answer } from "@/platform/test-kit";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const LINE = { pieces: "12", grossWeight: "500.0", weightUnit: "K", chargeWeight: "658.5", hsCodes: [] };
const FORM = {
  kind: "master", awbNumber: "990-12345675", departureStation: "PVG", arrivalStation: "FRA", airlineCode: "X9",
  lines: [LINE, { ...LINE, pieces: "3" }], sizes: [], charges: [], awbPrintId: "77", rowUuid: "u1", state: "DRAFT",
};
const FINISH = "/afbase/awbPrint/finish/77";

async function open(form: object = {}, routes: Record<string, Answer> = {}, held: string[] = BUTTONS) {
  const server = await openPage(master.page ?? (() => null), `/af_mawb_make?o=${ORDER}`, {
    [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: "77", state: "DRAFT", hawbs: [] }),
    "GET /afbase/awbPrint/view/77": () => ({ ...FORM, ...form }),
    "POST /afbase/awbPrint/check": () => ({ findings: [], sums: null, lines: [] }),
    "PUT /afbase/awbPrint/mawb": () => ({ awbPrintId: "77", rowUuid: "u2", findings: [] }),
    [`PUT ${FINISH}`]: () => ({ awbPrintId: "77", rowUuid: "u3", state: "DONE" }),
    ...routes,
  });
  useSession.getState().setButtons(held);
  await waitFor(() => expect(document.querySelector('[data-field="airlineCode"]')).toBeTruthy());
  await linesThere();
  return server;
}
/** Where Tab goes: what is focusable inside the sheet, in its order, by the box it stands in. */
const tabbed = () => {
  const stops = [...document.querySelectorAll<HTMLElement>(".awb-sheet input, .awb-sheet textarea, .awb-sheet select, .awb-sheet button")];
  return stops
    .filter((each) => each.tabIndex >= 0)
    .flatMap((each) => (each.dataset["cell"] ? cells(each) : [each.closest<HTMLElement>("[data-field]")?.dataset["field"] ?? each.textContent ?? ""]));
};
/** The cells of a sheet Tab goes through until it goes on to what stands behind the sheet. */
const cells = (input: HTMLElement) => {
  const passed: string[] = [];
  do passed.push(input.dataset["cell"] ?? "");
  while (!fireEvent.keyDown(input, { key: "Tab" }));
  return passed;
};
const finish = (target: Element | Window = window) => fireEvent.keyDown(target, { key: "Enter", ctrlKey: true });

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the form by keyboard", () => {
  it("goes by Tab in the order of the paper, and past the buttons of rows", async () => {
    await open();
    const order = tabbed();
    const wanted = [
      "awbNumber", "departureStation", "arrivalStation", "shipper.scName", "shipper.scAddress", "consignee.scName", "issueAgentName", "accountingInformation",
      "departureStationName", "to1", "by1", "currency", "payMethod", "declaredValueOfCarriage", "handlingInformation",
      "lines.0.pieces", "lines.0.grossWeight", "lines.0.chargeWeight", "lines.0.hsCodes", "lines.1.pieces", "shippingMarks", "executedOn", "placeOfIssue", "issuer",
    ];
    expect(wanted.map((path) => order.indexOf(path))).toEqual(wanted.map((path) => order.indexOf(path)).toSorted((one, other) => one - other));
    expect(wanted.filter((path) => !order.includes(path))).toEqual([]);
    expect(order.indexOf("lines.1.pieces")).toBe(order.indexOf("lines.0.hsCodes") + 1);
  });

  it("adds a row by Enter in the last one, moves by arrows, and takes a row away by its key", async () => {
    await open();
    const here = () => document.activeElement as HTMLTextAreaElement;
    const press = (key: string, more: object = {}) => fireEvent.keyDown(here(), { key, ...more });
    const stands = (path: string) => waitFor(() => expect(here().dataset["cell"]).toBe(path));
    cellOf(0, "pieces").input.focus();
    press("Enter");
    await stands("lines.1.pieces");
    expect(() => cellOf(2, "pieces").input).toThrow();
    press("Enter");
    await stands("lines.2.pieces");
    press("ArrowUp");
    await stands("lines.1.pieces");
    // Within the text of a cell, Delete is the input's.
    press("F2");
    press("Delete");
    expect(here().value).toBe("3");
    press("Escape");
    press("Delete", { ctrlKey: true });
    await waitFor(() => expect(cellOf(1, "pieces").text).toBe(""));
    expect(() => cellOf(2, "pieces").input).toThrow();
    await stands("lines.1.pieces");
  });

  it("finishes by Ctrl+Enter what it has saved before, also from within a row", async () => {
    const server = await open();
    fireEvent.change(fieldAt("osi").input, { target: { value: "CALL" } });
    cellOf(1, "pieces").input.focus();
    finish(cellOf(1, "pieces").input);
    await waitFor(() => expect(server.to(FINISH)).toHaveLength(1));
    expect(server.to("/afbase/awbPrint/mawb").map((asked) => (asked.json() as { osi: string }).osi)).toEqual(["CALL"]);
    expect(() => cellOf(2, "pieces").input).toThrow();
  });

  it("finishes nothing that is finished, and nothing for those who may not", async () => {
    const server = await open({ state: "DONE" });
    await screen.findByText("单证已完成，不能修改");
    finish();
    cleanup();
    const other = await open({}, {}, BUTTONS.filter((code) => code !== "af-awbprint-finish"));
    finish();
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(other.to("/afbase/awbPrint/mawb")).toHaveLength(1));
    expect([...server.to(FINISH), ...other.to(FINISH)]).toEqual([]);
  });

  it("tells its keys in the keyboard help while it is there", async () => {
    await open();
    const lines = useKeySheet.getState().parts.form?.flat().map(([keys]) => keys.join("+"));
    expect(lines).toEqual(["Ctrl+S", "Ctrl+Enter", "Tab", "Enter", "↑+↓", "Ctrl+Delete", "Alt+M"]);
    cleanup();
    expect(useKeySheet.getState().parts.form).toEqual([]);
  });
});
