import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadRoom } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { fieldAt, press, renderPage, toasts } from "@/platform/test-shell";
import { type Compared, type Deal, dealt, mappingOf, paid, valuesOf } from "./batch-model";
import page from "./payment-batch.page";

const row = (code: string, rest: Partial<Compared> = {}): Compared => ({
  code, orderCodes: [`AE-${code}`], bizDate: "2026-07-14", amount: "3000.00", noPaymentAmount: "1000.00", uploadAmount: "1000.00", errorAmount: "0.00",
  errorRate: "0.00", result: "SAME", why: null, deals: ["SYSTEM", "SUPPLIER", "SKIP"], deal: "SYSTEM", seen: `${code}:1`, correction: false, ...rest,
});
const OTHER = row("990-12345675", { noPaymentAmount: "13170.00", uploadAmount: "13000.00", errorAmount: "-170.00", errorRate: "-1.29", result: "DIFFERENT" });
const OURS = row("990-1", { result: "OURS_ONLY", uploadAmount: "0.00", deals: ["SKIP"], deal: "SKIP" });
const READ = {
  needsMapping: false, rows: [OTHER, row("990-12345690"), OURS], serviceItemIds: [],
  totals: { amount: "16170.00", noPaymentAmount: "14170.00", uploadAmount: "14000.00", errorAmount: "-170.00" },
};
const SELECTS: Record<string, Answer> = {
  "GET /platform/select/coop": () => [{ value: "21", label: "供应商甲" }],
  "GET /platform/select/currency": () => [{ value: "CNY", label: "CNY" }],
};

async function open(routes: Record<string, Answer>): Promise<StubServer> {
  useSession.setState({ buttons: ["css-cpb-upload", "css-cpb-save", "css-cpb-export"] });
  const server = stubServer({ ...SELECTS, ...routes });
  const Page = page.page!;
  renderPage(<Page />, "/css_payment_batch");
  await screen.findByRole("heading", { name: "供应商账单导入" });
  return server;
}
const choose = async (field: string, text: string) => {
  fireEvent.mouseDown(fieldAt(field).input);
  fireEvent.click((await screen.findAllByText(text, { selector: ".ant-select-item-option *" })).at(-1)!);
};
const drop = () => fireEvent.change(document.querySelector<HTMLInputElement>('input[type="file"]')!, { target: { files: [new File(["x"], "bill.csv")] } });

beforeEach(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  await loadRoom("payable");
  await loadRoom("import");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("compares a file, and makes the payment of what was decided", async () => {
  const server = await open({
    "POST /css/payment/batchRead": () => READ,
    "POST /css/payment/batchSave": () => ({ id: "1", paymentNum: "AE-CP-2607210001", approving: null }),
  });
  drop();
  await waitFor(() => expect(fieldAt("coopId").box.textContent).toContain("请选择供应商"));
  await choose("coopId", "供应商甲");
  await choose("currency", "CNY");
  drop();
  await screen.findByText("对账单金额 14,170.00");
  expect(Object.fromEntries(server.to("/css/payment/batchRead")[0]!.query)).toMatchObject({ fileType: "STANDARD", businessScope: "ZH", coopId: "21", currency: "CNY" });
  await press("全部按供应商");
  await screen.findByText("对账单金额 14,000.00");
  await press("生成对账单");
  await waitFor(() => expect(toasts()).toContain("已生成对账单 AE-CP-2607210001"));
  const body = server.to("/css/payment/batchSave")[0]!.json() as { rows: { code: string; deal: Deal }[] };
  expect(body).toMatchObject({ coopId: "21", currency: "CNY", serviceItemIds: [], requestId: expect.any(String) as string });
  expect(body.rows, "what only we have is in no payment").toEqual([
    { code: "990-12345675", amount: "13000.00", deal: "SUPPLIER", seen: "990-12345675:1", correction: false },
    { code: "990-12345690", amount: "1000.00", deal: "SUPPLIER", seen: "990-12345690:1", correction: false },
  ]);
});

it("asks which column of an airline's file says what", async () => {
  const mapping = { number: "AWB", net: "Net", document: "", amounts: { freight: { heading: "Freight", itemId: "7" } } };
  const answers = [{ needsMapping: true, headings: ["AWB", "Net", "Freight"], mapping }, READ];
  const server = await open({ "POST /css/payment/batchRead": () => answers.shift() });
  await choose("coopId", "供应商甲");
  await choose("currency", "CNY");
  drop();
  await press("按此对应读取");
  await screen.findByText("对账单金额 14,170.00");
  expect(JSON.parse(server.to("/css/payment/batchRead")[1]!.query.get("mapping")!)).toEqual(mapping);
});

it("counts and deals", () => {
  const rows = [OTHER, row("990-12345690", { deal: "SKIP" }), OURS];
  expect(paid(rows)).toBe("13,170.00");
  expect(dealt(rows, "SUPPLIER").map(({ deal }) => deal)).toEqual(["SUPPLIER", "SUPPLIER", "SKIP"]);
  const mapping = { number: "A", net: "B", document: "", amounts: { tax: { heading: "C", itemId: "1" } } };
  expect(mappingOf(valuesOf(mapping))).toEqual(mapping);
});
