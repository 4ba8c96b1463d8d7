import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FormPageView } from "@/platform/forms/form-page";
import { FormStore } from "@/platform/forms/form-store";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { CreditPassNotice, CustomerLockNotice } from "@/platform/order/locks";
import { declaredForm, registerRooms } from "@/platform/page-registry";
import { declareAll } from "@/platform/pages-kit";
import { useSession } from "@/platform/session";
import { stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";
import { buttonOf, dialogOf, openList, rowWords, run, type } from "../prm-kit";
import coops from "../invite/coop.page";
import form from "../share/coop-form.page";

const ROW = { id: "5", version: 3, coopCode: "KH001", coopName: "华东化工", lockedScopes: "SE", can: ["prm-coop-lock", "prm-unlock-apply"] };

beforeEach(async () => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  declareAll();
  registerRooms([]);
  await setLanguage("zh-CN");
  await Promise.all(["order", "prm"].map(loadRoom));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("locks further scopes of a customer with a reason", async () => {
  let sent: unknown = null;
  const server = await openList(
    { key: "prm.coop.list", definition: coops, rows: [ROW], buttons: ["prm-coop-lock", "prm-unlock-apply"] },
    {
      "POST /prm/coop/5/lock": () => {
        sent = server.to("/prm/coop/5/lock")[0]?.json();
        return { id: "5", version: 4 };
      },
    },
  );
  await run("锁定");
  const box = await dialogOf("锁定 华东化工");
  fireEvent.click(buttonOf(box, "确定"));
  await box.findByText("请选择业务范畴");
  fireEvent.mouseDown(box.getByLabelText(/业务范畴/));
  const options = [...document.querySelectorAll(".ant-select-item-option-content")].map((each) => each.textContent);
  expect(options).not.toContain("海运出口");
  fireEvent.click(screen.getByText("空运出口", { selector: ".ant-select-item-option-content" }));
  type(box.getByLabelText(/原因/), "欠款");
  fireEvent.click(buttonOf(box, "确定"));
  await waitFor(() => expect(sent).toEqual({ scopes: ["AE"], reason: "欠款", version: 3 }));
});

it("applies for the one scope that is locked", async () => {
  const server = await openList(
    { key: "prm.coop.list", definition: coops, rows: [ROW], buttons: ["prm-coop-lock", "prm-unlock-apply"] },
    { "POST /afbase/order/applyUnlock": () => ({ instanceId: "1", instanceNo: "SP-2607150001", state: "审批中" }) },
  );
  expect(await rowWords()).toEqual(expect.arrayContaining(["锁定", "申请解锁"]));
  await run("申请解锁");
  const box = await dialogOf("申请解锁 华东化工");
  expect(box.getByText("华东化工海运出口已锁定，申请解锁")).toBeTruthy();
  type(box.getByLabelText(/原因/), "已付款");
  fireEvent.click(buttonOf(box, "申请解锁"));
  await waitFor(() => expect(toasts()).toContain("解锁申请已提交"));
  const asked = server.to("/afbase/order/applyUnlock")[0]?.json();
  expect(asked).toEqual({ businessScope: "SE", reason: "已付款", coopId: "5" });
});

it("says on the form what is locked and what is open for some days", async () => {
  useSession.getState().setButtons(["prm_coop"]);
  stubServer({
    "GET /prm/coop/5": () => ({
      id: "5", version: 1, coopCode: "KH001", coopName: "客户甲", subTypes: [], contacts: [],
      lockedScopes: "SE,SI", lockReason: "欠款", openedScopes: [{ scope: "LC", until: "2026-07-18" }],
    }),
    "GET /prm/coopShare/of/5": () => [],
  });
  const page = declaredForm("prm.coop.form")!;
  renderPage(<FormPageView page={page} overrides={form.form ?? {}} />, "/prm_coop_edit?coopId=5");
  await screen.findByText("海运出口、海运进口业务已锁定：欠款");
  expect(screen.getByText("公路运输（至 2026-07-18） 临时解锁，到期后自动锁定")).toBeTruthy();
});

it("offers the application where an order names a locked customer, and not to who has no right to it", async () => {
  const server = stubServer({
    "GET /platform/select/coop": () => [{ value: "5", label: "客户甲", hint: "KH001" }],
    "POST /afbase/order/applyUnlock": () => ({ instanceId: null, instanceNo: "", state: "已通过" }),
  });
  const order = new FormStore({ coopId: "5" });
  order.setFindings([{ field: "coopId", severity: "error", key: "order.coop.locked", message: "该客户海运出口业务已锁定" }]);
  useSession.getState().setButtons([]);
  renderPage(<CustomerLockNotice form={order} scope="SE" />, "/se_order_edit");
  expect(screen.queryByRole("button", { name: "申请解锁" })).toBeNull();
  cleanup();
  useSession.getState().setButtons(["prm-unlock-apply"]);
  renderPage(<CustomerLockNotice form={order} scope="SE" />, "/se_order_edit");
  fireEvent.click(await screen.findByRole("button", { name: "申请解锁" }));
  const dialog = (await screen.findByText(/海运出口已锁定，申请解锁/)).closest<HTMLElement>(".ant-modal")!;
  await within(dialog).findByText("客户甲海运出口已锁定，申请解锁");
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "已付款" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "申请解锁" }));
  await waitFor(() => expect(order.findings()).toEqual([]));
  const asked = server.to("/afbase/order/applyUnlock")[0]?.json();
  expect(asked).toEqual({ coopId: "5", businessScope: "SE", reason: "已付款" });
});

it("applies for what a gate holds back of an order, and not for what nobody decides about", async () => {
  const server = stubServer({ "POST /prm/ics/approval/apply": () => ({ instanceId: "9", instanceNo: "SP-1", state: "待审批" }) });
  const order = new FormStore({ orderUuid: "u1" });
  const message = "超信用放货需审批";
  order.setFindings([{ field: "", severity: "error", key: "credit.approval.DELIVERY", message }]);
  useSession.getState().setButtons(["prm-unlock-apply"]);
  renderPage(<CreditPassNotice form={order} />, "/ai_order_edit");
  fireEvent.click(await screen.findByRole("button", { name: "提交审批" }));
  const dialog = within(await screen.findByRole("dialog", { name: message }));
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "下周付款" } });
  fireEvent.click(dialog.getByRole("button", { name: "提交审批" }));
  await waitFor(() => expect(toasts()).toContain("超信用审批已提交"));
  const asked = server.to("/prm/ics/approval/apply")[0]?.json();
  expect(asked).toEqual({ eventId: 105, refType: "CREDIT_DELIVERY", refId: "u1", reason: "下周付款" });
  cleanup();
  order.setFindings([{ field: "coopId", severity: "error", key: "credit.approval.ORDER", message: "超信用新增订单需审批" }]);
  renderPage(<CreditPassNotice form={order} />, "/ai_order_edit");
  expect(screen.queryByRole("button", { name: "提交审批" })).toBeNull();
});
