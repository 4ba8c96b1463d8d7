/**
 * Every row of the file; only the visible ones are drawn. Cells are changed where they stand: typing or Enter begins,
 * Enter, Tab and the arrows go on, Escape leaves the cell as it was, F8 goes to the next bad one.
 */
import { Button } from "antd";
import { type KeyboardEvent, memo, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { BadCell, TakenColumn } from "@/platform/import/import-calls";
import { type Faults, type Sheet, nextBad } from "@/platform/import/import-sheet";
import { useLabel, useText } from "@/platform/i18n";

const ROW_PX = 30;
const NUMBER_PX = 58;
const COLUMN_PX = 150;
/** Rows drawn beyond the visible ones. */
const BEYOND = 8;

interface CheckTableProps {
  sheet: Sheet;
  taken: TakenColumn[];
  faults: Faults;
  onlyBad: boolean;
  /** Rises with each check. */
  round: number;
  mend(place: number, column: number, text: string): void;
}

interface At {
  line: number;
  column: number;
}

export function CheckTable(props: CheckTableProps) {
  const { sheet, taken, faults, onlyBad } = props;
  const t = useText();
  const label = useLabel();
  const id = useId();
  const grid = useGrid(props);
  const { at, window, places, edit } = grid;
  const place = places[at.line];
  const here = place === undefined ? [] : (faults.get(place) ?? []);
  const name = sheet.columns[at.column]?.name;
  const reasons = here.filter((cell) => cell.field === name || cell.field === "" || !sheet.columns.some((column) => column.name === cell.field));
  const note = taken.find(({ field }) => field.name === name)?.note;
  const width = NUMBER_PX + sheet.columns.length * COLUMN_PX;
  return (
    <>
      <div
        ref={grid.box}
        className="import-grid"
        role="grid"
        tabIndex={0}
        aria-label={t("import:check.table")}
        aria-rowcount={places.length + 1}
        aria-activedescendant={place === undefined ? undefined : `${id}-${place}-${at.column}`}
        onKeyDown={grid.keys}
        onScroll={grid.scrolled}
      >
        <div role="row" className="import-grid-head" style={{ width }}>
          <span role="columnheader" style={{ width: NUMBER_PX }}>
            {t("import:check.row")}
          </span>
          {sheet.columns.map((column) => {
            const known = taken.find(({ field }) => field.name === column.name);
            return (
              <span role="columnheader" key={column.name} style={{ width: COLUMN_PX }} title={known?.note}>
                {label(known?.field.label)}
                {known?.required && <i aria-hidden> *</i>}
              </span>
            );
          })}
        </div>
        <div role="presentation" className="import-grid-body" style={{ width, height: places.length * ROW_PX }}>
          {places.slice(window.first, window.last).map((shown, offset) => (
            <Line
              key={shown}
              id={id}
              place={shown}
              line={window.first + offset}
              number={sheet.numbers[shown] ?? 0}
              cells={sheet.rows[shown] ?? []}
              sheet={sheet}
              bad={faults.get(shown)}
              active={window.first + offset === at.line ? at.column : -1}
              editing={window.first + offset === at.line ? edit : null}
              go={grid.go}
              begin={grid.begin}
              type={grid.type}
              blurred={grid.blurred}
            />
          ))}
        </div>
        {places.length === 0 && <p className="import-grid-empty">{t(onlyBad ? "import:check.noBad" : "import:check.noRows")}</p>}
      </div>
      <div className="import-reason">
        <p aria-live="polite" className={reasons.length > 0 ? "finding" : "soft"}>
          {reasons.length > 0 ? reasons.map(({ message }) => message).join(t("import:semicolon")) : (note ?? "")}
        </p>
        <Button size="small" disabled={faults.size === 0} onClick={grid.toNextBad}>
          {t("import:check.next")}
        </Button>
      </div>
    </>
  );
}

const NONE: number[] = [];

/** Where the keyboard stands, which rows are drawn, and the cell that is being changed. */
function useGrid({ sheet, faults, onlyBad, round, mend }: CheckTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<At>({ line: 0, column: 0 });
  const [edit, setEdit] = useState<string | null>(null);
  const editing = useRef(false);
  const [view, setView] = useState({ top: 0, height: 400 });
  // A row mended here stays in sight until the next check.
  const [mended, setMended] = useState({ round, places: NONE });
  const places = useMemo(() => {
    if (!onlyBad) return sheet.rows.map((_, place) => place);
    const kept = mended.round === round ? mended.places : NONE;
    return [...new Set([...kept, ...faults.keys()])].toSorted((a, b) => a - b);
  }, [onlyBad, sheet.rows, faults, mended, round]);
  useLayoutEffect(() => {
    const height = box.current?.clientHeight ?? 0;
    if (height > 0) setView((now) => ({ ...now, height }));
  }, []);
  const window = {
    first: Math.max(0, Math.floor(view.top / ROW_PX) - BEYOND),
    last: Math.ceil((view.top + view.height) / ROW_PX) + BEYOND,
  };
  const go = (line: number, column: number) => {
    const next = { line: clamp(line, places.length), column: clamp(column, sheet.columns.length) };
    setAt(next);
    editing.current = false;
    setEdit(null);
    show(box.current, next);
    box.current?.focus({ preventScroll: true });
  };
  const begin = (text?: string) => {
    const place = places[at.line];
    if (place === undefined) return;
    editing.current = true;
    setEdit(text ?? sheet.rows[place]?.[at.column] ?? "");
  };
  const keep = () => {
    const place = places[at.line];
    if (edit === null || place === undefined || edit === sheet.rows[place]?.[at.column]) return;
    setMended((now) => ({ round, places: [...(now.round === round ? now.places : NONE), place] }));
    mend(place, at.column, edit);
  };
  const end = (step: [number, number]) => {
    keep();
    go(at.line + step[0], at.column + step[1]);
  };
  // Going on by key takes the focus away, too, and has kept the text already.
  const blurred = () => {
    if (!editing.current) return;
    editing.current = false;
    keep();
    setEdit(null);
  };
  const badColumns = (place: number) => {
    const names = new Set(faults.get(place)?.map(({ field }) => field));
    return sheet.columns.flatMap(({ name }, column) => (names.has(name) ? [column] : []));
  };
  const toNextBad = () => {
    // The other bad cells of this row come before the next row.
    const here = places[at.line] ?? -1;
    const further = badColumns(here).find((column) => column > at.column);
    if (further !== undefined) return go(at.line, further);
    const place = nextBad(faults, here);
    const line = places.indexOf(place);
    if (line >= 0) go(line, badColumns(place)[0] ?? 0);
  };
  const keys = (event: KeyboardEvent) => {
    if (edit !== null) return void editKeys(event, end, () => go(at.line, at.column));
    const page = Math.max(1, Math.floor(view.height / ROW_PX) - 2);
    const moves: Record<string, [number, number]> = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
      PageUp: [-page, 0], PageDown: [page, 0],
      Home: [0, -sheet.columns.length], End: [0, sheet.columns.length],
    };
    const move = moves[event.key];
    if (move) go(at.line + move[0], at.column + move[1]);
    else if (event.key === "F8") toNextBad();
    else if (event.key === "Enter" || event.key === "F2") begin();
    else if (event.key === "Delete" || event.key === "Backspace") begin("");
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) begin(event.key);
    else return;
    event.preventDefault();
  };
  const scrolled = () => {
    const { scrollTop = 0, clientHeight = 400 } = box.current ?? {};
    setView({ top: scrollTop, height: clientHeight || 400 });
  };
  return { box, at, edit, places, window, go, begin: () => begin(), type: setEdit, blurred, keys, scrolled, toNextBad };
}

function editKeys(event: KeyboardEvent, end: (step: [number, number]) => void, leave: () => void): void {
  // While a Chinese word is being composed, Enter is its own.
  if (event.nativeEvent.isComposing) return;
  if (event.key === "Enter") end([event.shiftKey ? -1 : 1, 0]);
  else if (event.key === "Tab") end([0, event.shiftKey ? -1 : 1]);
  else if (event.key === "Escape") leave();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function clamp(place: number, count: number): number {
  return Math.min(Math.max(place, 0), Math.max(count - 1, 0));
}

/** Brings a cell into sight, beside the head and the row numbers, which stay. */
function show(box: HTMLDivElement | null, { line, column }: At): void {
  if (!box) return;
  const [top, left] = [line * ROW_PX, column * COLUMN_PX];
  const [height, width] = [box.clientHeight - ROW_PX, box.clientWidth - NUMBER_PX];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + ROW_PX > box.scrollTop + height) box.scrollTop = top + ROW_PX - height;
  if (left < box.scrollLeft) box.scrollLeft = left;
  else if (left + COLUMN_PX > box.scrollLeft + width) box.scrollLeft = left + COLUMN_PX - width;
}

interface LineProps {
  id: string;
  place: number;
  line: number;
  number: number;
  cells: string[];
  sheet: Sheet;
  bad: BadCell[] | undefined;
  /** Column the keyboard stands on; −1 in other rows. */
  active: number;
  editing: string | null;
  go(line: number, column: number): void;
  begin(): void;
  type(text: string): void;
  blurred(): void;
}

const Line = memo(LineView, (a, b) => {
  const same = a.cells === b.cells && a.bad === b.bad && a.active === b.active && a.editing === b.editing;
  // The row the keyboard stands on needs the present hands.
  return same && a.line === b.line && b.active < 0;
});

function LineView(props: LineProps) {
  const { id, place, line, number, cells, sheet, bad, active, editing } = props;
  const t = useText();
  const at = (name: string) => bad?.filter((cell) => cell.field === name) ?? [];
  const whole = bad?.filter((cell) => !sheet.columns.some(({ name }) => name === cell.field)) ?? [];
  return (
    <div role="row" aria-rowindex={line + 2} className={`import-line${active >= 0 ? " is-active" : ""}`} style={{ top: line * ROW_PX }}>
      <span
        role="rowheader"
        className={`import-number tabular${bad ? " is-bad" : ""}`}
        style={{ width: NUMBER_PX }}
        title={whole.map(({ message }) => message).join(t("import:semicolon"))}
        onClick={() => props.go(line, 0)}
      >
        {number}
        {whole.length > 0 && <b aria-label={whole.map(({ message }) => message).join(t("import:semicolon"))}>!</b>}
      </span>
      {sheet.columns.map(({ name }, column) => {
        const wrong = at(name);
        const tone = wrong.length === 0 ? "" : wrong.every((cell) => cell.question) ? " is-doubt" : " is-bad";
        const here = column === active;
        return (
          <span
            role="gridcell"
            key={name}
            id={`${id}-${place}-${column}`}
            className={`import-cell${tone}${here ? " is-here" : ""}`}
            style={{ width: COLUMN_PX }}
            aria-invalid={wrong.length > 0 || undefined}
            aria-selected={here}
            title={wrong.length > 0 ? wrong.map(({ message }) => message).join(t("import:semicolon")) : undefined}
            onClick={() => {
              // A second touch begins, as there is no keyboard to begin with.
              if (!here) props.go(line, column);
              else if (editing === null) props.begin();
            }}
          >
            {here && editing !== null ? (
              <input
                autoFocus
                aria-label={t("import:check.edit")}
                value={editing}
                onChange={(event) => props.type(event.target.value)}
                onBlur={props.blurred}
              />
            ) : (
              cells[column]
            )}
          </span>
        );
      })}
    </div>
  );
}
