import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { FormStore } from "@/platform/forms/form-store";
import { setLanguage } from "@/platform/i18n";
import { renderPage } from "@/platform/test-shell";
import { OrderNotices } from "./order-head";
import { prepare } from "./air/tabs-kit";
import { PREFIXES, type Prefix } from "./scopes";

const HANDS = { lease: null, tab: "t", again: async () => undefined, takeOver: async () => undefined };
const APPROVING = {
  instanceId: "6",
  instanceNo: "SP-2607150001",
  act: { zh: "订单强制关闭", en: "Order closed for good" },
  closes: false,
};

beforeEach(() => prepare());

function show(prefix: Prefix, approving: unknown) {
  const form = new FormStore({ lifecycle: "OPEN", approving });
  renderPage(<OrderNotices prefix={prefix} form={form} lease={HANDS} refresh={() => undefined} />);
}

it.each(PREFIXES)("shows that an order of %s is being closed, in the language of its reader", async (prefix) => {
  show(prefix, [APPROVING]);
  await screen.findByText("审批中");
  screen.getByText("订单强制关闭（SP-2607150001）");
  expect(screen.getByRole("link", { name: "查看审批" }).getAttribute("href")).toBe("/notification?id=0&approval=6");
  await setLanguage("en-US");
  await screen.findByText("Being decided");
  screen.getByText("Order closed for good (SP-2607150001)");
  await setLanguage("zh-CN");
});

it.each(PREFIXES)("shows nothing where nothing is being decided about an order of %s", (prefix) => {
  show(prefix, []);
  expect(screen.queryByText("审批中")).toBeNull();
});
