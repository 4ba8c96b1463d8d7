/** /af_unlock_apply 解锁申请: applications to unlock orders; a row opens its course in the message centre. */
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";

export default definePage({
  list: { open: (row) => goTo(`/notification?id=0&approval=${encodeURIComponent(String(row.id))}`) },
});
