import type { Row } from "@/platform/contract";
import { useLabel } from "@/platform/i18n";

const textOf = (row: Row, member: string) => String(row[member] ?? "");

/** What a plan is called, in the reader's language. */
export function PlanTitle({ row }: { row: Row }) {
  return <>{useLabel()({ zh: textOf(row, "title"), en: textOf(row, "titleEn") })}</>;
}
