/** Tabs below a tab, one for each scope: addresses, so that what is unsaved is asked about. */
import { useSearch } from "@tanstack/react-router";
import { Tabs } from "antd";
import { tabPath } from "@/modules/hrs/configure/configure-tabs";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { SCOPES } from "@/platform/scopes";

/** What counts for the whole company. */
export const COMPANY = "*";

/** The scope of the address. */
export function useScope(first: string): string {
  const { scope } = useSearch({ strict: false }) as { scope?: string };
  return SCOPES.find((each) => each === scope) ?? first;
}

interface ScopeTabsProps {
  tab: string;
  scopes: readonly string[];
  scope: string;
}

export function ScopeTabs({ tab, scopes, scope }: ScopeTabsProps) {
  const t = useText();
  const items = scopes.map((key) => ({ key, label: key === COMPANY ? t("hrs:configure.company") : key }));
  return <Tabs size="small" activeKey={scope} items={items} onChange={(key) => goTo(`${tabPath(tab)}&scope=${key}`, { replace: true })} />;
}
