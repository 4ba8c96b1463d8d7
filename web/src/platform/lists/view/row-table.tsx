/** The table itself; nothing outside this folder knows the table library. */
import { Table } from "antd";
import type { ColumnType, TableProps } from "antd/es/table";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Column, Row } from "@/platform/contract";
import { CopyMark, FieldValue } from "@/platform/fields/field-value";
import { formatFigure } from "@/platform/format";
import type { PlacedColumn } from "@/platform/lists/list-data";
import type { CellRenderer } from "@/platform/lists/list-overrides";
import { useLabel, useText } from "@/platform/i18n";
import { fillLink } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";

/** More rows than these are drawn only where they are visible. */
export const VIRTUAL_ABOVE_ROWS = 10;
const SMALLEST_BODY_PX = 200;

interface RowTableProps {
  title: string;
  rows: Row[];
  rowKey: string;
  columns: PlacedColumn[];
  cells: Record<string, CellRenderer>;
  sort: string;
  changeSort(sort: string): void;
  totals?: Record<string, number> | undefined;
  density: "compact" | "comfortable";
  /** The index of the row the keyboard stands on. */
  active: number;
  setActive(index: number): void;
  open(row: Row): void;
  /** Opens from the first column, when no declared link does. */
  openFirst: boolean;
  rowMenu?: ((row: Row) => ReactNode) | undefined;
  rowMenuWidth: number;
  selection?: { keys: string[]; change(keys: string[], rows: Row[]): void } | undefined;
  empty: ReactNode;
  stale: boolean;
}

export function RowTable(props: RowTableProps) {
  const { rows, rowKey, columns, density, selection, active } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box);
  useReachable(box, props.title);
  const antdColumns = useColumns(props);
  const width = antdColumns.reduce((sum, column) => sum + Number(column.width ?? 0), selection ? SELECTION_PX : 0);
  const rowHeight = density === "compact" ? 32 : 40;
  const sums = columns.filter((column) => props.totals?.[column.name] !== undefined);
  const body = Math.max(SMALLEST_BODY_PX, height - rowHeight - 4 - (sums.length > 0 ? rowHeight + 1 : 0));
  const virtual = rows.length > VIRTUAL_ABOVE_ROWS;

  const table: TableProps<Row> = {
    rowKey: (row) => String(row[rowKey] ?? row.id),
    columns: antdColumns,
    dataSource: rows,
    pagination: false,
    size: "small",
    virtual,
    tableLayout: "fixed",
    scroll: { x: width, y: body },
    showSorterTooltip: false,
    locale: { emptyText: props.empty },
    rowClassName: (_, index) => (index === active ? "is-active" : ""),
    onRow: (row, index) => ({
      onClick: () => props.setActive(index ?? 0),
      onDoubleClick: () => props.open(row),
    }),
    onChange: (_, __, sorter) => {
      const chosen = Array.isArray(sorter) ? sorter[0] : sorter;
      const field = chosen?.columnKey;
      props.changeSort(chosen?.order && field ? `${String(field)},${chosen.order === "descend" ? "desc" : "asc"}` : "");
    },
  };
  if (selection) {
    table.rowSelection = {
      columnWidth: SELECTION_PX,
      fixed: "left",
      preserveSelectedRowKeys: true,
      selectedRowKeys: selection.keys,
      onChange: (keys, chosen) => selection.change(keys.map(String), chosen),
      getTitleCheckboxProps: () => ({ "aria-label": t("platform:export.chooseAll") }),
    };
  }
  // The table pins only a summary it sees directly, so the pinning element stands here.
  if (sums.length > 0) {
    table.summary = () => (
      <Table.Summary fixed="bottom">
        <Totals {...props} />
      </Table.Summary>
    );
  }
  return (
    <div ref={box} className={`row-table density-${density}${props.stale ? " is-stale" : ""}`} aria-label={props.title}>
      <Table {...table} />
    </div>
  );
}

const SELECTION_PX = 40;

/** What the table library leaves out: rows scrolled by the keyboard, and no focus in the hidden row that measures. */
function useReachable(box: React.RefObject<HTMLDivElement | null>, title: string): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const mend = () => {
      const body = element.querySelector(".ant-table-body:not([tabindex])");
      body?.setAttribute("tabindex", "0");
      body?.setAttribute("role", "group");
      body?.setAttribute("aria-label", title);
      element.querySelector(".ant-table-measure-row:not([inert])")?.setAttribute("inert", "");
    };
    mend();
    // The library builds its parts anew when columns or size change.
    const observer = new MutationObserver(mend);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box, title]);
}

/** The height left for the table, followed as the window changes. */
function useHeight(box: React.RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(480);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => element.clientHeight > 0 && setHeight(element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return height;
}

function useColumns(props: RowTableProps): ColumnType<Row>[] {
  const { columns, cells, sort, rowMenu, rowMenuWidth, open, openFirst } = props;
  const label = useLabel();
  const t = useText();
  return useMemo(() => {
    const [sortField, direction] = sort.split(",");
    const shown = columns.filter((column) => column.shown);
    const made = shown.map((column, index): ColumnType<Row> => {
      const name = label(column.label);
      const title = column.unit ? `${name} (${column.unit})` : name;
      const right = alignsRight(column);
      return {
        key: column.name,
        dataIndex: column.name,
        title,
        width: column.width ?? widthOf(column, title),
        align: right ? "right" : "left",
        fixed: column.fixed === "left" ? "start" : column.fixed === "right" ? "end" : false,
        ellipsis: true,
        className: right ? "is-figure" : "",
        ...(column.sortable
          ? {
              sorter: true,
              sortOrder: sortField === column.name ? (direction === "desc" ? "descend" : "ascend") : null,
            }
          : {}),
        render: (value: unknown, row: Row) => (
          <Cell column={column} value={value} row={row} cell={cells[column.name]} open={index === 0 && openFirst ? open : null} />
        ),
      };
    });
    if (!rowMenu) return made;
    const menu: ColumnType<Row> = {
      key: "row-menu",
      title: t("platform:list.actions"),
      width: rowMenuWidth,
      fixed: "end",
      render: (_, row) => rowMenu(row),
    };
    return [...made, menu];
  }, [columns, cells, sort, rowMenu, rowMenuWidth, open, openFirst, label, t]);
}

interface CellProps {
  column: PlacedColumn;
  value: unknown;
  row: Row;
  cell: CellRenderer | undefined;
  open: ((row: Row) => void) | null;
}

function Cell({ column, value, row, cell, open }: CellProps) {
  if (cell) return <>{cell(value, row, column)}</>;
  const copies = column.copy === true || column.kind === "waybill";
  if (column.link && value && copies) {
    // A button has no place inside a link.
    return (
      <span className="linked-number">
        <PageLink href={fillLink(column.link, row)} className="mono">
          {String(value)}
        </PageLink>
        <CopyMark text={String(value)} />
      </span>
    );
  }
  const content = <FieldValue field={column} value={value} row={row} />;
  if (column.link && value) return <PageLink href={fillLink(column.link, row)}>{content}</PageLink>;
  if (open && !copies) {
    return (
      <button type="button" className="cell-link" onClick={() => open(row)}>
        {content}
      </button>
    );
  }
  return content;
}

export function alignsRight(column: Column): boolean {
  return column.align === "right" || column.kind === "int" || column.kind === "decimal";
}

const CHINESE_PX = 13;
const LATIN_PX = 7.5;
const HEAD_EXTRA_PX = 44;

/** A width that suits the kind and never cuts the heading. */
function widthOf(column: Column, title: string): number {
  const text = [...title].reduce((sum, char) => sum + (char.charCodeAt(0) > 0xff ? CHINESE_PX : LATIN_PX), HEAD_EXTRA_PX);
  const byKind: Partial<Record<Column["kind"], number>> = { instant: 148, day: 108, waybill: 132, int: 80, decimal: 96, bool: 72, longText: 200, state: 108 };
  return Math.round(Math.max(byKind[column.kind] ?? 120, text));
}

/** The totals of the query, pinned under the rows. */
function Totals({ columns, totals, rowMenu, selection }: RowTableProps) {
  const t = useText();
  const shown = columns.filter((column) => column.shown);
  const shift = selection ? 1 : 0;
  return (
    <Table.Summary.Row className="totals">
        {selection && <Table.Summary.Cell index={0} />}
        {shown.map((column, index) => {
          const value = totals?.[column.name];
          const figure = value === undefined ? null : formatFigure(value, column.kind === "int" ? 0 : (column.digits ?? 3));
          return (
            <Table.Summary.Cell key={column.name} index={index + shift} align={alignsRight(column) ? "right" : "left"}>
              {figure === null ? index === 0 && t("platform:list.sums") : <span className="tabular">{figure}</span>}
            </Table.Summary.Cell>
          );
        })}
        {rowMenu && <Table.Summary.Cell index={shown.length + shift} />}
    </Table.Summary.Row>
  );
}
