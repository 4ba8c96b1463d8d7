import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import { toasts } from "@/platform/test-shell";
import { MailboxForm } from "@/modules/hrs/mailbox/mailbox-form";
import { type Answer, envelope } from "@/platform/test-kit";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

const PATH = "/hrs/org/mailbox";
const KEPT = {
  mailValid: true, mailName: "演示货运", mailAddress: "office@example.com", mailSmtp: "mail.example.com", mailSecurity: "SSL",
  mailPort: 465, mailUser: "office@example.com", mailVerifyCode: "******", mailSignature: "", version: 3,
};
const open = (routes: Record<string, Answer> = {}, kept: object = {}) =>
  openPage(MailboxForm, "/", { [`GET ${PATH}`]: () => ({ ...KEPT, ports: [25, 465, 587], platformMailbox: false, ...kept }), ...routes });

it("saves what was changed, with the mask in place of the password", async () => {
  const server = await open({ [`PUT ${PATH}`]: () => ({ version: 4 }) });
  fireEvent.change(await screen.findByLabelText("发件人"), { target: { value: "演示货运操作部" } });
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
  expect(server.asked.find((asked) => asked.method === "PUT")?.json()).toEqual({ ...KEPT, mailName: "演示货运操作部" });
});

it("shows every finding at its field", async () => {
  const at = (field: string, message: string) => ({ field, severity: "error", key: field, message });
  const findings = [at("mailSmtp", "SMTP服务器不能为空"), at("mailVerifyCode", "密码不能为空")];
  await open({ [`PUT ${PATH}`]: () => envelope(200, 1, "SMTP服务器不能为空", { findings }) });
  fireEvent.click(await screen.findByRole("button", { name: "保存" }));
  await screen.findByText("SMTP服务器不能为空");
  screen.getByText("密码不能为空");
  expect(screen.getByLabelText("密码").getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(screen.getByLabelText("密码"), { target: { value: "new-one-1" } });
  expect(screen.queryByText("密码不能为空")).toBeNull();
});

it("tries a mailbox and tells how it went", async () => {
  let works = true;
  const refusal = "验证失败：邮件服务器拒绝登录，请检查用户名和密码";
  const server = await open({ [`POST ${PATH}/test`]: () => (works ? true : envelope(200, 1, refusal)) });
  fireEvent.click(await screen.findByRole("button", { name: "验证" }));
  await waitFor(() => expect(toasts()).toEqual(["验证成功"]));
  expect(server.to(`${PATH}/test`)[0]?.json()).toEqual(KEPT);
  works = false;
  fireEvent.click(screen.getByRole("button", { name: "验证" }));
  await waitFor(() => expect(toasts()).toContain(refusal));
});

it("takes the usual port of another encryption", async () => {
  const server = await open({ [`PUT ${PATH}`]: () => ({ version: 4 }) });
  fireEvent.mouseDown(await screen.findByLabelText("加密方式"));
  fireEvent.click(await screen.findByText("不加密"));
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.asked.find((asked) => asked.method === "PUT")?.json()).toMatchObject({ mailSecurity: "NONE", mailPort: 25 }));
});

it("says what happens while it is off", async () => {
  await open({}, { mailValid: false, platformMailbox: true });
  await screen.findByText("未启用时由平台邮箱代发。");
});
