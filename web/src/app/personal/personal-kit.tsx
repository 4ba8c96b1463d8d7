/** The dialog 个人设置 in a test, with a stub server behind it. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import PersonalDialog from "@/app/personal/personal-dialog";
import { openPersonalSettings, usePersonalSettings } from "@/app/personal/personal-store";
import { loadRoom } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

export const USER = {
  userId: "7",
  loginRole: "",
  orgName: "示例货代",
  userName: "lixiang",
  userEname: "Li Xiang",
  phoneNumber: "13800000000",
  internationalCountryCode: "86",
  userEmail: "",
  pageLanguage: "zh-CN",
  paramText: "简体中文",
  orderEditNewPage: false,
  orderSaveClosePage: false,
  mailValid: null,
  mailName: "",
  mailAddress: "",
  mailSmtp: "",
  mailSsl: false,
  mailPort: 25,
  mailUser: "",
  mailVerifyCode: "",
  mailSignature: "",
  version: 3,
};
export const EMAIL = "li@example.com";
/** Somebody with a mailbox of his own. */
export const SENDER = {
  ...USER,
  userEmail: EMAIL,
  mailValid: true,
  mailName: "李想",
  mailSmtp: "smtp.example.com",
  mailSsl: true,
  mailPort: 465,
  mailUser: EMAIL,
  mailVerifyCode: "******",
};
export const EXTEND = {
  userId: "7",
  orgId: "1",
  userEname: "Somebody Else",
  orderAeDefaultStation: "PVG",
  aeWarehouseId: "-1",
  aiWarehouseId: "32",
};

export const SAVE = "/hrs/user/editPersonal";
export const TRIAL = "/hrs/user/checkEmail";

export const ROUTES: Record<string, Answer> = {
  "GET /hrs/user/7": () => USER,
  "GET /hrs/user/getHrsUserExtend": () => EXTEND,
  "GET /hrs/org/listCategory/internationalCountryCode": () => [
    { paramText: "中国", ediCode1: "86" },
    { paramText: "中国香港", ediCode1: "852" },
  ],
  "GET /hrs/user/selectParamTexts": () => [
    { id: "zh-CN", paramText: "简体中文" },
    { id: "en-US", paramText: "English" },
  ],
  "GET /hrs/user/selectDefaultDates": () => [
    { ediCode1: "", paramText: "不默认" },
    { ediCode1: "0", paramText: "当天" },
    { ediCode1: "3", paramText: "后3天" },
  ],
  "GET /afbase/category/modelCategory": () => [
    { value: "100*150", paramText: "100mm×150mm", paramTextEn: "100 mm x 150 mm" },
  ],
  "GET /afbase/aeArrival/getWarehouseIds": () => [{ warehouseId: "21", warehouseName: "浦东一号库" }],
  "GET /afbase/warehouse/getWarehouse/1,3/AI": () => [{ warehouseId: "32", warehouseName: "机场货站" }],
  "GET /hrs/dept/selectUser": () => [
    { label: "张三", label4: "张三<zhangsan@example.com>", value: "101" },
    { label: "王五", label4: "王五<wangwu@example.com>", value: "102" },
  ],
  [`PUT ${SAVE}`]: () => ({ version: 4 }),
};

function Host() {
  return usePersonalSettings((state) => state.open) ? <PersonalDialog /> : null;
}

export async function openSettings(routes: Record<string, Answer> = {}): Promise<StubServer> {
  localStorage.clear();
  useSession.getState().enter("t1", { userId: "7", orgId: "1", userEname: "Li Xiang" }, 0);
  await loadRoom("personal");
  const server = stubServer({ ...ROUTES, ...routes });
  openPersonalSettings();
  renderPage(<Host />);
  await screen.findByLabelText(named("英文名"));
  return server;
}

/** The dialog with a mailbox in it, its section open. */
export async function openMail(user: object = {}, routes: Record<string, Answer> = {}): Promise<StubServer> {
  const server = await openSettings({ "GET /hrs/user/7": () => ({ ...SENDER, ...user }), ...routes });
  fireEvent.click(screen.getByRole("button", { name: "邮件发送配置" }));
  return server;
}

/** A label with or without the mark of what must be filled. */
const named = (label: string): RegExp => new RegExp(`^${label}\\*?$`);
export const field = (label: string): HTMLInputElement => screen.getByLabelText(named(label));

export const isOpen = (): boolean => usePersonalSettings.getState().open;
export const confirm = (): void => void fireEvent.click(screen.getByRole("button", { name: "确定" }));
export const type = (label: string, value: string): void => {
  fireEvent.change(field(label), { target: { value } });
};
export const valueOf = (label: string): string => field(label).value;
export const openTab = (name: string): void =>
  void fireEvent.click(screen.getByRole("tab", { name: new RegExp(`^${name}`) }));

/** Everything a field shows: its label, its value and what is wrong with it. */
export const fieldText = (path: string): string => document.querySelector(`[data-field="${path}"]`)?.textContent ?? "";
/** What is wrong with a field. */
export const findingAt = (path: string): string =>
  document.querySelector(`[data-field="${path}"] .finding`)?.textContent ?? "";

/** The choices a field offers. */
export async function choicesOf(label: string): Promise<string[]> {
  fireEvent.mouseDown(field(label));
  const shown = await waitFor(offered);
  fireEvent.keyDown(field(label), { key: "Escape", keyCode: 27 });
  return shown.map((each) => each.textContent ?? "");
}

export async function choose(label: string, text: string): Promise<void> {
  await waitFor(() => {
    if (field(label).disabled) throw new Error(`${label} is on its way`);
  });
  fireEvent.mouseDown(field(label));
  const option = await waitFor(() => {
    const found = offered().find((each) => each.textContent === text);
    if (!found) throw new Error(`no choice ${text}`);
    return found;
  });
  fireEvent.click(option);
}

function offered(): Element[] {
  const lists = [...document.querySelectorAll(".ant-select-dropdown:not(.ant-select-dropdown-hidden)")];
  const options = [...(lists.at(-1)?.querySelectorAll(".ant-select-item-option") ?? [])];
  if (options.length === 0) throw new Error("no choices");
  return options;
}

/** The body of the last save. */
export const saved = (server: StubServer): Record<string, unknown> =>
  server.to(SAVE).at(-1)?.json() as Record<string, unknown>;
