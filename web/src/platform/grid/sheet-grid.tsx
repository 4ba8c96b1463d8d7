/**
 * Rows of declared fields as a spreadsheet: arrows, Tab, Enter, F2, blocks copied to and from Excel, fill down, undo and
 * redo. Where the screen is too narrow for one, the rows are the cards of the row grid.
 */
import { Button } from "antd";
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Finding } from "@/platform/contract";
import { type Values, useFindings, useValue } from "@/platform/forms/form-store";
import { CELL_MOVED, useReach } from "@/platform/forms/form-keys";
import { OtherFindings, RowGrid, type RowGridProps, isRedo } from "@/platform/forms/row-grid";
import { isOffered, rowClosed, rowsOf, withoutHead } from "@/platform/forms/rows";
import { CellInput, type Mode } from "@/platform/grid/cell-input";
import { type CellOption, type SheetField, isTyped } from "@/platform/grid/cell-text";
import { type Cell, type CellMark, GridView, ROW_PX, isScroller } from "@/platform/grid/grid-view";
import { type Area, Sheet, type SheetSetup } from "@/platform/grid/sheet";
import { followOf, noteCopied } from "@/platform/grid/copied";
import { cellsOf, tsvOf } from "@/platform/grid/tsv";
import { useLookUps, useSheetOptions } from "@/platform/grid/use-sheet-options";
import { useLabel, useText } from "@/platform/i18n";
import { type KeyLine, useKeyPart } from "@/platform/keys/key-sheet-store";
import { toast } from "@/platform/toast";
import { useNarrow } from "@/platform/use-narrow";
import "@/platform/grid/sheet-grid.css";

/** More rows than a document has lines; a paste of 500 fits twice. */
export const SHEET_ROWS_MAX = 1000;
const PAGE_ROWS = 10;

const LINES: readonly KeyLine[] = [
  [["↑", "↓"], "platform:keys.cell"],
  [["←", "→"], "platform:keys.across"],
  [["F2"], "platform:keys.edit"],
  [["Shift", "↑"], "platform:keys.block"],
  [["Ctrl", "C / X / V"], "platform:keys.copyCells"],
  [["Delete"], "platform:keys.clearCells"],
  [["Ctrl", "D"], "platform:keys.fillDown"],
  [["Ctrl", "Z / Y"], "platform:keys.undoRedo"],
  [["Ctrl", "Enter"], "platform:keys.row"],
  [["Ctrl", "Delete"], "platform:keys.removeRow"],
];
const PAPER_LINES = LINES.filter(([keys]) => keys.at(-1) !== "Enter");

const NONE: Record<string, CellMark> = {};

export interface SheetGridProps extends Omit<RowGridProps, "section"> {
  section: { fields: SheetField[] };
  /** Words beside values, by the paths of their cells. */
  marks?: Record<string, CellMark>;
  /**
   * Few lines within a form that is filled in like a paper, from box to box: Tab goes on behind the last cell, Ctrl+Enter
   * is the form's, and below the lines stands what is wrong in them.
   */
  paper?: boolean;
}

/** The spreadsheet of the rows of one member. */
export default function SheetGrid(props: SheetGridProps) {
  return useNarrow() ? <RowGrid {...props} /> : <WideSheet {...props} />;
}

function WideSheet(props: SheetGridProps) {
  const { form, section, path, readOnly, addLabel, hint, marks = NONE, paper = false, unsaved } = props;
  const t = useText();
  const label = useLabel();
  const status = useId();
  const rows = rowsOf(useValue(form, path));
  const findings = useFindings(form);
  const sheet = useSheet(props, rows);
  useLookUps(sheet, rows);
  useKeyPart("grid", paper ? PAPER_LINES : LINES);
  const desk = useDesk(sheet, rows, props);
  const { cursor, box, body, input, grid } = desk;
  const { x, y } = cursor.cell;
  const [field, row] = [section.fields[x], rows[y]];
  const width = useWidth(body);
  const finding = field && (form.finding(sheet.at(y, field.name)) ?? (x === 0 ? form.finding(`${path}.${y}`) : undefined));
  const closed = !field || !row || sheet.isClosed(field, row);
  const cell = field ? sheet.at(y, field.name) : "";
  const said = finding?.message ?? rowClosed(row) ?? marks[cell]?.title ?? (closed && !readOnly ? t("platform:rows.closed") : "");
  const shownStatus = cursor.inside ? said : "";
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={`sheet-grid${cursor.inside ? " is-inside" : ""}`}
      data-field={path}
      ref={box}
      onCopy={desk.copy}
      onCut={desk.copy}
      onPaste={desk.paste}
      onFocus={desk.pass}
      onBlur={desk.leave}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={body} className="sheet-body" onMouseDownCapture={desk.mouse} onDoubleClick={desk.open}>
        {rows.length > 0 && (
          <GridView
            sheet={sheet}
            rows={rows}
            findings={findings}
            marks={marks}
            width={width}
            grid={grid}
            pick={desk.pick}
            remove={desk.remove}
            drawn={desk.drawn}
            inside={cursor.inside}
            {...(unsaved ? { unsaved } : {})}
          />
        )}
        {field && row && (
          <CellInput
            input={input}
            field={field}
            path={cell}
            name={t("platform:rows.cell", { field: label(field.label), n: y + 1 })}
            text={sheet.text(y, x)}
            mode={cursor.mode}
            closed={closed}
            finding={finding}
            status={status}
            options={sheet.optionsOf(field)}
            draft={cursor.draft}
            change={desk.change}
            choose={desk.choose}
            press={desk.press}
            blur={desk.settle}
            focus={desk.enter}
          />
        )}
      </div>
      {rows.length > 0 && (
        <p id={status} role="status" className={`sheet-status${finding ? (finding.severity === "error" ? " finding" : " finding is-warning") : " soft"}`}>
          {shownStatus}
        </p>
      )}
      {paper && <CellFindings sheet={sheet} findings={findings} said={cursor.inside ? finding : undefined} />}
      <OtherFindings form={form} path={path} fields={section.fields} />
      {readOnly && rows.length === 0 && hint && <p className="soft">{hint}</p>}
      {!readOnly && rows.length === 0 && isOffered(section.fields) && <p className="soft">{hint ?? t("platform:state.empty")}</p>}
      {!readOnly && rows.length < sheet.setup.most && (
        <div className="row-grid-foot">
          <Button size="small" onClick={desk.add}>
            ＋ {addLabel ?? t("platform:rows.add")}
          </Button>
          {rows.length === 0 && <span className="soft">{hint ?? t("platform:rows.hintSheet")}</span>}
        </div>
      )}
    </div>
  );
}

/** What is wrong in cells, each with its place; but for what the chosen cell says already. */
function CellFindings({ sheet, findings, said }: { sheet: Sheet; findings: Finding[]; said: Finding | undefined }) {
  const t = useText();
  const label = useLabel();
  return findings.map((each) => {
    const [at = "", name] = each.field.startsWith(`${sheet.path}.`) ? each.field.slice(sheet.path.length + 1).split(".") : [];
    const field = sheet.setup.fields.find((one) => one.name === name);
    if (!field || each === said) return null;
    return (
      <p key={`${each.field} ${each.key} ${each.message}`} className={each.severity === "error" ? "finding" : "finding is-warning"}>
        {t("platform:rows.cell", { field: label(field.label), n: Number(at) + 1 })} · <span>{each.message}</span>
      </p>
    );
  });
}

/** The rows with all that is known of them at present. */
function useSheet(props: SheetGridProps, rows: Values[]): Sheet {
  const { form, section, path, readOnly, editing = false, fresh, keeps, history } = props;
  const most = isOffered(section.fields) ? rows.length : (props.most ?? SHEET_ROWS_MAX);
  const options = useSheetOptions(section.fields, rows);
  const latest = useRef<SheetSetup>(null!);
  latest.current = { fields: section.fields, readOnly, editing, most, fresh, keeps, options };
  return useMemo(() => new Sheet(form, path, latest, history), [form, path, history]);
}

interface Cursor {
  /** The cell that is typed into. */
  cell: Cell;
  /** The other end of the block that begins with it. */
  end: Cell;
  mode: Mode;
  draft: string;
  /** The sheet has the focus. */
  inside: boolean;
}

const START: Cursor = { cell: { x: 0, y: 0 }, end: { x: 0, y: 0 }, mode: "waits", draft: "", inside: false };

/** Where the user is in the sheet, and what keys, mouse and clipboard do there. */
function useDesk(sheet: Sheet, rows: Values[], { path, readOnly, paste: whole, paper = false }: SheetGridProps) {
  const t = useText();
  const label = useLabel();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const grid = useRef<HTMLRevoGridElement>(null);
  // Keys come faster than drawings: what counts is here, and drawn afterwards.
  const now = useRef<Cursor>(START);
  const [cursor, draw] = useState<Cursor>(START);
  /** The library has not drawn the rows as they are. */
  const behind = useRef(false);
  const [wantsFocus, setWantsFocus] = useState(0);
  const { fields } = sheet.setup;
  const last = () => ({ x: fields.length - 1, y: sheet.rows().length - 1 });

  const set = (change: Partial<Cursor>) => {
    now.current = { ...now.current, ...change };
    draw(now.current);
  };
  const area = (): Area => {
    const { cell, end } = now.current;
    return {
      top: Math.min(cell.y, end.y),
      bottom: Math.max(cell.y, end.y),
      left: Math.min(cell.x, end.x),
      right: Math.max(cell.x, end.x),
    };
  };
  const place = () => placeInput(body.current, input.current, now.current.cell);
  const show = () => {
    const { cell, end, inside } = now.current;
    if (inside && last().y >= 0) void grid.current?.setCellsFocus?.(cell, end);
    if (inside) reveal(body.current, end.y);
    place();
  };
  /** To a cell, or with the block to it. */
  const go = (cell: Cell, extend = false) => {
    const to = within(cell, last());
    set({ cell: extend ? now.current.cell : to, end: to, mode: "waits", draft: "", inside: true });
    show();
    setWantsFocus((times) => times + 1);
  };
  useLayoutEffect(() => {
    if (wantsFocus > 0) input.current?.focus({ preventScroll: true });
  }, [wantsFocus]);
  // The library knows the new rows by now; behind the last one nothing is chosen.
  useLayoutEffect(() => {
    const { cell, end } = now.current;
    const most = last();
    if (rows.length > 0 && (cell.y > most.y || end.y > most.y)) set({ cell: within(cell, most), end: within(end, most) });
    behind.current = true;
    show();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows]);
  /** The library marks a block no further than the rows it has drawn. */
  const drawn = () => {
    if (!behind.current) return place();
    behind.current = false;
    show();
  };

  const { cell: at, inside } = cursor;
  useEffect(() => {
    if (inside) input.current?.dispatchEvent(new Event(CELL_MOVED, { bubbles: true }));
  }, [at.x, at.y, inside]);

  /** What is typed becomes the value. */
  const settle = () => {
    const { mode, draft, cell } = now.current;
    if (mode === "waits") return;
    set({ mode: "waits", draft: "" });
    sheet.type(cell.y, cell.x, draft);
  };
  const begin = (mode: Mode, draft: string) => {
    const { cell } = now.current;
    const [field, row] = [fields[cell.x], sheet.rows()[cell.y]];
    if (!field || !row || sheet.isClosed(field, row)) return;
    set({ mode, draft, end: cell });
    place();
  };
  const change = (draft: string) => (now.current.mode === "waits" ? begin("over", draft) : set({ draft }));
  const open = () => {
    if (now.current.mode === "waits") begin("within", sheet.text(now.current.cell.y, now.current.cell.x));
  };
  const add = () => {
    settle();
    if (!sheet.add()) return;
    const first = fields.findIndex((field) => isTyped(field) && !field.readOnly);
    go({ x: Math.max(0, first), y: sheet.rows().length - 1 });
  };
  const remove = (top: number, bottom = top) => {
    settle();
    const kept = sheet.keeps(top, bottom);
    if (kept !== null) return toast.warn(kept);
    const back = sheet.remove(top, bottom);
    if (sheet.rows().length > 0) go({ x: now.current.cell.x, y: top });
    if (back) toast.undoable(t("platform:rows.removed", { n: top + 1 }), { text: t("platform:batch.undo"), run: back });
  };
  const down = (step: number) => {
    const { cell } = now.current;
    if (step > 0 && cell.y === last().y && sheet.add()) return go({ x: cell.x, y: cell.y + 1 });
    go({ x: cell.x, y: cell.y + step });
  };
  /** To the next cell in reading order; false at an end of the sheet, where Tab goes on to what stands there. */
  const across = (step: number): boolean => {
    const { cell } = now.current;
    const end = last();
    const to = cell.y * fields.length + cell.x + step;
    if (to < 0) return false;
    if (to <= end.y * fields.length + end.x) go({ x: to % fields.length, y: Math.floor(to / fields.length) });
    else if (paper || sheet.isBlank(end.y) || !sheet.add()) return false;
    else go({ x: 0, y: end.y + 1 });
    return true;
  };
  const choose = (option: CellOption, event?: KeyboardEvent) => {
    const { cell } = now.current;
    set({ mode: "waits", draft: "" });
    const field = fields[cell.x];
    sheet.choose(cell.y, cell.x, field?.kind === "bool" ? option.value === "true" : option.value, option.label);
    if (event?.key === "Tab") {
      if (across(event.shiftKey ? -1 : 1)) event.preventDefault();
    } else if (event) down(1);
    else go(cell);
  };

  /** Keys of a cell that is edited; the rest is the input's. */
  const pressEditing = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (key === "Escape") {
      event.stopPropagation();
      return done(event, () => go(now.current.cell));
    }
    if (key === "Enter" && altKey) return done(event, () => breakLine(input.current, change));
    if (key === "Enter" && (ctrlKey || metaKey)) return paper ? undefined : done(event, add);
    if (key === "Enter") return done(event, () => (settle(), down(shiftKey ? -1 : 1)));
    if (key === "Tab") {
      settle();
      if (across(shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    const by = now.current.mode === "over" && !shiftKey && !ctrlKey && !metaKey && !altKey ? ARROWS[key] : undefined;
    if (by) done(event, () => (settle(), go(moved(now.current.cell, by))));
  };
  /** Keys with Ctrl of a cell that waits. */
  const pressCommand = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { cell, end } = now.current;
    const { top, bottom } = area();
    const key = event.key.toLowerCase();
    const from = event.shiftKey ? end : cell;
    if (key === "a") return done(event, () => (set({ cell: { x: 0, y: 0 }, end: last() }), show()));
    if (key === "home") return done(event, () => go({ x: 0, y: 0 }, event.shiftKey));
    if (key === "end") return done(event, () => go(last(), event.shiftKey));
    const by = ARROWS[event.key];
    if (by) return done(event, () => go(moved(from, by, Number.MAX_SAFE_INTEGER), event.shiftKey));
    if (readOnly) return;
    if (key === "enter") return paper ? undefined : done(event, add);
    if (key === "delete") return done(event, () => remove(top, bottom));
    if (key === "d") return done(event, () => sheet.fill(area()));
    if (isRedo(event)) return done(event, () => sheet.redo() && go(cell));
    if (key === "z") done(event, () => sheet.undo() && go(cell));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (now.current.mode !== "waits") return pressEditing(event);
    const { key, shiftKey, altKey } = event;
    const { cell, end } = now.current;
    const from = shiftKey ? end : cell;
    if (event.ctrlKey || event.metaKey) return pressCommand(event);
    if (altKey) return key === "ArrowDown" ? done(event, open) : undefined;
    const by = ARROWS[key];
    if (by) return done(event, () => go(moved(from, by), shiftKey));
    if (key === "Enter") return done(event, () => down(shiftKey ? -1 : 1));
    if (key === "F2") return done(event, open);
    if (key === "Tab") {
      if (across(shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    if (key === "Escape" && (cell.x !== end.x || cell.y !== end.y)) {
      event.stopPropagation();
      return done(event, () => go(cell));
    }
    if (key === "Delete" || key === "Backspace") return done(event, () => sheet.clear(area()));
    if (key === "Home" || key === "End") return done(event, () => go({ x: key === "Home" ? 0 : last().x, y: from.y }, shiftKey));
    if (key === "PageDown" || key === "PageUp") return done(event, () => go({ x: from.x, y: from.y + (key === "PageDown" ? PAGE_ROWS : -PAGE_ROWS) }, shiftKey));
    if (key === " " && fields[cell.x]?.kind === "bool") done(event, () => flip(sheet, cell));
  };

  const copy = (event: ClipboardEvent<HTMLElement>) => {
    if (now.current.mode !== "waits" || event.target !== input.current) return;
    event.preventDefault();
    const text = tsvOf(sheet.copy(area()));
    event.clipboardData.setData("text/plain", text);
    noteCopied(text, sheet.followsOf(area()));
    if (event.type === "cut") sheet.clear(area());
  };
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    if (readOnly || now.current.mode !== "waits" || event.target !== input.current) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text");
    const { top, left } = area();
    const own = whole?.(text);
    if (own) return sheet.pasteWhole(top, own);
    const copied = cellsOf(text);
    const [[only] = []] = copied;
    if (copied.length === 1 && copied[0]?.length === 1) return sheet.pasteOver(area(), only ?? "");
    const cells = withoutHead(
      copied,
      fields.map((field) => label(field.label)),
    );
    const most = sheet.setup.most;
    if (sheet.paste(top, left, cells, cells === copied ? followOf(copied) : []) > 0) toast.warn(t("platform:rows.tooMany", { most }));
    go({ x: left, y: top });
    const width = Math.max(1, ...cells.map((line) => line.length));
    set({ end: within({ x: left + width - 1, y: top + cells.length - 1 }, last()) });
    show();
  };

  /** The mouse chose a cell, or drew a block from the cell that was chosen. */
  const pick = (cell: Cell, picked: Area) => {
    settle();
    const alone = picked.top === picked.bottom && picked.left === picked.right;
    const { cell: begun } = now.current;
    const from = alone || !isIn(begun, picked) ? cell : begun;
    const end = { x: from.x === picked.left ? picked.right : picked.left, y: from.y === picked.top ? picked.bottom : picked.top };
    set({ cell: from, end: alone ? from : end, mode: "waits", draft: "", inside: true });
    place();
    input.current?.focus({ preventScroll: true });
  };
  const mouse = (event: MouseEvent) => {
    if (event.target !== input.current) settle();
  };
  const enter = () => {
    if (now.current.inside) return;
    set({ inside: true });
    show();
  };
  /** Tab came to the sheet. */
  const pass = (event: FocusEvent<HTMLElement>) => {
    if (isScroller(event.target)) input.current?.focus({ preventScroll: true });
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (box.current?.contains(event.relatedTarget) || !now.current.inside) return;
    set({ inside: false });
    void grid.current?.clearFocus?.();
  };
  useReach(box, (wanted) => {
    if (wanted === path && sheet.rows().length > 0) {
      box.current?.scrollIntoView({ block: "center" });
      go({ x: 0, y: 0 });
      return true;
    }
    const [at = "", name] = wanted.startsWith(`${path}.`) ? wanted.slice(path.length + 1).split(".") : [];
    const y = Number(at);
    if (!/^\d+$/.test(at) || y >= sheet.rows().length) return false;
    // A row as a whole, or a member no column shows: the row begins there.
    const x = Math.max(0, fields.findIndex((field) => field.name === name));
    box.current?.scrollIntoView({ block: "center" });
    go({ x, y });
    return true;
  });
  return { cursor, box, body, input, grid, press, change, choose, settle, enter, pass, leave, copy, paste, pick, mouse, open, add, remove, drawn };
}

const ARROWS: Record<string, Cell> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

const moved = (cell: Cell, by: Cell, times = 1): Cell => ({ x: cell.x + by.x * times, y: cell.y + by.y * times });

const within = ({ x, y }: Cell, last: Cell): Cell => ({ x: Math.max(0, Math.min(x, last.x)), y: Math.max(0, Math.min(y, last.y)) });

const isIn = ({ x, y }: Cell, { top, left, bottom, right }: Area): boolean => x >= left && x <= right && y >= top && y <= bottom;

function done(event: KeyboardEvent, act: () => unknown): void {
  event.preventDefault();
  act();
}

function flip(sheet: Sheet, { x, y }: Cell): void {
  const field = sheet.field(x);
  if (field) sheet.choose(y, x, sheet.rows()[y]?.[field.name] !== true, "");
}

/** A line end where the cursor stands. */
function breakLine(input: HTMLTextAreaElement | null, change: (text: string) => void): void {
  if (!input) return;
  input.setRangeText("\n", input.selectionStart, input.selectionEnd, "end");
  change(input.value);
}

/** Lays the input over its cell, as far as that is drawn. */
function placeInput(body: HTMLElement | null, input: HTMLElement | null, { x, y }: Cell): void {
  const cell = body?.querySelector(`revogr-data[type="rgRow"][col-type="rgCol"] [data-rgrow="${y}"][data-rgcol="${x}"]`);
  if (!body || !input || !cell) return;
  const [outer, inner] = [body.getBoundingClientRect(), cell.getBoundingClientRect()];
  input.style.left = `${inner.left - outer.left}px`;
  input.style.top = `${inner.top - outer.top}px`;
  input.style.width = `${inner.width}px`;
  input.style.height = `${inner.height}px`;
}

/** Scrolls to a row at once: the library follows a key with a delay, and loses some when they come fast. */
function reveal(body: HTMLElement | null, y: number): void {
  const scroller = body?.querySelector("revogr-viewport-scroll.rgCol .vertical-inner");
  if (!scroller) return;
  const { scrollTop, clientHeight } = scroller;
  const top = y * ROW_PX;
  if (top < scrollTop) scroller.scrollTop = top;
  else if (top + ROW_PX > scrollTop + clientHeight) scroller.scrollTop = top + ROW_PX - clientHeight;
}

/** The width there is, followed. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
