/** Sending a waybill form to be kept. */
import { type WaybillKind, type WaybillMeta, atBoxes, metaOf } from "@/modules/awb/form/waybill-model";
import { post, put } from "@/platform/call/client";
import { type Submitted, submit } from "@/platform/call/submit";
import type { FormStore } from "@/platform/forms/form-store";

export const BASE = "/afbase/awbPrint";

export interface WaybillKey {
  kind: WaybillKind;
  orderUuid: string;
  hawbId: string | null;
  /** The stored form, when it is known already. */
  awbPrintId: string | null;
  /** On the desk of 运单列表, where a form need not be of an order; the master number it is opened by, if any. */
  open?: { masterNo: string };
}

interface Stored {
  result: Submitted<Record<string, unknown>>;
  /** What is known of the form afterwards. */
  meta: WaybillMeta;
}

/** Stores a form as a draft; what was typed while it was on its way stays unsaved. `done` false says no word of success. */
export async function storeForm(key: WaybillKey, form: FormStore, meta: WaybillMeta, done?: false): Promise<Stored> {
  const path = `${BASE}/${key.kind === "master" ? "mawb" : "hawb"}`;
  const known = meta.awbPrintId !== null;
  const sent = form.all();
  const send = (confirmed: string[]) =>
    (known ? put : post)<Record<string, unknown>>(
      path,
      {
        ...form.all(),
        orderUuid: key.orderUuid,
        ...(key.hawbId ? { hawbId: key.hawbId } : {}),
        ...(known ? { awbPrintId: meta.awbPrintId, rowUuid: meta.rowUuid } : {}),
        ...(confirmed.length > 0 ? { confirmed } : {}),
      },
      { quiet: true },
    );
  const result = await submit(send, done === false ? { done } : {});
  if (result.kind !== "saved") return { result, meta };
  const saved = metaOf(result.data);
  markSaved(form, sent);
  form.setFindings(atBoxes(result.warnings));
  return { result, meta: { ...meta, awbPrintId: saved.awbPrintId, rowUuid: saved.rowUuid, state: "DRAFT" } };
}

/** Keeps what was typed while the save was on its way. */
function markSaved(form: FormStore, sent: Record<string, unknown>): void {
  const now = form.all();
  form.reset(sent);
  if (now === sent) return;
  const later = Object.entries(now).filter(([name, value]) => value !== sent[name]);
  form.patch(Object.fromEntries(later));
}
