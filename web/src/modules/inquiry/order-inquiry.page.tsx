/** /af_order_inquiry 我的询价: what the declared list does not do by itself. */
import { Dialogs, toDialog } from "@/modules/inquiry/inquiry-list";
import { definePage } from "@/platform/page-registry";

export default definePage({ list: { actions: { "af-inquiry-lost": toDialog }, dialogs: Dialogs } });
