/** Declared lists for the tests of this room, as short as they can be. */
import type { Button, Column, Filter, ListPage, Row } from "@/platform/contract";
import type { Answer } from "@/platform/test-kit";

const text = (zh: string) => ({ zh, en: zh });

export function declared(key: string, path: string, call: string, part: Partial<ListPage>): ListPage {
  return { key, path, title: text(key), access: path.slice(1), rowKey: "id", call, columns: [], filters: [], buttons: [], sort: "", ...part };
}

export function column(name: string, zh: string, part: Partial<Column> = {}): Column {
  return { name, label: text(zh), kind: "text", sortable: false, shown: true, ...part };
}

export function filter(name: string, zh: string): Filter {
  return { name, label: text(zh), kind: "equals", field: { kind: "text" } };
}

export function button(code: string, zh: string, place: Button["place"] = "row"): Button {
  return { code, label: text(zh), place, action: "custom" };
}

export function rowsOf(rows: Row[]): Answer {
  return () => ({ records: rows, total: rows.length, current: 1, size: 10 });
}
