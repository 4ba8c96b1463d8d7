/**
 * Rows of declared fields under each other, edited like a spreadsheet: arrows move between the rows, Enter goes down,
 * Enter and Tab behind the last cell add a row, Ctrl+D takes the cell above over, cells copied from a spreadsheet are
 * pasted as rows, and Ctrl+Z takes back what was done last.
 */
import { Button } from "antd";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, memo, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Field, standing } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import { FieldEditor } from "@/platform/fields/field-editor";
import { FieldValue } from "@/platform/fields/field-value";
import { inCurrency } from "@/platform/fields/in-currency";
import { fieldFinding } from "@/platform/forms/client-rules";
import { type FormStore, type Values, useFinding, useFindings, useValue } from "@/platform/forms/form-store";
import {
  ROWS_MAX,
  findingsWithout,
  freshRow,
  isBlank,
  isClosed,
  isOffered,
  pastedCells,
  rowClosed,
  rowsOf,
  withAlong,
  withPasted,
} from "@/platform/forms/rows";
import { RowHistory } from "@/platform/forms/row-history";
import type { SheetField } from "@/platform/grid/cell-text";
import { useLabel, useText } from "@/platform/i18n";
import { type KeyLine, useKeyPart } from "@/platform/keys/key-sheet-store";
import { isNothing } from "@/platform/nothing";
import { toast } from "@/platform/toast";
import "@/platform/forms/row-grid.css";

const LINES: readonly KeyLine[] = [
  [["↑", "↓"], "platform:keys.cell"],
  [["Ctrl", "Enter"], "platform:keys.row"],
  [["Ctrl", "D"], "platform:keys.fill"],
  [["Ctrl", "Z"], "platform:keys.undo"],
  [["Ctrl", "Y"], "platform:keys.redo"],
];

export interface RowGridProps {
  form: FormStore;
  section: { fields: SheetField[] };
  /** The member that holds the rows. */
  path: string;
  readOnly: boolean;
  /** Not new: what may only be entered once is closed. */
  editing?: boolean;
  most?: number;
  addLabel?: string;
  /** Beside the button of an empty grid. */
  hint?: string;
  /** Members of a new row. */
  fresh?: (before: Values[]) => Values;
  /** Rows a pasted text means in words of its own. */
  paste?: (text: string) => Values[] | null;
  /** The steps done to the rows, of a form that changes them by other ways, too. */
  history?: RowHistory;
  /** Why a row can't be removed; without, what is closed is kept. */
  keeps?: (row: Values) => string | null;
  /** Tells the rows that are not stored as they stand; these are tinted. */
  unsaved?: (row: Values) => boolean;
  /** What can be done with each of the rows of a grid that is only read. */
  actions?: (row: Values) => ReactNode;
}

/** The grid of the rows of one member. */
export function RowGrid(props: RowGridProps) {
  const { form, section, path, readOnly, editing = false, addLabel, hint, keeps = rowClosed, unsaved, actions } = props;
  const t = useText();
  const rows = rowsOf(useValue(form, path));
  const offered = isOffered(section.fields);
  const most = offered ? rows.length : (props.most ?? ROWS_MAX);
  const { box, hands } = useHands({ ...props, most }, rows);
  useKeyPart("grid", LINES);
  const room = !readOnly && rows.length < most;
  return (
    <div className="row-grid" data-field={path} ref={box}>
      {rows.length > 0 && (
        <table>
          <Head fields={section.fields} readOnly={readOnly} acts={actions !== undefined} />
          <tbody>
            {rows.map((row, place) => (
              <Line
                key={place}
                form={form}
                fields={section.fields}
                path={path}
                row={row}
                place={place}
                readOnly={readOnly}
                editing={editing}
                differs={unsaved?.(row) ?? false}
                kept={keeps(row)}
                hands={hands}
                actions={actions}
              />
            ))}
          </tbody>
        </table>
      )}
      <OtherFindings form={form} path={path} fields={section.fields} />
      {offered && !readOnly && rows.length === 0 && <p className="soft">{hint ?? t("platform:state.empty")}</p>}
      {room && (
        <div className="row-grid-foot">
          <Button size="small" onClick={() => hands.current.add()}>
            ＋ {addLabel ?? t("platform:rows.add")}
          </Button>
          {rows.length === 0 && <span className="soft">{hint ?? t("platform:rows.hint")}</span>}
        </div>
      )}
    </div>
  );
}

/** What the cells do to the grid. */
interface Hands {
  add(): void;
  remove(place: number): void;
  press(event: KeyboardEvent<HTMLElement>, place: number, name: string): void;
  paste(event: ClipboardEvent<HTMLElement>, place: number, name: string): void;
  /** Before a cell changes. */
  typed(cell: string): void;
  /** A cell was left. */
  left(): void;
}

/** The hands as they are now, behind a handle that stays the same: typing in a cell renders its row alone. */
function useHands(props: RowGridProps, rows: Values[]) {
  const { form, section, path, readOnly, most = ROWS_MAX, fresh, paste, keeps = rowClosed, history: given } = props;
  const t = useText();
  const label = useLabel();
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const { fields } = section;
  const begin = () => ({ ...freshRow(fields), ...fresh?.(rows) });
  const open = fields.filter((field) => !field.readOnly && field.kind !== "state");
  const focus = (place: number, name: string) => focusCell(box.current, `${path}.${place}.${name}`);
  useEffect(() => {
    if (wanted === null) return;
    focusCell(box.current, wanted);
    setWanted(null);
  }, [wanted]);

  const history = useMemo(() => given ?? new RowHistory(form, path), [form, path, given]);
  const add = () => {
    if (readOnly || rows.length >= most) return;
    history.note();
    form.set(path, [...rows, begin()]);
    if (open[0]) setWanted(`${path}.${rows.length}.${open[0].name}`);
  };
  const remove = (place: number) => {
    const [row] = rows.slice(place, place + 1);
    if (!row || keeps(row) !== null) return;
    history.note();
    form.set(
      path,
      rows.filter((_, each) => each !== place),
    );
    form.setFindings(findingsWithout(form.findings(), path, place));
    if (isBlank(fields, row)) return;
    const back = () => {
      const now = rowsOf(form.get(path));
      history.note();
      form.set(path, [...now.slice(0, place), row, ...now.slice(place)]);
    };
    toast.undoable(t("platform:rows.removed", { n: place + 1 }), { text: t("platform:batch.undo"), run: back });
  };
  /** The cell above, with the words of a reference. */
  const fill = (place: number, name: string) => {
    const [above, row] = [rows[place - 1], rows[place]];
    if (!above || !row || !open.some((field) => field.name === name && !isClosed(field, row))) return;
    history.note();
    const taken = [name, labelMember(name)].filter((each) => each === name || each in above);
    const field = fields.find((each) => each.name === name);
    const follows = field?.cell?.follows?.(above) ?? false;
    const copied = Object.fromEntries(taken.map((each) => [each, follows ? null : (above[each] ?? null)]));
    const members = field ? withAlong(field, row, copied) : copied;
    form.patch(Object.fromEntries(Object.entries(members).map(([each, to]) => [`${path}.${place}.${each}`, to])));
  };
  const undo = (place: number, name: string) => {
    if (history.undo()) setWanted(`${path}.${place}.${name}`);
  };
  const redo = (place: number, name: string) => {
    if (history.redo()) setWanted(`${path}.${place}.${name}`);
  };
  const press: Hands["press"] = (event, place, name) => {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    const last = place === rows.length - 1;
    if (key === "Enter" && (ctrlKey || metaKey)) return done(event, add);
    if ((ctrlKey || metaKey) && !shiftKey && !readOnly && key.toLowerCase() === "d") return done(event, () => fill(place, name));
    if ((ctrlKey || metaKey) && !shiftKey && !readOnly && key.toLowerCase() === "z") return done(event, () => undo(place, name));
    if (!readOnly && isRedo(event)) return done(event, () => redo(place, name));
    if (key === "Tab" && !shiftKey && last && name === open.at(-1)?.name) {
      // Behind a row nobody has filled in, Tab leaves the grid.
      if (!isBlank(fields, rows[place] ?? {}) && rows.length < most) done(event, add);
      return;
    }
    if (ownsKeys(target)) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (focus(place + (key === "ArrowDown" ? 1 : -1), name)) event.preventDefault();
    } else if (key === "Enter" && !event.nativeEvent.isComposing) {
      done(event, () => (last ? add() : focus(place + 1, name)));
    }
  };
  const pasteAt: Hands["paste"] = (event, place, name) => {
    const text = event.clipboardData.getData("text");
    const whole = paste?.(text);
    if (whole) {
      event.preventDefault();
      history.note();
      form.set(path, [...rows.slice(0, place), ...whole, ...rows.slice(place + 1)].slice(0, most));
      return;
    }
    const cells = pastedCells(
      text,
      fields.map((field) => label(field.label)),
    );
    if (!cells) return;
    event.preventDefault();
    history.note();
    const from = fields.findIndex((field) => field.name === name);
    form.set(path, withPasted(rows, place, { fields: fields.slice(from), cells }, begin, most));
    if (place + cells.length > most) toast.warn(t("platform:rows.tooMany", { most }));
  };
  const hands = useRef<Hands>(null!);
  hands.current = { add, remove, press, paste: pasteAt, typed: history.note, left: history.settled };
  return { box, hands };
}

/** Ctrl+Y, on a Mac ⇧⌘Z. */
export function isRedo({ key, ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey">): boolean {
  return (ctrlKey || metaKey) && (shiftKey ? key.toLowerCase() === "z" : key.toLowerCase() === "y");
}

function done(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  act();
}

/** Choices and long texts have their own use for arrows and Enter, a button for Enter. */
function ownsKeys(target: EventTarget): boolean {
  const element = target as HTMLElement;
  return element.getAttribute("role") === "combobox" || element.tagName !== "INPUT";
}

function focusCell(box: HTMLElement | null, path: string): boolean {
  const cell = box
    ?.querySelector<HTMLElement>(`[data-field="${path}"]`)
    ?.querySelector<HTMLElement>("input, textarea, button");
  cell?.focus();
  return cell !== null && cell !== undefined;
}

function Head({ fields, readOnly, acts }: { fields: Field[]; readOnly: boolean; acts: boolean }) {
  const t = useText();
  const label = useLabel();
  return (
    <thead>
      <tr>
        {fields.map((field) => (
          <th key={field.name} scope="col" className={isFigure(field) ? "is-figure" : ""}>
            {label(field.label)}
            {field.required && !readOnly && (
              <span className="required" aria-hidden="true">
                *
              </span>
            )}
            {field.unit && <span className="unit">{field.unit}</span>}
          </th>
        ))}
        {(!readOnly || acts) && <th aria-label={t("platform:rows.actions")} />}
      </tr>
    </thead>
  );
}

export const isFigure = (field: Field): boolean => field.kind === "int" || field.kind === "decimal";

interface LineProps {
  form: FormStore;
  fields: SheetField[];
  path: string;
  row: Values;
  place: number;
  readOnly: boolean;
  editing: boolean;
  differs: boolean;
  /** Why it can't be removed. */
  kept: string | null;
  hands: { readonly current: Hands };
  actions: RowGridProps["actions"];
}

const Line = memo(function Line({ form, fields, path, row, place, readOnly, editing, differs, kept, hands, actions }: LineProps) {
  const t = useText();
  const name = t("platform:rows.row", { n: place + 1 });
  const why = rowClosed(row);
  return (
    <tr className={why === null ? (differs ? "is-unsaved" : "") : "is-closed"}>
      {fields.map((field) => (
        <Cell
          key={field.name}
          form={form}
          field={field}
          path={path}
          row={row}
          place={place}
          closed={readOnly || isClosed(field, row) || (editing && field.readOnlyOnEdit === true)}
          hands={hands}
        />
      ))}
      {!readOnly && (
        <td className="row-remove" data-label={name}>
          {kept === null ? (
            <button
              type="button"
              className="icon-button"
              aria-label={t("platform:rows.remove", { n: place + 1 })}
              onClick={() => hands.current.remove(place)}
            >
              ×
            </button>
          ) : null}
          {why !== null && (
            <span className="soft row-kept" title={why}>
              {why}
            </span>
          )}
        </td>
      )}
      {readOnly && actions && (
        <td className="row-remove row-actions" data-label={name}>
          <span>{actions(row)}</span>
        </td>
      )}
    </tr>
  );
});

interface CellProps extends Pick<LineProps, "form" | "path" | "row" | "place" | "hands"> {
  field: SheetField;
  closed: boolean;
}

function Cell({ form, field: declared, path, row, place, closed, hands }: CellProps) {
  const field = inCurrency(declared, row, (member) => form.get(member));
  const label = useLabel();
  const id = useId();
  const { name } = field;
  const at = `${path}.${place}.${name}`;
  const finding = useFinding(form, at);
  const words = labelMember(name);
  const change = (value: unknown, shown?: string | null) => {
    hands.current.typed(at);
    const members = withAlong(field, row, shown === undefined ? { [name]: value } : { [name]: value, [words]: shown });
    form.patch(Object.fromEntries(Object.entries(members).map(([each, to]) => [`${path}.${place}.${each}`, to])));
  };
  const blur = () => {
    hands.current.left();
    const now = form.get(at);
    if (isNothing(now)) return;
    const message = fieldFinding(field, now);
    if (message && !form.finding(at)) {
      form.setFindings([...form.findings(), { field: at, severity: "error", key: "client", message }]);
    }
  };
  return (
    <td
      data-field={at}
      data-kind={field.kind}
      data-label={label(field.label) + (field.unit ? ` ${field.unit}` : "")}
      {...(standing(field, row).required && !closed ? { "data-required": "" } : {})}
      className={isFigure(field) ? "is-figure" : ""}
      onKeyDown={(event) => hands.current.press(event, place, name)}
      onPaste={(event) => hands.current.paste(event, place, name)}
    >
      {closed ? (
        <output className="closed-value">
          <FieldValue field={field} value={row[name]} row={row} asks {...(field.readOnly ? {} : { nought: true })} />
        </output>
      ) : (
        <FieldEditor
          field={{ ...field, unit: "" }}
          value={row[name]}
          shown={(row[words] as string | undefined) ?? null}
          name={`${label(field.label)} ${place + 1}`}
          invalid={finding?.severity === "error"}
          warned={finding?.severity === "warning"}
          {...(finding ? { describedBy: id } : {})}
          change={change}
          blur={blur}
        />
      )}
      {finding && (
        <p id={id} className={finding.severity === "error" ? "finding" : "finding is-warning"}>
          {finding.message}
        </p>
      )}
    </td>
  );
}

/** Findings about the rows as a whole, and about members no column shows. */
export function OtherFindings({ form, path, fields }: { form: FormStore; path: string; fields: Field[] }) {
  const drawn = new Set(fields.map(({ name }) => name));
  const own = useFindings(form).filter(({ field }) => {
    if (field === path) return true;
    return field.startsWith(`${path}.`) && !drawn.has(field.slice(path.length + 1).replace(/^\d+\.?/, ""));
  });
  return own.map((found) => (
    <p
      key={`${found.field} ${found.key} ${found.message}`}
      className={found.severity === "error" ? "finding" : "finding is-warning"}
    >
      {found.message}
    </p>
  ));
}
