/** The tabs of the open pages: which there are, which is shown, and what a navigation makes of them. Pure functions. */
import type { AnyRouteMatch } from "@tanstack/react-router";
import type { Label } from "@/platform/contract";
import { type ResolvedPage, idParameter } from "@/platform/page-registry";

/** More are not kept: the one that was not looked at for longest gives way. */
export const TABS_MAX = 20;

/** Parameters that say what a page of its own is about; all others are ways to look at it. */
const SUBJECTS = ["o", "copyFrom"];

export interface OpenTab {
  /** Stays the same as long as the tab is there. */
  key: string;
  /** Path with the parameters that say what the page is about. */
  id: string;
  /** The address it was left at. */
  href: string;
  title: Label | null;
  /** Number of what it shows; empty for pages that show no one thing. */
  name: string;
  /** Rises with every refresh. */
  round: number;
  unsaved: boolean;
  /** When it was looked at: higher is later. */
  used: number;
  /** What is drawn; absent for tabs of an earlier load of the document that nobody has looked at since. */
  shown?: Shown;
}

export interface Shown {
  page: ResolvedPage | null;
  match: AnyRouteMatch;
}

export interface Tabs {
  tabs: OpenTab[];
  /** Key of the tab that is shown. */
  active: string;
}

export interface Arrival extends Shown {
  href: string;
  /** Whether the address took the place of the one before. */
  replaced: boolean;
  /** Whether tabs are kept; otherwise a page that is left is gone. */
  keeps: boolean;
  /** Tabs that are closed by going elsewhere. */
  closing: ReadonlySet<string>;
}

/** What tells one tab from another: a list is one whatever its filters say, a form one for each thing. */
export function identityOf(page: ResolvedPage | null, pathname: string, search: Record<string, unknown>): string {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  if (!page || page.list || page.board) return path;
  const names = page.form ? [...new Set([idParameter(page.form), ...SUBJECTS])] : SUBJECTS;
  const parts = names.filter((name) => search[name]).map((name) => `${name}=${String(search[name])}`);
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
}

export const pathOf = (href: string): string => href.split("?")[0] ?? href;

/** The tabs after the router has come to an address. */
export function arrive(state: Tabs, arrival: Arrival): Tabs {
  const { page, match, href } = arrival;
  const id = identityOf(page, match.pathname, match.search as Record<string, unknown>);
  const left = state.tabs.find((tab) => tab.key === state.active);
  const known = state.tabs.find((tab) => tab.id === id);
  const stays = left && !known && pathOf(left.id) === pathOf(id) && (arrival.replaced || !arrival.keeps);
  const target = known ?? (stays ? left : undefined);
  // A page that comes back at the address it was left at is not drawn anew.
  const shown = target?.shown && target.href === href ? target.shown : { page, match };
  const present = { id, href, title: page?.title ?? null, shown, used: lastUse(state) + 1 };
  const active = target?.key ?? `tab-${present.used}`;
  const tabs = target
    ? state.tabs.map((tab) => (tab === target ? { ...tab, ...present } : tab))
    : [...state.tabs, { key: active, name: "", round: 0, unsaved: false, ...present }];
  const closes = (tab: OpenTab) => arrival.closing.has(tab.key) || (!arrival.keeps && tab.key === left?.key);
  const gone = (tab: OpenTab) => tab.key !== active && closes(tab);
  return { tabs: within(tabs.filter((tab) => !gone(tab)), active), active };
}

/** Clean tabs give way from the longest unseen on; what is unsaved is never thrown away. */
function within(tabs: OpenTab[], active: string): OpenTab[] {
  const spare = tabs.length - TABS_MAX;
  if (spare <= 0) return tabs;
  const clean = tabs.filter((tab) => tab.key !== active && !tab.unsaved);
  const gone = new Set(clean.toSorted((one, other) => one.used - other.used).slice(0, spare));
  return tabs.filter((tab) => !gone.has(tab));
}

function lastUse({ tabs }: Tabs): number {
  return Math.max(0, ...tabs.map((tab) => tab.used));
}

/** Where one goes when the shown tab is closed: to what was looked at before. */
export function nextOf({ tabs }: Tabs, closing: ReadonlySet<string>): OpenTab | undefined {
  return tabs.filter((tab) => !closing.has(tab.key)).toSorted((one, other) => other.used - one.used)[0];
}

/** Nothing changes where nothing differs. */
export function change(state: Tabs, key: string, part: Partial<OpenTab>): Tabs {
  const now = state.tabs.find((tab) => tab.key === key);
  const same = !now || Object.entries(part).every(([name, value]) => now[name as keyof OpenTab] === value);
  return same ? state : { ...state, tabs: state.tabs.map((tab) => (tab === now ? { ...tab, ...part } : tab)) };
}
