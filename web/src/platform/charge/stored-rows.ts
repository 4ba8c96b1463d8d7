import type { Field } from "@/platform/contract";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";
import { type Charges, SIDES, type Side, type SideFields } from "@/platform/charge/charge-model";
import { written } from "@/platform/charge/charge-rows";

/** The rows as they are stored, by what they are written for: figures that follow make no row unsaved. */
export class StoredRows {
  private entered = new Map<unknown, string>();
  private ids: Partial<Record<Side, unknown[]>> = {};
  private readonly texts = new WeakMap<Values, string>();

  take(answer: Charges, fields: SideFields): void {
    const rows = SIDES.flatMap((side) => (answer[side] ?? []).map((row) => [row["id"], this.textOf(row, fields[side])] as const));
    this.entered = new Map(rows);
    this.ids = Object.fromEntries(SIDES.map((side) => [side, (answer[side] ?? []).map(({ id }) => id)]));
  }

  differs(row: Values, fields: Field[]): boolean {
    return !row["id"] || this.entered.get(row["id"]) !== this.textOf(row, fields);
  }

  /** The ids of rows that were removed. */
  gone(form: FormStore): unknown[] {
    return SIDES.flatMap((side) => {
      const left = new Set(rowsOf(form.get(side)).map(({ id }) => id));
      return (this.ids[side] ?? []).filter((id) => !left.has(id));
    });
  }

  private textOf(row: Values, fields: Field[]): string {
    const known = this.texts.get(row) ?? JSON.stringify(written(row, fields));
    this.texts.set(row, known);
    return known;
  }
}
