import { PageTabs } from "@/modules/hrs/common/page-tabs";
import { useText } from "@/platform/i18n";

/** The three lists of /hrs_job. */
export function jobTabs(active: string) {
  return function JobTabs() {
    const t = useText();
    const pages: [string, string][] = [
      ["/hrs_job", t("hrs:job.plans")],
      ["/hrs_job/runs", t("hrs:job.runs")],
      ["/hrs_job/company", t("hrs:job.company")],
    ];
    return <PageTabs active={active} pages={pages} />;
  };
}
