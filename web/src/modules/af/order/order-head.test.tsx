import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { FormStore } from "@/platform/forms/form-store";
import { setLanguage } from "@/platform/i18n";
import { renderPage } from "@/platform/test-shell";
import { OrderNotices } from "./order-head";
import { prepare } from "./tabs-kit";

const HANDS = { lease: null, tab: "t", again: async () => undefined, takeOver: async () => undefined };
const APPROVING = {
  instanceId: "6",
  instanceNo: "SP-2607150001",
  act: { zh: "订单强制关闭", en: "Order closed for good" },
  closes: false,
};

beforeEach(() => prepare());

function show(approving: unknown) {
  const form = new FormStore({ lifecycle: "OPEN", approving });
  renderPage(<OrderNotices form={form} lease={HANDS} refresh={() => undefined} />);
}

it("shows that an order is being closed, in the language of its reader", async () => {
  show([APPROVING]);
  await screen.findByText("审批中");
  screen.getByText("订单强制关闭（SP-2607150001）");
  expect(screen.getByRole("link", { name: "查看审批" }).getAttribute("href")).toBe("/notification?id=0&approval=6");
  await setLanguage("en-US");
  await screen.findByText("Being decided");
  screen.getByText("Order closed for good (SP-2607150001)");
});

it("shows nothing where nothing is being decided", () => {
  show([]);
  expect(screen.queryByText("审批中")).toBeNull();
});
