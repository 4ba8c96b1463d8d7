import { CopyOutlined } from "@ant-design/icons";
import { useQueries } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { copyText } from "@/platform/clipboard";
import type { Field } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import { useOptions } from "@/platform/fields/choice-editors";
import { labelMember } from "@/platform/fields/editor-props";
import { inCurrency } from "@/platform/fields/in-currency";
import { choiceQuery, meanwhile } from "@/platform/fields/sources";
import { EMPTY, formatFigure, formatNumber } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { isEmpty, isNothing } from "@/platform/nothing";
import { LargeField } from "@/platform/rich/rich-field";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";

interface FieldValueProps {
  /** A figure of an exact cell has the decimals it was told with. */
  field: Field & { copy?: boolean; sum?: boolean; cell?: { exact?: { least?: number } } };
  value: unknown;
  /** The row the value stands in, for the text of a reference. */
  row?: Record<string, unknown>;
  /** In forms: the text of a reference nobody told is asked for, as the editor asks for it. */
  asks?: boolean;
  /** Whether nought is a figure, where the field does not tell it by itself. */
  nought?: boolean;
}

/** A value as it is read: in tables, in closed forms, in the log. */
export function FieldValue({ field: declared, value, row, asks = false, nought = isSetting(declared) }: FieldValueProps) {
  const field = inCurrency(declared, row);
  const told = field.kind === "reference" ? row?.[labelMember(field.name)] : undefined;
  if (asks && field.reference && !told && !isEmpty(value)) return <Referred reference={field.reference} value={value} />;
  if (field.kind === "reference") return <Plain text={told ?? value} />;
  if (isNothing(value)) return <Plain text={null} />;
  // A number that stands for a choice is told by its word.
  if (field.options?.length) return <Chosen field={field} value={value} />;
  switch (field.kind) {
    case "int":
      return <span className="tabular">{(nought ? formatFigure : formatNumber)(value, 0)}</span>;
    case "decimal":
      if (field.cell?.exact && typeof value === "string") return <span className="tabular">{groupText(value, field.cell.exact.least)}</span>;
      return <span className="tabular">{(nought ? formatFigure : formatNumber)(value, field.places ?? field.digits ?? 3)}</span>;
    case "bool":
      return <YesNo value={value === true} />;
    case "instant":
      return <span className="tabular">{String(value).replace(/^(.{16}):\d\d$/, "$1")}</span>;
    case "day":
      return <span className="tabular">{String(value)}</span>;
    case "select":
    case "multi":
    case "state":
      return <Chosen field={field} value={value} />;
    case "waybill":
      return <Copyable text={String(value)} />;
    case "richText":
    case "richTitle":
    case "files":
    case "picture":
      return <LargeField kind={field.kind} value={value} />;
    case "color":
      return <ColorMark color={String(value)} />;
    default:
      return field.copy ? <Copyable text={String(value)} /> : <Plain text={value} />;
  }
}

/** A whole number that is chosen, neither measured nor added up: its nought is a decision, and no "nothing there". */
function isSetting({ kind, unit, sum }: FieldValueProps["field"]): boolean {
  return kind === "int" && !unit && !sum;
}

/** What values of a select are called. One that cannot be found out is shown as it is stored. */
function Referred({ reference, value }: { reference: string; value: unknown }) {
  const values = Array.isArray(value) ? value : [value];
  const found = useQueries({ queries: values.map((each) => choiceQuery(reference, each)) });
  const busy = found.some(({ isLoading }) => isLoading);
  const words = values.map((each, at) => found[at]?.data?.label || (found[at]?.isLoading ? meanwhile(each) : String(each)));
  return (
    <span aria-busy={busy}>
      <Plain text={words} />
    </span>
  );
}

function Plain({ text }: { text: unknown }) {
  if (isNothing(text)) return <span className="nothing">{EMPTY}</span>;
  const shown = Array.isArray(text) ? text.join(", ") : String(text);
  return <span title={shown}>{shown}</span>;
}

function YesNo({ value }: { value: boolean }) {
  const t = useText();
  return <span className={value ? "yes" : "nothing"}>{t(value ? "platform:field.yes" : "platform:field.no")}</span>;
}

/** Stored values shown by the words of their list, with the tone of a state. */
function Chosen({ field, value }: { field: Field; value: unknown }) {
  const options = useOptions(field);
  const values = Array.isArray(value) ? value.map(String) : [String(value)];
  const words = values.map((each) => options.find((option) => option.value === each)?.label ?? each);
  const tone = field.options?.find((option) => option.value === values[0])?.tone;
  if (tone) return <ToneTag tone={tone}>{words.join(", ")}</ToneTag>;
  return <Plain text={words.join(", ")} />;
}

/** A number people pass on: monospaced, a click copies it. */
export function Copyable({ text }: { text: string }) {
  const t = useText();
  return (
    <button type="button" className="copyable mono" title={t("platform:action.copy")} onClick={useCopy(text)}>
      {text}
    </button>
  );
}

/** Copies a number that is a link itself, from beside it. */
export function CopyMark({ text }: { text: string }) {
  const t = useText();
  const words = t("platform:action.copy");
  return (
    <button type="button" className="copyable copy-mark" title={words} aria-label={`${words} ${text}`} onClick={useCopy(text)}>
      <CopyOutlined aria-hidden="true" />
    </button>
  );
}

function useCopy(text: string) {
  const t = useText();
  return async (event: MouseEvent) => {
    event.stopPropagation();
    if (await copyText(text)) toast.info(t("platform:action.copied", { text }));
    else toast.warn(t("platform:action.copyByHand", { text }));
  };
}

function ColorMark({ color }: { color: string }) {
  return (
    <span className="color-mark">
      <svg width="12" height="12" aria-hidden="true" focusable="false">
        <rect width="12" height="12" rx="2" fill={color} />
      </svg>
      <span className="mono">{color}</span>
    </span>
  );
}
