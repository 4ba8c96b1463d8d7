/** Rows of a waybill: rate lines, dimensions, other charges. Keys and pasting work as in a sheet. */
import { Button } from "antd";
import { Fragment, type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { BoxInput, captionOf } from "@/modules/awb/form/box";
import { shapeOf } from "@/modules/awb/form/shapes";
import { type FormStore, type Values, useFindings, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";

export interface GridColumn {
  name: string;
  /** Pixels, or the share of what is left. */
  width?: number;
  required?: boolean;
  /** Beside the input. */
  mark?: (row: number) => ReactNode;
}

interface RowGridProps {
  form: FormStore;
  path: "lines" | "sizes" | "charges";
  columns: GridColumn[];
  empty: () => Values;
  most: number;
  readOnly: boolean;
  /** Below which width the grid scrolls sideways. */
  minWidth: number;
}

export function RowGrid(props: RowGridProps) {
  const { form, path, columns, empty, most, readOnly, minWidth } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const rows = useValue<Values[] | undefined>(form, path) ?? [];
  const wrong = useFindings(form).find((each) => each.field === path);
  const add = () => form.set(path, [...rows, empty()]);
  const remove = (place: number) => form.set(path, rows.filter((_, at) => at !== place));
  const keys = (event: KeyboardEvent<HTMLElement>, row: number, column: string) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Delete") {
      event.preventDefault();
      remove(row);
      // The row below moved up; where there is none, the one above.
      requestAnimationFrame(() => focusCell(box.current, `${path}.${Math.min(row, rows.length - 2)}.${column}`));
      return;
    }
    // With another key it means the form, not the grid.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === "ArrowDown" || event.key === "Enter" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const target = event.target as HTMLElement;
    if (!step || target.tagName === "SELECT" || event.nativeEvent.isComposing) return;
    if (target.tagName === "TEXTAREA" && event.key !== "Enter") return;
    event.preventDefault();
    if (row + step >= rows.length && event.key === "Enter" && rows.length < most) add();
    requestAnimationFrame(() => focusCell(box.current, `${path}.${row + step}.${column}`));
  };
  // Without a cell to go to, keys scroll the grid itself.
  const still = readOnly || rows.length === 0 ? { tabIndex: 0, role: "region", "aria-label": t(`awb:box.${path}`) } : {};
  return (
    <div className={`awb-grid${wrong ? (wrong.severity === "error" ? " is-wrong" : " is-warned") : ""}`} data-field={path} ref={box}>
      <div className="awb-grid-scroll" {...still}>
        <table style={{ minWidth }} aria-label={t(`awb:box.${path}`)}>
          <colgroup>
            {columns.map((column) => (
              <col key={column.name} style={column.width ? { width: column.width } : {}} />
            ))}
            {!readOnly && <col style={{ width: 30 }} />}
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} className={shapeOf(`${path}.0.${column.name}`).figure ? "is-figure" : ""}>
                  {captionOf(`${path}.0.${column.name}`, t)}
                  {column.required && !readOnly && (
                    <span className="required" aria-hidden="true">
                      *
                    </span>
                  )}
                </th>
              ))}
              {!readOnly && <th />}
            </tr>
          </thead>
          <tbody>
            {rows.map((_, place) => (
              // Rows have no identity of their own; their values live in the form, not in the row.
              // oxlint-disable-next-line react/no-array-index-key
              <GridRow key={place} {...props} place={place} keys={keys} remove={() => remove(place)} />
            ))}
            {rows.length === 0 && (
              <tr>
                <td className="awb-grid-none soft" colSpan={columns.length + 1}>
                  {t("awb:form.noRows")}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {wrong && <p className={wrong.severity === "error" ? "finding" : "finding is-warning"}>{wrong.message}</p>}
      {!readOnly && rows.length < most && (
        <Button size="small" type="text" className="awb-grid-add" onClick={add}>
          {t("awb:form.addRow")}
        </Button>
      )}
    </div>
  );
}

type GridRowProps = RowGridProps & {
  place: number;
  keys(event: KeyboardEvent<HTMLElement>, row: number, column: string): void;
  remove(): void;
};

function GridRow({ form, path, columns, empty, most, readOnly, place, keys, remove }: GridRowProps) {
  const t = useText();
  const own = `${path}.${place}`;
  const findings = useFindings(form).filter((each) => each.field === own || each.field.startsWith(`${own}.`));
  const whole = findings.some((each) => each.field === own);
  const paste = (event: ClipboardEvent<HTMLElement>, column: number) => {
    const copied = event.clipboardData.getData("text");
    const cells = sheetOf(copied);
    const free = shapeOf(`${own}.${columns[column]?.name ?? ""}`).rows !== undefined;
    // Several lines of goods are one text, cells beside each other never are.
    if (!cells || (free && !copied.includes("\t"))) return;
    event.preventDefault();
    form.set(path, pasted(form.get(path) as Values[], cells, { path, row: place, column, columns, empty, most }));
  };
  return (
    <Fragment>
      <tr data-field={own} className={whole ? "is-wrong" : ""}>
        {columns.map((column, at) => {
          const cell = `${own}.${column.name}`;
          const finding = findings.find((each) => each.field === cell);
          const tone = finding?.severity === "error" ? "is-wrong" : finding ? "is-warned" : "";
          return (
            <td key={column.name} data-field={cell} className={tone} onPaste={readOnly ? undefined : (event) => paste(event, at)}>
              <BoxInput
                form={form}
                path={cell}
                readOnly={readOnly}
                name={t("awb:form.cell", { row: place + 1, column: captionOf(cell, t) })}
                invalid={whole}
                onKeyDown={(event) => keys(event, place, column.name)}
                {...(finding ? { describedBy: findingId(cell) } : {})}
              />
              {column.mark?.(place)}
            </td>
          );
        })}
        {!readOnly && (
          <td className="awb-grid-remove">
            {/* From cell to cell by Tab; rows are taken away by their key. */}
            <button type="button" tabIndex={-1} className="icon-button" aria-label={t("awb:form.removeRow", { row: place + 1 })} onClick={remove}>
              ×
            </button>
          </td>
        )}
      </tr>
      {findings.length > 0 && (
        <tr className="awb-grid-findings">
          <td colSpan={columns.length + 1}>
            {findings.map((each) => (
              <p key={`${each.field} ${each.key}`} id={findingId(each.field)} className={each.severity === "error" ? "finding" : "finding is-warning"}>
                {each.message}
              </p>
            ))}
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function findingId(path: string): string {
  return `finding-${path.replaceAll(".", "-")}`;
}

function focusCell(box: HTMLElement | null, path: string): void {
  const cell = [...(box?.querySelectorAll<HTMLElement>("td[data-field]") ?? [])].find((each) => each.dataset["field"] === path);
  const input = cell?.querySelector<HTMLInputElement>("input, textarea, select");
  input?.focus();
  if (input && "select" in input && typeof input.select === "function") input.select();
}

/** Cells copied from a sheet, or null for a plain text. */
function sheetOf(text: string): string[][] | null {
  const plain = text.replaceAll("\r", "").replace(/\n$/, "");
  if (!plain.includes("\t") && !plain.includes("\n")) return null;
  return plain.split("\n").map((line) => line.split("\t").map((cell) => cell.trim()));
}

interface PasteAt {
  path: string;
  row: number;
  column: number;
  columns: GridColumn[];
  empty: () => Values;
  most: number;
}

function pasted(rows: Values[], cells: string[][], at: PasteAt): Values[] {
  const next = rows.map((row) => ({ ...row }));
  cells.forEach((line, down) => {
    const place = at.row + down;
    if (place >= at.most) return;
    const row = (next[place] ??= at.empty());
    line.forEach((cell, right) => {
      const column = at.columns[at.column + right];
      if (!column) return;
      const shape = shapeOf(`${at.path}.0.${column.name}`);
      const tidy = shape.tidy ? shape.tidy(cell) : cell;
      row[column.name] = shape.codes ? tidy.split(/[\s,;]+/).filter(Boolean) : tidy.slice(0, shape.max);
    });
  });
  return next;
}
