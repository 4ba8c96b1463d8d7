/** /css_cost_writeoff 付款核销: papers. */
import { definePage } from "@/platform/page-registry";
import { printRows } from "./download-rows";

export default definePage({ list: { actions: { "css-pw-print": printRows("/css/costWriteoff/paper") } } });
