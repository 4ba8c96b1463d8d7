import { cleanup, createEvent, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, it, vi } from "vitest";
import { fileFault } from "../customer-files";
import { sheetOf, textAt, withValue } from "../customer-sheet";
import { at, fine, serve, type Answers, type Seen } from "../test-order";
import CustomerInfoPage from "./customer-info";

const BASE = "/prm/external/customerInfo";
const LONG = { timeout: 30_000 };

const INVITATION = {
  orgName: "测试货代",
  state: "OPENED",
  coopType: "CUSTOMER",
  returnReason: null,
  language: "zh-CN",
  data: null,
  countries: [
    { code: "CN", nameCn: "中国", nameEn: "China" },
    { code: "DE", nameCn: "德国", nameEn: "Germany" },
  ],
  files: [{ id: "7", kind: "营业执照", fileName: "license.pdf", size: 2048 }],
};

async function open(change: object = {}, more: Answers = {}): Promise<Seen[]> {
  at("?code=k3y", "/customer_info");
  const seen = serve({ [BASE]: fine({ ...INVITATION, ...change }), ...more });
  render(<CustomerInfoPage />);
  await screen.findByRole("heading", { level: 1 }, LONG);
  return seen;
}

const block = (name: string): HTMLElement => screen.getByRole("group", { name });
const field = (inside: HTMLElement, label: RegExp): HTMLInputElement => within(inside).getByLabelText<HTMLInputElement>(label);
/** Text tells of each letter, a choice and a file of the change. */
const changed = (element: HTMLElement, target: object): void => {
  fireEvent(element, createEvent("change", element, { bubbles: true, target }));
};
const type = (inside: HTMLElement, label: RegExp, value: string): void => {
  const element: HTMLElement = field(inside, label);
  if (element instanceof HTMLSelectElement) changed(element, { value });
  else fireEvent.input(element, { target: { value } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole("button", { name }));
};

// req: pages-route-customer-info, pages-open-customer-info
it("asks by the code of the invitation and shows the blocks", async () => {
  const seen = await open();
  expect(seen).toMatchObject([{ method: "GET", path: BASE, query: { code: "k3y" } }]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("客户信息登记");
  expect([...document.querySelectorAll("legend")].map((one) => one.textContent)).toEqual(["企业信息", "联系人", "开票信息", "资质文件"]);
  expect(screen.getByText("请填写贵司信息，提交后由测试货代核对采纳。")).toBeTruthy();
  expect(document.title).toBe("客户信息登记");
});

// req: pages-open-customer-info
it("asks suppliers and agents for their accounts", async () => {
  for (const coopType of ["SUPPLIER", "AGENT"]) {
    await open({ coopType });
    expect(within(block("银行账户")).getByText("尚未添加银行账户")).toBeTruthy();
    cleanup();
  }
});

// req: pages-open-customer-info
it("hands the whole sheet in", async () => {
  const seen = await open({ coopType: "SUPPLIER" }, { [`${BASE}/submit`]: fine(null) });
  type(block("企业信息"), /企业全称/, "甲公司");
  type(block("联系人 1"), /姓名/, "甲");
  type(block("联系人 1"), /职务/, "业务");
  type(block("联系人 1"), /手机/, "13800000000");
  type(block("开票信息"), /发票抬头/, "甲公司");
  fireEvent.click(within(block("银行账户")).getByRole("button", { name: "添加" }));
  type(block("银行账户 1"), /币种/, "CNY");
  fireEvent.click(screen.getByRole("checkbox"));
  press("提交");
  expect(await screen.findByText("提交成功，感谢您的配合", {}, LONG)).toBeTruthy();
  expect(seen[1]).toMatchObject({ method: "POST", path: `${BASE}/submit` });
  expect(seen[1]?.body).toEqual({
    code: "k3y",
    data: {
      fullName: "甲公司",
      nameEn: "",
      socialCode: "",
      nationCode: "CN",
      addressCn: "",
      addressEn: "",
      phone: "",
      nature: "",
      industry: "",
      contacts: [{ name: "甲", duty: "业务", mobile: "13800000000", email: "" }],
      invoice: { title: "甲公司", taxNumber: "", address: "", phone: "", bank: "", account: "", type: "", email: "" },
      bankAccounts: [{ bank: "", accountName: "", account: "", swift: "", currency: "CNY" }],
      declared: true,
    },
  });
  expect(screen.queryByRole("button", { name: "提交" })).toBeNull();
});

it("shows each finding at its field, takes the reader there, and loses nothing", async () => {
  const findings = [
    { field: "socialCode", severity: "error", message: "统一社会信用代码须为18位" },
    { field: "contacts.0.mobile", severity: "error", message: "请输入正确的手机号码" },
    { field: "declared", severity: "error", message: "请勾选声明" },
    { field: "contacts", severity: "error", message: "至少填写一位联系人" },
    { field: "files", severity: "error", message: "请上传营业执照" },
  ];
  await open({}, { [`${BASE}/submit`]: { code: 1, messageInfo: "请检查", data: { findings } } });
  type(block("企业信息"), /信用代码/, "9135");
  press("提交");
  const code = field(block("企业信息"), /信用代码/);
  await waitFor(() => expect(document.activeElement).toBe(code), LONG);
  expect(code.value).toBe("9135");
  expect(document.getElementById(code.getAttribute("aria-describedby") ?? "")?.textContent).toBe("统一社会信用代码须为18位");
  expect(field(block("联系人 1"), /手机/).getAttribute("aria-invalid")).toBe("true");
  expect(field(block("联系人 1"), /姓名/).getAttribute("aria-invalid")).toBeNull();
  expect(within(block("资质文件")).getByText("请上传营业执照")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("有5处需要修改");
  type(block("联系人 1"), /手机/, "13800000000");
  expect(screen.queryByText("请输入正确的手机号码")).toBeNull();
  expect(screen.getByText("统一社会信用代码须为18位")).toBeTruthy();
});

it("keeps the sheet when the network fails, and another language is chosen", async () => {
  await open({}, { [`${BASE}/save`]: new Response("", { status: 503 }) });
  type(block("企业信息"), /企业全称/, "甲公司");
  press("暂存");
  expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，请检查您的网络");
  press("EN");
  await screen.findByRole("heading", { name: "Customer information" }, LONG);
  expect(field(block("Company"), /Full company name/).value).toBe("甲公司");
  expect(within(block("Company")).getByRole("option", { name: "Germany" })).toBeTruthy();
  expect(within(block("Company")).getByRole<HTMLOptionElement>("option", { name: "Private" }).value).toBe("民营");
});

const leaves = (): boolean => {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return !leaving.defaultPrevented;
};

it("asks before leaving with something unsaved, and not after it is kept", async () => {
  const seen = await open({}, { [`${BASE}/save`]: fine(null) });
  expect(leaves()).toBe(true);
  type(block("企业信息"), /企业全称/, "甲公司");
  expect(leaves()).toBe(false);
  press("暂存");
  expect(await screen.findByText("已暂存，可凭此链接继续填写", {}, LONG)).toBeTruthy();
  expect(seen[1]).toMatchObject({ method: "POST", path: `${BASE}/save`, body: { code: "k3y", data: { fullName: "甲公司" } } });
  expect(leaves()).toBe(true);
});

it("goes on with what was kept, and tells why it was returned", async () => {
  await open({ returnReason: "税号有误", data: { fullName: "甲公司", nationCode: "DE", contacts: [{ name: "甲" }, { name: "乙", email: null }], invoice: null } });
  expect(screen.getByText("资料已退回：税号有误")).toBeTruthy();
  expect(field(block("企业信息"), /企业全称/).value).toBe("甲公司");
  expect(field(block("企业信息"), /信用代码/).getAttribute("aria-required")).toBe("false");
  expect(field(block("联系人 2"), /姓名/).value).toBe("乙");
  expect(field(block("联系人 2"), /邮箱/).value).toBe("");
});

it("holds one to five contacts", async () => {
  await open();
  const contacts = block("联系人");
  expect(within(contacts).queryByRole("button", { name: /删除/ })).toBeNull();
  for (let rows = 1; rows < 5; rows += 1) fireEvent.click(within(contacts).getByRole("button", { name: "添加" }));
  expect(within(contacts).queryByRole("button", { name: "添加" })).toBeNull();
  type(block("联系人 2"), /姓名/, "乙");
  type(block("联系人 3"), /姓名/, "丙");
  press("删除联系人 2");
  expect(field(block("联系人 2"), /姓名/).value).toBe("丙");
  expect(within(contacts).getAllByRole("group")).toHaveLength(4);
});

// req: pages-open-customer-info
it("brings a certificate and takes it back", async () => {
  const seen = await open({}, { [`${BASE}/upload`]: fine({ id: "8", kind: "AEO证书", fileName: "aeo.pdf", size: 1536 }), [`${BASE}/file/7`]: fine(null) });
  const files = block("资质文件");
  expect(within(files).getByText("license.pdf")).toBeTruthy();
  type(files, /文件类型/, "AEO证书");
  const picked = new File(["x"], "aeo.pdf", { type: "application/pdf" });
  changed(field(files, /选择文件/), { files: [picked] });
  expect((await within(files).findByText("aeo.pdf", {}, LONG)).textContent).toContain("AEO证书 1.5 KB");
  expect(seen[1]).toMatchObject({ method: "POST", path: `${BASE}/upload`, query: { code: "k3y", kind: "AEO证书" } });
  expect(seen[1]?.body).toMatchObject({ file: { name: "aeo.pdf" } });
  press("删除license.pdf");
  await waitFor(() => expect(within(files).queryByText("license.pdf")).toBeNull(), LONG);
  expect(seen[2]).toMatchObject({ method: "DELETE", path: `${BASE}/file/7`, query: { code: "k3y" } });
});

it("does not bring what the server would refuse", async () => {
  const MB = 1024 * 1024;
  expect(fileFault({ name: "a.PDF", size: 50 * MB }, 19)).toBeUndefined();
  expect(fileFault({ name: "a.pdf", size: 50 * MB + 1 }, 0)).toEqual({ key: "customer.tooLarge", n: 50 });
  expect(fileFault({ name: "a.jpg", size: 10 * MB }, 0)).toBeUndefined();
  expect(fileFault({ name: "a.JPG", size: 10 * MB + 1 }, 0)).toEqual({ key: "customer.tooLarge", n: 10 });
  expect(fileFault({ name: "a.exe", size: 1 }, 0)).toEqual({ key: "customer.wrongKind" });
  expect(fileFault({ name: "a.pdf", size: 1 }, 20)).toEqual({ key: "customer.tooMany" });
  const seen = await open();
  changed(field(block("资质文件"), /选择文件/), { files: [new File(["x"], "a.exe")] });
  expect(within(block("资质文件")).getByText("文件格式不支持")).toBeTruthy();
  expect(seen).toHaveLength(1);
});

it("says that a link has ended", async () => {
  for (const answer of [{ code: 1, messageInfo: "链接不存在或已失效" }, new Response("", { status: 404 })]) {
    at("?code=old", "/customer_info");
    serve({ [BASE]: answer });
    render(<CustomerInfoPage />);
    expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，链接不存在或已失效");
    cleanup();
  }
  at("", "/customer_info");
  const seen = serve({});
  render(<CustomerInfoPage />);
  expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，链接不存在或已失效");
  expect(seen).toEqual([]);
});

it("has nothing to fill in once the sheet is handed in", async () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("zh-CN");
  at("?code=k3y", "/customer_info");
  serve({ [BASE]: fine({ ...INVITATION, state: "SUBMITTED" }) });
  render(<CustomerInfoPage />);
  expect(await screen.findByText("资料已提交，无需重复填写。", {}, LONG)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "提交" })).toBeNull();
});

it("finds and changes a value by its place, and nothing else", () => {
  const sheet = sheetOf({ contacts: [{ name: "甲" }, { name: "乙" }] });
  const next = withValue(sheet, "contacts.1.mobile", "138");
  expect(textAt(next, "contacts.1.mobile")).toBe("138");
  expect(next.contacts[0]).toBe(sheet.contacts[0]);
  expect(sheet.contacts[1]?.mobile).toBe("");
  expect(textAt(next, "contacts.9.mobile")).toBe("");
  expect(withValue(sheet, "invoice.title", "x").invoice.title).toBe("x");
  expect(sheetOf({ contacts: [] }).contacts).toHaveLength(1);
});
