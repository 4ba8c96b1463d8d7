import type { Field } from "@/platform/contract";

/** What every editor takes. Values are wire values; nothing is null. */
export interface EditorProps<T = unknown> {
  id?: string;
  field: Field;
  value: T | null | undefined;
  /** `label` comes with references, for the member that shows it. */
  change(value: T | null, label?: string | null): void;
  disabled?: boolean;
  invalid?: boolean;
  warned?: boolean;
  describedBy?: string;
  /** The label of a reference, known from the row. */
  shown?: string | null;
  /** Accessible name where no label element stands beside the editor. */
  name?: string;
  blur?(): void;
  placeholder?: string;
}

export function inputStatus({ invalid, warned }: EditorProps<never>): { status: "error" | "warning" | "" } {
  return { status: invalid ? "error" : warned ? "warning" : "" };
}

/** The attributes that tie an editor to its label and finding. */
export function aria({ describedBy, invalid, name }: EditorProps<never>) {
  return {
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
    ...(invalid ? { "aria-invalid": true } : {}),
    ...(name ? { "aria-label": name } : {}),
  } as const;
}

/** The member beside a reference that holds its text: coopId → coopName, airport → airportName. */
export function labelMember(name: string): string {
  return name.endsWith("Id") ? `${name.slice(0, -2)}Name` : `${name}Name`;
}
