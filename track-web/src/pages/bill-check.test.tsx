import { fireEvent, render, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { at, fine, serve, type Answers, type Seen } from "../test-order";
import BillConfirmPage from "./bill-confirm";

const BASE = "/prm/external/billCheck";
const LONG = { timeout: 30_000 };
const BILL = {
  orgName: "测试货代", number: "XZ-26070002", customer: "客户甲", period: "2026-06", side: "PAYABLE", currency: "CNY", amount: "7000.00",
  dueDate: "2026-08-25", until: "2026-08-14 10:00", count: 2,
  lines: [
    { id: "1", key: "AE-2606110001", customerNumber: "A1", bizNumber: "", quantity: "17500.0", amount: "3500.00" },
    { id: "2", key: "AE-2606300001", customerNumber: "", bizNumber: "", quantity: "17500.0", amount: "3500.00" },
  ],
};

async function open(more: Answers, query = "?check=k3y"): Promise<Seen[]> {
  at(query, "/bill_confirm");
  const seen = serve({ [BASE]: fine(BILL), ...more });
  render(<BillConfirmPage />);
  await screen.findByRole("heading", { level: 1 }, LONG);
  return seen;
}

it("asks what the partner has for each line, and hands it in", async () => {
  const seen = await open({ [`${BASE}/answer`]: fine(null) });
  expect(seen).toMatchObject([{ method: "GET", path: BASE, query: { code: "k3y" } }]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("XZ-26070002");
  fireEvent.input(screen.getByLabelText(/AE-2606300001/), { target: { value: "3850.00" } });
  fireEvent.input(screen.getByLabelText(/姓名/), { target: { value: "王会计" } });
  fireEvent.click(screen.getByRole("button", { name: "提交" }));
  expect(await screen.findByText("提交成功，感谢您的配合", {}, LONG)).toBeTruthy();
  expect(seen[1]?.body).toEqual({
    code: "k3y", by: "王会计", remark: "",
    lines: [{ id: "1", amount: "3500.00", remark: "" }, { id: "2", amount: "3850.00", remark: "" }],
  });
});

it("asks a supplier what it wants for each cost, which is called by its number and its service", async () => {
  const base = "/prm/external/costConfirmation";
  const line = { id: "7", key: "SE-2607100001", orderCode: "SE-2607100001", bizDate: "2026-07-10", route: "CNSHA-USLAX", service: "海运费", amount: "5000.00" };
  const sheet = { orgName: "测试货代", number: "QR-26070001", customer: "供应商甲", period: "", currency: "CNY", amount: "5000.00", until: "2026-08-14 10:00", count: 1, lines: [line] };
  const seen = await open({ [base]: fine(sheet), [`${base}/answer`]: fine(null) }, "?cost=k3y");
  expect(seen).toMatchObject([{ method: "GET", path: base, query: { code: "k3y" } }]);
  expect(screen.getByText("测试货代请贵司逐行核对费用")).toBeTruthy();
  // What is not known of the sheet is not shown empty.
  expect(screen.queryByText("到期日")).toBeNull();
  expect(screen.queryByText("账期")).toBeNull();
  const amount = screen.getByLabelText("SE-2607100001 · 2026-07-10 · CNSHA-USLAX · 海运费 · 我方金额 5000.00");
  fireEvent.input(amount, { target: { value: "5200.00" } });
  fireEvent.input(screen.getByLabelText(/姓名/), { target: { value: "李会计" } });
  fireEvent.click(screen.getByRole("button", { name: "提交" }));
  expect(await screen.findByText("提交成功，感谢您的配合", {}, LONG)).toBeTruthy();
  expect(seen[1]).toMatchObject({ path: `${base}/answer`, body: { code: "k3y", by: "李会计", lines: [{ id: "7", amount: "5200.00" }] } });
});
