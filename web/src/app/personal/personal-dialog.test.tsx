import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLERK, freshApp, logIn, openApp } from "@/app/app-kit";
import {
  EMAIL,
  EXTEND,
  ROUTES,
  SAVE,
  USER,
  choicesOf,
  choose,
  confirm,
  field,
  fieldText,
  findingAt,
  isOpen,
  openSettings,
  openTab,
  saved,
  type,
  valueOf,
} from "@/app/personal/personal-kit";
import { openPersonalSettings } from "@/app/personal/personal-store";
import { language, setLanguage } from "@/platform/i18n";
import { memberOf } from "@/platform/personal";
import { SCOPES } from "@/platform/scopes";
import { useSession } from "@/platform/session";
import { KEY } from "@/platform/storage";
import { envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const NAMES = ["空运出口", "空运进口", "海运出口", "海运进口", "铁路出口", "铁路进口", "公路运输", "其他业务"];
const ready = async (path: string, text: string) => waitFor(() => expect(fieldText(path)).toContain(text));
const wrong = (field: string, message: string) =>
  envelope(200, 1, message, { findings: [{ field, severity: "error", key: "x", message }] });

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(async () => {
  cleanup();
  await setLanguage("zh-CN");
  vi.unstubAllGlobals();
});

describe("the dialog", () => {
  it("opens from the top bar with its sections and buttons", async () => {
    // req: settings-dialog, settings-section-basic, settings-section-business, settings-section-mail, settings-section-cc
    // req: settings-buttons
    freshApp();
    logIn();
    openApp("/noPermission", { ...ROUTES, [`GET /hrs/user/${CLERK.userId}`]: () => USER });
    fireEvent.click(await screen.findByRole("button", { name: /^用户菜单/ }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "个人信息" }));
    const dialog = (await screen.findByText("个人设置")).closest<HTMLElement>("[role=dialog]")!;
    expect(dialog.style.width).toBe("910px");
    await within(dialog).findByRole("region", { name: "基本信息" });
    const orders = within(dialog).getByRole("region", { name: "订单默认设置" });
    expect(
      within(orders)
        .getAllByRole("tab")
        .map((tab) => tab.textContent),
    ).toEqual(NAMES);
    for (const name of ["邮件发送配置", "默认抄送人"]) {
      const button = within(dialog).getByRole("button", { name });
      expect(button.getAttribute("aria-expanded")).toBe("false");
      fireEvent.click(button);
      expect(button.getAttribute("aria-expanded")).toBe("true");
    }
    await waitFor(() => field("发件人"));
    field("账单");
    fireEvent.click(within(dialog).getByRole("button", { name: "邮件发送配置" }));
    expect(screen.queryByLabelText(/发件人/)).toBeNull();
    within(dialog).getByRole("button", { name: /清\s?空/ });
    within(dialog).getByRole("button", { name: /确\s?定/ });
  });

  it("says when it cannot be read, and reads again", async () => {
    let works = false;
    const user = () => (works ? USER : envelope(200, 1, "系统繁忙"));
    openPersonalSettings();
    const opened = openSettings({ "GET /hrs/user/7": user });
    expect((await screen.findByRole("alert")).textContent).toContain("系统繁忙");
    expect(screen.queryByRole("button", { name: /确\s?定/ })).toBeNull();
    works = true;
    fireEvent.click(screen.getByRole("button", { name: "重试" }));
    await opened;
    expect(valueOf("英文名")).toBe("Li Xiang");
  });

  it("asks before unsaved changes are left behind", async () => {
    await openSettings();
    type("英文名", "Li X");
    fireEvent.click(screen.getByRole("button", { name: "关闭" }));
    await screen.findByText("内容未保存，确认离开？");
    fireEvent.click(screen.getByRole("button", { name: "继续编辑" }));
    await waitFor(() => expect(screen.queryByText("内容未保存，确认离开？")).toBeNull());
    expect(isOpen()).toBe(true);
    type("英文名", "Li Xiang");
    fireEvent.click(screen.getByRole("button", { name: "关闭" }));
    await waitFor(() => expect(isOpen()).toBe(false));
  });
});

describe("what is read", () => {
  it("fills the form from both calls, with the user's own name, and without a warehouse that is none", async () => {
    // req: settings-load-call, settings-extend-call, settings-extend-skip, settings-extend-warehouse-minus-1
    // req: settings-field-identity, settings-field-general
    const server = await openSettings();
    for (const path of ["/hrs/user/7", "/hrs/user/getHrsUserExtend"]) {
      expect(server.to(path)[0]?.headers["Authorization"]).toBe("Bearer t1");
    }
    expect(valueOf("英文名")).toBe("Li Xiang");
    expect(field("企业名称").textContent).toBe("示例货代");
    expect(field("用户名").textContent).toBe("lixiang");
    expect(field("手机号").textContent).toBe("13800000000");
    expect(valueOf("始发港")).toBe("PVG");
    await ready("pageLanguage", "简体中文");
    await ready("aeWarehouseId", "请选择");
    const group = screen.getByRole("radiogroup", { name: /编辑订单打开新页面/ });
    fireEvent.click(within(group).getByRole("radio", { name: "是" }));
    openTab("空运进口");
    await ready("aiWarehouseId", "机场货站");
    type("邮箱", EMAIL);
    confirm();
    await waitFor(() =>
      expect(saved(server)).toMatchObject({
        userId: "7",
        loginRole: "",
        userEname: "Li Xiang",
        orderEditNewPage: true,
        orderSaveClosePage: false,
        aeWarehouseId: null,
        aiWarehouseId: "32",
      }),
    );
    expect(saved(server)).not.toHaveProperty("orgId");
  });

  it("offers the lists of the server", async () => {
    // req: settings-dial-codes-call, settings-default-date-call, settings-default-date-drop-first, settings-default-date-option-shape
    // req: settings-barcode-sizes-call, settings-ae-warehouses-call, settings-ai-warehouses-call
    const server = await openSettings({ "GET /hrs/user/7": () => ({ ...USER, phoneNumber: "" }) });
    await ready("internationalCountryCode", "中国 +86");
    expect(await choicesOf("区号")).toEqual(["中国 +86", "中国香港 +852"]);
    await ready("orderAeDefaultDate", "不默认");
    expect(await choicesOf("默认日期")).toEqual(["不默认", "当天", "后3天"]);
    expect(await choicesOf("标签尺寸")).toEqual(["100mm×150mm"]);
    expect(await choicesOf("默认库房")).toEqual(["浦东一号库"]);
    openTab("空运进口");
    await ready("aiWarehouseId", "机场货站");
    expect(await choicesOf("默认日期")).toEqual(["当天", "后3天"]);
    expect(server.to("/afbase/category/modelCategory")[0]?.query.get("categoryType")).toBe("45");
    const lists = [
      "/hrs/org/listCategory/internationalCountryCode",
      "/hrs/user/selectDefaultDates",
      "/afbase/aeArrival/getWarehouseIds",
      "/afbase/warehouse/getWarehouse/1,3/AI",
    ];
    for (const path of lists) expect(server.to(path)).toHaveLength(1);
  });

  it("stays whole when one of the lists does not come", async () => {
    let works = false;
    await openSettings({
      "GET /afbase/aeArrival/getWarehouseIds": () =>
        works ? [{ warehouseId: "21", warehouseName: "浦东一号库" }] : envelope(500, 500, ""),
    });
    await ready("aeWarehouseId", "加载数据失败");
    await ready("orderAeDefaultDate", "不默认");
    works = true;
    fireEvent.click(screen.getByRole("button", { name: "重试" }));
    await choose("默认库房", "浦东一号库");
    await ready("aeWarehouseId", "浦东一号库");
  });

  it("offers no warehouse to who has no page with one", async () => {
    await openSettings({ "GET /afbase/aeArrival/getWarehouseIds": () => envelope(403, 403, "") });
    await ready("orderAeDefaultDate", "不默认");
    await waitFor(() => expect(fieldText("aeWarehouseId")).toBe(""));
    expect(screen.queryByText("加载数据失败")).toBeNull();
  });
});

describe("the defaults of orders", () => {
  const STATION = {
    AE: "始发港",
    AI: "目的港",
    SE: "起运港",
    SI: "目的港",
    TE: "发站",
    TI: "到站",
    LC: "起运地",
    IO: "起运地",
  };
  const USUAL = { AE: "132", AI: "132", SE: "333", SI: "333", TE: "333", TI: "333", LC: "132", IO: "132" };

  it.each(SCOPES)("keeps those of %s", async (scope) => {
    // req: settings-field-ae, settings-field-ai, settings-field-se, settings-field-si, settings-field-te, settings-field-ti
    // req: settings-field-lc, settings-field-io, settings-digits-default-ae, settings-digits-default-ai, settings-digits-default-se
    // req: settings-digits-default-si, settings-digits-default-te, settings-digits-default-ti, settings-digits-default-lc
    // req: settings-digits-default-io, settings-lock-status-options, settings-lock-status-default, settings-fee-service-options
    // req: settings-station-upper, settings-digits-input-filter
    const server = await openSettings({ "GET /hrs/user/7": () => ({ ...USER, userEmail: EMAIL }) });
    openTab(NAMES[SCOPES.indexOf(scope)]!);
    const digits = ["重量小数位数", "体积小数位数", "计费重量小数位数"];
    expect(digits.map(valueOf).join("")).toBe(USUAL[scope]);
    if (scope === "AE") expect(valueOf("密度小数位数")).toBe("2");
    else expect(screen.queryByLabelText(/密度小数位数/)).toBeNull();
    expect([fieldText(memberOf(scope, "feeService")), fieldText(memberOf(scope, "lockStatus"))]).toEqual([
      expect.stringMatching(/中文$/),
      expect.stringMatching(/全部$/),
    ]);
    type("重量小数位数", "a07");
    expect(valueOf("重量小数位数")).toBe("0");
    type(STATION[scope], "can１");
    expect(valueOf(STATION[scope])).toBe("CAN1");
    await choose("默认日期", "后3天");
    expect(await choicesOf("费用默认服务")).toEqual(["中文", "英文", "中文<英文>", "英文<中文>"]);
    await choose("费用默认服务", "英文<中文>");
    expect(await choicesOf("锁定状态")).toEqual(["全部", "已锁定", "未锁定"]);
    await choose("锁定状态", "未锁定");
    confirm();
    await waitFor(() =>
      expect(saved(server)).toMatchObject({
        [memberOf(scope, "weight")]: 0,
        [memberOf(scope, "chargeWeight")]: Number(USUAL[scope][2]),
        [memberOf(scope, "defaultDate")]: "3",
        [memberOf(scope, "station")]: "CAN1",
        [memberOf(scope, "feeService")]: "EN_ZH",
        [memberOf(scope, "lockStatus")]: "0",
      }),
    );
  });

  it("keeps what air export and air import have beyond the others", async () => {
    // req: settings-field-ae-only, settings-field-ai-warehouse, settings-hawb-copy-default, settings-loading-date-default
    const server = await openSettings({
      "GET /hrs/user/7": () => ({ ...USER, userEmail: EMAIL }),
      "GET /hrs/user/getHrsUserExtend": () => ({}),
    });
    const copy = screen.getByRole("radiogroup", { name: "分单复制主单信息" });
    expect((within(copy).getByRole("radio", { name: "是" }) as HTMLInputElement).checked).toBe(true);
    fireEvent.click(within(copy).getByRole("radio", { name: "否" }));
    expect(fieldText("loadingDateType")).toContain("当前时间+4小时");
    expect(await choicesOf("交货时间")).toEqual(["当前时间+4小时", "航班日期23:00"]);
    await choose("交货时间", "航班日期23:00");
    await choose("标签尺寸", "100mm×150mm");
    await choose("默认库房", "浦东一号库");
    openTab("空运进口");
    await choose("默认库房", "机场货站");
    openTab("海运出口");
    expect(screen.queryByLabelText("默认库房")).toBeNull();
    confirm();
    await waitFor(() =>
      expect(saved(server)).toMatchObject({
        orderAeHawbCopyAwbInfo: "0",
        loadingDateType: "FLIGHTDATE",
        orderAeDefaultBarcodeLabelSize: "100*150",
        aeWarehouseId: "21",
        aiWarehouseId: "32",
      }),
    );
  });

  const MOST = [
    ["空运出口", "AE", "3333"],
    ["空运进口", "AI", "232"],
    ["海运出口", "SE", "333"],
    ["海运进口", "SI", "333"],
    ["铁路出口", "TE", "333"],
    ["铁路进口", "TI", "333"],
    ["公路运输", "LC", "232"],
    ["其他业务", "IO", "232"],
  ] as const;
  it.each(MOST)("refuses decimals of %s beyond what it knows", async (name, scope, most) => {
    // req: settings-digits-range-ae, settings-digits-range-ai, settings-digits-range-se, settings-digits-range-si
    // req: settings-digits-range-te, settings-digits-range-ti, settings-digits-range-lc, settings-digits-range-io, settings-digits-message
    const server = await openSettings();
    openTab(name);
    for (const [at, measure] of (["weight", "volume", "chargeWeight", "density"] as const)
      .slice(0, most.length)
      .entries()) {
      const text = ["重量", "体积", "计费重量", "密度"][at]!;
      const path = memberOf(scope, measure);
      const message = `请输入${name}${text}小数位数0-${most[at]}`;
      type(`${text}小数位数`, String(Number(most[at]) + 1));
      expect(findingAt(path)).toBe(message);
      type(`${text}小数位数`, most[at]!);
      expect(findingAt(path)).toBe("");
      type(`${text}小数位数`, "");
      expect(findingAt(path)).toBe(message);
    }
    confirm();
    expect(server.to(SAVE)).toHaveLength(0);
  });
});

describe("copies", () => {
  it("go to users with their addresses, one list for each occasion", async () => {
    // req: settings-cc-users-call, settings-cc-option-shape, settings-field-cc
    const server = await openSettings({
      "GET /hrs/user/7": () => ({ ...USER, userEmail: EMAIL }),
      "GET /hrs/user/getHrsUserExtend": () => ({ ...EXTEND, sendBillCcUser: ["102"] }),
    });
    fireEvent.click(screen.getByRole("button", { name: "默认抄送人" }));
    await waitFor(() => expect(field("账单").disabled).toBe(false));
    expect(await choicesOf("订单追踪码")).toEqual(["张三<zhangsan@example.com>", "王五<wangwu@example.com>"]);
    for (const label of ["订单追踪码", "送货通知", "库存"]) await choose(label, "张三<zhangsan@example.com>");
    confirm();
    await waitFor(() =>
      expect(saved(server)).toMatchObject({
        orderTrackCcUser: ["101"],
        sendGoodsNotifyCcUser: ["101"],
        sendBillCcUser: ["102"],
        sendInventoryCcUser: ["101"],
      }),
    );
    expect(server.to("/hrs/dept/selectUser")).toHaveLength(1);
  });
});

describe("what is asked of a user", () => {
  it("is said at changing, at leaving, and all together at confirming", async () => {
    // req: settings-validate-trigger, settings-email-required, settings-email-format, settings-email-length
    // req: settings-ename-required, settings-ename-length
    const server = await openSettings();
    type("英文名", "");
    expect(findingAt("userEname")).toBe("请输入英文名");
    type("英文名", "a".repeat(41));
    expect(findingAt("userEname")).toBe("长度在1到40个字符");
    type("英文名", "a".repeat(40));
    expect(findingAt("userEname")).toBe("");
    fireEvent.blur(field("邮箱"));
    expect(findingAt("userEmail")).toBe("请输入邮箱");
    type("邮箱", "li@");
    expect(findingAt("userEmail")).toBe("请输入正确的邮箱地址");
    type("邮箱", `${"a".repeat(76)}@b.cn`);
    expect(findingAt("userEmail")).toBe("长度在1到80个字符");
    type("邮箱", `${"a".repeat(75)}@b.cn`);
    expect(findingAt("userEmail")).toBe("");
    type("英文名", "");
    type("邮箱", "");
    openTab("海运进口");
    type("目的港", "X".repeat(11));
    confirm();
    expect([findingAt("userEname"), findingAt("userEmail"), findingAt("orderSiDefaultStation")]).toEqual([
      "请输入英文名",
      "请输入邮箱",
      "长度不能超过10个字符",
    ]);
    await waitFor(() => expect(document.activeElement).toBe(field("英文名")));
    expect(server.to(SAVE)).toHaveLength(0);
  });

  it("covers what only the server could have left empty", async () => {
    // req: settings-phone-required, settings-area-code-required, settings-order-edit-new-page-required
    // req: settings-order-save-close-page-required
    const server = await openSettings({
      "GET /hrs/user/7": () => ({
        ...USER,
        userEmail: EMAIL,
        phoneNumber: "",
        internationalCountryCode: "",
        orderEditNewPage: null,
        orderSaveClosePage: null,
      }),
    });
    confirm();
    expect(
      ["internationalCountryCode", "phoneNumber", "orderEditNewPage", "orderSaveClosePage"].map(findingAt),
    ).toEqual(["区号不能为空", "请输入手机号码", "请选择编辑订单是否打开新页面", "请选择保存订单后是否关闭页面"]);
    await choose("区号", "中国香港 +852");
    expect(findingAt("internationalCountryCode")).toBe("");
    // A number that is missing can be given here.
    type("手机号", "13900000000");
    expect(findingAt("phoneNumber")).toBe("");
    expect(server.to(SAVE)).toHaveLength(0);
  });

  it.each([
    [30, ""],
    [31, "长度不能超过30个字符"],
  ])("lets a mobile have %s characters: %s", async (length, message) => {
    // req: settings-phone-length
    const server = await openSettings({
      "GET /hrs/user/7": () => ({ ...USER, userEmail: EMAIL, phoneNumber: "1".repeat(length) }),
    });
    confirm();
    expect(findingAt("phoneNumber")).toBe(message);
    await waitFor(() => expect(server.to(SAVE)).toHaveLength(message ? 0 : 1));
  });

  it("limits stations to ten characters", async () => {
    // req: settings-station-max
    await openSettings();
    type("始发港", "X".repeat(10));
    expect(findingAt("orderAeDefaultStation")).toBe("");
    type("始发港", "X".repeat(11));
    expect(findingAt("orderAeDefaultStation")).toBe("长度不能超过10个字符");
    expect(field("始发港").getAttribute("maxlength")).toBe("10");
  });

  it("opens the tab of the first mistake, marks it, and goes to the field", async () => {
    const server = await openSettings({ "GET /hrs/user/7": () => ({ ...USER, userEmail: EMAIL }) });
    openTab("公路运输");
    type("计费重量小数位数", "3");
    openTab("空运出口");
    confirm();
    const tab = screen.getByRole("tab", { name: /公路运输/ });
    expect(tab.getAttribute("aria-selected")).toBe("true");
    expect(tab.textContent).toContain("有误");
    expect(screen.getByRole("tab", { name: /空运出口/ }).textContent).toBe("空运出口");
    await waitFor(() => expect(document.activeElement).toBe(field("计费重量小数位数")));
    expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
    expect(server.to(SAVE)).toHaveLength(0);
    type("计费重量小数位数", "2");
    expect(screen.getByRole("tab", { name: /公路运输/ }).textContent).toBe("公路运输");
  });
});

describe("the e-mail of the user", () => {
  it("can be given once, and is sent in lower case", async () => {
    // req: settings-email-editable, settings-email-lower-case, settings-save-call
    const server = await openSettings();
    type("邮箱", "Li@Example.COM");
    confirm();
    await waitFor(() => expect(saved(server)["userEmail"]).toBe(EMAIL));
    expect(server.to(SAVE)[0]).toMatchObject({ method: "PUT" });
    expect(saved(server)).toMatchObject({ version: 3, orderTiDigitsVolume: 3 });
    expect(useSession.getState().user?.userEmail).toBe(EMAIL);
  });

  it("is only read, and not sent, once it was given", async () => {
    // req: settings-email-editable, settings-save-email-omitted
    const server = await openSettings({ "GET /hrs/user/7": () => ({ ...USER, userEmail: EMAIL }) });
    const shown = field("邮箱");
    expect([shown.tagName, shown.textContent]).toEqual(["OUTPUT", EMAIL]);
    confirm();
    await waitFor(() => expect(saved(server)).toMatchObject({ userEname: "Li Xiang" }));
    expect(saved(server)).not.toHaveProperty("userEmail");
  });
});

describe("saving", () => {
  const locked = { "GET /hrs/user/7": () => ({ ...USER, userEmail: EMAIL }) };

  it("closes the dialog, says so, and keeps on the device what pages need at once", async () => {
    // req: settings-save-closes, settings-save-stores-local, settings-save-plain-message
    await openSettings(locked);
    fireEvent.click(
      within(screen.getByRole("radiogroup", { name: /编辑订单打开新页面/ })).getByRole("radio", { name: "是" }),
    );
    confirm();
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(toasts()).toEqual(["操作成功"]);
    expect(
      [KEY.pageLanguage, KEY.orderEditNewPage, KEY.orderSaveClosePage].map((key) => localStorage.getItem(key)),
    ).toEqual(["zh-CN", "1", "0"]);
  });

  it("shows everything in another language at once", async () => {
    // req: i18n-page-language-stored
    const server = await openSettings({ ...locked, "GET /hrs/language/pages": () => ({}) });
    await choose("语言", "English");
    type("英文名", "Xiang Li");
    confirm();
    await waitFor(() => expect(language()).toBe("en-US"));
    expect(saved(server)).toMatchObject({ pageLanguage: "en-US", paramText: "English" });
    expect(localStorage.getItem(KEY.pageLanguage)).toBe("en-US");
    expect(useSession.getState().user?.userEname).toBe("Xiang Li");
  });

  it("stays open with what was typed when it is refused", async () => {
    // req: settings-save-failure
    await openSettings({ ...locked, [`PUT ${SAVE}`]: () => envelope(200, 1, "用户已离职，不能修改") });
    type("英文名", "Xiang Li");
    confirm();
    await waitFor(() => expect(toasts()).toEqual(["操作失败，用户已离职，不能修改"]));
    expect(isOpen()).toBe(true);
    expect(valueOf("英文名")).toBe("Xiang Li");
    expect(localStorage.getItem(KEY.orderEditNewPage)).toBeNull();
  });

  it("shows what the server found at its field, in the part it stands in", async () => {
    let at = "userEmail";
    await openSettings({ [`PUT ${SAVE}`]: () => wrong(at, "服务器不接受") });
    type("邮箱", EMAIL);
    confirm();
    await waitFor(() => expect(findingAt("userEmail")).toBe("服务器不接受"));
    expect(toasts()).toEqual([]);
    at = "orderTeDefaultStation";
    confirm();
    await waitFor(() => expect(document.activeElement).toBe(field("发站")));
    expect(findingAt("orderTeDefaultStation")).toBe("服务器不接受");
    at = "sendBillCcUser";
    confirm();
    await waitFor(() => expect(document.activeElement).toBe(field("账单")));
    at = "aboutNothing";
    confirm();
    await waitFor(() => expect(toasts()).toEqual(["操作失败，服务器不接受"]));
    type("邮箱", "other@example.com");
    expect(findingAt("userEmail")).toBe("");
  });

  it("asks who it is where the server wants to know, and saves then", async () => {
    let proved = false;
    const server = await openSettings({
      [`PUT ${SAVE}`]: () => (proved ? { version: 4 } : envelope(200, 4, "请验证密码后继续")),
      "POST /auth/reauth": () => {
        proved = true;
        return null;
      },
    });
    type("邮箱", EMAIL);
    confirm();
    fireEvent.change(await screen.findByLabelText("登录密码"), { target: { value: "secret1" } });
    fireEvent.click(screen.getAllByRole("button", { name: /确\s?定/ }).at(-1)!);
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(server.to(SAVE)).toHaveLength(2);
  });

  it("reads again when somebody else has saved before", async () => {
    let version = 3;
    await openSettings({
      "GET /hrs/user/7": () => ({ ...USER, userEmail: EMAIL, userEname: `Version ${version}`, version }),
      [`PUT ${SAVE}`]: () => envelope(200, 3, "数据有变化，请刷新后重试", { changed: [] }),
    });
    version = 4;
    confirm();
    fireEvent.click(await screen.findByRole("button", { name: "重新加载" }));
    await waitFor(() => expect(valueOf("英文名")).toBe("Version 4"));
  });
});

describe("the button that clears", () => {
  const changed = {
    ...USER,
    pageLanguage: "en-US",
    orderEditNewPage: true,
    mailValid: true,
    mailName: "李想",
    mailSmtp: "smtp.example.com",
    mailSsl: true,
    mailPort: 465,
    mailUser: "li",
    mailVerifyCode: "******",
    mailSignature: "谢谢",
  };
  const extend = {
    ...EXTEND,
    orderAiDigitsWeight: 2,
    feeIoDefaultService: "EN",
    loadingDateType: "FLIGHTDATE",
    personalSeLockPageLockStatus: "1",
  };
  const clear = () => fireEvent.click(screen.getByRole("button", { name: /清\s?空/ }));

  it("brings back the initial values", async () => {
    // req: settings-reset-mail, settings-reset-defaults, settings-reset-email, settings-mail-port-default
    const server = await openSettings({
      "GET /hrs/user/7": () => changed,
      "GET /hrs/user/getHrsUserExtend": () => extend,
    });
    type("邮箱", "typed@example.com");
    clear();
    expect(valueOf("邮箱")).toBe("");
    type("邮箱", EMAIL);
    confirm();
    await waitFor(() =>
      expect(saved(server)).toMatchObject({
        userEname: "Li Xiang",
        pageLanguage: "zh-CN",
        mailValid: false,
        mailName: "",
        mailAddress: "",
        mailSmtp: "",
        mailSsl: false,
        mailPort: 25,
        mailUser: "",
        mailVerifyCode: "",
        mailSignature: "",
        orderAiDigitsWeight: 1,
        feeIoDefaultService: "ZH",
        loadingDateType: "LOCALTIME",
        personalSeLockPageLockStatus: "2",
        orderAeDefaultStation: "",
      }),
    );
  });

  it("leaves an address that was there before", async () => {
    // req: settings-reset-email
    await openSettings({ "GET /hrs/user/7": () => ({ ...changed, userEmail: EMAIL }) });
    clear();
    expect(field("邮箱").textContent).toBe(EMAIL);
  });
});
