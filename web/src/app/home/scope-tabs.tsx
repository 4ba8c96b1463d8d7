import { type KeyboardEvent, useRef } from "react";
import { isScope } from "@/app/home/statistics-model";
import { useText } from "@/platform/i18n";
import { SCOPES, type Scope } from "@/platform/scopes";

interface ScopeTabsProps {
  scope: string;
  choose(scope: Scope): void;
}

/** Where the arrow keys and their like lead from a tab. */
const STEPS: Record<string, (at: number) => number> = {
  ArrowRight: (at) => (at + 1) % SCOPES.length,
  ArrowLeft: (at) => (at + SCOPES.length - 1) % SCOPES.length,
  Home: () => 0,
  End: () => SCOPES.length - 1,
};

/** The scopes, one of which is shown. */
export function ScopeTabs({ scope, choose }: ScopeTabsProps) {
  const t = useText();
  const list = useRef<HTMLDivElement>(null);
  const reachable = isScope(scope) ? scope : SCOPES[0];
  const step = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(SCOPES.indexOf(reachable));
    const to = next === undefined ? undefined : SCOPES[next];
    if (next === undefined || !to) return;
    event.preventDefault();
    choose(to);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={list} className="home-tabs" role="tablist" aria-label={t("home:stats.title")} onKeyDown={step}>
      {SCOPES.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          aria-selected={each === scope}
          aria-controls="home-scope"
          tabIndex={each === reachable ? 0 : -1}
          onClick={() => choose(each)}
        >
          {t(`platform:scope.${each}`)}
        </button>
      ))}
    </div>
  );
}
