/** /hrs_job/company 企业任务: the jobs users have put down, of every company. */
import { jobTabs } from "@/modules/hrs/job/job-tabs";
import { definePage } from "@/platform/page-registry";

export default definePage({ list: { header: jobTabs("/hrs_job/company") } });
