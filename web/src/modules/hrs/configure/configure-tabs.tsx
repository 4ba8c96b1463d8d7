import { PageTabs } from "@/modules/hrs/common/page-tabs";
import { useText } from "@/platform/i18n";
import { useCan } from "@/platform/session";

const PAGE = "/hrs_org_configure";
/** Tabs that are lists, with addresses of their own. */
type ListTab = "bank" | "interface";
const LISTS: string[] = ["bank", "interface"] satisfies ListTab[];

export const isList = (key: string): boolean => LISTS.includes(key);
export const tabPath = (key: string) => (isList(key) ? `${PAGE}/${key}` : `${PAGE}?tab=${key}`);

/** The tabs of 企业配置 as the user has them, in their order. */
export function useConfigureTabs(): { key: string; label: string }[] {
  const t = useText();
  const held: Record<string, boolean> = { mail: useCan("sys_orgconf_mail"), interface: useCan("sys_orgconf_interface") };
  const tabs = [
    { key: "base", label: t("hrs:configure.base") },
    { key: "order", label: t("hrs:configure.order") },
    { key: "switch", label: t("hrs:configure.switch") },
    { key: "bank", label: t("hrs:configure.bank") },
    { key: "finance", label: t("hrs:configure.finance") },
    { key: "security", label: t("hrs:configure.security") },
    { key: "mail", label: t("hrs:configure.mail") },
    { key: "package", label: t("hrs:configure.package") },
    { key: "interface", label: t("hrs:configure.interface") },
  ];
  return tabs.filter(({ key }) => held[key] ?? true);
}

/** The tabs above a list. */
export function ConfigureTabs({ active }: { active: ListTab }) {
  const pages = useConfigureTabs().map(({ key, label }): [string, string] => [tabPath(key), label]);
  return <PageTabs active={tabPath(active)} pages={pages} />;
}
