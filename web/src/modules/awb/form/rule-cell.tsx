import type { Column, Row } from "@/platform/contract";
import { FieldValue } from "@/platform/fields/field-value";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

/** 目的地检查: how many errors or warnings the rules of the destination find; the word of the state where none are counted. */
export function RuleCell({ row, column }: { row: Row; column: Column }) {
  const t = useText();
  const errors = Number(row["ruleErrors"] ?? 0);
  const warnings = Number(row["ruleWarnings"] ?? 0);
  const parts = [
    ...(errors > 0 ? [t("awb:prints.errors", { n: errors })] : []),
    ...(warnings > 0 ? [t("awb:prints.warnings", { n: warnings })] : []),
  ];
  if (parts.length === 0) return <FieldValue field={column} value={row["ruleState"]} />;
  return (
    <span title={parts.join(t("awb:message.comma"))}>
      <ToneTag tone={errors > 0 ? "danger" : "warning"}>{parts[0]}</ToneTag>
    </span>
  );
}
