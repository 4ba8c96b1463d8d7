import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import { closeNode } from "@/modules/hrs/permission/node-store";
import hrsPermission from "@/modules/hrs/permission/hrs-permission.page";
import { rowsOf } from "@/modules/hrs/common/list-kit";
import { ListPageView } from "@/platform/lists/list-page";
import { PAGES, declareAll } from "@/platform/pages-kit";
import { type Answer, envelope } from "@/platform/test-kit";

// The page as the server declares it.
const [LIST] = PAGES.lists.filter(({ key }) => key === "hrs.permission.list");

const ROWS = [
  { id: "1", version: 1, parentId: null, permissionName: "组织", permissionType: "0", status: true },
  { id: "2", version: 5, parentId: "1", permissionName: "角色管理", permissionType: "1", status: true },
];
const ROUTES: Record<string, Answer> = {
  "GET /hrs/permissionNode/page": rowsOf(ROWS),
  "GET /hrs/permissionNode/total": () => ({ total: 2 }),
  "GET /platform/listSetting/hrs.permission.list": () => null,
  "GET /platform/select/permissionNode": () => [],
};

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  declareAll();
});
afterEach(() => {
  closeNode();
  vi.unstubAllGlobals();
});

async function open(routes: Record<string, Answer> = {}) {
  const page = LIST;
  if (!page) throw new Error("no such list");
  const buttons = page.buttons.map(({ code }) => code);
  const server = await openPage(() => <ListPageView page={page} overrides={hrsPermission.list ?? {}} />, "/hrs_permission", { ...ROUTES, ...routes }, { buttons });
  await screen.findByText("组织");
  const all = screen.queryByRole("button", { name: "全部展开" });
  if (all) fireEvent.click(all);
  await screen.findByText("角色管理");
  return server;
}

const dialog = async () => within((await screen.findAllByRole("dialog")).at(-1) ?? document.body);
const side = (name: string) => within(screen.getByRole("region", { name }));

/** Companies with the node, and a version that rises with each call. */
function platform(start = ["1"]) {
  const orgs = [
    { id: "1", orgCode: "DEMO", orgName: "示例货代", edition: "STANDARD" },
    { id: "2", orgCode: "DEMOSH", orgName: "示例上海", edition: "STANDARD" },
    { id: "3", orgCode: "OTHER", orgName: "其他货代", edition: "TRIAL" },
  ];
  const state = { version: 5, have: new Set(start) };
  const told = (has: boolean): Answer => (asked) =>
    orgs.filter(({ id, orgName }) => state.have.has(id) === has && orgName.includes(asked.query.get("name") ?? ""));
  const change = (add: boolean): Answer => (asked) => {
    const body = asked.json() as { version: number; orgIds: string[] };
    if (body.version !== state.version) return envelope(200, 3, "数据有变化，请刷新后重试", {});
    state.version++;
    for (const id of body.orgIds) if (add) state.have.add(id);
    else state.have.delete(id);
    return null;
  };
  const routes: Record<string, Answer> = {
    "GET /hrs/permissionNode/2": () => ({ id: "2", version: state.version }),
    "GET /hrs/orgPermission/have": told(true),
    "GET /hrs/orgPermission/lack": told(false),
    "POST /hrs/orgPermission/add/2": change(true),
    "POST /hrs/orgPermission/remove/2": change(false),
  };
  return { state, routes };
}

async function openCompanies() {
  const buttons = await screen.findAllByRole("button", { name: "授权企业" });
  fireEvent.click(buttons.at(-1) ?? document.body);
  await screen.findByRole("region", { name: "已授权" });
}

it("gives a node to companies and takes it from them, each time with the version there is", async () => {
  const { routes } = platform();
  const server = await open(routes);
  await openCompanies();
  await side("已授权").findByText("示例货代");
  const lack = side("未授权");
  fireEvent.change(lack.getByLabelText("在未授权中查找企业名称或编码"), { target: { value: "上海" } });
  await waitFor(() => expect(lack.queryByText("其他货代")).toBeNull());
  fireEvent.click(lack.getByLabelText(/示例上海/));
  // Another search keeps the tick.
  fireEvent.change(lack.getByLabelText("在未授权中查找企业名称或编码"), { target: { value: "其他" } });
  fireEvent.click(await lack.findByLabelText(/其他货代/));
  fireEvent.click(lack.getByRole("button", { name: "移入 2 家" }));
  await side("已授权").findByText("其他货代");
  expect(server.to("/hrs/orgPermission/add/2")[0]?.json()).toEqual({ version: 5, orgIds: ["2", "3"] });
  const have = side("已授权");
  await waitFor(() => expect(lack.getByRole<HTMLButtonElement>("button", { name: "移入" }).disabled).toBe(true));
  fireEvent.click(have.getByRole("button", { name: "全选" }));
  fireEvent.click(have.getByLabelText(/示例货代/));
  await waitFor(() => expect(have.getByRole<HTMLButtonElement>("button", { name: "移出 2 家" }).disabled).toBe(false));
  fireEvent.click(have.getByRole("button", { name: "移出 2 家" }));
  await screen.findByText(/确认移出 2 家企业的“角色管理”权限吗/);
  fireEvent.click((await dialog()).getByRole("button", { name: "移出" }));
  await waitFor(() => expect(have.queryByText("其他货代")).toBeNull());
  expect(server.to("/hrs/orgPermission/remove/2")[0]?.json()).toEqual({ version: 6, orgIds: ["2", "3"] });
});

it("finds companies by more than their name, and adds a node to editions", async () => {
  const { routes } = platform();
  const server = await open({
    ...routes,
    "GET /platform/select/edition": () => [{ value: "STANDARD", label: "标准版" }],
    "POST /hrs/orgPermission/edition/2": () => ({ companies: 2 }),
  });
  await openCompanies();
  const window = await dialog();
  const join = window.getByRole<HTMLButtonElement>("button", { name: "加入版本" });
  expect(join.disabled).toBe(true);
  const editions = window.getByRole("combobox", { name: "选择要加入的版本" });
  fireEvent.mouseDown(editions);
  fireEvent.click(await screen.findByText("标准版"));
  fireEvent.click(window.getByLabelText("同时授权给这些版本的所有企业"));
  await waitFor(() => expect(join.disabled).toBe(false));
  fireEvent.click(join);
  await waitFor(() => expect(server.to("/hrs/orgPermission/edition/2")[0]?.json()).toEqual({ version: 5, editions: ["STANDARD"], withOrgs: true }));
  const from = window.getByLabelText("创建日期起");
  fireEvent.change(from, { target: { value: "2026-07-01" } });
  fireEvent.blur(from);
  await waitFor(() => expect(server.to("/hrs/orgPermission/lack").at(-1)?.query.get("createdFrom")).toBe("2026-07-01"));
  expect(server.to("/hrs/orgPermission/have").at(-1)?.query.get("createdFrom")).toBe("2026-07-01");
});

it("reads again when somebody else was first", async () => {
  const { state, routes } = platform();
  const server = await open(routes);
  await openCompanies();
  fireEvent.click(await side("未授权").findByLabelText(/示例上海/));
  state.version = 9;
  fireEvent.click(side("未授权").getByRole("button", { name: "移入 1 家" }));
  fireEvent.click(await screen.findByRole("button", { name: "重新加载" }));
  const again = () => side("未授权").getByRole<HTMLButtonElement>("button", { name: "移入 1 家" });
  await waitFor(() => expect(again().disabled).toBe(false));
  fireEvent.click(again());
  await side("已授权").findByText("示例上海");
  expect(server.to("/hrs/orgPermission/add/2").map((each) => each.json())).toEqual([
    { version: 5, orgIds: ["2"] },
    { version: 9, orgIds: ["2"] },
  ]);
});

it("begins a new node below the row in hand", async () => {
  await open();
  fireEvent.click(screen.getByText("组织"));
  // A click opens the row's form; the row stays in hand.
  for (const close of screen.queryAllByRole("button", { name: "关闭" })) fireEvent.click(close);
  fireEvent.click(screen.getAllByRole("button", { name: "新增" })[0] ?? document.body);
  const drawer = await dialog();
  await drawer.findByLabelText(/上级/);
  expect(drawer.getAllByText("组织").length).toBeGreaterThan(0);
  expect(drawer.getAllByText("页面").length).toBeGreaterThan(0);
});

it("moves a node to the top, with its place among its siblings", async () => {
  const offers = [{ value: "1", label: "组织" }];
  const server = await open({ "PUT /hrs/permissionNode/move/2": () => ({ id: "2", version: 6 }), "GET /platform/select/permissionNode": () => offers });
  const row = screen.getByText("角色管理").closest<HTMLElement>("[data-row-key], tr, [role=row]") ?? document.body;
  fireEvent.click(within(row).getByRole("button", { name: /更多/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "移动" }));
  const move = await dialog();
  move.getByText(/上级留空则移到顶层/);
  fireEvent.change(move.getByLabelText(/排序/), { target: { value: "30" } });
  fireEvent.blur(move.getByLabelText(/排序/));
  fireEvent.click(move.getByRole("button", { name: "确定" }));
  await waitFor(() => expect(server.to("/hrs/permissionNode/move/2")[0]?.json()).toEqual({ version: 5, parentId: "1", sort: 30 }));
});
