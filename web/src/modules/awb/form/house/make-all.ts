/** 生成全部分单: a draft for every house of an order that has none. */
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";

interface Made {
  changed: number;
  skipped: number;
  messages: string[];
}

/** Says what was made and what was not; false when nothing was. */
export async function makeAllHouses(orderUuid: string): Promise<boolean> {
  const send = () => post<Made>(`/afbase/awbPrint/createAllHawb/${orderUuid}`, {}, { quiet: true });
  const result = await submit(send, { done: false });
  if (result.kind !== "saved") return false;
  const { changed, skipped, messages } = result.data;
  const text = translate("awb:batch.result", { n: changed, m: skipped });
  if (skipped > 0) toast.warn(`${text} ${messages.join(" ")}`);
  else toast.done(text);
  return true;
}
