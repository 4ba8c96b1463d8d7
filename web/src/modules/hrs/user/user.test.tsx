import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { button, column, declared, filter, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import { toasts } from "@/platform/test-shell";
import hrsUser from "@/modules/hrs/user/hrs-user.page";
import { closeUser } from "@/modules/hrs/user/user-store";
import type { FormPage, ListPage } from "@/platform/contract";
import { ListPageView } from "@/platform/lists/list-page";
import { registerRooms, room, setContract } from "@/platform/page-registry";
import { type Answer, envelope } from "@/platform/test-kit";

const text = (zh: string) => ({ zh, en: zh });
const LIST: ListPage = declared("hrs.user.list", "/hrs_user", "/hrs/user/page", {
  form: "hrs.user.form",
  columns: [column("userName", "用户名"), column("state", "状态", { kind: "state" })],
  filters: [filter("deptId", "部门")],
  buttons: [
    { code: "sys_user_add", label: text("新增"), place: "primary", action: "create" },
    button("sys_user_export_address", "导出通讯录", "toolbar"),
    button("sys_user_leave", "离职"),
    button("sys_user_black", "黑名单"),
    button("sys_user_stop", "停用/启用"),
    button("sys_user_resetpass", "重置密码"),
    button("sys_user_parttime_save", "兼职部门"),
    button("sys_user_parttime_del", "兼职部门"),
    button("sys_user_override", "个人权限"),
    button("sys_user_idnumber", "查看证件号"),
    { code: "sys_user_edit", label: text("修改"), place: "row", action: "edit" },
  ],
});
const FORM: FormPage = {
  key: "hrs.user.form",
  title: text("用户"),
  access: "hrs_user",
  view: "/hrs/user",
  create: { method: "POST", path: "/hrs/user" },
  update: { method: "PUT", path: "/hrs/user" },
  versionField: "version",
  sections: [
    { key: "main", label: text("基本"), fields: [{ name: "userName", label: text("用户名"), kind: "text" }] },
    {
      key: "partTimeDepts",
      label: text("兼职部门"),
      rows: true,
      newOnly: true,
      fields: [
        { name: "deptId", label: text("部门"), kind: "reference", reference: "dept", required: true },
        { name: "jobPosition", label: text("职位"), kind: "text" },
      ],
    },
  ],
};
const BUTTONS = LIST.buttons.map(({ code }) => code);
/** Who may add part-time departments has one way to them. */
const can = BUTTONS.filter((code) => code !== "sys_user_parttime_del");
const ROWS = [
  { id: "1", version: 3, userName: "李想", state: "在职", lockedUntil: "2001-01-01 00:00:00", can },
  { id: "2", version: 1, userName: "周锁", state: "锁定", lockedUntil: "2999-01-01 00:00:00", can },
  { id: "3", version: 5, userName: "停用人", state: "停用", lockedUntil: "2999-01-01 00:00:00", can },
];
const dept = (id: string, parentId: string | null, deptName: string, active = true) => ({ id, parentId, deptCode: id, deptName, fullName: deptName, active, actual: 2 });
const ROUTES: Record<string, Answer> = {
  "GET /hrs/user/page": rowsOf(ROWS),
  "GET /hrs/user/count": () => ({ used: 12, limit: 13 }),
  "GET /hrs/dept/tree": () => [dept("1", null, "示例货代"), dept("2", "1", "销售部"), dept("3", "1", "旧仓库", false)],
  "GET /platform/listSetting/hrs.user.list": () => null,
};

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  setContract({ lists: [LIST], forms: [FORM] });
  registerRooms([room("hrs", [{ key: "hrs.user.form" as never, load: async () => ({ default: hrsUser }) }])]);
});
afterEach(() => {
  closeUser();
  registerRooms([]);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(routes: Record<string, Answer> = {}, path = "/hrs_user") {
  return openAs(BUTTONS, routes, path);
}

async function openAs(buttons: string[], routes: Record<string, Answer> = {}, path = "/hrs_user") {
  const server = await openPage(() => <ListPageView page={LIST} overrides={hrsUser.list ?? {}} />, path, { ...ROUTES, ...routes }, { buttons });
  await screen.findByText("李想");
  return server;
}

/** Runs a button of a row, behind the three dots where it stands there. */
async function run(words: string, at = 0) {
  const row = screen.getAllByText("···")[at] ?? document.body;
  const inline = row.parentElement ? within(row.parentElement).queryByRole("button", { name: words }) : null;
  if (inline) return void fireEvent.click(inline);
  fireEvent.click(row);
  const items = await screen.findAllByRole("menuitem", { name: words });
  fireEvent.click(items.at(-1) ?? document.body);
}

const dialog = async () => within((await screen.findAllByRole("dialog")).at(-1) ?? document.body);

describe("the list of users", () => {
  it("shows how many users there are of how many there may be, and reads that again with the rows", async () => {
    let used = 12;
    const server = await open({ "GET /hrs/user/count": () => ({ used, limit: 13 }) });
    await screen.findByText("用户数 12/13");
    expect(screen.queryByText("用户数已达上限")).toBeNull();
    used = 13;
    fireEvent.click(screen.getByRole("button", { name: "刷新" }));
    await screen.findByText("用户数 13/13");
    screen.getByText("用户数已达上限");
    expect(server.to("/hrs/user/page")).toHaveLength(2);
  });

  it("shows a lock that still holds", async () => {
    await open();
    expect(screen.getAllByText("锁定")).toHaveLength(1);
    expect(screen.getByTitle("锁定至 2999-01-01 00:00:00")).toBeTruthy();
    expect(screen.getByText("停用人")).toBeTruthy();
  });

  it("shows the users of a department", async () => {
    const server = await open({}, "/hrs_user?current=4");
    fireEvent.click(await screen.findByText("销售部"));
    await waitFor(() => expect(server.to("/hrs/user/page").at(-1)?.query.get("deptId")).toBe("2"));
    expect(server.to("/hrs/user/page").at(-1)?.query.get("current")).toBe("1");
    fireEvent.click(screen.getByRole("button", { name: "全部部门" }));
    await waitFor(() => expect(server.to("/hrs/user/page").at(-1)?.query.has("deptId")).toBe(false));
    fireEvent.change(screen.getByLabelText("查找部门"), { target: { value: "仓库" } });
    await waitFor(() => expect(screen.queryByText("销售部")).toBeNull());
    screen.getByText("旧仓库");
  });
});

describe("moves of a user", () => {
  it("shows what he answers for before he leaves, and what stands still without a successor", async () => {
    const kinds = [
      { kind: "coop", name: "客商", count: 222, still: "222个客商缺少在职的责任人，其新订单不能保存" },
      { kind: "task", name: "未完成任务", count: 0, still: "" },
    ];
    await open({ "GET /hrs/user/leave/1": () => ({ name: "李想", version: 3, kinds }) });
    await run("离职");
    const list = within(await (await dialog()).findByRole("list", { name: "待移交" }));
    expect(list.getAllByRole("listitem").map((each) => each.textContent)).toEqual([
      "客商 222：不移交则222个客商缺少在职的责任人，其新订单不能保存",
    ]);
    expect((await dialog()).getByLabelText(/接手人/)).toBeTruthy();
  });

  it("leaves on a day, and shows findings at their fields", async () => {
    const finding = { field: "leaveDate", severity: "error", key: "k", message: "离职日期不能早于入职日期" };
    const server = await open({
      "PUT /hrs/user/leave": (asked) => {
        const { leaveDate } = asked.json() as { leaveDate: string };
        return leaveDate === "2026-07-01" ? null : envelope(200, 1, finding.message, { findings: [finding] });
      },
    });
    await run("离职");
    const box = await dialog();
    fireEvent.change(box.getByLabelText(/离职日期/), { target: { value: "" } });
    fireEvent.blur(box.getByLabelText(/离职日期/));
    fireEvent.click(box.getByRole("button", { name: "确定" }));
    await box.findByText("请选择离职日期");
    expect(server.to("/hrs/user/leave")).toHaveLength(0);
    for (const day of ["20200101", "20260701"]) {
      fireEvent.change(box.getByLabelText(/离职日期/), { target: { value: day } });
      fireEvent.blur(box.getByLabelText(/离职日期/));
      fireEvent.click(box.getByRole("button", { name: "确定" }));
      if (day === "20200101") await box.findByText(finding.message);
    }
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(server.to("/hrs/user/leave").at(-1)?.json()).toEqual({ id: "1", version: 3, leaveDate: "2026-07-01" });
    await waitFor(() => expect(server.to("/hrs/user/page").length).toBeGreaterThan(1));
  });

  it("wants day and reason for the blacklist", async () => {
    const server = await open({ "PUT /hrs/user/black": () => null });
    await run("黑名单");
    const box = await dialog();
    fireEvent.click(box.getByRole("button", { name: "确定" }));
    await box.findByText("请输入列入原因");
    fireEvent.change(box.getByLabelText(/列入原因/), { target: { value: "携款潜逃" } });
    fireEvent.click(box.getByRole("button", { name: "确定" }));
    await waitFor(() => expect(server.to("/hrs/user/black").at(-1)?.json()).toMatchObject({ id: "1", version: 3, blacklistReason: "携款潜逃" }));
  });

  it("stops who works, and starts who was stopped", async () => {
    const server = await open({ "PUT /hrs/user/stop/1": () => null, "PUT /hrs/user/start/3": () => null });
    await run("停用/启用", 0);
    fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(server.to("/hrs/user/stop/1")[0]?.json()).toEqual({ version: 3 }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await run("停用/启用", 2);
    fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(server.to("/hrs/user/start/3")[0]?.json()).toEqual({ version: 5 }));
  });

  it("shows a one-time password once, after the own password was given", async () => {
    let proved = false;
    const server = await open({
      "PUT /hrs/user/resetPassword/1": () => (proved ? { oneTimePassword: "Kf7mQx2RvT9p" } : envelope(200, 4, "请验证密码后继续")),
      "POST /auth/reauth": () => {
        proved = true;
        return null;
      },
    });
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { ...navigator, userAgent: navigator.userAgent, clipboard: { writeText } });
    await run("重置密码");
    fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
    fireEvent.change(await screen.findByLabelText("登录密码"), { target: { value: "Right-2026" } });
    fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
    await screen.findByText("Kf7mQx2RvT9p");
    screen.getByText("首次登录须修改密码");
    expect(server.to("/hrs/user/resetPassword/1")).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: "复制" }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith("Kf7mQx2RvT9p"));
    await waitFor(() => expect(toasts()).toContain("密码已复制"));
    fireEvent.click(screen.getByRole("button", { name: "已记下，关闭" }));
    await waitFor(() => expect(screen.queryByText("Kf7mQx2RvT9p")).toBeNull());
  });

  it("tells when the link went by mail instead", async () => {
    await open({ "PUT /hrs/user/resetPassword/1": () => ({ mailedTo: "li@example.com" }) });
    await run("重置密码");
    fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(toasts()).toContain("重置链接已发送至 li@example.com，30分钟内有效"));
  });

  it("shows the number of a document on demand", async () => {
    const server = await open({ "GET /hrs/user/idNumber/1": () => ({ idNumber: "110101199003070011" }) });
    expect(server.to("/hrs/user/idNumber/1")).toHaveLength(0);
    await run("查看证件号");
    await screen.findByText("110101199003070011");
  });

  it("exports the address book", async () => {
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    URL.createObjectURL = () => "blob:1";
    const file = () => new Response("xlsx", { headers: { "content-disposition": "attachment; filename=a.xlsx" } });
    const server = await open({ "POST /hrs/user/exportAddress": file });
    fireEvent.click(screen.getByRole("button", { name: "导出通讯录" }));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(server.to("/hrs/user/exportAddress")).toHaveLength(1);
  });

  it("shows the password of a new user", async () => {
    await open({ "POST /hrs/user": () => ({ id: "9", version: 1, oneTimePassword: "Hj3kWm8NpQ5r" }) });
    fireEvent.click(screen.getByRole("button", { name: "新增" }));
    const drawer = await dialog();
    fireEvent.change(await drawer.findByLabelText("用户名"), { target: { value: "新同事" } });
    fireEvent.click(drawer.getByRole("button", { name: "保存" }));
    await screen.findByText("Hj3kWm8NpQ5r");
    screen.getByText("新同事 的一次性密码");
  });

  it("tells where the invitation of a new user went", async () => {
    await open({ "POST /hrs/user": () => ({ id: "9", version: 1, mailedTo: "new@example.com" }) });
    fireEvent.click(screen.getByRole("button", { name: "新增" }));
    const drawer = await dialog();
    fireEvent.change(await drawer.findByLabelText("用户名"), { target: { value: "新同事" } });
    fireEvent.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(toasts()).toContain("邀请已发送至 new@example.com，链接72小时内有效"));
  });
});

it("keeps part-time departments: one is added, one is taken away, the main one stays", async () => {
  let rows = [
    { deptId: "2", deptName: "销售部", jobPosition: "销售", main: true },
    { deptId: "5", deptName: "操作部", jobPosition: null, main: false },
  ];
  const server = await open({
    "GET /hrs/userDept/1": () => rows,
    "GET /platform/select/dept": () => [{ value: "7", label: "客服部" }],
    "POST /hrs/userDept": (asked) => {
      const { deptId } = asked.json() as { deptId: string };
      rows = [...rows, { deptId, deptName: "客服部", jobPosition: "客服", main: false }];
      return null;
    },
    "DELETE /hrs/userDept/1/5": () => {
      rows = rows.filter((row) => row.deptId !== "5");
      return null;
    },
  });
  await run("兼职部门");
  await screen.findByText("操作部");
  const box = await dialog();
  // req: platform-table-max-heights
  expect(document.querySelector<HTMLElement>(".ant-modal .ant-table-body")?.style.maxHeight).toBe("205px");
  expect(box.queryByRole("button", { name: "删除兼职部门 销售部" })).toBeNull();
  fireEvent.click(box.getByRole("button", { name: "添加兼职部门" }));
  await box.findByText("请选择部门");
  fireEvent.mouseDown(box.getByLabelText(/部门/, { selector: "input" }));
  fireEvent.click(await screen.findByText("客服部"));
  fireEvent.change(box.getByLabelText("职位"), { target: { value: "客服" } });
  fireEvent.click(box.getByRole("button", { name: "添加兼职部门" }));
  await box.findByRole("button", { name: "删除兼职部门 客服部" });
  expect(server.to("/hrs/userDept")[0]?.json()).toEqual({ userId: "1", deptId: "7", jobPosition: "客服" });
  fireEvent.click(box.getByRole("button", { name: "删除兼职部门 操作部" }));
  fireEvent.click((await screen.findAllByRole("button", { name: "删除" })).at(-1) ?? document.body);
  await waitFor(() => expect(box.queryByText("操作部")).toBeNull());
});

it("lets who may only remove open the dialog, and add nothing", async () => {
  const server = await openAs(["sys_user_parttime_del"], {
    "GET /hrs/user/page": rowsOf([{ ...ROWS[0], can: ["sys_user_parttime_del"] }]),
    "GET /hrs/userDept/1": () => [
      { deptId: "2", deptName: "销售部", jobPosition: "销售", main: true },
      { deptId: "5", deptName: "操作部", jobPosition: null, main: false },
    ],
    "DELETE /hrs/userDept/1/5": () => null,
  });
  fireEvent.click(screen.getByRole("button", { name: "兼职部门" }));
  await screen.findByText("操作部");
  const box = await dialog();
  expect(box.queryByRole("button", { name: "添加兼职部门" })).toBeNull();
  fireEvent.click(box.getByRole("button", { name: "删除兼职部门 操作部" }));
  fireEvent.click((await screen.findAllByRole("button", { name: "删除" })).at(-1) ?? document.body);
  await waitFor(() => expect(server.to("/hrs/userDept/1/5").map(({ method }) => method)).toEqual(["DELETE"]));
});

describe("part-time departments of a new user", () => {
  const select = () => [{ value: "7", label: "客服部" }];

  it("go with the user, without the rows nobody filled in", async () => {
    const server = await open({ "GET /platform/select/dept": select, "POST /hrs/user": () => ({ id: "9", version: 1 }) });
    fireEvent.click(screen.getByRole("button", { name: "新增" }));
    const drawer = await dialog();
    fireEvent.change(await drawer.findByLabelText("用户名"), { target: { value: "新同事" } });
    const section = within(drawer.getByRole("region", { name: "兼职部门" }));
    fireEvent.click(section.getByRole("button", { name: /添加一行/ }));
    fireEvent.mouseDown(await section.findByLabelText(/部门/, { selector: "input" }));
    fireEvent.click(await screen.findByText("客服部"));
    fireEvent.change(section.getByLabelText(/职位/), { target: { value: "客服" } });
    fireEvent.click(section.getByRole("button", { name: /添加一行/ }));
    fireEvent.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(toasts()).toContain("操作成功"));
    const sent = server.to("/hrs/user").filter(({ method }) => method === "POST");
    expect(sent.map((each) => each.json())).toEqual([{ userName: "新同事", partTimeDepts: [{ deptId: "7", jobPosition: "客服" }] }]);
  });

  it("are not asked for where one may not give them", async () => {
    await openAs(["sys_user_add"]);
    fireEvent.click(screen.getByRole("button", { name: "新增" }));
    const drawer = await dialog();
    await drawer.findByLabelText("用户名");
    expect(drawer.queryByRole("region", { name: "兼职部门" })).toBeNull();
  });

  it("are no part of a user who is there", async () => {
    const server = await open({ "GET /hrs/user/1": () => ({ id: "1", version: 3, userName: "李想" }), "PUT /hrs/user/1": () => ({ version: 4 }) });
    await run("修改");
    const drawer = await dialog();
    fireEvent.change(await drawer.findByDisplayValue("李想"), { target: { value: "李想想" } });
    expect(drawer.queryByRole("region", { name: "兼职部门" })).toBeNull();
    fireEvent.click(drawer.getByRole("button", { name: "保存" }));
    const sent = () => server.to("/hrs/user/1").filter(({ method }) => method === "PUT");
    await waitFor(() => expect(sent().map((each) => each.json())).toEqual([{ userName: "李想想", version: 3 }]));
  });
});

describe("own rights of a user", () => {
  const right = (id: string, parentId: string | null, name: string, kind: number, part: object = {}) => ({
    id, parentId, code: id, name, kind, ofOrg: true, state: "role", until: null, reason: null, effective: false, source: "未授予", ...part,
  });
  const NODES = [
    right("g", null, "空运", 0, { effective: true, source: "角色 操作员" }),
    right("p", "g", "订单", 1, { effective: true, source: "角色 操作员" }),
    right("b", "p", "导出", 2, { state: "deny", reason: "离岗", until: "2026-12-31", source: "个人禁止" }),
    right("h", null, "海运", 0, { ofOrg: false, source: "版本未开通" }),
  ];
  const routes = (put: Answer = () => null): Record<string, Answer> => ({
    "GET /hrs/userPermission/1": () => ({ version: 7, nodes: NODES }),
    "PUT /hrs/userPermission/1": put,
  });
  const stateOf = (name: string) => within(screen.getByRole("radiogroup", { name: `${name} 的权限` }));

  it("follow the roles, are allowed or denied, each with its reason", async () => {
    const finding = { field: "p", severity: "error", key: "user.override_org", message: "不能允许本企业未开通的权限" };
    let refused = false;
    const server = await open(
      routes(() => {
        refused = !refused;
        return refused ? envelope(200, 1, finding.message, { findings: [finding] }) : { version: 8 };
      }),
    );
    await run("个人权限");
    // What is set already is to be seen.
    await screen.findByText("导出");
    expect(stateOf("导出").getByRole<HTMLInputElement>("radio", { name: "禁止" }).checked).toBe(true);
    expect(stateOf("海运").getByRole<HTMLInputElement>("radio", { name: "允许" }).disabled).toBe(true);
    const save = screen.getByRole<HTMLButtonElement>("button", { name: "保存" });
    expect(save.disabled).toBe(true);
    fireEvent.click(stateOf("订单").getByRole("radio", { name: "允许" }));
    screen.getByText("个人设置 2 项");
    fireEvent.click(save);
    await screen.findByText("请输入原因");
    expect(server.to("/hrs/userPermission/1").filter((each) => each.method === "PUT")).toHaveLength(0);
    fireEvent.change(screen.getAllByLabelText(/^原因/)[0] ?? document.body, { target: { value: "代班" } });
    fireEvent.click(save);
    await screen.findByText(finding.message);
    fireEvent.click(stateOf("导出").getByRole("radio", { name: "按角色" }));
    fireEvent.click(save);
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    const sent = server.to("/hrs/userPermission/1").filter((each) => each.method === "PUT");
    expect(sent.map((each) => each.json())).toEqual([
      {
        version: 7,
        overrides: [
          { permissionId: "b", allowed: false, until: "2026-12-31", reason: "离岗" },
          { permissionId: "p", allowed: true, until: null, reason: "代班" },
        ],
      },
      { version: 7, overrides: [{ permissionId: "p", allowed: true, until: null, reason: "代班" }] },
    ]);
    // What is in force is read again.
    await waitFor(() => expect(server.to("/hrs/userPermission/1").filter((each) => each.method === "GET")).toHaveLength(2));
  });

  it("are found by name, and by being set", async () => {
    await open(routes());
    await run("个人权限");
    await screen.findByText("导出");
    fireEvent.click(screen.getByLabelText("只看个人设置"));
    await waitFor(() => expect(screen.queryByText("海运")).toBeNull());
    fireEvent.change(screen.getByLabelText("查找名称或编码"), { target: { value: "海运" } });
    await screen.findByText("没有匹配的权限");
    fireEvent.click(screen.getByLabelText("只看个人设置"));
    await screen.findByText("海运");
    expect(screen.queryByText("导出")).toBeNull();
  });

  it("tell what is in force and whence it comes", async () => {
    await open(routes());
    await run("个人权限");
    fireEvent.click(await screen.findByText("有效权限"));
    const cells = () => [...document.querySelectorAll(".hrs-drawer .ant-table-row")].map((row) => row.textContent);
    await waitFor(() => expect(cells()).toEqual(["空运目录有效角色 操作员", "空运 / 订单页面有效角色 操作员", "空运 / 订单 / 导出按钮无效个人禁止", "海运目录无效版本未开通"]));
    fireEvent.change(screen.getByLabelText("查找权限、编码或来源"), { target: { value: "个人" } });
    await waitFor(() => expect(cells()).toEqual(["空运 / 订单 / 导出按钮无效个人禁止"]));
  });

  it("tell whether an order is seen, and why", async () => {
    const server = await open({
      ...routes(),
      "GET /hrs/user/orderVisible/1": ({ query }) =>
        query.get("orderCode") === "AE-2607010002"
          ? { visible: true, reasons: ["工作组 空出一组"] }
          : query.get("coopCode") === "KH001"
            ? { visible: false, reasons: ["排除"] }
            : envelope(200, 1, "订单不存在"),
    });
    await run("个人权限");
    fireEvent.click(await screen.findByText("数据可见性"));
    const code = await screen.findByRole("textbox", { name: "订单编号" });
    const pane = within(code.closest<HTMLElement>("form") ?? document.body);
    fireEvent.click(pane.getByRole("button", { name: "查询" }));
    await screen.findByText("请输入订单编号");
    fireEvent.change(code, { target: { value: "AE-1" } });
    fireEvent.click(pane.getByRole("button", { name: "查询" }));
    await screen.findByText("订单不存在");
    fireEvent.change(code, { target: { value: " AE-2607010002 " } });
    fireEvent.click(pane.getByRole("button", { name: "查询" }));
    await screen.findByText("工作组 空出一组");
    screen.getByText("可见");
    expect(server.to("/hrs/user/orderVisible/1")).toHaveLength(2);
    // The same of a partner; what was told of the order is gone.
    fireEvent.click(pane.getByText("客商编码"));
    expect(screen.queryByText("工作组 空出一组")).toBeNull();
    fireEvent.change(screen.getByRole("textbox", { name: "客商编码" }), { target: { value: "KH001" } });
    fireEvent.click(pane.getByRole("button", { name: "查询" }));
    await screen.findByText("排除");
    screen.getByText("不可见");
  });
});
