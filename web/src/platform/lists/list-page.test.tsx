import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ListPage } from "@/platform/contract";
import { ListPageView } from "@/platform/lists/list-page";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const column = (name: string, zh: string) => ({ name, label: label(zh), kind: "text" as const, sortable: true, shown: true });
const journal: ListPage = {
  key: "t.journal", path: "/journal", title: label("资金日记账"), access: "journal", rowKey: "id", call: "/journal/page", sort: "", buttons: [],
  filters: [{ name: "accountId", label: label("账户"), kind: "equals", field: { kind: "text" }, main: true, asks: label("请选择账户") }],
  columns: [column("number", "单号"), column("amount", "金额")],
};

beforeEach(() => Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(search: string) {
  const server = stubServer({
    "GET /journal/page": () => ({ records: [{ id: "1", number: "RC-1", amount: "-" }], total: 1, current: 1, size: 10, totals: { amount: "CNY 9,000.00  USD 3,000.00" } }),
    "GET /platform/listView/t.journal": () => ({ views: [], defaultId: null, ownDefaultId: null, settings: {} }),
  });
  renderPage(<ListPageView page={journal} overrides={{}} />, `/journal${search}`);
  return server;
}

it("says what it wants to know first, asks nothing before, and calls that no failure", async () => {
  const server = open("");
  await screen.findByText("请选择账户");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(server.to("/journal/page")).toEqual([]);
});

it("shows its rows once that is chosen, and each currency of a sum on a line of its own", async () => {
  open("?accountId=7");
  await screen.findByText("RC-1");
  expect(screen.queryByText("请选择账户")).toBeNull();
  for (const part of ["CNY 9,000.00", "USD 3,000.00"]) expect(screen.getByText(part)).toBeTruthy();
});
