import type { AnyRouteMatch } from "@tanstack/react-router";
import { afterEach, expect, it } from "vitest";
import { makePageTab } from "@/app/tabs/page-tab";
import { arriveAt, forgetTabs, useTabs } from "@/app/tabs/tab-store";
import type { FormPage } from "@/platform/contract";

afterEach(forgetTabs);

const FORM = { pathname: "/af_order_edit", search: { o: "1" } };
const LIST = { pathname: "/af_order", search: {} };

it("keeps a page behind others, and asks about it where it would begin anew", () => {
  const form = { key: "x", path: FORM.pathname, sections: [] } as unknown as FormPage;
  const page = { path: FORM.pathname, open: true as const, title: { zh: "订单", en: "Order" }, form };
  arriveAt({ page, match: FORM as unknown as AnyRouteMatch, href: "/af_order_edit?o=1" });
  const tab = makePageTab(useTabs.getState().active);
  const keeps = (next: typeof FORM | typeof LIST, from: typeof FORM | typeof LIST) =>
    tab.keeps({ ...next, replaces: false, from });
  expect(keeps(LIST, FORM)).toBe(true);
  expect(keeps(FORM, FORM)).toBe(false);
  // Who goes back while the list is still on its way comes to the form he left.
  expect(keeps(FORM, LIST)).toBe(true);
  expect(keeps({ ...FORM, search: { o: "2" } }, FORM)).toBe(true);
});
