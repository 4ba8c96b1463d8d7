/**
 * Every built page of the layout groups as its requirement has it: who comes to it, where it stands in the shell, and
 * what it is for. Pages without a `req:` are opened too; their requirement asks for more than there is yet.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import { choose, CONFIRM, field, fill, SAVE, shown } from "../support/form.ts";
import { contract } from "../support/kinds.ts";
import { chargedOrder } from "../support/money.ts";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

// None looks at what another one makes, so that the workers may share them.
test.describe.configure({ mode: "parallel" });

const MENU = readFileSync(join(import.meta.dirname, "../../crates/reference/data/menu.tsv"), "utf8").trimEnd().split("\n");

const DAY_MS = 24 * 60 * 60 * 1000;
const SHANGHAI_MS = 8 * 60 * 60 * 1000;
/** A day from today, as the company counts days. */
const day = (offset: number): string => new Date(Date.now() + SHANGHAI_MS + offset * DAY_MS).toISOString().slice(0, 10);

interface Route {
  path: string;
  title: string;
  /** The entry of the menu that holds it: its layout group. */
  group: string;
  /** What there is before the page is opened. */
  makes?: (caller: Caller) => Promise<void>;
  /** What the page is for, by the one who holds it. */
  does?: (page: Page, caller: Caller) => Promise<void>;
}

type Work = Pick<Route, "makes" | "does">;

const rows = (page: Page): Locator => shown(page).locator(".ant-table-row");
const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text });
const head = (page: Page, name: string): Locator => shown(page).getByRole("columnheader", { name });
const strip = (page: Page): Locator => page.getByRole("tablist", { name: "已打开的页面" });
const dialog = (page: Page): Locator => page.getByRole("dialog").last();

/** A button of a row, behind the three dots when there are many. */
async function onRow(page: Page, text: string, button: string): Promise<void> {
  await expect(row(page, text).getByRole("button").last()).toBeVisible();
  const direct = row(page, text).getByRole("button", { name: button, exact: true });
  if ((await direct.count()) > 0) return direct.click();
  await row(page, text).getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: button, exact: true }).click();
}

/** What an open order is given to do. */
async function more(page: Page, entry: string): Promise<void> {
  await shown(page).getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

/** Income and cost are done, as the lock of finance wants them. */
async function finishCharges(page: Page): Promise<void> {
  await shown(page).getByRole("tab", { name: "费用" }).click();
  for (const name of ["收入完成", "成本完成"]) {
    await shown(page).getByRole("button", { name, exact: true }).click();
    await dialog(page).getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").filter({ hasText: "没有费用，确认完成？" }).getByRole("button", { name: CONFIRM }).click();
    await expect(shown(page).getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await shown(page).getByRole("tab", { name: "基本信息" }).click();
}

/** The list comes as a workbook. */
async function exports(page: Page, title: string): Promise<void> {
  const downloading = page.waitForEvent("download");
  await shown(page).getByRole("button", { name: "导出", exact: true }).click();
  await dialog(page).getByRole("button", { name: /^导\s*出$/ }).click();
  expect((await downloading).suggestedFilename()).toMatch(new RegExp(`^${title}_\\d+\\.xlsx$`));
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** What a select offers first. */
async function pick(caller: Caller, select: string): Promise<string> {
  const [first] = await caller.data<{ value: string }[]>("GET", `/platform/select/${select}`);
  return first?.value ?? "";
}

interface Made {
  orderUuid: string;
  orderCode: string;
}

const box = { containerList: [{ containerType: "40HQ", quantity: 1 }] };
const carriage = (from: string, to: string, businessProduct: string, more: object = {}) => ({
  departureStation: from,
  arrivalStation: to,
  businessProduct,
  expectDeparture: day(7),
  expectArrival: day(20),
  planPieces: 40,
  planWeight: 3200,
  planVolume: 8,
  ...more,
});
const ORDERS: Record<string, object> = {
  ai: carriage("FRA", "PVG", "进口清关派送", { expectDeparture: day(-1), expectArrival: day(0) }),
  se: carriage("CNSHA", "DEHAM", "全程出口", box),
  si: carriage("DEHAM", "CNSHA", "全程进口", box),
  te: carriage("XIAN", "DUIS", "整箱班列", { borderStation: "ALASK", ...box }),
  ti: carriage("DUIS", "XIAN", "回程班列", { borderStation: "ALASK", ...box }),
  lc: carriage("310100", "330100", "整车", { shippingMethod: "公路整车", vehicleType: "厢式" }),
  io: { serviceType: "产地证代办", businessDate: day(0), quantity: 1, unit: "份", serviceContent: "一般原产地证一份。" },
};

async function makeScoped(caller: Caller, scope: string): Promise<Made> {
  if (scope === "af") return makeOrder(caller);
  const coopId = await pick(caller, "coop?role=customer&keyword=KH001");
  const goods = scope === "io" ? {} : { goodsNameCn: "机械配件", goodsNameEn: "MACHINE PARTS" };
  const confirmed = ["order.tolerance", "order.similar", "order.internalNumber.exists", "order.boxes.differ", "container.check"];
  return caller.data<Made>("POST", `/sc/order/${scope}`, { coopId, ...goods, ...ORDERS[scope], confirmed });
}

/** Orders of a scope: list, search, export, create, edit, lock, share; those of air export are copied too. */
function orders(scope: string, title: string): Work {
  const path = `/${scope}_order`;
  let other: Made = { orderUuid: "", orderCode: "" };
  let made = other;
  const back = (page: Page) => strip(page).getByRole("tab", { name: title, exact: true }).first().click();
  return {
    makes: async (caller) => {
      other = await makeScoped(caller, scope);
      made = await makeScoped(caller, scope);
    },
    does: async (page) => {
      const { orderUuid, orderCode } = made;
      for (const each of [other, made]) await expect(row(page, each.orderCode)).toHaveCount(1);
      await shown(page).locator("[data-filter=orderCode] input").fill(orderCode);
      await shown(page).getByRole("button", { name: /^查\s*询$/ }).click();
      await expect(shown(page).getByText("共 1 条")).toBeVisible();
      await expect(row(page, orderCode)).toHaveCount(1);
      await exports(page, title);

      await shown(page).getByRole("button", { name: "新增", exact: true }).click();
      await expect(shown(page).getByRole("heading", { level: 1, name: new RegExp(`^新[建增]${title}$`) })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${path}_edit$`));
      await back(page);

      await onRow(page, orderCode, "编辑");
      await expect(page).toHaveURL(new RegExp(`${path}_edit\\?o=${orderUuid}`));
      await fill(shown(page), "内部编号", `NB-${orderCode}`);
      await shown(page).getByRole("button", { name: SAVE }).click();
      await expect(page.getByText("操作成功").last()).toBeVisible();
      await expect(shown(page).getByText("未保存")).toHaveCount(0);

      await finishCharges(page);
      await more(page, "财务锁账");
      await dialog(page).getByRole("button", { name: CONFIRM }).click();
      await expect(shown(page).getByText("订单已财务锁账，不能修改")).toBeVisible();
      await expect(shown(page).locator('[data-field="internalNumber"]')).toContainText(`NB-${orderCode}`);
      await expect(shown(page).getByRole("button", { name: SAVE })).toHaveCount(0);

      await more(page, "分享");
      await page.getByRole("button", { name: "生成链接" }).click();
      const address = page.getByRole("textbox", { name: "分享链接" });
      await expect(address).toHaveValue(new RegExp(`/externalOrderTrack\\?o=${scope}${orderUuid}&code=`, "i"));
      if (scope !== "af") return;
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await back(page);
      await onRow(page, orderCode, "复制");
      await dialog(page).getByRole("button", { name: /^复\s*制$/ }).click();
      await expect(page).toHaveURL(new RegExp(`/af_order_edit\\?copyFrom=${orderUuid}`));
      await expect(field(shown(page), "中文品名")).toHaveValue("服装");
    },
  };
}

/** Yards of a way of carriage: made, listed, changed and put out of use. */
const yards = (yardKind: string, place: string, placeCode: string): Work => ({
  does: async (page) => {
    await shown(page).getByRole("button", { name: "新增", exact: true }).click();
    const values = { 代码: "RT01", 名称: "堆场一", 地址: "测试港区1号门", 联系人: "场站调度", 电话: "021-55550000" };
    for (const [label, value] of Object.entries(values)) await fill(dialog(page), label, value);
    await choose(page, dialog(page), "类型", yardKind);
    await choose(page, dialog(page), place, placeCode);
    await dialog(page).getByRole("button", { name: SAVE }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(row(page, "RT01")).toContainText("堆场一");
    await onRow(page, "RT01", "修改");
    await fill(dialog(page), "名称", "堆场改名");
    await dialog(page).getByRole("button", { name: SAVE }).click();
    await expect(row(page, "RT01")).toContainText("堆场改名");
    // The list opens with those in use.
    await onRow(page, "RT01", "启用/停用");
    await expect(shown(page).getByText("共 0 条")).toBeVisible();
  },
});

const categories: Work = {
  does: async (page) => {
    for (const name of ["类型号", "类型", "排序", "名称", "值"]) await expect(head(page, name).first()).toBeVisible();
    await expect(rows(page).first()).toHaveText(/^1\s*客商类型\s*客商\s*10\s*客户\s*Customer\s*客户/);
  },
};

const services: Work = {
  makes: async (caller) => {
    const item = { businessScope: "AE", serviceType: "操作", serviceNameCn: "贴签费", serviceNameEn: "LABELLING FEE" };
    await caller.data("POST", "/prm/service", { ...item, basisIncome: "件数", incomePrice: 2.5 });
  },
  does: async (page) => {
    await shown(page).locator("[data-filter=keyword] input").fill("贴签费");
    await shown(page).getByRole("button", { name: /^查\s*询$/ }).click();
    await expect(rows(page)).toHaveCount(1);
    for (const name of ["业务范畴", "名称", "英文名", "应收计费标准", "应收单价"]) await expect(head(page, name).first()).toBeVisible();
    for (const told of ["空运出口", "贴签费", "LABELLING FEE", "件数", "2.5"]) await expect(rows(page)).toContainText(told);
  },
};

/** The reason, who and when of each order, by period; the part of all orders in the table and its last line. */
const cancelled: Work = {
  makes: async (caller) => {
    const { orderUuid, rowUuid } = await makeOrder(caller);
    await makeOrder(caller);
    await caller.data("PUT", "/afbase/order/forceStop", { orderUuid, rowUuid, reason: "客户取消" });
  },
  does: async (page) => {
    for (const period of ["bizDate", "closeTime"]) await expect(shown(page).locator(`[data-filter=${period}]`)).toBeVisible();
    const last = shown(page).getByRole("row").filter({ hasText: "合计" });
    // One of the four orders the works of this group make.
    for (const line of [rows(page), last]) await expect(line).toHaveText(/(客户甲|合计)\s*1\s*4\s*25\.00/);
    await exports(page, "取消订单");
    await shown(page).getByRole("tab", { name: "取消订单明细" }).click();
    for (const name of ["取消原因", "取消人", "取消时间"]) await expect(head(page, name).first()).toBeVisible();
    for (const told of ["客户取消", "管理员", /\d{4}-\d\d-\d\d \d\d:\d\d/]) await expect(rows(page)).toContainText(told);
  },
};

/** Notes of customers: made of the charges of an order, listed with their customer, printed, and marked as sent. */
function notes(): Work {
  let code = "";
  return {
    makes: async (caller) => {
      code = (await chargedOrder(caller, [["KH001", "CNY", "1200"]], [])).orderCode;
    },
    does: async (page, caller) => {
      await page.goto("/css_debit_note_make");
      await field(shown(page), "单号或订单号（可粘贴多个）").fill(code);
      await shown(page).getByRole("button", { name: /^查\s*询$/ }).click();
      await shown(page).getByRole("row").filter({ hasText: code }).getByRole("checkbox").check();
      await shown(page).getByRole("button", { name: "生成账单（1笔费用）" }).click();
      await page.getByRole("dialog", { name: "账单预览" }).getByRole("button", { name: "保存1张账单" }).click();
      const made = page.getByRole("dialog", { name: "账单结果" });
      const number = (await made.getByRole("cell").first().textContent()) ?? "";
      expect(number).toMatch(/^AE-DN-\d{10,}$/);
      await page.goto(`/af_css_debit_note?debitNoteNum=${number}`);
      await expect(rows(page)).toHaveCount(1);
      for (const told of [number, "客户甲", "1,200.00", "已制账单"]) await expect(rows(page)).toContainText(told);
      const [note] = (await caller.data<{ records: { id: string }[] }>("GET", `/css/debitNote/page?debitNoteNum=${number}`)).records;
      const { url } = await caller.data<{ url: string }>("POST", "/css/debitNote/printNotes", { ids: [note?.id] });
      const paper = await page.request.get(url);
      expect((await paper.body()).subarray(0, 5).toString()).toBe("%PDF-");
      await expect(rows(page)).toContainText("未发送");
      await onRow(page, number, "标记已发送");
      await dialog(page).getByRole("button", { name: CONFIRM }).click();
      await expect(rows(page)).toContainText("已发送");
    },
  };
}

/** Costs of an order become a payment, its money is asked for by another one, and whoever is asked agrees on the row. */
function payments(): Work {
  let code = "";
  return {
    makes: async (caller) => {
      code = (await chargedOrder(caller, [], [["GYS001", "CNY", "640"]])).orderCode;
      const levels = [{ name: "一级审批", approverType: "user", approverIds: [await pick(caller, "user?keyword=demo-admin")] }];
      await caller.data("POST", "/prm/ics/approval/setting", { eventId: "108", approval: 1, levels });
    },
    does: async (page) => {
      await shown(page).getByRole("button", { name: "新增", exact: true }).click();
      await expect(page).toHaveURL(/\/css_payment_make$/);
      await choose(page, shown(page), "供应商", "GYS001", "供应商甲");
      await choose(page, shown(page), "币种", "CNY", /CNY/);
      await fill(shown(page), "单号（可粘贴，最多500个）", code);
      await shown(page).getByRole("button", { name: /^查\s*询$/ }).click();
      await expect(shown(page)).toContainText("本次 1 / 1 行，合计 640.00");
      await shown(page).getByRole("button", { name: "生成对账单" }).click();
      await expect(page.getByText(/已生成对账单 AE-CP-/)).toBeVisible();
      await page.goto("/af_css_payment");
      for (const told of ["供应商甲", "640.00", "已对账"]) await expect(row(page, "AE-CP-")).toContainText(told);
      const fin = await Caller.of(page.request, "fin01");
      const [payment] = (await fin.data<{ records: { id: string }[] }>("GET", `/css/payment/page?number=${code}`)).records;
      const coopId = await pick(fin, "coop?keyword=GYS001");
      const payee = { coopId, accountName: "演示供应商有限公司", bankName: "中国工商银行上海分行", accountNo: "1001 2233 4466", currency: "CNY" };
      const bank = await fin.data<{ id: string }>("POST", "/css/paymentRequest/bank", payee);
      const asked = { type: "PAYMENT", dueDate: day(3), urgency: "NORMAL", paymentMethod: "电汇", coopBankId: bank.id };
      const parts = [{ paymentId: payment?.id, amount: "640.00" }];
      const made = await fin.data<{ id: string; version: number }>("POST", "/css/paymentRequest/save", { ...asked, payments: parts });
      await fin.data("POST", `/css/paymentRequest/${made.id}/submit`, { version: made.version });
      await page.reload();
      await expect(row(page, "AE-CP-")).toContainText("审批中");
      await onRow(page, "AE-CP-", "同意");
      await dialog(page).getByRole("button", { name: /^同\s*意$/ }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(row(page, "AE-CP-")).toContainText("待付款");
    },
  };
}

/** What staff claim, by period, applicant and state, with its sum and as a workbook. */
const expenses: Work = {
  makes: async (caller) => {
    for (const amount of ["120.50", "79.50"]) {
      const line = { expenseType: "差旅", expenseDate: day(0), purpose: "客户拜访", amount };
      const head = { type: "EXPENSE", expenseReportDate: day(0), expenseReportMode: "PERSON", paymentMethod: "TRANSFER", attachedDocument: 1 };
      await caller.data("POST", "/css/expenseReport", { ...head, lines: [line] });
    }
  },
  does: async (page) => {
    for (const name of ["expenseReportDate", "expenseReportStatus", "applicant"]) await expect(shown(page).locator(`[data-filter=${name}]`)).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    for (const told of [/ER-\d{10,}/, "已暂存", "管理员", "客户拜访"]) await expect(rows(page).first()).toContainText(told);
    await expect(shown(page).getByRole("row").filter({ hasText: "合计" })).toContainText("200.00");
    await exports(page, "费用报销");
  },
};

const PLAIN: Route[] = [
  { path: "/prm_coop", title: "客商资料", group: "客商管理" },
  { path: "/prm_category", title: "分类参数", group: "客商管理", ...categories }, // req: prm-route-prm-category
  { path: "/prm_service", title: "服务项目", group: "客商管理", ...services }, // req: prm-route-prm-service
  { path: "/af", title: "空运业务", group: "空运" }, // req: af-route-af
  { path: "/sc_warehouse", title: "海运仓库", group: "海运铁路", ...yards("堆场CY", "港口", "CNSHA") }, // req: sea-route-sc-warehouse
  { path: "/tc_warehouse", title: "铁路仓库", group: "海运铁路", ...yards("铁路货场", "车站", "XIAN") }, // req: rail-route-tc-warehouse
  { path: "/af_order_lock_unlock_list", title: "财务锁账", group: "空运" }, // req: af-route-af-order-lock-unlock-list
  { path: "/af_routing_sign", title: "航线签单", group: "空运" },
  { path: "/af_order_match", title: "单货匹配", group: "空运" },
  { path: "/css", title: "结算中心", group: "清算财务" }, // req: css-route-css
  { path: "/css_charge_batch", title: "批量录入费用", group: "清算财务" },
  { path: "/css_charge_query", title: "费用查询", group: "清算财务" },
  { path: "/css_charge_adjust", title: "锁账后调整", group: "清算财务" },
  { path: "/css_period", title: "财务期间", group: "清算财务" },
  { path: "/css_period_difference", title: "汇总差异", group: "清算财务" },
  { path: "/af_css_debit_note", title: "应收账单", group: "空运", ...notes() }, // req: af-route-af-css-debit-note
  { path: "/af_css_payment", title: "应付对账单", group: "空运", ...payments() }, // req: af-route-af-css-payment
  { path: "/css_expense_report", title: "费用报销", group: "清算财务", ...expenses }, // req: css-report-expense-reimbursement
  { path: "/css_report_cancelled_order", title: "取消订单", group: "清算财务", ...cancelled }, // req: css-report-cancelled-order
];
const AIR_AND_SEA: Route[] = [
  { path: "/af_order", title: "空运出口订单", group: "空运", ...orders("af", "空运出口订单") }, // req: af-route-af-order
  { path: "/ai_order", title: "空运进口订单", group: "空运", ...orders("ai", "空运进口订单") }, // req: af-route-ai-order
  { path: "/se_order", title: "海运出口订单", group: "海运铁路", ...orders("se", "海运出口订单") }, // req: sea-route-se-order
  { path: "/si_order", title: "海运进口订单", group: "海运铁路", ...orders("si", "海运进口订单") }, // req: sea-route-si-order
];
const LAND_AND_OTHER: Route[] = [
  { path: "/te_order", title: "铁路出口订单", group: "海运铁路", ...orders("te", "铁路出口订单") }, // req: rail-route-te-order
  { path: "/ti_order", title: "铁路进口订单", group: "海运铁路", ...orders("ti", "铁路进口订单") }, // req: rail-route-ti-order
  { path: "/lc_order", title: "运输订单", group: "陆运", ...orders("lc", "运输订单") }, // req: road-route-lc-order
  { path: "/io_order", title: "其他业务订单", group: "其他业务", ...orders("io", "其他业务订单") }, // req: io-route-io-order
];
const INQUIRIES: Route[] = [
  { path: "/af_order_inquiry", title: "我的询价", group: "空运", does: inquire }, // req: af-route-af-order-inquiry
  { path: "/af_enquiry_manage", title: "询价管理", group: "空运", makes: receive, does: quote }, // req: af-route-af-enquiry-manage
];
const ALL = [...PLAIN, ...AIR_AND_SEA, ...LAND_AND_OTHER, ...INQUIRIES];
/** Pages any logged-in user may open. */
const OPEN = [
  { path: "/hawb_info_page", title: "分单信息" },
  { path: "/incidentals", title: "杂费录入" },
];

/** A price is handed over and becomes an inquiry, which is handed in; the answers to one are seen by who asked. */
async function inquire(page: Page, caller: Caller): Promise<void> {
  const price = { departureStation: "PVG", arrivalStation: "LAX", flightNo: "CK247", goodsName: "服装", pieces: "10", grossWeight: "500", volume: "3" };
  const handed = new URLSearchParams({ flag: "1", name: "saveCallBackForYC", platformNo: "YC0001", unitPrice: "24.5", currency: "CNY", ...price });
  await page.goto(`/af_order_inquiry?${handed.toString()}`);
  await expect(page).toHaveURL(/\/af_order_inquiry$/);
  await expect(field(dialog(page), "期望航班")).toHaveValue("CK247");
  await expect(field(dialog(page), "毛重")).toHaveValue(/^500/);
  await fill(dialog(page), "潜在客户", "客户新");
  await choose(page, dialog(page), "销售", "sales01", "销售一");
  await fill(dialog(page), "货好日期", day(3));
  await dialog(page).getByRole("button", { name: SAVE }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row(page, "客户新")).toContainText("PVG");
  await quoted(caller, "客户问");
  await page.reload();
  await expect(row(page, "客户问")).toContainText("已报价");
  await onRow(page, "客户问", "修改");
  await expect(dialog(page).getByRole("columnheader", { name: "供应商甲" })).toBeVisible();
  await expect(dialog(page).getByRole("row").filter({ hasText: "每公斤" })).toContainText("22");
}

async function receive(caller: Caller): Promise<void> {
  await quoted(caller, "客户赢");
  await asked(caller, "客户输");
}

/** What was asked is received, quoted, and won or lost. */
async function quote(page: Page): Promise<void> {
  await expect(row(page, "客户赢")).toContainText("已报价");
  await onRow(page, "客户输", "录入报价");
  await expect(field(dialog(page), "币种")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await onRow(page, "客户输", "未成交");
  await choose(page, dialog(page), "未成交原因", "价格");
  await dialog(page).getByRole("button", { name: "确认未成交" }).click();
  await expect(row(page, "客户输")).toHaveCount(0);
  await onRow(page, "客户赢", "比价");
  await expect(page).toHaveURL(/\/af_inquiry_compare\?/);
  await shown(page).getByRole("button", { name: /^选定/ }).click();
  await dialog(page).getByRole("button", { name: /^选\s*定$/ }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/af_enquiry_manage");
  await expect(row(page, "客户赢")).toContainText("已选定");
}

async function asked(caller: Caller, prospect: string): Promise<string> {
  const inquiry = { prospect, departureStation: "PVG", arrivalStation: "LAX", readyDate: day(3), goodsNameCn: "普货", pieces: 10, weight: 500, volume: 3 };
  const salesId = await pick(caller, "user?keyword=sales01");
  const { id } = await caller.data<{ id: string }>("POST", "/afbase/orderInquiry", { ...inquiry, salesId });
  await caller.data("POST", `/afbase/orderInquiry/${id}/submit`, { version: 1 });
  return id;
}

async function makeAgent(caller: Caller): Promise<string> {
  const coopId = await pick(caller, "coop?keyword=GYS001");
  const agent = { coopId, contactName: "Anna", email: "anna@example.com" };
  return (await caller.data<{ id: string }>("POST", "/afbase/inquiryAgent", agent)).id;
}

async function quoted(caller: Caller, prospect: string): Promise<void> {
  const id = await asked(caller, prospect);
  const agent = (await pick(caller, "inquiryAgent")) || (await makeAgent(caller));
  const { version } = await caller.data<{ version: number }>("GET", `/afbase/orderInquiry/${id}`);
  await caller.data("POST", `/afbase/enquiry/${id}/send`, { version, agents: [agent], answerBy: `${day(1)} 18:00:00` });
  const answer = { inquiryId: id, agentId: agent, priceMode: "NET", currency: "CNY", breaks: [{ fromKg: 0, price: 22 }] };
  await caller.data("POST", "/afbase/inquiryQuote", { ...answer, validFrom: day(0), validTo: day(20), transitDays: 5 });
}

test("without a session each path leads to the log-in, which knows where to go on", async ({ page }) => {
  for (const path of [...ALL, ...OPEN].map((route) => route.path)) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`/login\\?redirect=${path}$`));
  }
});

test("who holds no menu is told so at each path, but for the open ones", async ({ page }) => {
  await logIn(page, "nobody");
  for (const { path } of ALL) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/unPermission\?name=/);
    await expect(page.locator("main"), path).toContainText("您没有权限访问该页面");
  }
  for (const { path, title } of OPEN) {
    await page.goto(path);
    await expect(shown(page).locator("main, .load-failed").first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page).toHaveTitle(new RegExp(`^${title} · `));
  }
});

async function holder(browser: Browser, login = "demo-admin"): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await logIn(page, login);
  return { page, faults };
}

const menu = (page: Page): Locator => page.getByRole("navigation", { name: "主导航" });
/** What stands in the place of a group that holds a single page: that page's link, under its own name. */
const ALONE: Record<string, string> = { 陆运: "运输订单", 其他业务: "其他业务订单" };
/** A layout group of the menu. */
const entry = (page: Page, group: string): Locator =>
  menu(page).locator(`.sidebar-scroll > .menu > li:has(> * > .menu-title:text-is("${ALONE[group] ?? group}"))`);

/** The page opens in the shell, and the menu shows it in its group. */
async function stands(page: Page, { path, title, group }: Route): Promise<void> {
  await page.goto(path);
  await expect(shown(page).getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title} · `));
  await expect(strip(page).getByRole("tab", { name: title, exact: true }).first()).toHaveAttribute("aria-selected", "true");
  await expect(entry(page, group).locator('a[aria-current="page"]')).toHaveAttribute("href", path);
  await expect(shown(page).locator(".ant-table, .board-card, .sheet-cells").first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
}

for (const [what, routes] of Object.entries({ PLAIN, AIR_AND_SEA, LAND_AND_OTHER, INQUIRIES })) {
  test(`who holds the menus opens each page in its group and works there (${what})`, async ({ browser, request }) => {
    const { page, faults } = await holder(browser);
    const caller = await Caller.of(request, "demo-admin");
    for (const route of routes) {
      await test.step(route.path, async () => {
        await route.makes?.(caller);
        await stands(page, route);
        expect.soft(faults.splice(0), `${route.path}: console`).toEqual([]);
        await route.does?.(page, caller);
        faults.length = 0;
      });
    }
    await page.close();
  });
}

test("the page of house waybills opens without a menu, and shows those of an order", async ({ browser, request }) => {
  // req: os-route-hawb-info-page
  const { page, faults } = await holder(browser);
  const caller = await Caller.of(request, "demo-admin");
  const { orderUuid } = await makeOrder(caller);
  const hawb = { hawbNumber: "HA901", pieces: 5, weight: 200, volume: 1.5, departureStation: "PVG", arrivalStation: "FRA" };
  await caller.data("POST", "/afbase/hawb/doSave", { orderUuid, hawb });
  await page.goto(`/hawb_info_page?o=${orderUuid}&tab=info`);
  await expect(shown(page).getByRole("tab", { name: "分单信息" })).toHaveAttribute("aria-selected", "true");
  await expect(shown(page).getByText("HA901").first()).toBeVisible();
  await expect(field(shown(page), "件数")).toHaveValue("5");
  await expect(page).toHaveTitle(/分单信息|HA901/);
  await expect(menu(page)).toBeVisible();
  expect(faults).toEqual([]);
  await page.close();
});

/** The pages of a layout group that are built, as the menu of the product is laid out. */
function builtPages(group: string): string[] {
  const nodes = MENU.map((line) => line.split("\t"));
  const parents = new Map(nodes.map(([path = "", parent = ""]) => [path, parent]));
  const top = (path: string): string => (parents.get(path) ? top(parents.get(path) ?? "") : path);
  const planned = new Set(contract.planned);
  const pages = nodes.filter(([path = "", , , , , kind]) => kind === "page" && top(path) === group && !planned.has(path));
  return pages.map(([path = ""]) => path);
}

const GROUPS = [
  { name: "客商管理", group: "/prmManager" }, // req: shell-group-prm
  { name: "空运", group: "/afManager" }, // req: shell-group-af
  { name: "清算财务", group: "/cssManager" }, // req: shell-group-css
  { name: "海运铁路", group: "/scManager" }, // req: shell-group-sc
];

/** Opens all of a layout group of the menu. */
async function unfold(page: Page, group: string): Promise<void> {
  await expect(entry(page, group)).toBeVisible();
  const closed = entry(page, group).locator('button[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** What finance works with: charges, periods, and what stands between an order and its lock. */
const FINANCE = ["/css", "/css_charge_batch", "/css_charge_query", "/css_charge_adjust", "/css_period", "/css_period_difference", "/af_order_lock_unlock_list", "/af_routing_sign", "/af_order_match"];

test("the menu of who works in finance leads to the pages of finance", async ({ browser }) => {
  const { page, faults } = await holder(browser, "fin01");
  for (const { path, title, group } of PLAIN.filter((route) => FINANCE.includes(route.path))) {
    await unfold(page, group);
    await entry(page, group).locator(`a[href="${path}"]`).click();
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`));
    await expect(shown(page).getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(entry(page, group).locator('a[aria-current="page"]')).toHaveAttribute("href", path);
    expect.soft(faults.splice(0), `${path}: console`).toEqual([]);
  }
  // People and their rights are none of his.
  await expect(menu(page).locator('a[href="/hrs_role"]')).toHaveCount(0);
  await page.goto("/hrs_role");
  await expect(page).toHaveURL(/\/unPermission/);
  await page.close();
});

test("a layout group holds its built pages, which open inside the shell", async ({ browser }) => {
  // He holds those of the group of companies too.
  const { page, faults } = await holder(browser, "ceo01");
  for (const { name, group } of GROUPS) {
    await unfold(page, name);
    const links = entry(page, name).getByRole("link");
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(paths.length, name).toBeGreaterThan(0);
    expect(paths, name).toEqual(expect.arrayContaining(builtPages(group)));
    expect(paths.filter((path) => contract.planned?.includes(path)), `${name}: not built`).toEqual([]);
    for (const path of paths) {
      await entry(page, name).locator(`a[href="${path}"]`).click();
      await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`));
      await expect(entry(page, name).locator('a[aria-current="page"]')).toHaveAttribute("href", path);
      await expect(shown(page).getByRole("heading", { level: 1 })).toBeVisible();
      expect.soft(faults.splice(0), `${path}: console`).toEqual([]);
    }
  }
  await page.close();
});
