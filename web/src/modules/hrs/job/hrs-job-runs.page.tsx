/** /hrs_job/runs 执行记录: the runs of the recurring work. */
import { jobTabs } from "@/modules/hrs/job/job-tabs";
import { PlanTitle } from "@/modules/hrs/job/plan-title";
import { definePage } from "@/platform/page-registry";

export default definePage({
  list: { header: jobTabs("/hrs_job/runs"), cells: { title: (_, row) => <PlanTitle row={row} /> } },
});
