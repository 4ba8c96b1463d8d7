import type { Values } from "@/platform/forms/form-store";
import { NORMAL } from "@/platform/charge/charge-model";
import { isNothing } from "@/platform/nothing";

/** Income that is saved and stands on no debit note. */
export function unbilled(income: Values[] | undefined): Values[] {
  return (income ?? []).filter((row) => !isNothing(row["id"]) && row["state"] === NORMAL && isNothing(row["debitNoteName"]));
}
