import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import type { AccessRecord } from "@/app/shell/access-records";
import { chosenOf, savedOf } from "@/app/shell/hot-menu";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LIST = "/hrs/userAccessRecord/getUserAccessRecordList";
const SAVE = "/hrs/userAccessRecord/saveUserAccessRecordList";
const TREE = "/hrs/permission/getAllPermissionAndHave";

const leaf = (id: string, label: string, more: object = {}) => ({ id, label, path: `/page_${id}`, have: true, children: [], ...more });
const MENUS = [
  {
    id: "a", label: "空运", path: "", have: true,
    children: [
      {
        id: "b", label: "主单", path: "/awb", have: true,
        children: [leaf("1", "主单管理"), leaf("2", "主单库存"), leaf("3", "隐藏的页", { hidden: true })],
      },
      leaf("4", "未开通的页", { path: "/unPermission", have: false }),
      leaf("5", "没有的页", { have: false }),
      leaf("6", "指到别处的页", { path: "/unPermission" }),
      leaf("7", "空运订单"),
    ],
  },
  { id: "c", label: "很多", path: "", have: true, children: Array.from({ length: 11 }, (_, at) => leaf(`m${at}`, `菜单${at}`)) },
  { id: "d", label: "没有的组", path: "", have: true, children: [leaf("8", "还没有的页", { have: false })] },
  leaf("9", "机场查询"),
];
const record = (id: string, name: string, status: 0 | 1, sort: number): AccessRecord => ({
  recordId: `r${id}`, permissionId: id, permissionName: name, path: `/page_${id}`, status, sort, accessTime: null,
});
const KEPT = [record("2", "主单库存", 1, 1), record("7", "空运订单", 1, 0), record("1", "主单管理", 0, -1)];

async function open(routes: Record<string, Answer> = {}) {
  logIn();
  const server = openApp("/noPermission", {
    "GET /hrs/permission": () => MENUS,
    [`GET ${TREE}`]: () => MENUS,
    [`GET ${LIST}`]: () => KEPT,
    [`POST ${SAVE}`]: () => null,
    ...routes,
  });
  fireEvent.click(await screen.findByRole("button", { name: "常用菜单设置" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/^已选菜单/);
  return { server, dialog };
}

type Dialog = Awaited<ReturnType<typeof open>>["dialog"];
const box = (dialog: Dialog, name: string) => dialog.getByLabelText<HTMLInputElement>(name, { selector: "input" });
const rows = (dialog: Dialog) =>
  dialog.queryAllByRole("row").slice(1).map((row) => [...row.querySelectorAll("td")].slice(0, 2).map((cell) => cell.textContent).join(" "));
const button = (dialog: Dialog, name: string) => dialog.getByRole<HTMLButtonElement>("button", { name });
const tab = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole("tab", { name }));
const ok = (dialog: Dialog) => fireEvent.click(button(dialog, "确定"));
const saved = (server: { to(path: string): { json(): unknown }[] }) => server.to(SAVE).map((each) => each.json());

describe("the dialog of common menus", () => {
  it("has the top-level menus as tabs, their leaves to tick, and what is chosen", async () => {
    // req: hotmenu-dialog, hotmenu-leaf-only, hotmenu-selectable, hotmenu-exclude-unpermission
    const { dialog } = await open();
    dialog.getByText("常用菜单设置");
    expect(dialog.getAllByRole("tab").map((each) => each.textContent)).toEqual(["空运", "很多", "机场查询"]);
    const ticks = () => dialog.getAllByRole<HTMLInputElement>("checkbox");
    expect(ticks().map((each) => each.labels?.[0]?.textContent)).toEqual(["主单管理", "主单库存", "空运订单"]);
    expect(ticks().map((each) => each.checked)).toEqual([false, true, true]);
    dialog.getByText("主单");
    expect(dialog.getAllByRole("columnheader").map((each) => each.textContent)).toEqual(["序号", "菜单名称", "操作"]);
    expect(rows(dialog)).toEqual(["1 空运订单", "2 主单库存"]);
    tab(dialog, "机场查询");
    await waitFor(() => expect(box(dialog, "机场查询").checked).toBe(false));
  });

  it("takes a menu away by its row or by its tick", async () => {
    // req: hotmenu-table-remove
    const { dialog } = await open();
    fireEvent.click(button(dialog, "移除 空运订单"));
    expect(box(dialog, "空运订单").checked).toBe(false);
    expect(rows(dialog)).toEqual(["1 主单库存"]);
    // The keyboard stays where it was.
    expect(document.activeElement).toBe(button(dialog, "移除 主单库存"));
    fireEvent.click(box(dialog, "主单库存"));
    expect(rows(dialog)).toEqual([]);
    dialog.getByText("勾选左侧菜单即可添加");
  });

  it("moves menus up and down, but not over the ends", async () => {
    // req: hotmenu-table-move-up, hotmenu-table-move-down
    const { dialog } = await open();
    fireEvent.click(box(dialog, "主单管理"));
    expect(rows(dialog)).toEqual(["1 空运订单", "2 主单库存", "3 主单管理"]);
    expect(["空运订单", "主单库存", "主单管理"].map((name) => button(dialog, `上移 ${name}`).disabled)).toEqual([true, false, false]);
    expect(["空运订单", "主单库存", "主单管理"].map((name) => button(dialog, `下移 ${name}`).disabled)).toEqual([false, false, true]);
    fireEvent.click(button(dialog, "上移 主单管理"));
    expect(rows(dialog)).toEqual(["1 空运订单", "2 主单管理", "3 主单库存"]);
    expect(document.activeElement).toBe(button(dialog, "上移 主单管理"));
    fireEvent.click(button(dialog, "下移 空运订单"));
    fireEvent.click(button(dialog, "下移 空运订单"));
    expect(rows(dialog)).toEqual(["1 主单管理", "2 主单库存", "3 空运订单"]);
    // At the end there is no further down; the focus is on what is left.
    expect(document.activeElement).toBe(button(dialog, "上移 空运订单"));
  });

  it("undoes the eleventh and says so", async () => {
    // req: hotmenu-max-10, hotmenu-max-10-message, hotmenu-open-messages
    const { dialog, server } = await open({ [`GET ${LIST}`]: () => [] });
    tab(dialog, "很多");
    await dialog.findByLabelText("菜单0");
    for (let at = 0; at < 9; at++) fireEvent.click(box(dialog, `菜单${at}`));
    expect(rows(dialog)).toHaveLength(9);
    fireEvent.click(box(dialog, "菜单9"));
    expect(rows(dialog)).toHaveLength(10);
    expect(toasts()).toEqual([]);
    fireEvent.click(box(dialog, "菜单10"));
    expect(box(dialog, "菜单10").checked).toBe(false);
    expect(rows(dialog)).toHaveLength(10);
    await screen.findByText("最多只能选择10项");
    dialog.getByText("已选菜单（10/10）");
    ok(dialog);
    await waitFor(() => expect(saved(server)[0]).toHaveLength(10));
  });
});

it("gives the focus back when it is closed", async () => {
  logIn();
  openApp("/noPermission", { "GET /hrs/permission": () => MENUS, [`GET ${TREE}`]: () => MENUS, [`GET ${LIST}`]: () => KEPT });
  const gear = await screen.findByRole("button", { name: "常用菜单设置" });
  gear.focus();
  fireEvent.click(gear);
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/^已选菜单/);
  fireEvent.click(button(dialog, "取消"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(gear);
});

describe("saving the common menus", () => {
  it("sends the chosen ones by place and the others with what they were, and refreshes the page", async () => {
    // req: hotmenu-confirm, hotmenu-selected-status, hotmenu-deselected-status, shell-sidebar-common-menus
    let kept = KEPT;
    const { dialog, server } = await open({ [`GET ${LIST}`]: () => kept });
    fireEvent.click(box(dialog, "主单库存"));
    fireEvent.click(box(dialog, "主单管理"));
    tab(dialog, "机场查询");
    fireEvent.click(await dialog.findByLabelText("机场查询", { selector: "input" }));
    fireEvent.click(button(dialog, "上移 机场查询"));
    kept = [record("7", "空运订单", 1, 0), record("9", "机场查询", 1, 1), record("1", "主单管理", 1, 2)];
    ok(dialog);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(saved(server)).toEqual([
      [
        { permissionId: "7", permissionName: "空运订单", recordId: "r7", status: 1, sort: 0 },
        { permissionId: "9", permissionName: "机场查询", recordId: null, status: 1, sort: 1 },
        { permissionId: "1", permissionName: "主单管理", recordId: "r1", status: 1, sort: 2 },
        { permissionId: "2", permissionName: "主单库存", recordId: "r2", status: 0, sort: -1 },
      ],
    ]);
    expect(toasts()).toEqual(["操作成功"]);
    const common = within(screen.getByRole("region", { name: "我的常用菜单" }));
    await common.findByText("机场查询");
    expect(common.getAllByRole("link").map((each) => each.textContent)).toEqual(["空运订单", "机场查询", "主单管理"]);
  });

  it("with nothing chosen clears the list", async () => {
    // req: hotmenu-open-messages
    const { dialog, server } = await open();
    fireEvent.click(box(dialog, "主单库存"));
    fireEvent.click(box(dialog, "空运订单"));
    ok(dialog);
    await waitFor(() => expect(saved(server)).toHaveLength(1));
    expect((saved(server)[0] as { status: number; sort: number }[]).map(({ status, sort }) => [status, sort])).toEqual([[0, -1], [0, -1]]);
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
  });

  it("sends each menu once", async () => {
    // req: hotmenu-dedupe
    const twice = [record("7", "空运订单", 1, 0), { ...record("7", "空运订单", 1, 1), recordId: "r77" }, record("2", "主单库存", 1, 2)];
    const { dialog, server } = await open({ [`GET ${LIST}`]: () => twice });
    expect(rows(dialog)).toEqual(["1 空运订单", "2 主单库存"]);
    ok(dialog);
    await waitFor(() => expect(saved(server)).toHaveLength(1));
    expect((saved(server)[0] as { permissionId: string; sort: number }[]).map(({ permissionId, sort }) => `${permissionId} ${sort}`)).toEqual(["7 0", "2 1"]);
    const menu = { id: "7", name: "空运订单" };
    expect(savedOf([menu, menu], [])).toHaveLength(1);
    expect(chosenOf(twice)).toHaveLength(2);
  });

  it("stays open with what was chosen when the server refuses", async () => {
    const { dialog, server } = await open({ [`POST ${SAVE}`]: () => envelope(200, 1, "最多只能选择10项") });
    fireEvent.click(box(dialog, "主单管理"));
    ok(dialog);
    await screen.findByText("操作失败，最多只能选择10项");
    expect(rows(dialog)).toHaveLength(3);
    expect(server.to(LIST)).toHaveLength(2);
  });
});

it("says when its menus cannot be read, and reads them again", async () => {
  // req: hotmenu-open-messages
  logIn();
  let broken = true;
  openApp("/noPermission", {
    "GET /hrs/permission": () => MENUS,
    [`GET ${TREE}`]: () => (broken ? envelope(500, 500, "") : MENUS),
    [`GET ${LIST}`]: () => KEPT,
  });
  fireEvent.click(await screen.findByRole("button", { name: "常用菜单设置" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("加载数据失败");
  expect(button(dialog, "确定").disabled).toBe(true);
  broken = false;
  fireEvent.click(dialog.getByRole("button", { name: "重试" }));
  await dialog.findByText("已选菜单（2/10）");
});
