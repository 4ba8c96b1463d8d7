import { PageTabs } from "@/modules/hrs/common/page-tabs";
import { useText } from "@/platform/i18n";

/** The three lists of /hrs_version. */
export function versionTabs(active: string) {
  return function VersionTabs() {
    const t = useText();
    const pages: [string, string][] = [
      ["/hrs_version", t("hrs:version.list")],
      ["/hrs_version/records", t("hrs:version.records")],
      ["/hrs_version/orgs", t("hrs:version.orgs")],
    ];
    return <PageTabs active={active} pages={pages} />;
  };
}
