import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DECLARED, address, freshApp, logIn, openApp } from "@/app/app-kit";
import type { Contract } from "@/platform/contract";
import { useDialogs } from "@/platform/dialog";
import { encodeQuery } from "@/platform/navigate";
import { setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { type Answer, envelope } from "@/platform/test-kit";

const ROWS = [
  { id: "1", version: 3, active: true, code: "A", name: "直客", used: 7 },
  { id: "2", version: 1, active: true, code: "B", name: "同行", used: 0 },
];
const BODY = { filters: { name: "直" }, sort: "used,desc", columns: [{ name: "name", shown: true }], size: 50, density: "compact" };
const VIEW = { id: "9", name: "直客视图", roleId: "5", roleName: "客服", ownerName: "王", mine: false, canEdit: false, version: 1, body: BODY };
const VIEWS = { views: [VIEW], defaultId: "9", ownDefaultId: null, settings: {} };
const LIST: Answer = () => ({ records: ROWS, total: 1200, current: 1, size: 10, totals: { used: 7 } });

/** The declared list with text modes, a print, and a status for many rows. */
function declared(): Contract {
  const contract = structuredClone(DECLARED);
  const [list] = contract.lists;
  if (!list) throw new Error("no list");
  list.printCall = "/prm/category/print";
  list.exportCode = "cat-export";
  list.filters = [
    { name: "name", label: { zh: "名称", en: "Name" }, kind: "contains", field: { kind: "text" }, main: true, modes: ["contains", "starts", "equals", "many"], foundCall: "/prm/category/found" },
  ];
  list.buttons.push({
    code: "cat-edit", label: { zh: "停用/启用", en: "" }, place: "row", action: "call", many: true,
    call: { method: "POST", path: "/prm/category/{id}/status" },
  });
  return contract;
}

const routes = (more: Record<string, Answer> = {}): Record<string, Answer> => ({
  "GET /prm/category": LIST,
  "GET /platform/listView/prm_category": () => ({ ...VIEWS, defaultId: null }),
  "GET /prm/category/found": () => ({ wanted: 3, found: 2, missing: ["丙"] }),
  ...more,
});

beforeEach(() => {
  freshApp();
  logIn();
  setContract(declared());
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("opens with the default view, and the address then carries it", async () => {
  const server = openApp("/prm_category", routes({ "GET /platform/listView/prm_category": () => VIEWS }));
  await screen.findByText("直客");
  expect(Object.fromEntries(server.to("/prm/category")[0]?.query ?? [])).toMatchObject({ size: "50", sort: "used,desc", name: "直" });
  await waitFor(() => expect(address()).toContain("view=9"));
  expect(screen.getByRole("button", { name: /视图：直客视图/ })).toBeTruthy();
});

it("a session that ends on a default view leads to the log-in page, and stays there", async () => {
  let ended = false;
  openApp("/prm_category", routes({
    "GET /platform/listView/prm_category": () => VIEWS,
    "GET /prm/category": (call) => (ended ? envelope(401, 401, "登录已失效") : LIST(call)),
  }));
  await screen.findByText("直客");
  await waitFor(() => expect(address()).toContain("view=9"));
  const before = address();
  const seen: string[] = [];
  const watch = setInterval(() => seen.at(-1) === address() || seen.push(address()), 1);
  ended = true;
  fireEvent.click(screen.getByRole("button", { name: "刷新" }));
  await screen.findByRole("heading", { name: "登录" });
  await screen.findByLabelText("密码");
  clearInterval(watch);
  expect(seen.filter((each) => each !== before)).toEqual([`/login?redirect=${encodeQuery(before)}`]);
});

it("saves what the list shows as a view for a role", async () => {
  const asked: unknown[] = [];
  openApp("/prm_category?name=x&name.how=starts", routes({
    "GET /platform/listViewRole": () => [{ id: "5", name: "客服" }],
    "POST /platform/listView/prm_category": (call) => (asked.push(call.json()), asked.length === 1
      ? envelope(200, 1, "视图名称已存在", { findings: [{ field: "name", severity: "error", key: "k", message: "视图名称已存在" }] })
      : { id: "10", version: 1 }),
  }));
  await screen.findByText("直客");
  fireEvent.click(screen.getByRole("button", { name: /视图：系统默认/ }));
  fireEvent.click(await screen.findByText("另存为视图"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("视图名称"), { target: { value: "开头x" } });
  fireEvent.click(dialog.getByRole("button", { name: /保存/ }));
  await dialog.findByText("视图名称已存在");
  fireEvent.click(dialog.getByRole("button", { name: /保存/ }));
  await waitFor(() => expect(address()).toContain("view=10"));
  expect(asked[1]).toMatchObject({ name: "开头x", roleId: null, body: { filters: { name: "x", "name.how": "starts" }, sort: "code,asc", size: 10 } });
});

it("lets an administrator decide what a role opens the page with, and undo it", async () => {
  useSession.setState((state) => ({ user: state.user && { ...state.user, adminRole: "admin" } }));
  let roleDefault = false;
  const asked: unknown[] = [];
  openApp("/prm_category", routes({
    "GET /platform/listView/prm_category": () => ({ ...VIEWS, defaultId: null, views: [{ ...VIEW, canEdit: true, roleDefault }] }),
    "GET /platform/listViewRole": () => [{ id: "5", name: "客服" }],
    "PUT /platform/listViewDefault/prm_category": (call) => {
      asked.push(call.json());
      roleDefault = !roleDefault;
      return null;
    },
  }));
  await screen.findByText("直客");
  fireEvent.click(screen.getByRole("button", { name: /视图：系统默认/ }));
  fireEvent.click(await screen.findByText("管理视图"));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("button", { name: "设为角色默认" }));
  fireEvent.click(await dialog.findByRole("button", { name: "取消角色默认" }));
  await dialog.findByRole("button", { name: "设为角色默认" });
  expect(asked).toEqual([{ viewId: "9", roleId: "5" }, { viewId: null, roleId: "5" }]);
});

it("takes a column pasted from a sheet as many values, and tells which are not there", async () => {
  const server = openApp("/prm_category", routes());
  await screen.findByText("直客");
  fireEvent.paste(screen.getByLabelText("名称"), { clipboardData: { getData: () => "甲\r\n乙\r\n丙\r\n" } });
  await waitFor(() => expect(server.to("/prm/category").at(-1)?.query.get("name")).toBe("甲\n乙\n丙"));
  expect(server.to("/prm/category").at(-1)?.query.get("name.how")).toBe("many");
  fireEvent.click(await screen.findByRole("button", { name: "1 个未找到" }));
  await screen.findByText("丙");
});

it("works on all results beyond the page, and takes it back", async () => {
  const all = Array.from({ length: 3 }, (_, at) => ({ ...ROWS[0], id: String(at + 1), code: `C${at}`, active: at !== 1 }));
  const server = openApp("/prm_category", routes({
    "GET /prm/category": ({ query }) => ({ records: query.get("size") === "500" ? all : ROWS, total: 3, current: 1, size: 10 }),
    "POST /prm/category/1/status": () => ({ version: 4 }),
    "POST /prm/category/3/status": () => ({ version: 4 }),
  }));
  await screen.findByText("直客");
  fireEvent.keyDown(document.body, { key: "a", ctrlKey: true });
  await screen.findByText("已选 2 条");
  fireEvent.click(screen.getByRole("button", { name: "选择全部 3 条结果" }));
  await screen.findByText("已选 3 条");
  fireEvent.click(screen.getByRole("button", { name: "停用" }));
  await waitFor(() => expect(useDialogs.getState().open[0]?.text).toEqual(["确认对选中的 2 条数据执行「停用」吗？", "其中 1 条已是该状态，将跳过。"]));
  useDialogs.getState().open[0]?.answer(true);
  fireEvent.click(await screen.findByRole("button", { name: "撤销" }));
  const calls = () => server.asked.filter(({ method, path }) => method === "POST" && path.startsWith("/prm/")).map((each) => [each.path, each.json()]);
  await waitFor(() => expect(calls()).toHaveLength(4));
  expect(calls()).toEqual([
    ["/prm/category/1/status", { active: false, version: 3 }],
    ["/prm/category/3/status", { active: false, version: 3 }],
    ["/prm/category/1/status", { active: true, version: 4 }],
    ["/prm/category/3/status", { active: true, version: 4 }],
  ]);
});

it("prints the list as it stands", async () => {
  const sheet = {
    title: "合作分类", orgName: "示例货代", conditions: ["名称：直"], columns: [{ name: "code", label: "代码", width: 0, figure: false }],
    rows: [["A"]], totals: null, printedBy: "李想", printedAt: "2026-07-15 10:00:00",
  };
  const server = openApp("/prm_category?name=%E7%9B%B4", routes({ "POST /prm/category/print": () => sheet }));
  await screen.findByText("直客");
  fireEvent.click(screen.getByRole("button", { name: "打印" }));
  const paper = within(await screen.findByRole("dialog", { name: "打印：合作分类" }));
  expect(paper.getByText("名称：直")).toBeTruthy();
  expect(paper.getByText(/打印人：李想/)).toBeTruthy();
  expect(server.to("/prm/category/print")[0]?.json()).toEqual({
    filters: { name: "直" }, sort: "code,asc",
    columnStrs: [{ label: "代码", prop: "code" }, { label: "名称", prop: "name" }, { label: "使用数", prop: "used" }],
  });
  fireEvent.keyDown(window, { key: "Escape" });
  await waitFor(() => expect(screen.queryByText("名称：直")).toBeNull());
});

it("moves to the first and the last row", async () => {
  openApp("/prm_category", routes());
  await screen.findByText("直客");
  fireEvent.keyDown(document.body, { key: "End" });
  await waitFor(() => expect(document.querySelector(".is-active")?.textContent).toContain("同行"));
  fireEvent.keyDown(document.body, { key: "Home" });
  await waitFor(() => expect(document.querySelector(".is-active")?.textContent).toContain("直客"));
});
