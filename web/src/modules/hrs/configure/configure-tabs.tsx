import { PageTabs } from "@/modules/hrs/common/page-tabs";
import { useText } from "@/platform/i18n";
import { useCan } from "@/platform/session";

const PAGE = "/hrs_org_configure";
/** The accounts are a list, with an address of its own. */
export const BANK = "bank";

export const tabPath = (key: string) => (key === BANK ? `${PAGE}/${BANK}` : `${PAGE}?tab=${key}`);

/** The tabs of 企业配置 as the user has them, in their order. */
export function useConfigureTabs(): { key: string; label: string }[] {
  const t = useText();
  const mail = useCan("sys_orgconf_mail");
  const tabs = [
    { key: "base", label: t("hrs:configure.base") },
    { key: "order", label: t("hrs:configure.order") },
    { key: "switch", label: t("hrs:configure.switch") },
    { key: BANK, label: t("hrs:configure.bank") },
    { key: "template", label: t("hrs:configure.template") },
    { key: "finance", label: t("hrs:configure.finance") },
    { key: "security", label: t("hrs:configure.security") },
    { key: "mail", label: t("hrs:configure.mail") },
    { key: "package", label: t("hrs:configure.package") },
  ];
  return tabs.filter(({ key }) => key !== "mail" || mail);
}

/** The tabs above the list of accounts. */
export function ConfigureTabs() {
  const pages = useConfigureTabs().map(({ key, label }): [string, string] => [tabPath(key), label]);
  return <PageTabs active={tabPath(BANK)} pages={pages} />;
}
