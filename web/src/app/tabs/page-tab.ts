import { isPublic } from "@/app/guard";
import { identityOf } from "@/app/tabs/tab-model";
import { changeTab, isClosing, tabsOn, unsavedOf, useTabs } from "@/app/tabs/tab-store";
import type { NextAddress, PageTab, Unsaved } from "@/platform/page-tab";

interface ShownPageTab extends PageTab {
  show(): void;
  hide(): void;
}

/** The tab of a page, for the page itself. */
export function makePageTab(key: string): ShownPageTab {
  const unsaved: Set<Unsaved> = unsavedOf(key);
  let shown = false;
  const tell = () => changeTab(key, { unsaved: unsaved.size > 0 });
  return {
    keeps: (next) => staysBehind(key, next),
    say(form, isUnsaved) {
      if (isUnsaved) unsaved.add(form);
      else unsaved.delete(form);
      tell();
    },
    // A page that goes behind others takes its forms along.
    gone(form) {
      if (!shown) return;
      unsaved.delete(form);
      tell();
    },
    inFront: () => shown,
    name: (text) => changeTab(key, { name: text }),
    show: () => void (shown = true),
    hide: () => void (shown = false),
  };
}

/** Whether the page of a tab is left behind as it is when the router goes on. */
function staysBehind(key: string, { pathname, search, replaces, from }: NextAddress): boolean {
  const tab = useTabs.getState().tabs.find((each) => each.key === key);
  if (isClosing(key)) return true;
  if (!tab?.shown || !tabsOn() || isPublic(pathname)) return false;
  const { page, match } = tab.shown;
  // It is left already: who turns back before the next page is there comes to what he left.
  if (identityOf(page, from.pathname, from.search) !== tab.id) return true;
  if (match.pathname !== pathname) return true;
  return !replaces && identityOf(page, pathname, search) !== tab.id;
}
