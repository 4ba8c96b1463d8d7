import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePageLocation } from "@/platform/page-location";
import { declareAll } from "@/platform/pages-kit";
import { useSession } from "@/platform/session";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { press, renderPage, toasts } from "@/platform/test-shell";
import { prepare } from "./order-kit";
import page from "./order-lock.page";

const ROW = { id: "1", orderCode: "AE-2607150001", orderUuid: "u1", businessScope: "AE", incomeFinishStatus: 2, can: ["af-lock-rollback"] };

function Address() {
  return <output data-testid="address">{usePageLocation().searchStr}</output>;
}

function open(routes: Record<string, Answer> = {}) {
  const server = stubServer({
    "GET /hrs/user/getHrsUserExtend": () => ({ personalAeLockPageLockStatus: "0", personalAiLockPageLockStatus: "1" }),
    "GET /afbase/orderLock/page": () => ({ records: [ROW], total: 1, current: 1, size: 10, totals: {} }),
    ...routes,
  });
  const Page = page.page!;
  renderPage(<><Address /><Page /></>, "/af_order_lock_unlock_list");
  return server;
}
const asked = (server: ReturnType<typeof open>) => {
  const query = server.to("/afbase/orderLock/page").at(-1)?.query;
  return [query?.get("businessScope"), query?.get("lockStatus")];
};

beforeEach(async () => {
  await prepare();
  declareAll();
  useSession.getState().enter("t1", { userId: "7", orgId: "1", orgName: "示例货代", userCname: "李想", stopDate: "2099-12-31" }, 0);
  useSession.getState().setButtons(["af-lock-rollback"]);
  localStorage.removeItem("lockScope.7");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("opens with the lock status of its scope, goes to that of another with it, and opens there the next time", async () => {
  const server = open();
  await waitFor(() => expect(asked(server)).toEqual(["AE", "0"]));
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "业务范畴" }));
  fireEvent.click(await screen.findByText("空运进口", { selector: ".ant-select-item-option *" }));
  await waitFor(() => expect(asked(server)).toEqual(["AI", "1"]));
  expect(screen.getByTestId("address").textContent).toContain("businessScope=AI");
  cleanup();
  const again = open();
  await waitFor(() => expect(asked(again)).toEqual(["AI", "1"]));
});

it("tells why a side could not be reopened", async () => {
  const message = "订单已财务锁账";
  open({ "PUT /afbase/orderLock/rollBackToFinishIncome": () => envelope(200, 1, message, { findings: [{ field: "orderId", severity: "error", key: "x", message }] }) });
  await press("退回收入完成");
  await press("确定");
  await waitFor(() => expect(toasts().join()).toContain(message));
});
