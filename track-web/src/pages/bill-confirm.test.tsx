import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { expect, it } from "vitest";
import { at, fine, serve, type Answers, type Seen } from "../test-order";
import BillConfirmPage from "./bill-confirm";

const BASE = "/css/external/bill";
const LONG = { timeout: 30_000 };
/** What somebody writes who wants to leave the place his text stands in. */
const HOSTILE = "</script><img src=x onerror=alert(1)>";

const NOTE = {
  orgName: "测试货代",
  kind: "NOTE",
  state: "OPEN",
  number: "AE-DN-2607140001",
  customer: "演示客户甲贸易有限公司",
  until: "2026-08-14 10:00",
  said: null,
  bill: {
    date: "2026-07-14", dueDate: "2026-08-25", remark: "", orderCode: "AE-2607140001", bizNumber: "990-12345686",
    amounts: ["CNY 20,000.00"], count: 1, rows: [{ name: { zh: "空运费", en: "Air freight" }, amount: "CNY 20,000.00" }],
  },
};
const STATEMENT = {
  ...NOTE,
  kind: "STATEMENT",
  number: "SE-ST-2606010001",
  bill: {
    date: "2026-06-01", dueDate: "2026-06-30", remark: "", period: "2026-05-02 - 2026-05-30", amounts: ["CNY 9,000.00", "USD 3,000.00"],
    count: 300, rows: [{ number: "SE-DN-2605310001", bizNumber: "TESTU1", date: "2026-05-30", amount: "CNY 9,000.00  USD 3,000.00" }],
  },
};

async function open(answer: object = NOTE, more: Answers = {}): Promise<Seen[]> {
  at("?code=k3y", "/bill_confirm");
  const seen = serve({ [BASE]: fine(answer), ...more });
  render(<BillConfirmPage />);
  await screen.findByRole("heading", { level: 1 }, LONG);
  return seen;
}

const type = (label: RegExp, value: string): void => {
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole("button", { name }));
};

it("shows what the bill says and hands the answer in once", async () => {
  const seen = await open(NOTE, { [`${BASE}/answer`]: fine(null) });
  expect(seen).toMatchObject([{ method: "GET", path: BASE, query: { code: "k3y" } }]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("AE-DN-2607140001");
  expect(document.title).toBe("账单确认");
  for (const text of ["测试货代请贵司核对并确认账单", "2026-08-25", "空运费", "AE-2607140001"]) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByText("CNY 20,000.00")).toHaveLength(2);
  type(/姓名/, "王会计");
  press("确认无误");
  expect(await screen.findByText("提交成功，感谢您的配合", {}, LONG)).toBeTruthy();
  expect(seen[1]).toMatchObject({ method: "POST", path: `${BASE}/answer` });
  expect(seen[1]?.body).toEqual({ code: "k3y", answer: "CONFIRMED", by: "王会计", remark: "" });
  await waitFor(() => expect(seen).toHaveLength(3), LONG);
  expect(screen.queryByRole("button", { name: "确认无误" })).toBeNull();
});

it("tells at its field what is missing of an objection, and keeps what was typed", async () => {
  const findings = [{ field: "remark", severity: "error", message: "请填写说明" }];
  const seen = await open(NOTE, { [`${BASE}/answer`]: { code: 1, messageInfo: "请检查", data: { findings } } });
  type(/姓名/, "王会计");
  press("提出异议");
  const why = screen.getByLabelText<HTMLInputElement>(/异议说明/);
  await waitFor(() => expect(document.activeElement).toBe(why), LONG);
  expect(document.getElementById(why.getAttribute("aria-describedby") ?? "")?.textContent).toBe("请填写说明");
  expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe("王会计");
  expect(seen[1]?.body).toMatchObject({ answer: "DISPUTED" });
});

it("shows the notes of a statement, and says when they are more", async () => {
  await open(STATEMENT);
  expect(screen.getByText("CNY 9,000.00 USD 3,000.00", { selector: "dd" })).toBeTruthy();
  expect(screen.getByText("SE-DN-2605310001")).toBeTruthy();
  expect(screen.getByText("仅显示前1行，共300行，完整内容请见邮件附件。")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "EN" }));
  expect(await screen.findByText("测试货代 asks you to check and confirm: Statement", {}, LONG)).toBeTruthy();
  localStorage.clear();
});

it("says what became of a bill that can't be answered any more, without its figures", async () => {
  for (const [state, text] of [
    ["EXPIRED", "链接已过期，请联系测试货代重新发送。"],
    ["REPLACED", "账单已重新发送，请使用最新邮件中的链接。"],
    ["VOID", "账单已作废，无需确认。"],
    ["CHANGED", "账单已修改，请等待测试货代重新发送。"],
  ]) {
    await open({ ...NOTE, state, bill: null });
    expect(screen.getByRole("status").textContent).toBe(text);
    expect(document.body.textContent).not.toContain("20,000.00");
    expect(screen.queryByRole("button", { name: "确认无误" })).toBeNull();
    cleanup();
  }
});

it("shows the answer of a link that was used", async () => {
  await open({ ...NOTE, state: "DISPUTED", said: { at: "2026-07-16 09:30", by: "王会计", remark: "少一笔退款" } });
  expect(screen.getByText("有异议")).toBeTruthy();
  expect(screen.getByText("王会计，2026-07-16 09:30")).toBeTruthy();
  expect(screen.getByText("少一笔退款")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "提出异议" })).toBeNull();
});

it("shows texts as they are written", async () => {
  await open({ ...NOTE, customer: HOSTILE, bill: { ...NOTE.bill, remark: HOSTILE } });
  expect(screen.getAllByText(HOSTILE)).toHaveLength(2);
  expect(document.querySelector("img, script")).toBeNull();
});

it("says that a link is not valid", async () => {
  for (const answer of [{ code: 1, messageInfo: "链接无效或已过期" }, new Response("", { status: 404 })]) {
    at("?code=old", "/bill_confirm");
    serve({ [BASE]: answer });
    render(<BillConfirmPage />);
    expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，链接无效或已过期");
    cleanup();
  }
  at("", "/bill_confirm");
  const seen = serve({});
  render(<BillConfirmPage />);
  expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，链接无效或已过期");
  expect(seen).toEqual([]);
});
