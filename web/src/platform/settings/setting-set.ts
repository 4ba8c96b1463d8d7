/** Settings as their call answers them, and what is sent back. */
import type { Field, Label } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

export interface ShownSetting {
  /** Its name is the key. */
  field: Field;
  many: boolean;
  secret: boolean;
  value: unknown;
  /** Absent: nothing to go back to. */
  default?: unknown;
  isDefault?: boolean;
  /** Nothing of the product uses it yet; what is decided is kept. */
  unread?: boolean;
}

export interface SettingGroup {
  key: string;
  label: Label;
  settings: ShownSetting[];
}

export interface SettingSet {
  version: number;
  groups: SettingGroup[];
}

const all = (set: SettingSet) => set.groups.flatMap((group) => group.settings);

export const valuesOf = (set: SettingSet): Values =>
  Object.fromEntries(all(set).map(({ field, value }) => [field.name, value]));

/** A list is chosen, or typed, element by element; the explanation stands below the field, not in its label. */
export function drawnField({ field, many }: ShownSetting): Field {
  const { help: _, ...rest } = field;
  if (!many) return rest;
  const { maxLength: _max, pattern: _pattern, ...list } = rest;
  return { ...list, kind: "multi" };
}

/** Whether two values say the same: lists by their elements, nothing as an empty list or text. */
export function same(a: unknown, b: unknown): boolean {
  const text = (value: unknown) =>
    Array.isArray(value) ? JSON.stringify(value.map(String)) : value === null || value === undefined ? "" : String(value);
  const [one, other] = [text(a), text(b)];
  return one === other || (one === "[]" && other === "") || (one === "" && other === "[]");
}

/** The keys that were changed; null brings the default back. */
export function changesOf(set: SettingSet, values: Values, restored: ReadonlySet<string>): Values {
  const changes: Values = {};
  for (const { field, value, many } of all(set)) {
    const now = values[field.name] ?? (many ? [] : null);
    if (restored.has(field.name)) changes[field.name] = null;
    else if (!same(now, value)) changes[field.name] = now;
  }
  return changes;
}
