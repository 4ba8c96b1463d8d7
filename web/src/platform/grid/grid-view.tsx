/**
 * The library's part of a sheet: it draws the rows in sight, the chosen cells and the widths of columns, and tells where
 * the mouse goes. Keys, clipboard and editing are the sheet's: the library takes keys with a delay that loses fast typing,
 * has no input that Chinese can be typed into, and knows neither undo nor rows below the last one.
 */
import "@/platform/grid/grid-nonce";
import { type ColumnRegular, RevoGrid } from "@revolist/react-datagrid";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { Finding } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { rowClosed } from "@/platform/forms/rows";
import { type SheetField, isFigure, shownText } from "@/platform/grid/cell-text";
import type { Area, Sheet } from "@/platform/grid/sheet";
import { useLabel, useText } from "@/platform/i18n";

export const ROW_PX = 32;
const HEAD_PX = 32;
const REMOVE_PX = 40;
const NUMBER_PX = 44;
/** Told, as the library gives the numbers of rows a width of its own otherwise. */
const NUMBERS = { prop: "#", size: NUMBER_PX };
/** As many rows as are shown without scrolling. */
const ROWS_SHOWN = 14;
/** What a scroll bar takes at most, and both borders. */
const BAR_PX = 16;
const EDGE_PX = 2;

export interface Cell {
  x: number;
  y: number;
}

/** A word beside the value of a cell, and what it is about. */
export interface CellMark {
  text: string;
  title: string;
}

interface GridViewProps {
  sheet: Sheet;
  rows: Values[];
  findings: Finding[];
  /** By the paths of their cells. */
  marks: Record<string, CellMark>;
  width: number;
  grid: RefObject<HTMLRevoGridElement | null>;
  /** The mouse chose a cell, or a block. */
  pick(cell: Cell, area: Area): void;
  remove(place: number): void;
  /** The cells have moved, or are drawn anew. */
  drawn(): void;
  /** The sheet has the focus. */
  inside: boolean;
  /** Tells the rows that are not stored as they stand; these are tinted, and those with something wrong in them. */
  unsaved?: (row: Values) => boolean;
}

/** What scrolls in the library's part. Tab comes to the sheet by it, and the sheet passes the focus on to its input. */
const SCROLLERS = "revogr-viewport-scroll, .vertical-inner";

export const isScroller = (target: EventTarget): target is HTMLElement => target instanceof HTMLElement && target.matches(SCROLLERS);

export function GridView({ sheet, rows, findings, marks, width, grid, pick, remove, drawn, inside, unsaved }: GridViewProps) {
  const t = useText();
  const label = useLabel();
  const { fields, readOnly, options } = sheet.setup;
  // Typing elsewhere in the form makes another list of the same findings, for which nothing is drawn.
  const own = findings.filter(({ field }) => field.startsWith(`${sheet.path}.`));
  const told = own.map(({ field, severity, message }) => `${field} ${severity} ${message}`).join("\n");
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const found = useMemo(() => foundByPath(own), [told]);
  const marked = JSON.stringify(marks);
  const wrong = useMemo(() => wrongRows(sheet.path, found), [sheet, found]);
  const latest = useRef({ found, marks, remove, pick, drawn, inside, unsaved, wrong });
  latest.current = { found, marks, remove, pick, drawn, inside, unsaved, wrong };
  useLayoutEffect(() => passBy(grid.current, inside), [grid, inside]);

  const room = roomOf(width, readOnly, rows.length);
  const words = fields.map((field) => label(field.label)).join("\n");
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const widths = useMemo(() => widthsOf(fields, (field) => label(field.label), room), [fields, words, room]);
  const columns = useMemo(() => {
    const own = fields.map((field, at): ColumnRegular => ({
      prop: field.name,
      name: label(field.label) + (field.unit ? ` (${field.unit})` : "") + (field.required && !readOnly ? " *" : ""),
      size: widths[at] ?? 0,
      minSize: 48,
      columnProperties: () => ({ class: isFigure(field) ? "is-figure" : "" }),
      cellTemplate: (h, { model, rowIndex }) => {
        const text = shownText(field, model as Values, sheet.optionsOf(field));
        const mark = latest.current.marks[sheet.at(rowIndex, field.name)];
        return mark ? h("span", { class: "sheet-marked" }, [h("span", { class: "sheet-mark", title: mark.title }, mark.text), h("span", {}, text)]) : text;
      },
      cellProperties: ({ rowIndex, model }) => {
        const path = sheet.at(rowIndex, field.name);
        const { found: told, unsaved: differs } = latest.current;
        // What is wrong with a row as a whole stands at its first cell.
        const finding = told.get(path) ?? (at === 0 ? told.get(`${sheet.path}.${rowIndex}`) : undefined);
        return {
          "data-field": path,
          ...(finding ? { title: finding.message } : {}),
          ...(finding?.severity === "error" ? { "aria-invalid": "true" } : {}),
          class: {
            "is-figure": isFigure(field),
            "is-closed": rowClosed(model as Values) !== null || (!readOnly && sheet.isClosed(field, model as Values)),
            "is-unsaved": differs?.(model as Values) === true,
            "is-wrong-row": differs !== undefined && latest.current.wrong.has(rowIndex),
            "is-wrong": finding?.severity === "error",
            "is-warned": finding?.severity === "warning",
          },
        };
      },
    }));
    if (readOnly) return own;
    const removing: ColumnRegular = {
      prop: "\u00d7",
      name: "",
      size: REMOVE_PX,
      pin: "colPinEnd",
      cellProperties: () => ({ class: { "sheet-remove": true } }),
      cellTemplate: (h, { rowIndex, model }) =>
        sheet.keepsRow(model as Values) === null &&
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            tabindex: -1,
            "aria-label": t("platform:rows.remove", { n: rowIndex + 1 }),
            onMouseDown: (event: Event) => event.stopPropagation(),
            onClick: () => latest.current.remove(rowIndex),
          },
          "×",
        ),
    };
    return [...own, removing];
  }, [fields, readOnly, sheet, widths, label, t]);

  // What a cell shows depends on more than its row: another list has the library draw anew.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const source = useMemo(() => rows.slice(), [rows, found, options, marked]);
  useGridEvents(grid, latest);
  const height = heightOf(rows.length, sumOf(widths) > room);
  return (
    <RevoGrid
      ref={grid}
      className="sheet-cells"
      theme="compact"
      style={{ height }}
      columns={columns}
      source={source}
      rowSize={ROW_PX}
      rowHeaders={NUMBERS}
      range={true}
      readonly={true}
      resize={true}
      useClipboard={false}
      filter={false}
      exporting={false}
      canMoveColumns={false}
      canDrag={false}
      // The cell that is read aloud is the input, with its name, value and finding. The library's own roles make rows
      // without cells and heads without a row.
      accessible={false}
    />
  );
}

interface Told {
  current: Pick<GridViewProps, "pick" | "drawn" | "inside">;
}

/** With the focus in the sheet, Tab goes on from the input to what stands outside. */
function passBy(element: HTMLElement | null, inside: boolean): void {
  for (const each of element?.querySelectorAll(SCROLLERS) ?? []) each.setAttribute("tabindex", inside ? "-1" : "0");
  for (const each of element?.querySelectorAll("a") ?? []) each.setAttribute("tabindex", "-1");
}

/** What the library tells, as far as the sheet wants to know it. */
function useGridEvents(grid: RefObject<HTMLRevoGridElement | null>, latest: Told): void {
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const picked = (event: Event) => {
      const { rowType, colType, focus, end } = (event as CustomEvent<PickedCells>).detail;
      if (rowType !== "rgRow" || colType !== "rgCol") return;
      latest.current.pick(focus, { top: focus.y, left: focus.x, bottom: end.y, right: end.x });
    };
    const ranged = (event: Event) => {
      const { x, y, x1, y1, type } = (event as CustomEvent<PickedRange>).detail;
      if (type === "rgRow") latest.current.pick({ x, y }, { top: y, left: x, bottom: y1, right: x1 });
    };
    const refuse = (event: Event) => event.preventDefault();
    const drawn = () => {
      passBy(element, latest.current.inside);
      latest.current.drawn();
    };
    const heard: [string, (event: Event) => void][] = [
      ["aftergridrender", drawn],
      ["focuscell", picked],
      ["setrange", ranged],
      ["beforekeydown", refuse],
      ["beforekeyup", refuse],
      ["beforesorting", refuse],
      ["afterrender", drawn],
      ["viewportscroll", drawn],
      ["aftercolumnresize", drawn],
    ];
    for (const [name, listener] of heard) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of heard) element.removeEventListener(name, listener);
    };
  }, [grid, latest]);
}

interface PickedCells {
  rowType: string;
  colType: string;
  focus: Cell;
  end: Cell;
}

interface PickedRange {
  x: number;
  y: number;
  x1: number;
  y1: number;
  type: string;
}

/** The finding of each cell: an error before a warning. */
function foundByPath(findings: Finding[]): Map<string, Finding> {
  const found = new Map<string, Finding>();
  for (const each of findings) if (each.severity === "error" || !found.has(each.field)) found.set(each.field, each);
  return found;
}

/** The rows with an error in them. */
function wrongRows(path: string, found: Map<string, Finding>): Set<number> {
  const wrong = [...found.values()].filter(({ severity }) => severity === "error");
  return new Set(wrong.map(({ field }) => Number(field.slice(path.length + 1).split(".")[0])));
}

/** What is left for the columns of a sheet, beside the numbers of its rows, the crosses that remove them and its bar. */
export function roomOf(width: number, readOnly: boolean, rows: number): number {
  return width - NUMBER_PX - EDGE_PX - (readOnly ? 0 : REMOVE_PX) - (rows > ROWS_SHOWN ? BAR_PX : 0);
}

/** As high as its rows: a bar below them has room only where there is one. */
export function heightOf(rows: number, scrolls: boolean): number {
  return HEAD_PX + ROW_PX * Math.min(rows, ROWS_SHOWN) + (scrolls ? BAR_PX : 0) + EDGE_PX;
}

/** Widths by kind and words; what room there is goes to the columns in proportion, and so does what is lacking. */
export function widthsOf(fields: SheetField[], words: (field: SheetField) => string, room: number): number[] {
  const least = fields.map((field) => field.cell?.width ?? Math.max(leastOf(field.kind), 24 + 13 * Math.min(words(field).length + (field.unit?.length ?? 0), 12)));
  const sum = sumOf(least);
  if (sum > room) return squeezed(least, fields.map(({ cell }, at) => cell?.narrow ?? least[at] ?? 0), room);
  const widths = least.map((each) => Math.floor((each * room) / sum));
  // What rounding leaves over would be a gap before the crosses.
  return widths.map((each, at) => (at === widths.length - 1 ? each + room - sumOf(widths) : each));
}

/** Between what columns have and what they can do with; where that is too much too they scroll. */
function squeezed(usual: number[], narrow: number[], room: number): number[] {
  const spare = room - sumOf(narrow);
  const given = sumOf(usual) - sumOf(narrow);
  if (spare < 0 || given <= 0) return usual;
  const widths = narrow.map((each, at) => each + Math.floor((((usual[at] ?? each) - each) * spare) / given));
  return widths.map((each, at) => (at === widths.length - 1 ? each + room - sumOf(widths) : each));
}

const sumOf = (widths: number[]): number => widths.reduce((total, each) => total + each, 0);

function leastOf(kind: SheetField["kind"]): number {
  if (kind === "longText") return 200;
  if (kind === "instant") return 150;
  if (kind === "reference" || kind === "day" || kind === "multi") return 124;
  if (kind === "bool") return 64;
  return kind === "int" || kind === "decimal" ? 92 : 116;
}
