import type { AnyRouteMatch } from "@tanstack/react-router";
import { describe, expect, it } from "vitest";
import { type Arrival, type Tabs, TABS_MAX, arrive, change, identityOf, nextOf } from "@/app/tabs/tab-model";
import type { FormPage, ListPage } from "@/platform/contract";
import type { ResolvedPage } from "@/platform/page-registry";

const page = (path: string, part: Partial<ResolvedPage> = {}): ResolvedPage => {
  return { path, open: true, title: { zh: path, en: path }, ...part };
};
const form = { key: "x", path: "/af_order_edit", sections: [] } as unknown as FormPage;
const list = { key: "l", path: "/af_order" } as unknown as ListPage;

function at(href: string, part: Partial<Arrival> = {}): Arrival {
  const url = new URL(href, "http://localhost");
  const match = { pathname: url.pathname, search: Object.fromEntries(url.searchParams) } as unknown as AnyRouteMatch;
  const found = page(url.pathname, url.pathname.endsWith("_edit") ? { form } : { list });
  return { page: found, match, href, replaced: false, keeps: true, closing: new Set(), ...part };
}
const NONE: Tabs = { tabs: [], active: "" };
const visit = (...hrefs: string[]) => hrefs.reduce((state, href) => arrive(state, at(href)), NONE);
const ids = (state: Tabs) => state.tabs.map((tab) => tab.id);
const shown = (state: Tabs) => state.tabs.find((tab) => tab.key === state.active);

describe("a tab", () => {
  it("is a list whatever its filters say, a form for each thing", () => {
    expect(identityOf(page("/af_order", { list }), "/af_order/", { o: "1", state: "2" })).toBe("/af_order");
    const order = identityOf(page("/af_order_edit", { form }), "/af_order_edit", { o: "7", tab: "hawb" });
    expect(order).toBe("/af_order_edit?o=7");
    expect(identityOf(page("/tutorial"), "/tutorial", { id: "3" })).toBe("/tutorial");
    expect(identityOf(null, "/nowhere", {})).toBe("/nowhere");
  });

  it("is found again by another address of the same thing, which it then stands at", () => {
    const state = visit("/af_order?state=1", "/af_order_edit?o=1", "/af_order?state=2");
    expect(ids(state)).toEqual(["/af_order", "/af_order_edit?o=1"]);
    expect(shown(state)?.href).toBe("/af_order?state=2");
  });

  it("stays the same when what it shows gets its number, and is another for another thing", () => {
    const blank = visit("/af_order_edit");
    const saved = arrive(blank, at("/af_order_edit?o=9", { replaced: true }));
    expect(ids(saved)).toEqual(["/af_order_edit?o=9"]);
    expect(saved.active).toBe(blank.active);
    expect(ids(arrive(saved, at("/af_order_edit?o=10")))).toEqual(["/af_order_edit?o=9", "/af_order_edit?o=10"]);
  });
});

describe("the tabs", () => {
  const many = (count: number) => visit(...Array.from({ length: count }, (_, number) => `/af_order_edit?o=${number}`));

  it(`are ${TABS_MAX} at most: the clean one longest unseen gives way`, () => {
    const full = many(TABS_MAX);
    expect(full.tabs).toHaveLength(TABS_MAX);
    const first = full.tabs[0]?.key ?? "";
    const seen = arrive(full, at("/af_order_edit?o=0"));
    const dirty = change(seen, seen.tabs[1]?.key ?? "", { unsaved: true });
    const next = arrive(dirty, at("/af_order"));
    expect(next.tabs).toHaveLength(TABS_MAX);
    expect(ids(next)).not.toContain("/af_order_edit?o=2");
    expect(ids(next)).toContain("/af_order_edit?o=1");
    expect(next.tabs[0]?.key).toBe(first);
  });

  it("never throw away what is unsaved", () => {
    const full = many(TABS_MAX);
    const dirty = full.tabs.reduce((state, tab) => change(state, tab.key, { unsaved: true }), full);
    expect(arrive(dirty, at("/af_order")).tabs).toHaveLength(TABS_MAX + 1);
  });

  it("close with the navigation that leaves them, and lead to what was looked at before", () => {
    const state = visit("/af_order", "/af_order_edit?o=1", "/af_order_edit?o=2", "/af_order_edit?o=1");
    const closing = new Set([state.active]);
    expect(nextOf(state, closing)?.id).toBe("/af_order_edit?o=2");
    const next = arrive(state, at("/af_order_edit?o=2", { replaced: true, closing }));
    expect(ids(next)).toEqual(["/af_order", "/af_order_edit?o=2"]);
  });

  it("are one when nothing is kept, and that one does not begin anew with another query", () => {
    const alone = { keeps: false };
    const first = arrive(NONE, at("/af_order_edit?o=1", alone));
    const other = arrive(first, at("/af_order_edit?o=2", alone));
    expect([other.active, ids(other)]).toEqual([first.active, ["/af_order_edit?o=2"]]);
    expect(ids(arrive(other, at("/af_order", alone)))).toEqual(["/af_order"]);
  });

  it("keep every form behind them as it was left", () => {
    const state = visit("/af_mawb_make?o=1", "/af_order");
    expect(state.tabs.map((tab) => Boolean(tab.shown))).toEqual([true, true]);
  });
});
