/** /hrs_job 后台任务: what the product does by itself; a name leads to its runs. */
import { jobTabs } from "@/modules/hrs/job/job-tabs";
import { PlanTitle } from "@/modules/hrs/job/plan-title";
import { PageLink } from "@/platform/page-link";
import { definePage } from "@/platform/page-registry";

export default definePage({
  list: {
    header: jobTabs("/hrs_job"),
    cells: {
      title: (title, row) => (
        <PageLink href={`/hrs_job/runs?title=${encodeURIComponent(String(title ?? ""))}`}>
          <PlanTitle row={row} />
        </PageLink>
      ),
    },
  },
});
