import { PageTabs } from "@/modules/hrs/common/page-tabs";
import { useText } from "@/platform/i18n";

/** The three lists of /hrs_doc. */
export function docTabs(active: string) {
  return function DocTabs() {
    const t = useText();
    const pages: [string, string][] = [
      ["/hrs_doc", t("hrs:doc.company")],
      ["/hrs_doc/help", t("hrs:doc.help")],
      ["/hrs_doc/orders", t("hrs:doc.orders")],
    ];
    return <PageTabs active={active} pages={pages} />;
  };
}
