import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/modules/approval/approval-kit";
import { daysOf } from "@/modules/approval/message/message-rule";
import setting from "@/modules/approval/message/message-setting.page";
import { PreferencesDialog } from "@/modules/approval/message/preferences-dialog";
import { useSession } from "@/platform/session";
import { envelope } from "@/platform/test-kit";

afterEach(() => vi.unstubAllGlobals());

const label = (zh: string) => ({ zh, en: zh });
const RULE = {
  event: "contract.ending",
  kind: "系统",
  name: label("签约到期"),
  explanation: label("本企业签约到期前"),
  takes: [{ name: "date", label: label("到期日期") }],
  mute: "mail",
  active: true,
  inner: true,
  mail: false,
  concerned: null,
  among: [{ code: "admin", label: label("企业管理员") }],
  receivers: { kinds: ["admin"], users: ["31"], roles: [] },
  users: [{ id: "31", name: "经理一" }],
  roles: [],
  titleZh: "签约即将到期",
  titleEn: "The contract ends soon",
  textZh: "{date}到期",
  textEn: "It ends on {date}",
  isAhead: true,
  days: [30, 7, 1],
  version: 2,
  updatedByName: "管理员",
  updatedAt: "2026-07-15 10:00:00",
};
const RULES = { rules: [RULE], mailbox: false, roles: [{ id: "21", name: "财务" }] };
const Page = setting.page ?? (() => null);

async function open(routes = {}) {
  const server = await openPage(Page, "/hrs_message_setting", { "GET /hrs/messageRule": () => RULES, "GET /platform/select/user": () => [], ...routes });
  useSession.getState().setButtons(["sys_message_edit"]);
  await screen.findByText("签约到期");
  return server;
}

describe("the rules of messages", () => {
  it("shows who is told how, and that mails need a mailbox", async () => {
    await open();
    for (const text of ["企业管理员、经理一", "30 7 1", "{date}到期", "未配置发件邮箱，邮件不会发出"]) expect(screen.getByText(text)).toBeTruthy();
  });

  it("saves what was changed, and shows what the server finds at its field", async () => {
    const refusal = { findings: [{ field: "titleZh", severity: "error", key: "message.placeholder", message: "没有占位符：{x}" }] };
    let refused = true;
    const server = await open({ "PUT /hrs/messageRule": () => (refused ? envelope(200, 1, "没有占位符：{x}", refusal) : { version: 3 }) });
    fireEvent.click(screen.getByRole("button", { name: /修\s*改/ }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("switch", { name: "邮件" }));
    fireEvent.change(dialog.getByLabelText("模板标题（中文）"), { target: { value: "{x}" } });
    fireEvent.click(dialog.getByRole("button", { name: /确\s*定/ }));
    await dialog.findByText("没有占位符：{x}");
    refused = false;
    fireEvent.click(dialog.getByRole("button", { name: /确\s*定/ }));
    await waitFor(() => expect(server.to("/hrs/messageRule").filter((asked) => asked.method === "PUT")).toHaveLength(2));
    const sent = server.to("/hrs/messageRule").findLast((asked) => asked.method === "PUT")?.json();
    expect(sent).toMatchObject({ event: "contract.ending", version: 2, mail: true, titleZh: "{x}", days: [30, 7, 1], receivers: RULE.receivers });
  });

  it("reads numbers of days", () => {
    expect(daysOf(["7", " 30", 1, "7", "x"])).toEqual([30, 7, 1]);
  });
});

describe("what a user turns off for himself", () => {
  it("offers what is sent and may be turned off, and sends the whole", async () => {
    const wish = { name: label("审批到达"), explanation: label(""), sendsInner: true, sendsMail: true, inner: true, mail: true };
    const events = [
      { ...wish, event: "approval.arrived", mute: "mail" },
      { ...wish, event: "order.status", name: label("订单状态变更"), mute: "all", sendsMail: false },
    ];
    const server = await openPage(() => <PreferencesDialog close={() => undefined} />, "/notification?id=1", {
      "GET /hrs/messageRule/mine": () => ({ events, quietFrom: null, quietUntil: null, email: "mgr01@example.com" }),
      "PUT /hrs/messageRule/mine": () => true,
    });
    const dialog = within(await screen.findByRole("dialog"));
    const box = (name: string) => dialog.getByRole("checkbox", { name }) as HTMLInputElement;
    expect(box("审批到达 站内消息").disabled).toBe(true);
    expect(dialog.queryByRole("checkbox", { name: "订单状态变更 邮件" })).toBeNull();
    fireEvent.click(box("审批到达 邮件"));
    fireEvent.click(box("订单状态变更 站内消息"));
    fireEvent.change(dialog.getByLabelText("免打扰开始时间"), { target: { value: "22:00" } });
    fireEvent.change(dialog.getByLabelText("免打扰结束时间"), { target: { value: "08:00" } });
    fireEvent.click(dialog.getByRole("button", { name: /确\s*定/ }));
    await waitFor(() => expect(server.to("/hrs/messageRule/mine").some((asked) => asked.method === "PUT")).toBe(true));
    expect(server.to("/hrs/messageRule/mine").find((asked) => asked.method === "PUT")?.json()).toEqual({
      events: [
        { event: "approval.arrived", inner: true, mail: false },
        { event: "order.status", inner: false, mail: true },
      ],
      quietFrom: "22:00",
      quietUntil: "08:00",
    });
  });
});
