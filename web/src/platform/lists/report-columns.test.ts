import { expect, it } from "vitest";
import type { Column, ListPage } from "@/platform/contract";
import { tellingColumns } from "@/platform/lists/report-columns";
import { linkOf } from "@/platform/navigate";

const label = { zh: "列", en: "Column" };
const column = (name: string, only?: Column["only"]): Column => ({ name, label, kind: "text", sortable: true, shown: true, ...(only ? { only } : {}) });
const page = {
  filters: [{ name: "groupBy", label, kind: "oneOf", field: { kind: "select" }, initial: "coopName" }, { name: "compare", label, kind: "equals", field: { kind: "select" } }],
  columns: [
    column("coopName", { filter: "groupBy", oneOf: ["coopName"] }),
    column("month", { filter: "groupBy", oneOf: ["month"] }),
    column("orders"),
    column("ordersBefore", { filter: "compare", oneOf: ["previous", "lastYear"] }),
  ],
} as unknown as ListPage;
const names = (filters: Record<string, string>) => tellingColumns(page, filters).map(({ name }) => name);

it("shows the columns of the chosen grouping, and of a comparison that is asked for", () => {
  expect(names({})).toEqual(["coopName", "orders"]);
  expect(names({ groupBy: "month" })).toEqual(["month", "orders"]);
  expect(names({ groupBy: "coopName,month", compare: "lastYear" })).toEqual(["coopName", "month", "orders", "ordersBefore"]);
});

it("leads with the query the server made, and nowhere where it made none", () => {
  const link = "/detail?figure=orders&{*within}&of={name}";
  expect(linkOf(link, { within: "month=2026-07&coop=%E7%94%B2", name: "a b" })).toBe("/detail?figure=orders&month=2026-07&coop=%E7%94%B2&of=a%20b");
  expect(linkOf(link, { name: "a" })).toBeUndefined();
  expect(linkOf("/plain?a={name}", {})).toBe("/plain?a=");
});
