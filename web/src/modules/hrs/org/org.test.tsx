import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { declared as declaredList, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import { toasts } from "@/platform/test-shell";
import hrsOrg from "@/modules/hrs/org/hrs-org.page";
import { closeOrg } from "@/modules/hrs/org/org-store";
import { ListPageView } from "@/platform/lists/list-page";
import { registerRooms, room } from "@/platform/page-registry";
import { PAGES, declareAll } from "@/platform/pages-kit";
import { type Answer, type StubServer, envelope } from "@/platform/test-kit";

// The page as the server declares it.
const LIST = PAGES.lists.find((list) => list.key === "hrs.org.list") ?? declaredList("", "", "", {});
const BUTTONS = LIST.buttons.map(({ code }) => code);
const ROW = { id: "5", version: 3, orgCode: "DEMO", orgName: "示例货代", auditStatus: "待审核", status: true, children: 1, adminName: "demo-admin" };
const ROUTES: Record<string, Answer> = {
  "GET /hrs/org/page": rowsOf([ROW, { ...ROW, id: "6", version: 7, orgCode: "DEMOSH", orgName: "示例上海", status: false }]),
  "GET /hrs/org/total": () => ({ total: 2 }),
  "GET /platform/listSetting/hrs.org.list": () => null,
};

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  declareAll();
  registerRooms([room("hrs", [{ key: "hrs.org.form", load: async () => ({ default: hrsOrg }) }])]);
});
afterEach(() => {
  closeOrg();
  registerRooms([]);
  vi.unstubAllGlobals();
});

async function open(routes: Record<string, Answer> = {}): Promise<StubServer> {
  const server = await openPage(() => <ListPageView page={LIST} overrides={hrsOrg.list ?? {}} />, "/hrs_org", { ...ROUTES, ...routes }, { buttons: BUTTONS });
  await screen.findByText("示例货代");
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
const sent = (server: StubServer, path: string) => server.to(path).filter((each) => each.method !== "GET").map((each) => each.json());

describe("the audit of a company", () => {
  it("passes without a reason", async () => {
    const server = await open({ "PUT /hrs/org/audit": () => null });
    await run("审核");
    fireEvent.click((await dialog()).getByRole("button", { name: "通过" }));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(sent(server, "/hrs/org/audit")).toEqual([{ id: "5", version: 3, pass: true, reason: "" }]);
    await waitFor(() => expect(server.to("/hrs/org/page").length).toBeGreaterThan(1));
  });

  it("refuses with one", async () => {
    const finding = { field: "reason", severity: "error", key: "org.reason", message: "请填写拒绝原因" };
    const server = await open({
      "PUT /hrs/org/audit": (asked) =>
        (asked.json() as { reason: string }).reason.trim() ? null : envelope(200, 1, finding.message, { findings: [finding] }),
    });
    await run("审核");
    const box = await dialog();
    fireEvent.click(box.getByRole("button", { name: "拒绝" }));
    await box.findByText("请输入拒绝原因");
    expect(sent(server, "/hrs/org/audit")).toHaveLength(0);
    fireEvent.change(box.getByLabelText("拒绝原因"), { target: { value: " " } });
    fireEvent.click(box.getByRole("button", { name: "拒绝" }));
    await box.findByText(finding.message);
    fireEvent.change(box.getByLabelText("拒绝原因"), { target: { value: "资料不全" } });
    fireEvent.click(box.getByRole("button", { name: "拒绝" }));
    await waitFor(() => expect(sent(server, "/hrs/org/audit").at(-1)).toEqual({ id: "5", version: 3, pass: false, reason: "资料不全" }));
  });
});

it("stops who is active, with a word about the sessions, and starts who was stopped", async () => {
  const server = await open({ "PUT /hrs/org/stop/5": () => null, "PUT /hrs/org/start/6": () => null });
  await run("停用/启用");
  await screen.findByText(/示例货代 全部用户的登录立即结束/);
  fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
  await waitFor(() => expect(sent(server, "/hrs/org/stop/5")).toEqual([{ version: 3 }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await run("停用/启用", 1);
  fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
  await waitFor(() => expect(sent(server, "/hrs/org/start/6")).toEqual([{ version: 7 }]));
});

it("shows the administrator's one-time password once", async () => {
  const server = await open({ "PUT /hrs/org/resetPassword/5": () => ({ oneTimePassword: "Kf7mQx2RvT9p" }) });
  await run("重置管理员密码");
  fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
  await screen.findByText("Kf7mQx2RvT9p");
  screen.getByText("示例货代 demo-admin 的一次性密码");
  expect(sent(server, "/hrs/org/resetPassword/5")).toEqual([{ version: 3 }]);
  fireEvent.click(screen.getByRole("button", { name: "已记下，关闭" }));
  await waitFor(() => expect(screen.queryByText("Kf7mQx2RvT9p")).toBeNull());
});

it("tells where the administrator's link went", async () => {
  await open({ "PUT /hrs/org/resetPassword/5": () => ({ mailedTo: "boss@example.com" }) });
  await run("重置管理员密码");
  fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
  await waitFor(() => expect(toasts()).toContain("重置链接已发送至 boss@example.com，30分钟内有效"));
});

it("marks the intention of a company by hand, and takes the mark away", async () => {
  const server = await open({ "PUT /hrs/org/intended/5": () => null });
  for (const [words, mark] of [["标记意向", 1], ["不是意向", 0], ["取消意向", null]] as const) {
    await run("意向");
    fireEvent.click((await dialog()).getByRole("button", { name: new RegExp(`^${words}`) }));
    await waitFor(() => expect(sent(server, "/hrs/org/intended/5").at(-1)).toEqual({ version: 3, mark }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
});

it("ticks the rights of a company, and goes back to those of its edition", async () => {
  const node = (id: string, parentId: string | null, name: string, kind: number) => ({ id, parentId, code: id, name, kind });
  let proved = false;
  const server = await open({
    "GET /hrs/orgPermission/5": () => ({
      version: 3,
      permissionIds: ["1", "2"],
      stopDates: {},
      editionIds: ["1", "3", "4"],
      nodes: [node("1", null, "空运", 0), node("2", "1", "订单", 1), node("3", "1", "库存", 1), node("4", "3", "导出", 2)],
    }),
    "PUT /hrs/orgPermission/5": () => (proved ? { version: 4 } : envelope(200, 4, "请验证密码后继续")),
    "POST /auth/reauth": () => {
      proved = true;
      return null;
    },
  });
  await run("配置权限");
  await screen.findByText("比版本多 1 项，少 2 项");
  screen.getByText("已选 2/4 项");
  fireEvent.click(screen.getByRole("button", { name: "恢复为版本权限" }));
  screen.getByText("已选 3/4 项");
  screen.getByText("与版本权限一致");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "恢复为版本权限" }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  fireEvent.change(await screen.findByLabelText("登录密码"), { target: { value: "Right-2026" } });
  fireEvent.click((await dialog()).getByRole("button", { name: "确定" }));
  await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
  expect(sent(server, "/hrs/orgPermission/5").at(-1)).toEqual({ version: 3, permissionIds: ["1", "3", "4"], stopDates: {} });
});

it("gives a ticked right a last day, says what is wrong with it, and takes it away", async () => {
  const node = (id: string, parentId: string | null, name: string, kind: number) => ({ id, parentId, code: id, name, kind });
  const finding = { field: "stopDates.2", severity: "error", key: "org.stop_date", message: "失效日期须为今天或以后的日期，且权限已勾选" };
  const server = await open({
    "GET /hrs/orgPermission/5": () => ({
      version: 3,
      permissionIds: ["1", "2", "3"],
      stopDates: { 3: "2026-12-31" },
      editionIds: ["1", "2", "3"],
      nodes: [node("1", null, "空运", 0), node("2", "1", "订单", 1), node("3", "1", "库存", 1), node("4", "1", "报价", 1)],
    }),
    "PUT /hrs/orgPermission/5": (asked) => {
      const { stopDates } = asked.json() as { stopDates: Record<string, string> };
      return stopDates["2"] === "" ? envelope(200, 1, finding.message, { findings: [finding] }) : { version: 4 };
    },
  });
  await run("配置权限");
  const part = within(await screen.findByRole("region", { name: "限期权限" }));
  expect(part.getByLabelText<HTMLInputElement>(/空运 \/ 库存/, { selector: "input" }).value).toBe("2026-12-31");
  fireEvent.mouseDown(part.getByLabelText("为已勾选的权限设失效日期", { selector: "input" }));
  const options = [...document.querySelectorAll<HTMLElement>(".ant-select-item-option")];
  expect(options.map((each) => each.textContent)).toEqual(["空运", "空运 / 订单"]);
  fireEvent.click(options[1] ?? document.body);
  const day = await part.findByLabelText<HTMLInputElement>(/空运 \/ 订单/, { selector: "input" });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await part.findByText(finding.message);
  fireEvent.change(day, { target: { value: "2026-11-30" } });
  fireEvent.blur(day);
  fireEvent.click(part.getByRole("button", { name: "空运 / 库存 不限期" }));
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(toasts()).toContain("操作成功"));
  expect(sent(server, "/hrs/orgPermission/5").at(-1)).toEqual({ version: 3, permissionIds: ["1", "2", "3"], stopDates: { 2: "2026-11-30" } });
});

describe("the companies below a company", () => {
  const child = (id: string, orgName: string, part: object = {}) => ({ id, orgCode: `C${id}`, orgName, groupView: false, version: 2, joinedAt: "2026-07-15 10:03:00", ...part });
  let version: number;
  let children: ReturnType<typeof child>[];
  const routes = (): Record<string, Answer> => ({
    "GET /hrs/org/5": () => ({ id: "5", version }),
    "GET /hrs/org/sub/5": () => children,
    // The head itself is in no group before its first child.
    "GET /hrs/org/subCandidates": (asked) =>
      [child("5", "示例货代"), child("8", "示例宁波"), child("9", "示例青岛")].filter(({ orgName }) => orgName.includes(asked.query.get("keyword") ?? "")),
    "POST /hrs/org/sub/5": (asked) => {
      const body = asked.json() as { version: number; childIds: string[] };
      if (body.version !== version) return envelope(200, 3, "数据有变化，请刷新后重试", {});
      version++;
      children = [...children, ...body.childIds.map((id) => child(id, id === "8" ? "示例宁波" : "示例青岛"))];
      return null;
    },
    "PUT /hrs/org/groupView/6": (asked) => {
      children = children.map((each) => (each.id === "6" ? { ...each, version: 3, groupView: (asked.json() as { groupView: boolean }).groupView } : each));
      return null;
    },
    "DELETE /hrs/org/sub/5/6": () => {
      children = children.filter(({ id }) => id !== "6");
      return null;
    },
  });
  beforeEach(() => {
    version = 4;
    children = [child("6", "示例上海")];
  });

  it("are looked for and added together, with the version there is by then", async () => {
    const server = await open(routes());
    await run("子公司");
    const drawer = await dialog();
    await drawer.findByText("示例上海");
    const add = drawer.getByRole<HTMLButtonElement>("button", { name: "添加" });
    expect(add.disabled).toBe(true);
    const pick = async (word: string) => {
      const box = drawer.getByLabelText<HTMLInputElement>("添加子公司", { selector: "input" });
      fireEvent.mouseDown(box);
      const option = await waitFor(() => {
        // A drawer that still slides in may take the focus once more, which empties the box.
        if (box.value !== word) fireEvent.change(box, { target: { value: word } });
        expect(server.to("/hrs/org/subCandidates").at(-1)?.query.get("keyword")).toBe(word);
        const all = document.querySelectorAll<HTMLElement>(".ant-select-item-option .choice-row");
        expect([...all].map((each) => each.textContent)).toEqual([expect.stringContaining(word)]);
        return all[0] ?? document.body;
      });
      fireEvent.click(option);
    };
    await pick("宁波");
    await pick("青岛");
    fireEvent.click(add);
    await drawer.findByRole("button", { name: "移除 示例青岛" });
    expect(sent(server, "/hrs/org/sub/5")).toEqual([{ version: 4, childIds: ["8", "9"] }]);
    await waitFor(() => expect(add.disabled).toBe(true));
    children = [child("6", "示例上海")];
    await pick("宁波");
    fireEvent.click(add);
    await waitFor(() => expect(sent(server, "/hrs/org/sub/5").at(-1)).toEqual({ version: 5, childIds: ["8"] }));
  });

  it("do not offer the head itself", async () => {
    await open(routes());
    await run("子公司");
    const drawer = await dialog();
    const add = await drawer.findByLabelText("添加子公司", { selector: "input" });
    // A drawer that takes the focus as it comes closes a list that was opened before.
    await waitFor(() => {
      if (add.getAttribute("aria-expanded") !== "true") fireEvent.mouseDown(add);
      expect(document.querySelectorAll(".ant-select-item-option .choice-row")).toHaveLength(2);
    });
  });

  it("see the group or not, and are taken out", async () => {
    const server = await open(routes());
    await run("子公司");
    const drawer = await dialog();
    fireEvent.click(await drawer.findByRole("switch", { name: "示例上海 的集团视图" }));
    drawer.getByText("2026-07-15 10:03:00");
    await waitFor(() => expect(drawer.getByRole("switch", { name: "示例上海 的集团视图" }).getAttribute("aria-checked")).toBe("true"));
    expect(sent(server, "/hrs/org/groupView/6")).toEqual([{ version: 2, groupView: true }]);
    fireEvent.click(drawer.getByRole("button", { name: "移除 示例上海" }));
    await screen.findByText(/确认将 示例上海 移出 示例货代 的集团吗/);
    fireEvent.click((await dialog()).getByRole("button", { name: "移除" }));
    await drawer.findByText("还没有子公司");
  });
});

describe("the form of a company", () => {
  const EDITIONS = [{ value: "STANDARD", label: "标准版", hint: "20" }];

  it("asks for the administrator of a new one, takes the users from the edition and shows the password", async () => {
    const server = await open({
      "POST /hrs/org": () => ({ id: "9", version: 1, oneTimePassword: "Hj3kWm8NpQ5r" }),
      "GET /platform/select/edition": () => EDITIONS,
    });
    fireEvent.click(screen.getByRole("button", { name: "新增" }));
    const drawer = await dialog();
    const type = (label: RegExp | string, value: string) => fireEvent.change(drawer.getByLabelText(label), { target: { value } });
    await drawer.findByLabelText(/企业编码/);
    expect(drawer.queryByLabelText("同步更新部门名称")).toBeNull();
    type(/企业编码/, "NEWCO");
    type(/签约公司名称/, "新货代");
    type(/^简称/, "新货代");
    type("管理员账户", "new-admin");
    fireEvent.mouseDown(drawer.getByLabelText(/签约版本/, { selector: "input" }));
    fireEvent.click(await screen.findByText("标准版"));
    await waitFor(() => expect(drawer.getByLabelText<HTMLInputElement>(/用户限制/).value).toBe("20"));
    fireEvent.click(drawer.getByRole("button", { name: "保存" }));
    await screen.findByText("Hj3kWm8NpQ5r");
    screen.getByText("新货代 new-admin 的一次性密码");
    expect(sent(server, "/hrs/org")[0]).toMatchObject({ orgCode: "NEWCO", adminName: "new-admin", edition: "STANDARD", userLimit: 20 });
  });

  it("changes how the administrator is reached but not who he is, and asks about departments with another name", async () => {
    const server = await open({
      "PUT /hrs/org/5": () => ({ id: "5", version: 4 }),
      "GET /hrs/org/5": () => ({ ...ROW, adminPhoneArea: "86", adminPhone: "13900000001", adminEmail: "old@example.com", shortName: "示例", orgType: "1", edition: "STANDARD", userLimit: 13, stopAt: "2099-12-31 23:59:59" }),
      "GET /platform/select/edition": () => EDITIONS,
    });
    await run("修改");
    const drawer = await dialog();
    const name = await drawer.findByLabelText(/签约公司名称/);
    const admin = within(drawer.getByRole("region", { name: "管理员" }));
    expect(admin.queryByRole("textbox", { name: "管理员账户" })).toBeNull();
    admin.getByText("demo-admin");
    expect(admin.getByLabelText<HTMLInputElement>("管理员电话").value).toBe("13900000001");
    fireEvent.change(admin.getByLabelText("管理员邮箱"), { target: { value: "new@example.com" } });
    // The code is fixed.
    expect(drawer.queryByRole("textbox", { name: /企业编码/ })).toBeNull();
    expect(drawer.queryByLabelText("同步更新部门名称")).toBeNull();
    fireEvent.change(name, { target: { value: "示例国际货代" } });
    drawer.getByLabelText("同步更新部门名称");
    expect(drawer.getByLabelText<HTMLInputElement>(/用户限制/).value).toBe("13");
    fireEvent.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(server.asked.find(({ method }) => method === "PUT")?.json()).toMatchObject({ adminEmail: "new@example.com" }));
  });
});
