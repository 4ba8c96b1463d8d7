/** The table itself; nothing outside this folder knows the table library. */
import { Table } from "antd";
import type { ColumnType, TableProps, TableRef } from "antd/es/table";
import type { SortOrder } from "antd/es/table/interface";
import { type HTMLAttributes, type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Column, Row, Tone } from "@/platform/contract";
import { CopyMark, FieldValue } from "@/platform/fields/field-value";
import { formatFigure } from "@/platform/format";
import type { PlacedColumn } from "@/platform/lists/list-data";
import type { CellRenderer, InPlace } from "@/platform/lists/list-overrides";
import { type SortBy, readSort, sortedBy } from "@/platform/lists/list-sort";
import type { ListTree } from "@/platform/lists/use-list-tree";
import { ColumnGrip, type PlaceColumns, headerHands } from "@/platform/lists/view/header-hands";
import { InPlaceCell, editFirst } from "@/platform/lists/view/in-place-cell";
import { INDENT_PX, MARK_PX, TreeCell } from "@/platform/lists/view/tree-cell";
import { useLabel, useText } from "@/platform/i18n";
import { linkOf } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { type Density, useDensity } from "@/platform/theme/theme-store";

/** More rows than these are drawn only where they are visible. */
export const VIRTUAL_ABOVE_ROWS = 10;
const SMALLEST_BODY_PX = 200;

export interface RowTableHandle {
  /** Scrolls to a row, which may not be drawn yet. */
  show(index: number): void;
  /** Edits the first cell of the row the keyboard stands on that is edited in place. */
  edit(): void;
}

interface RowTableProps {
  title: string;
  ref?: Ref<RowTableHandle>;
  rows: Row[];
  rowKey: string;
  /** Draws the rows as a tree. */
  tree?: ListTree | undefined;
  columns: PlacedColumn[];
  /** Keeps columns that were drawn wider or moved; without, they stay. */
  place?: PlaceColumns | undefined;
  cells: Record<string, CellRenderer>;
  inPlace?: InPlace | undefined;
  sort: string;
  changeSort(sort: string): void;
  totals?: Record<string, number | string> | undefined;
  /** The user's own height of rows when absent. */
  density?: Density | undefined;
  /** The meaning that colours a row. */
  tone?: ((row: Row) => Tone | undefined) | undefined;
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
  const { rows, rowKey, tree, columns, selection, active } = props;
  const usual = useDensity();
  const density = props.density ?? usual;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box);
  const inner = useRef<TableRef>(null);
  const shift = useRef(false);
  useReachable(box, props.title, tree ? rows.length : null);
  useImperativeHandle(props.ref, () => ({
    show: (index) => rows[index] && inner.current?.scrollTo({ key: keyOf(rows[index], rowKey), align: "nearest" }),
    edit: () => void editFirst(box.current?.querySelector(".is-active")),
  }));
  const antdColumns = useColumns(props);
  const width = antdColumns.reduce((sum, column) => sum + Number(column.width ?? 0), selection ? SELECTION_PX : 0);
  const rowHeight = density === "compact" ? 32 : 40;
  const sums = columns.filter((column) => props.totals?.[column.name] !== undefined);
  const body = Math.max(SMALLEST_BODY_PX, height - rowHeight - 4 - (sums.length > 0 ? rowHeight + 1 : 0));
  const virtual = rows.length > VIRTUAL_ABOVE_ROWS;

  const table: TableProps<Row> = {
    rowKey: (row) => keyOf(row, rowKey),
    columns: antdColumns,
    dataSource: rows,
    pagination: false,
    size: "small",
    virtual,
    tableLayout: "fixed",
    scroll: { x: width, y: body },
    showSorterTooltip: false,
    ...(rows.some(hasRowsBelow) ? {} : { expandable: NO_EXPANDING }),
    locale: { emptyText: props.empty },
    rowClassName: (row, index) => [index === active && "is-active", toneClass(props.tone?.(row))].filter(Boolean).join(" "),
    onRow: (row, index) => ({
      onClick: () => props.setActive(index ?? 0),
      onDoubleClick: () => props.open(row),
      ...(tree ? treeRowProps(tree, keyOf(row, rowKey), index ?? 0) : {}),
    }),
    onChange: (_, __, sorter) => {
      const before = readSort(props.sort);
      const after = [sorter].flat().flatMap(({ columnKey, order }) => (order ? [{ name: String(columnKey), way: WAYS[order] }] : []));
      // The library tells the whole order; what was clicked is where it differs.
      const clicked =
        after.find(({ name, way }) => before.find((each) => each.name === name)?.way !== way) ??
        before.find(({ name }) => !after.some((each) => each.name === name));
      if (!clicked) return;
      const way = after.find(({ name }) => name === clicked.name)?.way ?? null;
      props.changeSort(sortedBy(props.sort, clicked.name, way, shift.current));
    },
  };
  if (selection) {
    table.rowSelection = {
      columnWidth: SELECTION_PX,
      fixed: "left",
      preserveSelectedRowKeys: true,
      selectedRowKeys: selection.keys,
      onChange: (keys, chosen) => selection.change(keys.map(String), chosen),
      ...(tree ? { onCell: gridCell } : {}),
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
    <div
      ref={box}
      className={`row-table density-${density}${props.stale ? " is-stale" : ""}`}
      aria-label={props.title}
      onClickCapture={(event) => (shift.current = event.shiftKey)}
      onKeyDownCapture={(event) => (shift.current = event.shiftKey)}
    >
      <Table ref={inner} {...table} />
    </div>
  );
}

const SELECTION_PX = 40;

/** Only what asks for attention colours a row. */
function toneClass(tone: Tone | undefined): string {
  return tone === "danger" || tone === "warning" ? `row-${tone}` : "";
}

const WAYS = { ascend: "asc", descend: "desc" } as const;

function orderOf(sorts: SortBy[], name: string): SortOrder {
  const way = sorts.find((each) => each.name === name)?.way;
  return way ? (way === "desc" ? "descend" : "ascend") : null;
}

/** Rows below a row, as some lists of their own send them: a master's houses. */
function hasRowsBelow(row: Row): boolean {
  return Array.isArray(row["children"]);
}

/** Without them a member called `children` is a figure like another. */
const NO_EXPANDING = { childrenColumnName: "(none)" };

function keyOf(row: Row, rowKey: string): string {
  return String(row[rowKey] ?? row.id);
}

/** Rows drawn only where they are visible are no table rows by themselves, so the role is said. */
function treeRowProps({ places }: ListTree, key: string, index: number): HTMLAttributes<HTMLElement> {
  const { level = 1, open } = places.get(key) ?? {};
  return { role: "row", "aria-level": level, "aria-rowindex": index + 1, ...(open === undefined ? {} : { "aria-expanded": open }) };
}

const GRID_CELL = { role: "gridcell" };
const gridCell = () => GRID_CELL;

/** The element around the rows: a table, or what stands for one when only visible rows are drawn. */
const ROWS = ".ant-table-body > table, .ant-table-tbody-virtual-holder-inner";

/**
 * What the table library leaves out: rows scrolled by the keyboard, no focus in the hidden row that measures, and the
 * role of a tree of so many rows.
 */
function useReachable(box: React.RefObject<HTMLDivElement | null>, title: string, treeRows: number | null): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const mend = () => {
      const body = element.querySelector(".ant-table-body:not([tabindex])");
      body?.setAttribute("tabindex", "0");
      body?.setAttribute("role", "group");
      body?.setAttribute("aria-label", title);
      element.querySelector(".ant-table-measure-row:not([inert])")?.setAttribute("inert", "");
      if (treeRows === null) return;
      const grid = element.querySelector(ROWS);
      grid?.setAttribute("role", "treegrid");
      grid?.setAttribute("aria-label", title);
      grid?.setAttribute("aria-rowcount", String(treeRows));
    };
    mend();
    // The library builds its parts anew when columns or size change.
    const observer = new MutationObserver(mend);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box, title, treeRows]);
}

/** The height left for the table, followed as the window changes. */
function useHeight(box: React.RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(480);
  const measured = useRef(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => element.clientHeight > 0 && setHeight(element.clientHeight);
    // A table that is shown again has its height, or the observer tells another: asking would lay the page out twice.
    if (!measured.current) measure();
    measured.current = true;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return height;
}

function useColumns(props: RowTableProps): ColumnType<Row>[] {
  const { columns, place: keep, rowKey, tree, cells, inPlace, sort, rowMenu, rowMenuWidth, open, openFirst } = props;
  const label = useLabel();
  const t = useText();
  return useMemo(() => {
    const sorts = readSort(sort);
    const shown = columns.filter((column) => column.shown);
    const made = shown.map((column, index): ColumnType<Row> => {
      const name = label(column.label);
      const title = column.unit ? `${name} (${column.unit})` : name;
      const right = alignsRight(column);
      return {
        key: column.name,
        dataIndex: column.name,
        title: (
          <>
            {title}
            {sorts.length > 1 && sorts.some((each) => each.name === column.name) && (
              <>
                {" "}
                <sup className="sort-place">{sorts.findIndex((each) => each.name === column.name) + 1}</sup>
              </>
            )}
            {keep && <ColumnGrip columns={columns} name={column.name} place={keep} />}
          </>
        ),
        ...(keep ? { onHeaderCell: () => headerHands(columns, column.name, title, keep) } : {}),
        width: column.width ?? widthOf(column, title) + (index === 0 ? treeWidth(tree) : 0),
        align: right ? "right" : "left",
        fixed: column.fixed === "left" ? "start" : column.fixed === "right" ? "end" : false,
        ellipsis: true,
        className: right ? "is-figure" : "",
        ...(tree ? { onCell: gridCell } : {}),
        ...(column.sortable
          ? {
              // Several columns may show their arrow at once.
              sorter: { multiple: 1 },
              sortOrder: orderOf(sorts, column.name),
            }
          : {}),
        render: (value: unknown, row: Row) => {
          const first = index === 0;
          const drawn = <Cell column={column} value={value} row={row} cell={cells[column.name]} open={first && openFirst ? open : null} />;
          const field = inPlace?.fields[column.name];
          const cell =
            inPlace && field && inPlace.may(row) ? (
              <InPlaceCell field={field} value={value} row={row} save={inPlace.save}>
                {drawn}
              </InPlaceCell>
            ) : (
              drawn
            );
          const place = first && tree?.places.get(keyOf(row, rowKey));
          if (!tree || !place) return cell;
          return (
            <TreeCell place={place} name={String(value ?? "")} toggle={() => tree.toggle(keyOf(row, rowKey))}>
              {cell}
            </TreeCell>
          );
        },
      };
    });
    if (!rowMenu) return made;
    const menu: ColumnType<Row> = {
      key: "row-menu",
      title: t("platform:list.actions"),
      width: rowMenuWidth,
      fixed: "end",
      ...(tree ? { onCell: gridCell } : {}),
      render: (_, row) => rowMenu(row),
    };
    return [...made, menu];
  }, [columns, keep, rowKey, tree, cells, inPlace, sort, rowMenu, rowMenuWidth, open, openFirst, label, t]);
}

/** Room for the deepest row and its mark, so that collapsing moves no column. */
function treeWidth(tree: ListTree | undefined): number {
  if (!tree) return 0;
  const deepest = Math.max(1, ...[...tree.places.values()].map((place) => place.level));
  return (deepest - 1) * INDENT_PX + MARK_PX;
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
  const href = column.link && value ? linkOf(column.link, row) : undefined;
  if (href && copies) {
    // A button has no place inside a link.
    return (
      <span className="linked-number">
        <PageLink href={href} className="mono">
          {String(value)}
        </PageLink>
        <CopyMark text={String(value)} />
      </span>
    );
  }
  const content = <FieldValue field={column} value={value} row={row} />;
  if (href) return <PageLink href={href}>{content}</PageLink>;
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
          const digits = column.kind === "int" ? 0 : (column.places ?? column.digits ?? 3);
          // Amounts of several currencies come as a text, two blanks between them: each has a line of its own.
          const figures = value === undefined ? null : typeof value === "string" ? value.split("  ") : [formatFigure(value, digits)];
          return (
            <Table.Summary.Cell key={column.name} index={index + shift} align={alignsRight(column) ? "right" : "left"}>
              {figures === null
                ? index === 0 && t("platform:list.sums")
                : figures.map((figure) => (
                    <div key={figure} className="tabular">
                      {figure}
                    </div>
                  ))}
            </Table.Summary.Cell>
          );
        })}
        {rowMenu && <Table.Summary.Cell index={shown.length + shift} />}
    </Table.Summary.Row>
  );
}
