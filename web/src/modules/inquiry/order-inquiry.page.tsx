/** /af_order_inquiry 我的询价: what the declared list does not do by itself. */
import { Dialogs, toDialog } from "@/modules/inquiry/inquiry-list";
import { usePlatformPrice } from "@/modules/inquiry/platform-price";
import type { ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

function OwnDialogs({ list }: { list: ListContext }) {
  usePlatformPrice(list);
  return <Dialogs list={list} />;
}

export default definePage({ list: { actions: { "af-inquiry-lost": toDialog }, dialogs: OwnDialogs } });
