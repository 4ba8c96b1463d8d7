import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, press, renderPage, toasts } from "@/platform/test-shell";
import { LockDialog } from "./lock-dialog";
import { prepare } from "./order-kit";

const LOCK = "/afbase/orderLock/lock";
const ROWS = [
  { id: "1", orderCode: "AE-2607150001" },
  { id: "2", orderCode: "AE-2607150002" },
];
const FAILED = [{ orderId: "1", orderCode: "AE-2607150001", message: "收入或成本未完成，不能锁账" }];

beforeEach(prepare);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("opens without a day where none could be proposed, and says at the day what is wrong with it", async () => {
  const said = "财务期间2026-05已结账";
  const answers = [envelope(200, 1, said, { findings: [{ field: "lockDate", severity: "error", key: "period.closed", message: said }] }), envelope(500, 500, "数据库忙"), { locked: 2, failed: [] }];
  const server = stubServer({ "GET /afbase/orderLock/lockDate": () => envelope(500, 500, "数据库忙"), [`PUT ${LOCK}`]: () => answers.shift() });
  const done = vi.fn();
  renderPage(<LockDialog scope="AE" rows={ROWS} close={() => undefined} done={done} />, "/af_order_lock_unlock_list");
  await press("财务锁账");
  await waitFor(() => expect(fieldAt("lockDate").box.textContent).toContain("请选择财务日期"));
  const { input } = fieldAt("lockDate");
  input.focus();
  fireEvent.change(input, { target: { value: "2026-05-31" } });
  fireEvent.blur(input);
  await press("财务锁账");
  await waitFor(() => expect(fieldAt("lockDate").box.textContent).toContain(said));
  expect(fieldAt("lockDate").box.contains(document.activeElement)).toBe(true);
  // A call that fails leaves the dialog as it was, to be sent again.
  await press("财务锁账");
  await waitFor(() => expect(server.to(LOCK)).toHaveLength(2));
  await waitFor(() => expect(toasts().join()).toContain("数据库忙"));
  await press("财务锁账");
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.to(LOCK)[2]?.json()).toMatchObject({ lockDate: "2026-05-31" });
});

it("locks all for the proposed day, tells who fails, and goes on without them when told so", async () => {
  const answers = [
    envelope(200, 1, "1票订单不能锁账，未锁定任何订单", { failed: FAILED, passing: 1 }),
    { locked: 1, failed: FAILED },
  ];
  const server = stubServer({
    "GET /afbase/orderLock/lockDate": () => ({ lockDate: "2026-06-30" }),
    [`PUT ${LOCK}`]: () => answers.shift(),
  });
  const done = vi.fn();
  renderPage(<LockDialog scope="AE" rows={ROWS} close={() => undefined} done={done} />, "/af_order_lock_unlock_list");
  fireEvent.click(await screen.findByRole("button", { name: "财务锁账" }));
  await screen.findByText("AE-2607150001 收入或成本未完成，不能锁账");
  expect(server.to(LOCK)[0]?.json()).toEqual({ businessScope: "AE", orderIds: ["1", "2"], lockDate: "2026-06-30" });
  expect(done).not.toHaveBeenCalled();
  fireEvent.click(await screen.findByLabelText("仅锁定通过的"));
  fireEvent.click(screen.getByRole("button", { name: "财务锁账" }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(server.to(LOCK)[1]?.json()).toMatchObject({ lockDate: "2026-06-30", onlyPassing: true });
  expect(toasts()).toContain("已锁账 1 票，1 票未锁账");
});
