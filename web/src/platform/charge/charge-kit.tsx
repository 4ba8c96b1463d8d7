/** What the tests of charges share: the declaration, an order with its charges, and a server that calculates. */
import { waitFor } from "@testing-library/react";
import type { Contract, Field, FormPage, Section } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { loadRoom } from "@/platform/i18n";
import { setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import type { Answer, Asked } from "@/platform/test-kit";
import { drawSheets } from "@/platform/test-sheet";
import { type Charges, FORM, type Totals } from "@/platform/charge/charge-model";

export const UUID = "0b2f1c6a-0000-4000-8000-000000000001";

const said = (zh: string) => ({ zh, en: `${zh} (en)` });
const field = (name: string, zh: string, kind: Field["kind"], rest: Partial<Field> = {}): Field => ({ name, label: said(zh), kind, ...rest });
const told = { readOnly: true };
export const FIELDS: Field[] = [
  field("serviceItemId", "服务项目", "reference", { required: true, reference: "serviceItem" }),
  field("coopId", "往来单位", "reference", { required: true, reference: "coop" }),
  field("basis", "计费标准", "select", { required: true, options: ["票", "计费重量", "手工"].map((value) => ({ value, label: said(value) })) }),
  field("containerType", "箱型", "text"),
  field("currency", "币种", "reference", { required: true, reference: "currency" }),
  field("unitPrice", "单价", "decimal", { required: true, digits: 4, min: -99_999_999.9999, max: 99_999_999.9999 }),
  field("quantity", "数量", "decimal", { digits: 4, min: -9_999_999 }),
  field("amount", "金额", "decimal", { digits: 2, min: -1e12 }),
  field("exchangeRate", "汇率", "decimal", { digits: 6 }),
  field("functionalAmount", "本币金额", "decimal", { digits: 2, ...told }),
  field("taxRate", "税率", "select", { options: ["0%", "6%"].map((value) => ({ value, label: said(value) })) }),
  field("amountNotTax", "无税金额", "decimal", { digits: 2, ...told }),
  field("amountTax", "税额", "decimal", { digits: 2, ...told }),
  field("amountMin", "最低", "decimal", { digits: 2 }),
  field("amountMax", "最高", "decimal", { digits: 2 }),
  field("digits", "小数位", "int"),
  field("note", "备注", "text", { maxLength: 200 }),
  field("innerNote", "内部备注", "text", { maxLength: 200 }),
  field("source", "来源", "text", told),
  field("creatorName", "录入人", "text", told),
];
const LINK = field("linkedChargeId", "代收代付", "reference", { reference: "linkedCharge" });
const section = (key: string, zh: string, fields = FIELDS): Section => ({ key, label: said(zh), rows: true, sheet: true, fields });
export const PAGE: FormPage = {
  key: FORM,
  path: "/css_order_charge",
  title: said("费用录入"),
  access: "css_order_charge",
  view: "/css/charge/list",
  create: { method: "POST", path: "/css/charge/save" },
  update: { method: "POST", path: "/css/charge/save" },
  versionField: "rowUuid",
  sections: [section("income", "应收"), section("cost", "应付", [...FIELDS, LINK])],
};

export const BUTTONS = ["css-charge-add", "css-charge-edit", "css-charge-del", "css-charge-rate", "css-charge-template", "css-charge-copy", "css-charge-copy-order", "css-rate-edit", "css-charge-refresh", "css-charge-import", "css-charge-export", "css-income-finish", "css-cost-finish"];

const row = (id: string, serviceItemId: string, serviceItemName: string, rest: Values): Values => ({
  id, serviceItemId, serviceItemName, coopId: "11", coopName: "客户甲", basis: "票", containerType: null, currency: "CNY", currencyName: "CNY",
  exchangeRate: "1.000000", taxRate: "6%", amountMin: null, amountMax: null, digits: 2, carry: "四舍五入", note: "", innerNote: "",
  quantityTyped: false, amountFixed: false, rateTyped: false, source: "手工", state: "NORMAL", financialDate: null, creatorName: "操作一",
  createTime: "2026-06-20 10:00:00", tags: [], closed: null, ...rest,
});
export const C5 = row("5", "101", "空运费", {
  basis: "计费重量", unitPrice: "30.0000", quantity: "658.330", amount: "19749.90", functionalAmount: "19749.90", amountNotTax: "18631.98", amountTax: "1117.92",
});
export const C6 = row("6", "102", "操作费", { unitPrice: "355.0000", quantity: "1.000", amount: "355.00", functionalAmount: "355.00", amountNotTax: "334.91", amountTax: "20.09", tags: [{ zh: "最低", en: "Minimum" }] });
export const C7 = row("7", "101", "空运费", {
  coopId: "21", coopName: "供应商乙", basis: "计费重量", unitPrice: "20.0053", quantity: "658.330", amount: "13170.00", functionalAmount: "13170.00", amountNotTax: "12424.53", amountTax: "745.47",
});

export const TOTALS: Totals = {
  income: { currencies: [{ currency: "CNY", amount: "20104.90" }], functional: "20104.90", notTax: "18966.89", types: [{ type: "干线", functional: "19749.90" }, { type: "操作", functional: "355.00" }] },
  cost: { currencies: [{ currency: "CNY", amount: "13170.00" }], functional: "13170.00", notTax: "12424.53", types: [{ type: "干线", functional: "13170.00" }] },
  profit: { amount: "6934.90", rate: "34.49", unit: "10.53", notTax: "6542.36" },
};

export const E1: Charges = {
  rowUuid: "v3",
  order: {
    orderUuid: UUID, orderCode: "AE-2606200001", businessScope: "AE", number: "999-12345675", coopId: "11", coopName: "客户甲", bizDate: "2026-06-20",
    departure: "PVG", arrival: "LAX", carrier: "CA987", pieces: "10", grossWeight: "480.000", volume: "3.950", chargeWeight: "658.330", unit: "KG", teu: null,
    lifecycle: "OPEN", orderStatus: "已接单", financialDate: null, incomeRecorded: false, costRecorded: false, functionalCurrency: "CNY", orderRowUuid: "o1",
  },
  income: [C5, C6],
  cost: [C7],
  totals: TOTALS,
  closed: { income: null, cost: null },
  buttons: BUTTONS,
};

/** Prices of 31.00 are known, a new item is rated as handling, everything else stays as it is. */
export function reckon(sent: Values): Values {
  if (Number(sent["unitPrice"]) === 31) return { ...sent, unitPrice: "31.0000", amount: "20408.23", functionalAmount: "20408.23", amountNotTax: "19253.05", amountTax: "1155.18" };
  if (sent["serviceItemId"] === "103" && !sent["unitPrice"]) {
    return { ...row("", "103", "安检费", { unitPrice: "50.0000", quantity: "1.000", amount: "50.00", functionalAmount: "50.00", amountNotTax: "47.17", amountTax: "2.83" }), id: null };
  }
  return sent;
}

export interface Sent {
  requestId: string;
  rowUuid: string;
  income: Values[];
  cost: Values[];
  deleteIds: string[];
  confirmed: string[];
}
export const bodyOf = (asked: Asked | undefined) => asked?.json() as Sent & Values;

const CHECK: Answer = (asked) => {
  const { income, cost } = bodyOf(asked);
  const [one, other] = [income.map(reckon), cost.map(reckon)];
  const raised = one.some(({ amount }) => amount === "20408.23");
  const totals: Totals = raised ? { ...TOTALS, income: { ...TOTALS.income!, functional: "20763.23" }, profit: { amount: "7593.23", rate: "36.57", unit: "11.53", notTax: "7163.43" } } : TOTALS;
  return { income: one, cost: other, totals, findings: [] };
};

export const ROUTES: Record<string, Answer> = {
  "GET /css/charge/list": () => E1,
  "POST /css/charge/check": CHECK,
  "POST /css/charge/save": () => ({ ...E1, rowUuid: "v4" }),
  "GET /platform/select/serviceItem": ({ query }) =>
    [{ value: "101", label: "空运费" }, { value: "102", label: "操作费" }, { value: "103", label: "安检费" }].filter(({ label }) => label.includes(query.get("keyword") ?? "")),
  "GET /platform/select/coop": () => [{ value: "21", label: "供应商乙" }],
  "GET /platform/select/currency": () => [{ value: "CNY", label: "CNY" }, { value: "USD", label: "USD" }],
};

export async function prepareCharges(): Promise<void> {
  localStorage.clear();
  setContract({ lists: [], forms: [PAGE] } as Contract);
  useSession.getState().setButtons(["css-income-view", "css-cost-view"]);
  Element.prototype.scrollIntoView = () => undefined;
  drawSheets();
  await Promise.all(["css", "order"].map(loadRoom));
}

/** The grids come with the library behind them. */
export async function gridsThere(): Promise<void> {
  await waitFor(() => {
    if (!document.querySelector(".charge-side .sheet-cells [data-field]")) throw new Error("no grid yet");
  });
}

export const sumsText = (): string => document.querySelector(".charge-sums")?.textContent ?? "";
