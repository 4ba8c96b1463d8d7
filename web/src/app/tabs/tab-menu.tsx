import type { QueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { closeOthers, closeRight, closeTab, refreshTab, useTabs } from "@/app/tabs/tab-store";
import { useText } from "@/platform/i18n";
import { useReturnedFocus } from "@/platform/use-returned-focus";

interface TabMenuProps {
  /** Key of the tab. */
  of: string;
  left: number;
  top: number;
  queries: QueryClient;
  close(): void;
}

/** What can be done with a tab. */
export function TabMenu({ of, left, top, queries, close }: TabMenuProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const tabs = useTabs((state) => state.tabs);
  useReturnedFocus();
  useEffect(() => {
    items(box.current)[0]?.focus();
    const outside = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) close();
    };
    window.addEventListener("pointerdown", outside, true);
    window.addEventListener("blur", close);
    return () => {
      window.removeEventListener("pointerdown", outside, true);
      window.removeEventListener("blur", close);
    };
  }, [close]);
  const place = tabs.findIndex((tab) => tab.key === of);
  const entries: [text: string, act: () => Promise<void>, open: boolean][] = [
    ["app:tabs.refresh", () => refreshTab(of, queries), true],
    ["app:tabs.close", () => closeTab(of), true],
    ["app:tabs.closeOthers", () => closeOthers(of), tabs.length > 1],
    ["app:tabs.closeRight", () => closeRight(of), place < tabs.length - 1],
  ];
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key === "ArrowDown") step(box.current, 1);
    else if (event.key === "ArrowUp") step(box.current, -1);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="tab-menu user-menu"
      role="menu"
      aria-label={t("app:tabs.menu")}
      ref={box}
      style={{ left, top }}
      onKeyDown={press}
    >
      {entries.map(([text, act, open]) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          disabled={!open}
          onClick={() => {
            close();
            void act();
          }}
        >
          {t(text)}
        </button>
      ))}
    </div>
  );
}

function items(box: HTMLElement | null): HTMLButtonElement[] {
  return [...(box?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
}

function step(box: HTMLElement | null, by: number): void {
  const all = items(box);
  const now = all.findIndex((each) => each === document.activeElement);
  all[(now + by + all.length) % all.length]?.focus();
}
