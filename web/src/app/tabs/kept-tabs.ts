/** The addresses of the open tabs, for a reload of the window: as long as its session, and for the same user alone. */
import { type OpenTab, type Tabs, TABS_MAX } from "@/app/tabs/tab-model";
import { session } from "@/platform/session";

const NAME = "tabs";

interface Kept {
  who: string;
  tabs: Pick<OpenTab, "id" | "href" | "title" | "name">[];
}

function who(): string {
  const { user } = session.get();
  return `${user?.orgId ?? ""}/${user?.userId ?? ""}`;
}

export function keepTabs({ tabs }: Tabs): void {
  const kept: Kept = { who: who(), tabs: tabs.map(({ id, href, title, name }) => ({ id, href, title, name })) };
  try {
    window.sessionStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // Without storage a reload shows one page, as a new window does.
  }
}

/** The tabs of before the reload, none of them drawn yet. */
export function keptTabs(): OpenTab[] {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(NAME) ?? "null") as Kept | null;
    if (kept?.who !== who()) return [];
    const fresh = { round: 0, unsaved: false };
    return kept.tabs.slice(0, TABS_MAX).map((tab, place) => ({ ...tab, ...fresh, key: `kept-${place}`, used: place }));
  } catch {
    return [];
  }
}

export function dropKeptTabs(): void {
  try {
    window.sessionStorage.removeItem(NAME);
  } catch {
    // There is none.
  }
}
