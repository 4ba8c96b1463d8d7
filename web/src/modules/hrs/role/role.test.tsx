import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { button, column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import { toasts } from "@/platform/test-shell";
import hrsRole from "@/modules/hrs/role/hrs-role.page";
import { closeRole } from "@/modules/hrs/role/role-store";
import { ListPageView } from "@/platform/lists/list-page";
import { type Answer, envelope } from "@/platform/test-kit";

const LIST = declared("hrs.role.list", "/hrs_role", "/hrs/role/page", {
  columns: [column("roleName", "角色名称")],
  buttons: [button("sys_role_permission", "分配权限"), button("sys_role_scope", "数据范围"), button("sys_role_user", "分配用户")],
});
const node = (id: string, parentId: string | null, name: string, kind: number) => ({ id, parentId, code: id, name, kind });
const NODES = [
  node("air", null, "空运", 0),
  node("order", "air", "订单", 1),
  node("order-add", "order", "新增", 2),
  node("order-out", "order", "导出", 2),
  node("stock", "air", "主单号库存", 1),
  node("stock-out", "stock", "导出", 2),
  node("org", null, "组织", 0),
  node("user", "org", "用户管理", 1),
];
const ROUTES: Record<string, Answer> = {
  "GET /hrs/role/page": rowsOf([{ id: "9", version: 2, roleName: "销售员" }]),
  "GET /platform/listSetting/hrs.role.list": () => null,
  "GET /hrs/permissionNode/roleTree": () => NODES,
  // The last one belongs to an edition the company does not have now.
  "GET /hrs/rolePermission/9": () => ({ version: 4, permissionIds: ["air", "order", "order-add", "closed"] }),
};

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  closeRole();
  vi.unstubAllGlobals();
});

async function open(words: string, routes: Record<string, Answer> = {}) {
  const buttons = LIST.buttons.map(({ code }) => code);
  const server = await openPage(() => <ListPageView page={LIST} overrides={hrsRole.list ?? {}} />, "/hrs_role", { ...ROUTES, ...routes }, { buttons });
  await screen.findByText("销售员");
  const inline = screen.queryByRole("button", { name: words });
  if (inline) fireEvent.click(inline);
  else {
    fireEvent.click(screen.getByText("···"));
    fireEvent.click(await screen.findByRole("menuitem", { name: words }));
  }
  return server;
}

const part = (name: string) => within(screen.getByRole("region", { name }));
const box = (inside: ReturnType<typeof within>, name: string) => inside.getByLabelText(name, { selector: "input" }) as HTMLInputElement;
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "保存" });
const puts = (server: Awaited<ReturnType<typeof open>>, path: string) => server.to(path).filter((each) => each.method === "PUT").map((each) => each.json());

describe("the rights of a role", () => {
  it("are ticked with what stands above and cleared with what stands below", async () => {
    const server = await open("分配权限", { "PUT /hrs/rolePermission/9": () => ({ version: 5 }) });
    await screen.findByText("已选 3/8 项");
    const air = part("空运");
    expect(box(air, "订单").checked).toBe(true);
    expect(save().disabled).toBe(true);
    const stock = within(air.getByRole("group", { name: "主单号库存" }));
    fireEvent.click(box(stock, "导出"));
    expect(box(air, "主单号库存").checked).toBe(true);
    screen.getByText("已选 5/8 项");
    fireEvent.click(box(air, "订单"));
    expect(box(within(air.getByRole("group", { name: "订单" })), "新增").checked).toBe(false);
    air.getByText("3/6");
    fireEvent.click(save());
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(puts(server, "/hrs/rolePermission/9")).toEqual([{ version: 4, permissionIds: ["air", "closed", "stock", "stock-out"] }]);
  });

  it("are given and taken by module, or as they were found", async () => {
    await open("分配权限");
    await screen.findByText("已选 3/8 项");
    fireEvent.click(screen.getByRole("button", { name: "全选 空运" }));
    screen.getByText("已选 6/8 项");
    fireEvent.click(screen.getByRole("button", { name: "全不选 空运" }));
    screen.getByText("已选 0/8 项");
    fireEvent.change(screen.getByLabelText("查找名称或编码"), { target: { value: "导出" } });
    await waitFor(() => expect(screen.queryByText("新增")).toBeNull());
    expect(screen.queryByRole("region", { name: "组织" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "全选 空运" }));
    screen.getByText("已选 5/8 项");
    fireEvent.change(screen.getByLabelText("查找名称或编码"), { target: { value: "没有这个" } });
    await screen.findByText("没有匹配的权限");
  });

  it("are not lost unasked", async () => {
    await open("分配权限");
    await screen.findByText("已选 3/8 项");
    fireEvent.click(box(part("组织"), "用户管理"));
    fireEvent.click(screen.getByRole("button", { name: "取消" }));
    await screen.findByText("内容未保存，确认离开？");
    fireEvent.click(screen.getByRole("button", { name: "继续编辑" }));
    await waitFor(() => expect(screen.queryByText("内容未保存，确认离开？")).toBeNull());
    // A tick taken again leaves nothing to lose.
    fireEvent.click(box(part("组织"), "用户管理"));
    fireEvent.click(box(part("组织"), "组织"));
    expect(save().disabled).toBe(true);
  });

  it("stay when the server refuses, and are read again when somebody saved first", async () => {
    let stale = false;
    const server = await open("分配权限", {
      "PUT /hrs/rolePermission/9": () => (stale ? envelope(200, 3, "数据有变化，请刷新后重试", {}) : envelope(200, 1, "不能分配自己没有的权限")),
      "GET /hrs/rolePermission/9": () => (stale ? { version: 8, permissionIds: ["org"] } : { version: 4, permissionIds: ["air"] }),
    });
    await screen.findByText("已选 1/8 项");
    fireEvent.click(box(part("组织"), "用户管理"));
    fireEvent.click(save());
    await waitFor(() => expect(toasts()).toEqual(["操作失败，不能分配自己没有的权限"]));
    screen.getByText("已选 3/8 项");
    stale = true;
    fireEvent.click(save());
    fireEvent.click(await screen.findByRole("button", { name: "重新加载" }));
    await screen.findByText("已选 1/8 项");
    expect(box(part("组织"), "组织").checked).toBe(true);
    expect(puts(server, "/hrs/rolePermission/9")).toHaveLength(2);
  });
});

it("sets whose data a role sees", async () => {
  const levels = { AE: 5, SE: 4, IO: 5, coop: 5, inquiry: 5, finance: 5 };
  const server = await open("数据范围", {
    "GET /hrs/roleScope/9": () => ({ version: 2, levels }),
    "PUT /hrs/roleScope/9": () => ({ version: 3 }),
  });
  const sea = await screen.findByLabelText<HTMLInputElement>("订单 海运出口 本部门及下级");
  expect(sea.checked).toBe(true);
  fireEvent.click(screen.getByLabelText("订单 空运出口 本部门"));
  fireEvent.click(screen.getByLabelText("询价 本人"));
  fireEvent.click(save());
  await waitFor(() => expect(puts(server, "/hrs/roleScope/9")).toEqual([{ version: 2, levels: { ...levels, AE: 3, inquiry: 1 } }]));
});

it("sets all orders at once", async () => {
  const levels = { AE: 5, SE: 4, coop: 5, inquiry: 5, finance: 5 };
  await open("数据范围", { "GET /hrs/roleScope/9": () => ({ version: 2, levels }) });
  await screen.findByText("各不相同");
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "全部订单设为" }));
  fireEvent.click((await screen.findAllByText("本人及工作组")).at(-1) ?? document.body);
  for (const scope of ["空运", "海运"]) expect(screen.getByLabelText<HTMLInputElement>(`订单 ${scope}出口 本人及工作组`).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("客商 全公司").checked).toBe(true);
});

it("gives a role to users, and takes it from them", async () => {
  const server = await open("分配用户", {
    "GET /hrs/roleUser/9": () => ({
      version: 2,
      userIds: ["1"],
      users: [
        { id: "1", name: "李想", deptName: "销售一部" },
        { id: "2", name: "王平", deptName: "销售一部" },
        { id: "3", name: "赵安", deptName: "操作部" },
      ],
    }),
    "PUT /hrs/roleUser/9": () => ({ version: 3 }),
  });
  await screen.findByRole("region", { name: "未分配" });
  fireEvent.change(screen.getByLabelText("在未分配中查找姓名或部门"), { target: { value: "操作" } });
  expect(part("未分配").queryByText("王平")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "分配查到的全部" }));
  part("已分配").getByText("赵安");
  fireEvent.click(screen.getByRole("button", { name: "移除 李想 销售一部" }));
  fireEvent.click(save());
  await waitFor(() => expect(puts(server, "/hrs/roleUser/9")).toEqual([{ version: 2, userIds: ["3"] }]));
});
