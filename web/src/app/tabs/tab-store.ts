/** The open tabs of this window, and what is done with them. */
import type { QueryClient } from "@tanstack/react-query";
import { create } from "zustand";
import { type Arrival, type OpenTab, type Tabs, arrive, change, nextOf } from "@/app/tabs/tab-model";
import { ask } from "@/platform/dialog";
import { confirmLeave } from "@/platform/forms/use-leave-guard";
import { translate } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import type { Unsaved } from "@/platform/page-tab";
import { useLook } from "@/platform/theme/theme-store";
import { NARROW_BELOW_PX } from "@/platform/use-narrow";

const HOME = "/dashboard";
const NONE: Tabs = { tabs: [], active: "" };

export const useTabs = create<Tabs>(() => NONE);

/** Tabs that go as soon as the router has left them. */
let closing = new Set<string>();
/** The forms with something unsaved, by the key of their tab. */
const unsavedForms = new Map<string, Set<Unsaved>>();
/** How the router came to its present address. */
let replaced = false;

/** Whether pages are kept: not on narrow screens, and not for who turned it off. */
export function tabsOn(): boolean {
  return useLook.getState().tabs && window.innerWidth >= NARROW_BELOW_PX;
}

export function setTabs(next: Tabs): void {
  useTabs.setState(next);
}

export function unsavedOf(key: string): Set<Unsaved> {
  const known = unsavedForms.get(key) ?? new Set<Unsaved>();
  unsavedForms.set(key, known);
  return known;
}

/** The user was asked, and loses what is unsaved in a tab. */
function giveUp(key: string): void {
  for (const form of unsavedForms.get(key) ?? []) form.giveUp();
  unsavedForms.delete(key);
}

export function forgetTabs(): void {
  closing = new Set();
  unsavedForms.clear();
  replaced = false;
  useTabs.setState(NONE);
}

/** Lets the tabs behind go, but for those with something unsaved. */
export function putAwayTabs(): void {
  const { tabs, active } = useTabs.getState();
  if (tabs.length > 1) setTabs({ tabs: tabs.filter((tab) => tab.key === active || tab.unsaved), active });
}

/** Notes how an address was come to; the history of the browser tells it. */
export function noteAction(action: string): void {
  replaced = action === "REPLACE";
}

export function arriveAt(arrival: Omit<Arrival, "replaced" | "closing" | "keeps">): void {
  useTabs.setState((state) => arrive(state, { ...arrival, replaced, keeps: tabsOn(), closing }));
  closing = new Set();
  replaced = false;
}

export function changeTab(key: string, part: Partial<OpenTab>): void {
  useTabs.setState((state) => change(state, key, part));
}

/** Whether the user has been asked already, so that nobody asks again. */
export const isClosing = (key: string): boolean => closing.has(key);

const byKey = (key: string): OpenTab | undefined => useTabs.getState().tabs.find((tab) => tab.key === key);

/** An address without a query leads to the tab of that page as it was left; the shown one begins anew. */
export function keptHref(href: string): string {
  if (!tabsOn()) return href;
  const { tabs, active } = useTabs.getState();
  return tabs.find((tab) => tab.id === href && tab.key !== active)?.href ?? href;
}

export function openTab(key: string): void {
  const tab = byKey(key);
  if (tab && key !== useTabs.getState().active) goTo(tab.href);
}

/** The shown tab goes when the next address is there. */
export function closeOnLeaving(): void {
  closing.add(useTabs.getState().active);
}

/** All tabs go when the router goes on. */
export function closeAll(): void {
  closing = new Set(useTabs.getState().tabs.map((tab) => tab.key));
}

/** Closes a tab; what is unsaved in it is shown and asked about first. */
export async function closeTab(key: string): Promise<void> {
  const tab = byKey(key);
  if (!tab) return;
  if (tab.unsaved) {
    openTab(key);
    if (!(await confirmLeave())) return;
  }
  drop([key]);
}

export const closeActive = (): void => void closeTab(useTabs.getState().active);

export async function closeOthers(key: string): Promise<void> {
  await closeMany(useTabs.getState().tabs.filter((tab) => tab.key !== key), key);
}

export async function closeRight(key: string): Promise<void> {
  const { tabs } = useTabs.getState();
  await closeMany(tabs.slice(tabs.findIndex((tab) => tab.key === key) + 1), key);
}

async function closeMany(tabs: OpenTab[], stay: string): Promise<void> {
  const count = tabs.filter((tab) => tab.unsaved).length;
  if (count > 0 && !(await confirmClose("app:tabs.closeUnsaved", count))) return;
  drop(tabs.map((tab) => tab.key), stay);
}

/** Asks once about all that is unsaved in open pages. */
export function confirmClose(text: string, count: number): Promise<boolean> {
  const words = { yes: translate("platform:form.leave"), no: translate("platform:form.stay"), danger: true };
  return ask({ text: translate(text, { count }), ...words });
}

export const unsavedCount = (): number => useTabs.getState().tabs.filter((tab) => tab.unsaved).length;

/** The last tab is the way home. */
function drop(keys: string[], stay?: string): void {
  const state = useTabs.getState();
  const gone = new Set(keys);
  gone.forEach(giveUp);
  if (!gone.has(state.active)) return setTabs({ ...state, tabs: state.tabs.filter((tab) => !gone.has(tab.key)) });
  const next = (stay && byKey(stay)) || nextOf(state, gone);
  if (!next && byKey(state.active)?.id === HOME) return;
  closing = gone;
  goTo(next?.href ?? HOME, { replace: true });
}

/** Draws a page anew, with data read anew; what is unsaved is asked about. */
export async function refreshTab(key: string, queries: QueryClient): Promise<void> {
  const tab = byKey(key);
  if (!tab || (tab.unsaved && !(await confirmLeave()))) return;
  renew(key, queries);
  openTab(key);
}

/** What was read before counts as old, and the page begins anew. */
export function renew(key: string, queries: QueryClient): void {
  void queries.invalidateQueries({ refetchType: "none" });
  const tab = byKey(key);
  giveUp(key);
  if (tab) changeTab(key, { round: tab.round + 1, unsaved: false, name: "" });
}
