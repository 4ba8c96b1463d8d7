import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  EMAIL,
  SAVE,
  TRIAL,
  choicesOf,
  choose,
  confirm,
  field,
  fieldText,
  findingAt,
  isOpen,
  openMail,
  saved,
  type,
  valueOf,
} from "@/app/personal/personal-kit";
import { envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const RELOGIN = "邮件信息已修改，需重新登录后生效";
const EMPTY = { mailName: "", mailAddress: "", mailSmtp: "", mailUser: "", mailVerifyCode: "" };
const group = (name: string) => screen.getByRole("radiogroup", { name });
const isYes = (name: string) => (within(group(name)).getByRole("radio", { name: "是" }) as HTMLInputElement).checked;
const say = (name: string, answer: "是" | "否") =>
  fireEvent.click(within(group(name)).getByRole("radio", { name: answer }));
const clearPort = () => fireEvent.click(document.querySelector('[data-field="mailPort"] .ant-select-clear')!);
const tryIt = () => fireEvent.click(screen.getByRole("button", { name: "验证邮箱" }));

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("holds the mailbox of the user and sends it whole", async () => {
  // req: settings-field-mail, settings-mail-valid-load, settings-mail-valid-submit
  const server = await openMail();
  expect(isYes("启用")).toBe(true);
  expect(["发件人", "SMTP服务器", "密码"].map(valueOf)).toEqual(["李想", "smtp.example.com", "******"]);
  expect(field("密码").type).toBe("password");
  type("签名", "顺祝商祺");
  confirm();
  await waitFor(() =>
    expect(saved(server)).toMatchObject({
      mailValid: true,
      mailName: "李想",
      mailAddress: "",
      mailSmtp: "smtp.example.com",
      mailSsl: true,
      mailPort: 465,
      mailUser: EMAIL,
      mailVerifyCode: "******",
      mailSignature: "顺祝商祺",
    }),
  );
});

it.each([null, "", false])("is off when %s was kept, and asks for nothing then", async (mailValid) => {
  // req: settings-mail-valid-load, settings-mail-valid-submit, settings-mail-disabled-optional
  const server = await openMail({ ...EMPTY, mailValid });
  expect(isYes("启用")).toBe(false);
  clearPort();
  confirm();
  await waitFor(() => expect(saved(server)).toMatchObject({ mailValid: false, mailPort: null }));
});

it("asks for each part while it is on, and stops asking when it is off", async () => {
  // req: settings-mail-required-sender, settings-mail-required-smtp, settings-mail-required-port, settings-mail-required-user
  // req: settings-mail-required-password, settings-mail-disabled-optional
  const server = await openMail(EMPTY);
  clearPort();
  confirm();
  const parts = ["mailName", "mailSmtp", "mailPort", "mailUser", "mailVerifyCode"];
  expect(parts.map(findingAt)).toEqual([
    "发件人不能为空",
    "SMTP服务器不能为空",
    "端口不能为空",
    "用户名不能为空",
    "密码不能为空",
  ]);
  expect(findingAt("mailAddress")).toBe("");
  await waitFor(() => expect(document.activeElement).toBe(field("发件人")));
  expect(screen.getByRole("button", { name: /邮件发送配置/ }).textContent).toContain("有误");
  expect(server.to(SAVE)).toHaveLength(0);
  say("启用", "否");
  expect(parts.map(findingAt)).toEqual(["", "", "", "", ""]);
});

it("opens its section for a mistake in it", async () => {
  const server = await openMail(EMPTY);
  fireEvent.click(screen.getByRole("button", { name: "邮件发送配置" }));
  expect(screen.queryByLabelText(/发件人/)).toBeNull();
  confirm();
  await waitFor(() => expect(document.activeElement).toBe(field("发件人")));
  expect(server.to(SAVE)).toHaveLength(0);
});

it("has an address of its own for the administrator alone", async () => {
  // req: settings-mail-address-admin-only, settings-mail-required-address, settings-mail-address-format, settings-mail-address-max
  // req: auth-permission-roles-special
  const server = await openMail({ loginRole: "admin" });
  confirm();
  expect(findingAt("mailAddress")).toBe("邮箱地址不能为空");
  expect(server.to(SAVE)).toHaveLength(0);
  type("邮箱地址", "office@example");
  expect(findingAt("mailAddress")).toBe("请输入正确的邮箱地址");
  type("邮箱地址", `${"a".repeat(96)}@b.cn`);
  expect(findingAt("mailAddress")).toBe("长度不能超过100个字符");
  type("邮箱地址", `${"a".repeat(95)}@b.cn`);
  expect(findingAt("mailAddress")).toBe("");
  cleanup();
  const other = await openMail();
  expect(screen.queryByLabelText(/邮箱地址/)).toBeNull();
  confirm();
  await waitFor(() => expect(other.to(SAVE)).toHaveLength(1));
});

it.each([
  ["发件人", "mailName", 20],
  ["SMTP服务器", "mailSmtp", 100],
  ["密码", "mailVerifyCode", 100],
  ["签名", "mailSignature", 200],
])("limits %s", async (label, path, max) => {
  // req: settings-mail-name-max, settings-mail-smtp-max, settings-mail-password-max, settings-mail-signature-max
  await openMail();
  type(label, "x".repeat(max + 1));
  expect(findingAt(path)).toBe(`长度不能超过${max}个字符`);
  type(label, "x".repeat(max));
  expect(findingAt(path)).toBe("");
});

it("limits the user of the server", async () => {
  // req: settings-mail-user-max
  const server = await openMail({ mailUser: "x".repeat(101) });
  confirm();
  expect(findingAt("mailUser")).toBe("长度不能超过100个字符");
  expect(server.to(SAVE)).toHaveLength(0);
  cleanup();
  const other = await openMail({ mailUser: "x".repeat(100) });
  confirm();
  await waitFor(() => expect(other.to(SAVE)).toHaveLength(1));
});

it("takes the usual port with SSL and without, which may be changed afterwards", async () => {
  // req: settings-mail-ssl-port, settings-mail-port-options, settings-mail-port-default
  const server = await openMail({ mailSsl: false, mailPort: null });
  expect(isYes("SSL")).toBe(false);
  expect(fieldText("mailPort")).toContain("25");
  expect(await choicesOf("端口")).toEqual(["25", "454", "465", "587", "994"]);
  say("SSL", "是");
  expect(fieldText("mailPort")).toContain("465");
  say("SSL", "否");
  expect(fieldText("mailPort")).toMatch(/25$/);
  say("SSL", "是");
  await choose("端口", "994");
  confirm();
  await waitFor(() => expect(saved(server)).toMatchObject({ mailSsl: true, mailPort: 994 }));
});

it.each([
  ["发件人", "李想想"],
  ["SMTP服务器", "mail.example.com"],
  ["密码", "another"],
])("tells to log in again after a change of %s", async (label, value) => {
  // req: settings-save-relogin-message, settings-save-relogin-condition
  await openMail();
  type(label, value);
  confirm();
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(toasts()).toEqual([RELOGIN]);
});

it("tells so after an address was given, and of what is emptied", async () => {
  // req: settings-save-relogin-message, settings-save-relogin-condition
  await openMail({ userEmail: "" });
  type("邮箱", EMAIL);
  confirm();
  await waitFor(() => expect(toasts()).toEqual([RELOGIN]));
  cleanup();
  await openMail({ mailValid: false });
  type("发件人", "");
  confirm();
  await waitFor(() => expect(toasts()).toEqual([RELOGIN]));
});

it("does not after a change of port, SSL or signature", async () => {
  // req: settings-save-relogin-condition, settings-save-plain-message
  await openMail();
  say("SSL", "否");
  type("签名", "谢谢");
  confirm();
  await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
});

it("tries the mailbox and tells how it went", async () => {
  // req: settings-check-email-call, settings-mail-test-succeeded, settings-mail-test-failed
  let works = true;
  const server = await openMail({}, { [`POST ${TRIAL}`]: () => works });
  type("SMTP服务器", "mail.example.com");
  tryIt();
  await waitFor(() => expect(toasts()).toEqual(["验证成功"]));
  expect(server.to(TRIAL)[0]?.json()).toMatchObject({
    userId: "7",
    userEmail: EMAIL,
    mailSmtp: "mail.example.com",
    mailPort: 465,
    mailSsl: true,
    mailVerifyCode: "******",
    orderAeDigitsWeight: 1,
    version: 3,
  });
  works = false;
  tryIt();
  await waitFor(() => expect(toasts()).toContain("验证失败"));
  expect(isOpen()).toBe(true);
  expect(server.to(SAVE)).toHaveLength(0);
});

it("shows at its field what the server found in a trial", async () => {
  const findings = [{ field: "mailSmtp", severity: "error", key: "x", message: "不允许使用该服务器" }];
  await openMail({}, { [`POST ${TRIAL}`]: () => envelope(200, 1, "不允许使用该服务器", { findings }) });
  tryIt();
  await waitFor(() => expect(findingAt("mailSmtp")).toBe("不允许使用该服务器"));
});

it("tries nothing without an address to send from: the mailbox's own for the administrator", async () => {
  // req: settings-mail-test-admin-address
  const server = await openMail({ loginRole: "admin", mailValid: false });
  tryIt();
  expect(findingAt("mailAddress")).toBe("邮箱地址不能为空");
  await waitFor(() => expect(document.activeElement).toBe(field("邮箱地址")));
  expect(server.to(TRIAL)).toHaveLength(0);
});

it("and the user's own for everybody else", async () => {
  // req: settings-mail-test-user-email
  const server = await openMail({ userEmail: "" });
  tryIt();
  expect(findingAt("userEmail")).toBe("请输入邮箱");
  await waitFor(() => expect(document.activeElement).toBe(field("邮箱")));
  expect(server.to(TRIAL)).toHaveLength(0);
});

it("tries nothing without server, port and password, though a user may be missing", async () => {
  // req: settings-mail-test-required
  const server = await openMail({ ...EMPTY, mailValid: false }, { [`POST ${TRIAL}`]: () => true });
  clearPort();
  tryIt();
  expect(["mailSmtp", "mailPort", "mailVerifyCode"].map(findingAt)).toEqual([
    "SMTP服务器不能为空",
    "端口不能为空",
    "密码不能为空",
  ]);
  expect(findingAt("mailUser")).toBe("");
  expect(server.to(TRIAL)).toHaveLength(0);
  type("SMTP服务器", "smtp.example.com");
  type("密码", "secret");
  await choose("端口", "587");
  tryIt();
  await waitFor(() => expect(server.to(TRIAL)).toHaveLength(1));
});
