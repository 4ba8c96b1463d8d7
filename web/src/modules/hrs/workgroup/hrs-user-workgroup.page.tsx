/** /hrs_user_workgroup 用户工作组: who sees each other's orders. */
import { MembersSection } from "@/modules/hrs/workgroup/members-section";
import { definePage } from "@/platform/page-registry";

export default definePage({ form: { sections: { members: MembersSection }, wide: true } });
