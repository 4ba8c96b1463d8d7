import type { Values } from "@/platform/forms/form-store";
import { NORMAL } from "@/platform/charge/charge-model";

/** The stored costs of which something is in no payment yet. */
export function unreconciled(rows: Values[] | undefined): Values[] {
  return (rows ?? []).filter(({ id, state, amount, reconciled }) => id && state === NORMAL && Number(amount ?? 0) !== Number(reconciled ?? 0));
}
