/** What a page knows of the tab it stands in. Pages in dialogs of the shell, public pages and tests stand in none. */
import { createContext, useContext, useEffect } from "react";

/** An address a page would be left for, as the router tells it before it goes there. */
export interface NextAddress {
  pathname: string;
  search: Record<string, unknown>;
  /** Whether it takes the place of the present address. */
  replaces: boolean;
  /** Where the router is: not at the page any more while the next one is still on its way. */
  from: { pathname: string; search: Record<string, unknown> };
}

/** Something that may hold what is unsaved. */
export interface Unsaved {
  /** Its user has decided to lose it. */
  giveUp(): void;
}

export interface PageTab {
  /** Whether the page stays as it is, unsaved contents and all, while the next address is shown. */
  keeps(next: NextAddress): boolean;
  /** Whether a form of the page holds something unsaved. */
  say(form: Unsaved, unsaved: boolean): void;
  /** A form went away. */
  gone(form: Unsaved): void;
  /** Whether the page is the one that is looked at; of what goes while it is not, only the effects stop. */
  inFront(): boolean;
  /** What the page shows, by its number: an order, a waybill. Empty while it has none. */
  name(text: string): void;
}

export const PageTabContext = createContext<PageTab | null>(null);

export function usePageTab(): PageTab | null {
  return useContext(PageTabContext);
}

interface Place {
  pathname: string;
  search: unknown;
}

/** Whether the tab keeps its page when the router goes on, as a blocker is told of it. */
export function keptBy(tab: PageTab | null, going: { action: string; current: Place; next: Place }): boolean {
  const placeOf = ({ pathname, search }: Place) => ({ pathname, search: search as Record<string, unknown> });
  const { action, current, next } = going;
  return tab?.keeps({ ...placeOf(next), replaces: action === "REPLACE", from: placeOf(current) }) ?? false;
}

/** Names the tab after what the page shows. */
export function useTabName(name: string | undefined): void {
  const tab = usePageTab();
  useEffect(() => tab?.name(name ?? ""), [tab, name]);
}
