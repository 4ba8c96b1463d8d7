import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import { toasts } from "@/platform/test-shell";
import hrsDept from "@/modules/hrs/dept/hrs-dept.page";
import { closeDept } from "@/modules/hrs/dept/dept-store";
import type { Button, Column, FormPage, ListPage } from "@/platform/contract";
import { ListPageView } from "@/platform/lists/list-page";
import { setContract } from "@/platform/page-registry";
import { type Answer, envelope } from "@/platform/test-kit";

const text = (zh: string) => ({ zh, en: zh });
const column = (name: string, zh: string, kind: Column["kind"]): Column => ({ name, label: text(zh), kind, sortable: false, shown: true });
const button = (code: string, zh: string, place: Button["place"], action: Button["action"] = "custom"): Button => ({
  code, label: text(zh), place, action,
});
const LIST: ListPage = {
  key: "hrs.dept.list",
  path: "/hrs_dept",
  title: text("部门管理"),
  access: "hrs_dept",
  rowKey: "id",
  call: "/hrs/dept/page",
  sort: "deptCode,asc",
  tree: "parentId",
  form: "hrs.dept.form",
  columns: [column("deptName", "部门名称", "text"), column("budget", "预算人数", "int"), column("actual", "实际人数", "int")],
  filters: [],
  buttons: [
    button("sys_dept_add", "新增", "primary", "create"),
    button("sys_dept_add", "新增下级", "row"),
    button("sys_dept_move", "移动", "row"),
    button("sys_dept_sort", "排序", "row"),
    button("sys_dept_merge", "合并", "row"),
  ],
};
const FORM: FormPage = {
  key: "hrs.dept.form",
  title: text("部门"),
  access: "hrs_dept",
  view: "/hrs/dept",
  create: { method: "POST", path: "/hrs/dept" },
  update: { method: "PUT", path: "/hrs/dept" },
  versionField: "version",
  sections: [
    {
      key: "main",
      label: text("部门"),
      fields: [
        { name: "parentId", label: text("上级部门"), kind: "reference", reference: "dept", required: true, readOnlyOnEdit: true },
        { name: "deptName", label: text("部门名称"), kind: "text", required: true, maxLength: 40 },
      ],
    },
  ],
};
const dept = (id: string, parentId: string | null, deptCode: string, deptName: string, actual: number, budget: number | null) => ({
  id, parentId, deptCode, deptName, shortName: deptName, fullName: parentId ? `演示货运/${deptName}` : deptName, active: true, actual, budget, version: 7,
});
const DEPTS = [
  dept("1", null, "111", "演示货运", 12, null),
  dept("2", "1", "111001", "销售部", 3, 2),
  dept("5", "2", "111001001", "销售一部", 1, 1),
  dept("3", "1", "111002", "操作部", 4, 4),
  dept("4", "1", "111003", "财务部", 0, 2),
];
const ROUTES: Record<string, Answer> = {
  "GET /hrs/dept/page": () => ({ records: DEPTS, total: DEPTS.length, current: 1, size: 500 }),
  "GET /hrs/dept/tree": () => DEPTS.toReversed(),
  "GET /platform/listSetting/hrs.dept.list": () => null,
};

async function open(routes: Record<string, Answer> = {}) {
  const Page = () => <ListPageView page={LIST} overrides={hrsDept.list ?? {}} />;
  const server = await openPage(Page, "/hrs_dept", { ...ROUTES, ...routes }, { buttons: LIST.buttons.map(({ code }) => code) });
  await screen.findByText("操作部");
  return server;
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`tr[data-row-key="${id}"]`) ?? document.body;

/** Presses a button of a row, beside it or behind the three dots. */
async function pressRow(id: string, words: string) {
  const inline = within(rowOf(id)).queryByRole("button", { name: words });
  if (inline) return void fireEvent.click(inline);
  fireEvent.click(within(rowOf(id)).getByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: words }));
}

/** Chooses a department in the tree of the open dialog. */
async function choose(label: RegExp, name: string) {
  fireEvent.mouseDown(await screen.findByLabelText(label));
  const found = await waitFor(() => {
    const node = [...document.querySelectorAll<HTMLElement>(".ant-select-tree-title")].find((each) => each.textContent === name);
    if (!node) throw new Error(`no node ${name}`);
    return node;
  });
  fireEvent.click(found);
}

const closed = () => [...document.querySelectorAll(".ant-select-tree-treenode-disabled .ant-select-tree-title")].map((each) => each.textContent);
const ok = () => screen.getByRole<HTMLButtonElement>("button", { name: /^(确\s*定|合\s*并)$/ });

beforeEach(() => {
  closeDept();
  setContract({ lists: [LIST], forms: [FORM] });
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  setContract(null);
  vi.unstubAllGlobals();
});

it("draws the tree and tells where there are more people than budgeted", async () => {
  await open();
  expect([...document.querySelectorAll(".ant-table-row")].map((each) => each.getAttribute("aria-level"))).toEqual(["1", "2", "3", "2", "2"]);
  expect([...document.querySelectorAll(".dept-over")].map((each) => each.textContent)).toEqual(["3超过预算人数 2"]);
});

it("makes a new department below the row, below the row in hand, and below the top", async () => {
  const server = await open({ "POST /hrs/dept": () => ({ id: "9", version: 1 }) });
  await pressRow("2", "新增下级");
  const drawer = within(await screen.findByRole("dialog"));
  await waitFor(() => expect(drawer.getByText("演示货运/销售部")).toBeTruthy());
  fireEvent.change(drawer.getByLabelText(/部门名称/), { target: { value: "销售三部" } });
  fireEvent.click(drawer.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.to("/hrs/dept").map((each) => each.json())).toEqual([{ parentId: "2", deptName: "销售三部" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "新增" }));
  await waitFor(() => expect(within(screen.getByRole("dialog")).getByText("演示货运")).toBeTruthy());
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "取消" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(rowOf("3"));
  fireEvent.click(screen.getByRole("button", { name: "新增" }));
  await waitFor(() => expect(within(screen.getByRole("dialog")).getByText("演示货运/操作部")).toBeTruthy());
});

it("saves the top department, which has nothing above to ask for", async () => {
  const put = vi.fn();
  const edit = { ...LIST, buttons: [button("sys_dept_edit", "修改", "row", "edit")] };
  const Page = () => <ListPageView page={edit} overrides={hrsDept.list ?? {}} />;
  const routes = { ...ROUTES, "GET /hrs/dept/1": () => DEPTS[0], "PUT /hrs/dept/1": (asked: { json(): unknown }) => put(asked.json()) };
  await openPage(Page, "/hrs_dept", routes, { buttons: ["sys_dept_edit"] });
  await screen.findByText("操作部");
  await pressRow("1", "修改");
  fireEvent.change(await screen.findByLabelText(/部门名称/), { target: { value: "总部" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(put).toHaveBeenCalledWith({ deptName: "总部", version: 7 }));
});

it("moves a department, not below itself, and shows a refusal at the field", async () => {
  let refuse = true;
  const finding = { field: "parentId", severity: "error", key: "dept.depth", message: "部门最多5级" };
  const server = await open({
    "POST /hrs/dept/2/move": () => (refuse ? envelope(200, 1, finding.message, { findings: [finding] }) : null),
  });
  await pressRow("2", "移动");
  expect((await screen.findByRole("dialog", { name: "移动部门：销售部" })).textContent).toContain("下级 1 个部门一起移动");
  expect(ok().disabled).toBe(true);
  await choose(/新的上级部门/, "操作部");
  expect(closed()).toEqual(["演示货运", "销售部", "销售一部"]);
  fireEvent.click(ok());
  await screen.findByText("部门最多5级");
  expect(toasts()).toEqual([]);
  refuse = false;
  await choose(/新的上级部门/, "财务部");
  expect(screen.queryByText("部门最多5级")).toBeNull();
  fireEvent.click(ok());
  await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
  expect(server.to("/hrs/dept/2/move").map((each) => each.json())).toEqual([
    { parentId: "3", version: 7 },
    { parentId: "4", version: 7 },
  ]);
  await waitFor(() => expect(server.to("/hrs/dept/page")).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("merges a department with nothing below into another one, after saying what will happen", async () => {
  const server = await open({ "POST /hrs/dept/2/merge": () => null });
  await pressRow("2", "合并");
  const dialog = await screen.findByRole("dialog", { name: "合并到：销售部" });
  expect(dialog.textContent).toContain("所选部门将并入「销售部」，合并后不能撤销：");
  await choose(/被合并的部门/, "操作部");
  expect(closed()).toEqual(["演示货运", "销售部"]);
  await waitFor(() => expect(dialog.textContent).toContain("「操作部」（实际 4 人）将并入「销售部」"));
  fireEvent.click(ok());
  await waitFor(() => expect(server.to("/hrs/dept/2/merge").map((each) => each.json())).toEqual([{ fromId: "3", version: 7 }]));
});

it("sorts the departments beside each other by keys, and tells a refusal", async () => {
  const finding = { field: "ids", severity: "error", key: "dept.sort", message: "请提交同级的全部部门" };
  const server = await open({ "POST /hrs/dept/sort": () => envelope(200, 1, finding.message, { findings: [finding] }) });
  await pressRow("4", "排序");
  const dialog = within(await screen.findByRole("dialog", { name: "排序：演示货运的下级" }));
  const names = () => dialog.getAllByRole("listitem").map((each) => each.querySelector(".dept-name")?.textContent);
  expect(names()).toEqual(["销售部", "操作部", "财务部"]);
  expect(ok().disabled).toBe(true);
  fireEvent.click(dialog.getByRole("button", { name: "财务部 上移" }));
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: "财务部 上移" }));
  fireEvent.click(dialog.getByRole("button", { name: "财务部 上移" }));
  expect(names()).toEqual(["财务部", "销售部", "操作部"]);
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: "财务部 下移" }));
  expect(dialog.getByText("财务部 第 1 位，共 3 位")).toBeTruthy();
  fireEvent.click(ok());
  await waitFor(() => expect(toasts()).toEqual(["操作失败，请提交同级的全部部门"]));
  expect(server.to("/hrs/dept/sort")[0]?.json()).toEqual({ parentId: "1", ids: ["4", "2", "3"] });
});
