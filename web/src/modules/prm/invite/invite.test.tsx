import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/prm/invite/coop.page";
import { closeInvite } from "@/modules/prm/invite/invite-store";
import { buttonOf, dialogOf, openList, rowWords, run, type } from "@/modules/prm/prm-kit";
import { setLanguage } from "@/platform/i18n";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const INVITE = "/prm/coopInfo/invite";
const PARTNER = { id: "5", version: 1, coopCode: "KH0001", coopName: "华东化工", coopType: "客户", coopState: "生效" };
const TOLD = {
  id: "71",
  requestNo: "ZL-2607150001",
  coopName: "华东化工",
  state: "SENT",
  url: "https://f.example.com/customer_info?code=abc",
  code: "abc",
  expireTime: "2026-07-29 10:00:00",
};
const finding = (field: string, message: string) =>
  envelope(200, 1, message, { findings: [{ field, severity: "error", key: "k", message }] });

const open = (routes: Record<string, Answer>, buttons = ["prm-coop-invite"]) =>
  openList({ key: "prm.coop.list", definition, rows: [PARTNER], buttons }, routes);

afterEach(() => {
  closeInvite();
  cleanup();
  vi.unstubAllGlobals();
});

it("is there for those who may invite", async () => {
  await open({});
  expect(await rowWords()).toEqual(["资料邀请"]);
  const head = within(document.querySelector<HTMLElement>(".head-buttons")!);
  head.getByRole("button", { name: "资料邀请" });
  head.getByRole("button", { name: "资料填写记录" });
  cleanup();
  await open({}, ["prm-coop-edit"]);
  expect(await rowWords()).toEqual(["修改"]);
  expect(screen.queryByText("资料邀请")).toBeNull();
});

describe("inviting the partner of a row", () => {
  it("tells link and code once, with buttons that copy them", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { ...navigator, userAgent: navigator.userAgent, clipboard: { writeText } });
    const server = await open({ [`POST ${INVITE}`]: () => TOLD });
    await run("资料邀请");
    const box = await dialogOf("资料邀请 华东化工");
    expect(document.querySelector("[data-field=coopName]")).toBeNull();
    type(box.getByLabelText(/邮箱/), "no mail");
    fireEvent.click(buttonOf(box, "生成链接"));
    await box.findByText("邮箱格式不正确");
    expect(server.to(INVITE)).toHaveLength(0);
    type(box.getByLabelText(/邮箱/), "chen@hd.example");
    fireEvent.click(buttonOf(box, "生成链接"));
    const told = await dialogOf("资料邀请 华东化工（ZL-2607150001）");
    expect(server.to(INVITE).map((asked) => asked.json())).toEqual([
      { coopId: "5", email: "chen@hd.example", language: "zh-CN" },
    ]);
    expect(toasts()).toEqual(["资料邀请已生成"]);
    told.getByText("链接和填写码只显示这一次，请先复制保存。");
    told.getByText("有效期至 2026-07-29 10:00 已发送至 chen@hd.example");
    expect(told.getByLabelText<HTMLInputElement>("链接", { selector: "input" }).value).toBe(TOLD.url);
    fireEvent.click(told.getByRole("button", { name: "复制 链接" }));
    fireEvent.click(told.getByRole("button", { name: "复制 填写码" }));
    await waitFor(() => expect(writeText.mock.calls).toEqual([[TOLD.url], ["abc"]]));
    expect(toasts()).toEqual(["资料邀请已生成", "已复制"]);
    // Nothing but its button closes it.
    expect(document.querySelector(".ant-modal-close")).toBeNull();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    told.getByText(/只显示这一次/);
    fireEvent.click(buttonOf(told, "已保存，关闭"));
    await waitFor(() => expect(screen.queryByText(/只显示这一次/)).toBeNull());
  });

  it("says what the server finds, at its field or aloud", async () => {
    let at = "email";
    const messages: Record<string, string> = {
      email: "未配置发件邮箱，请复制链接发送",
      coopId: "该客商已有未完成的资料邀请ZL-2607150001，请先撤回",
    };
    await open({ [`POST ${INVITE}`]: () => finding(at, messages[at] ?? "") });
    await run("资料邀请");
    const box = await dialogOf("资料邀请 华东化工");
    type(box.getByLabelText(/邮箱/), "chen@hd.example");
    fireEvent.click(buttonOf(box, "生成链接"));
    await box.findByText(messages["email"] ?? "");
    at = "coopId";
    fireEvent.click(buttonOf(box, "生成链接"));
    await waitFor(() => expect(toasts()).toEqual([`操作失败，${messages["coopId"]}`]));
    expect(box.getByLabelText<HTMLInputElement>(/邮箱/).value).toBe("chen@hd.example");
  });
});

it("invites a partner yet to be made by type and name, in English too", async () => {
  const server = await open({ [`POST ${INVITE}`]: () => ({ ...TOLD, coopName: "新客户" }) });
  fireEvent.click(within(document.querySelector<HTMLElement>(".head-buttons")!).getByRole("button", { name: "资料邀请" }));
  const box = await dialogOf("资料邀请（新客商）");
  fireEvent.click(buttonOf(box, "生成链接"));
  await box.findByText("请选择类型");
  await box.findByText("请输入简称");
  expect(server.to(INVITE)).toHaveLength(0);
  fireEvent.mouseDown(box.getByLabelText(/类型/, { selector: "input" }));
  fireEvent.click(await screen.findByText("海外代理", { selector: ".ant-select-item *" }));
  type(box.getByLabelText(/简称/), "新客户");
  fireEvent.mouseDown(box.getByLabelText(/语言/, { selector: "input" }));
  fireEvent.click(await screen.findByText("English", { selector: ".ant-select-item *" }));
  fireEvent.keyDown(window, { key: "s", ctrlKey: true });
  const told = await dialogOf("资料邀请 新客户（ZL-2607150001）");
  expect(server.to(INVITE)[0]?.json()).toEqual({ coopType: "海外代理", coopName: "新客户", email: null, language: "en-US" });
  await setLanguage("en-US");
  await told.findByText("Valid until 2026-07-29 10:00");
  told.getByRole("button", { name: "Kept it, close" });
  await setLanguage("zh-CN");
});
