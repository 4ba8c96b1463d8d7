/** A list of two pouches with declared actions, for tests of what actions ask and tell. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { Button, FormPage, ListPage, Row, Section, Told } from "@/platform/contract";
import { type Opened, openDeclared } from "@/platform/lists/declared-kit";
import type { StubServer } from "@/platform/test-kit";
import { fieldAt } from "@/platform/test-shell";

const text = (zh: string, en: string) => ({ zh, en });

export const HAND: Button = {
  code: "bag-hand",
  label: text("交接", "Hand over"),
  place: "row",
  action: "ask",
  call: { method: "PUT", path: "/bag/{id}/hand" },
  versioned: true,
  fields: [
    { name: "carrier", label: text("承运人", "Carrier"), kind: "text", required: true, maxLength: 20 },
    { name: "pieces", label: text("件数", "Pieces"), kind: "int" },
  ],
};

export const LINES: Section[] = [
  {
    key: "documents",
    label: text("单证", "Documents"),
    rows: true,
    fields: [
      { name: "type", label: text("类型", "Type"), kind: "text", required: true },
      { name: "copies", label: text("份数", "Copies"), kind: "int" },
    ],
  },
];

export const TOLD: Told = {
  lines: [{ label: text("合计", "Total"), value: text("1,250.00", "1,250.00"), tone: "done" as const }],
  tables: [
    {
      title: text("明细", "Details"),
      columns: [
        { name: "name", label: text("费用", "Charge") },
        { name: "amount", label: text("金额", "Amount"), align: "right" as const },
      ],
      rows: [
        { name: text("PJ-2611260001 空运费", "PJ-2611260001 Freight"), amount: text("1,200.00", "1,200.00") },
        { name: text("PJ-2611260002", "PJ-2611260002"), amount: text("-50.00", "-50.00") },
      ],
    },
  ],
};

export const LIST: ListPage = {
  key: "bag.list",
  path: "/bags",
  title: text("文件袋", "Bags"),
  access: "bags",
  rowKey: "id",
  call: "/bag/page",
  columns: [{ name: "number", label: text("袋号", "Number"), kind: "text", sortable: false, shown: true }],
  filters: [],
  buttons: [],
  sort: "",
  form: "bag.form",
};

export const FORM: FormPage = {
  key: "bag.form",
  title: text("文件袋", "Bag"),
  access: "bags",
  view: "/bag",
  create: { method: "POST", path: "/bag" },
  update: { method: "PUT", path: "/bag" },
  versionField: "version",
  sections: [{ key: "main", label: text("基本信息", "Basics"), fields: [{ name: "number", label: text("袋号", "Number"), kind: "text" }] }],
};

export const ROWS: Row[] = [
  { id: "1", version: 3, number: "P1", can: ["bag-hand"] },
  { id: "2", version: 8, number: "P2", can: ["bag-hand"] },
];

interface OpenedActions extends Partial<Opened> {
  list?: Partial<ListPage>;
  form?: Partial<FormPage>;
}

/** Shows the list with these buttons, all of them held unless it is said otherwise. */
export async function openActions(buttons: Button[], opened: OpenedActions = {}): Promise<StubServer> {
  const { list = {}, form = {}, rows = ROWS, ...rest } = opened;
  const held = buttons.map(({ code }) => code);
  const declared = { room: { name: "pouch", entries: [] }, list: { ...LIST, buttons, ...list }, form: { ...FORM, ...form }, overrides: {} };
  const server = await openDeclared(declared, { rows, buttons: held, ...rest });
  await screen.findByText(String(rows[0]?.["number"]));
  return server;
}

export function type(path: string, value: string): void {
  const { input } = fieldAt(path);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}

/** Selects every row of the list. */
export async function selectAll(): Promise<void> {
  const box = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(".ant-table-thead input[type=checkbox], .ant-table-header input[type=checkbox]");
    if (!found) throw new Error("no box");
    return found;
  });
  fireEvent.click(box);
}
