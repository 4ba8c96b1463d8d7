import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useRef, useState } from "react";
import { TabMenu } from "@/app/tabs/tab-menu";
import { type OpenTab, pathOf } from "@/app/tabs/tab-model";
import { panelId, tabId } from "@/app/tabs/tab-pages";
import { closeTab, openTab, useTabs } from "@/app/tabs/tab-store";
import { useLabel, useText } from "@/platform/i18n";
import { isPlanned } from "@/platform/page-registry";
import "./tabs.css";

const MIDDLE_BUTTON = 1;

interface Menu {
  of: string;
  left: number;
  top: number;
}

/** The open pages below the top bar. Arrows move between them, Enter opens, Delete closes, the menu key tells more. */
export const TabStrip = memo(function TabStrip() {
  const t = useText();
  const queries = useQueryClient();
  const { tabs, active } = useTabs();
  const [menu, setMenu] = useState<Menu | null>(null);
  const [reached, setReached] = useState<string | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where a tab stands is asked once the page is painted: before, it would lay out all of the page for that.
    const later = requestAnimationFrame(() => {
      // In a test's document nothing scrolls.
      bar.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    });
    return () => cancelAnimationFrame(later);
  }, [active, tabs.length]);
  const stop = tabs.some((tab) => tab.key === reached) ? reached : active;
  const reach = (place: number) => {
    const key = tabs[(place + tabs.length) % tabs.length]?.key ?? active;
    setReached(key);
    document.getElementById(tabId(key))?.focus();
  };
  const press = (event: KeyboardEvent, place: number, key: string) => {
    const act = actOf(event.key, place, tabs.length);
    if (!act) return;
    event.preventDefault();
    if (act === "close") void closeTab(key);
    else reach(act.to);
  };
  return (
    <>
      <div
        className="tab-strip"
        role="tablist"
        aria-label={t("app:tabs.strip")}
        ref={bar}
        onBlur={() => setReached(null)}
      >
        {tabs.map((tab, place) => (
          <Tab
            key={tab.key}
            tab={tab}
            active={tab.key === active}
            stop={tab.key === stop}
            press={(event) => press(event, place, tab.key)}
            more={(left, top) => setMenu({ of: tab.key, left, top })}
          />
        ))}
      </div>
      {menu && <TabMenu {...menu} queries={queries} close={() => setMenu(null)} />}
    </>
  );
});

function actOf(key: string, place: number, count: number): "close" | { to: number } | null {
  switch (key) {
    case "ArrowLeft":
      return { to: place - 1 };
    case "ArrowRight":
      return { to: place + 1 };
    case "Home":
      return { to: 0 };
    case "End":
      return { to: count - 1 };
    case "Delete":
      return "close";
    default:
      return null;
  }
}

interface TabProps {
  tab: OpenTab;
  active: boolean;
  /** Whether the tab key reaches it. */
  stop: boolean;
  press(event: KeyboardEvent): void;
  more(left: number, top: number): void;
}

function Tab({ tab, active, stop, press, more }: TabProps) {
  const t = useText();
  const label = useLabel();
  const { key, name, unsaved } = tab;
  const title = tab.title ? label(tab.title) : t(isPlanned(pathOf(tab.id)) ? "app:tabs.unopened" : "app:tabs.notFound");
  const middle = (event: MouseEvent) => {
    if (event.button !== MIDDLE_BUTTON) return;
    event.preventDefault();
    void closeTab(key);
  };
  const menu = (event: MouseEvent) => {
    event.preventDefault();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    // The menu key tells no place.
    if (event.clientX === 0 && event.clientY === 0) more(left, bottom);
    else more(event.clientX, event.clientY);
  };
  return (
    <button
      type="button"
      role="tab"
      id={tabId(key)}
      className={active ? "page-tab is-shown" : "page-tab"}
      aria-selected={active}
      aria-controls={tab.shown && panelId(key)}
      aria-keyshortcuts="Delete"
      tabIndex={stop ? undefined : -1}
      title={[title, name].filter(Boolean).join(" ")}
      onClick={() => openTab(key)}
      onMouseDown={(event) => event.button === MIDDLE_BUTTON && event.preventDefault()}
      onAuxClick={middle}
      onContextMenu={menu}
      onKeyDown={press}
    >
      {unsaved && <span className="page-tab-dot" role="img" aria-label={t("platform:form.unsavedMark")} />}
      <span className={name ? "page-tab-text mono" : "page-tab-text"}>{name || title}</span>
      {/* For the mouse alone: keys close with Delete. */}
      <span
        className="page-tab-cross"
        aria-hidden="true"
        title={t("app:tabs.close")}
        onClick={(event) => {
          event.stopPropagation();
          void closeTab(key);
        }}
      />
    </button>
  );
}
