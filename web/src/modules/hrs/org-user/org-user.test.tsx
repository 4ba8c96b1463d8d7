import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import hrsOrgUser from "@/modules/hrs/org-user/hrs-org-user.page";
import { closeOrgUser } from "@/modules/hrs/org-user/org-user-store";
import { ListPageView } from "@/platform/lists/list-page";
import { PAGES, declareAll } from "@/platform/pages-kit";
import { type Answer, type StubServer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

// The page as the server declares it.
const LIST = PAGES.lists.find((list) => list.key === "hrs.orgUser.list") ?? declared("", "", "", {});
const CAN = ["sys_orguser_unlock", "sys_orguser_resetpass", "sys_orguser_offline", "sys_orguser_remove"];
const ROW = {
  id: "7", version: 2, orgId: "3", orgCode: "DEMOSH", orgName: "演示上海", userName: "张三", loginName: "sh01", phone: "138****0000",
  state: "锁定", fails: 5, lockedUntil: "2026-07-15 10:16:20", sessions: 1, otherOrgs: 1, can: CAN,
};
const PATH = "/hrs_orgUser?orgId=3";

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  declareAll();
});
afterEach(() => {
  closeOrgUser();
  vi.unstubAllGlobals();
});

async function open(routes: Record<string, Answer> = {}): Promise<StubServer> {
  const server = await openPage(
    () => <ListPageView page={LIST} overrides={hrsOrgUser.list ?? {}} />,
    PATH,
    {
      "GET /hrs/orgUser/page": rowsOf([ROW]),
      "GET /hrs/orgUser/total": () => ({ total: 1 }),
      "GET /platform/listSetting/hrs.orgUser.list": () => null,
      "GET /platform/select/orgUserOrg": () => [{ value: "3", label: "演示上海", hint: "DEMOSH" }],
      ...routes,
    },
    { buttons: LIST.buttons.map(({ code }) => code) },
  );
  await screen.findByText("张三");
  return server;
}

/** Runs a button of the row, behind the three dots where it stands there. */
async function run(words: string) {
  const inline = screen.queryByRole("button", { name: words });
  if (inline) return void fireEvent.click(inline);
  fireEvent.click(screen.getByText("···"));
  fireEvent.click(await screen.findByRole("menuitem", { name: words }));
}

const dialog = async () => within((await screen.findAllByRole("dialog")).at(-1) ?? document.body);
const agree = async () => fireEvent.click((await dialog()).getByRole("button", { name: /确\s*定|移\s*除/ }));
const sent = (server: StubServer, path: string) => server.to(path).filter((each) => each.method !== "GET").map((each) => each.json());

it("shows the accounts of the chosen company with their state", async () => {
  const server = await open();
  expect(server.to("/hrs/orgUser/page").at(-1)?.query.get("orgId")).toBe("3");
  const row = screen.getByText("张三").closest("tr")?.textContent ?? "";
  for (const shown of ["DEMOSH", "138****0000", "锁定", "2026-07-15 10:16"]) expect(row).toContain(shown);
});

it("unlocks, ends sessions and removes in the company of the row", async () => {
  const server = await open({
    "PUT /hrs/orgUser/unlock/7": () => null,
    "PUT /hrs/orgUser/offline/7": () => null,
    "PUT /hrs/orgUser/remove": () => envelope(200, 1, "管理员不能移除"),
  });
  for (const [words, path] of [["解锁", "unlock/7"], ["强制下线", "offline/7"]] as const) {
    await run(words);
    await agree();
    await waitFor(() => expect(sent(server, `/hrs/orgUser/${path}`)).toEqual([{ orgId: "3", version: 2 }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  await run("移除");
  await agree();
  await waitFor(() => expect(sent(server, "/hrs/orgUser/remove")).toEqual([{ orgId: "3", version: 2, id: "7" }]));
  await waitFor(() => expect(toasts().join()).toContain("管理员不能移除"));
});

it("shows a one-time password once, and where a link went", async () => {
  let answer: object = { oneTimePassword: "Kf7mQx2RvT9p" };
  const server = await open({ "PUT /hrs/orgUser/resetPassword/7": () => answer });
  await run("重置密码");
  await agree();
  await screen.findByText("Kf7mQx2RvT9p");
  fireEvent.click(screen.getByRole("button", { name: "已记下，关闭" }));
  await waitFor(() => expect(screen.queryByText("Kf7mQx2RvT9p")).toBeNull());
  answer = { mailedTo: "sh01@example.com" };
  await run("重置密码");
  await agree();
  await waitFor(() => expect(toasts()).toContain("重置链接已发送至 sh01@example.com，30分钟内有效"));
  expect(sent(server, "/hrs/orgUser/resetPassword/7")).toHaveLength(2);
});

it("assigns a known login to the chosen company, with its departments and roles", async () => {
  const finding = { field: "account", severity: "error", key: "org_user.unknown", message: "未找到该账号" };
  const server = await open({
    "GET /platform/select/orgUserDept": () => [{ value: "31", label: "演示上海", hint: "111" }],
    "GET /platform/select/orgUserRole": () => [{ value: "41", label: "操作员", hint: "" }],
    "POST /hrs/orgUser/assign": (asked) =>
      (asked.json() as { account: string }).account === "sales01@example.com" ? null : envelope(200, 1, finding.message, { findings: [finding] }),
  });
  await run("分配用户");
  const box = await dialog();
  await box.findByText(/演示上海/);
  const type = (label: RegExp, value: string) => fireEvent.change(box.getByLabelText(label), { target: { value } });
  const choose = async (label: RegExp, words: string) => {
    fireEvent.mouseDown(box.getByLabelText(label, { selector: "input" }));
    const all = () => [...document.querySelectorAll<HTMLElement>(".ant-select-item-option")];
    const option = await waitFor(() => {
      const found = all().find((each) => each.textContent?.includes(words));
      expect(found).toBeTruthy();
      return found;
    });
    fireEvent.click(option ?? document.body);
  };
  type(/手机号或邮箱|账号/, "x@example.com");
  type(/职位/, "操作员");
  await choose(/部门/, "演示上海");
  await choose(/角色/, "操作员");
  const save = () => fireEvent.click(box.getByRole("button", { name: /确\s*定/ }));
  save();
  await box.findByText("未找到该账号");
  expect(server.to("/platform/select/orgUserDept").at(-1)?.query.get("role")).toBe("3");
  type(/手机号或邮箱|账号/, "sales01@example.com");
  save();
  await waitFor(() => expect(toasts()).toContain("操作成功"));
  expect(sent(server, "/hrs/orgUser/assign").at(-1)).toEqual({
    orgId: "3", account: "sales01@example.com", phoneArea: "86", deptId: "31", jobPosition: "操作员", roleIds: ["41"],
  });
});
