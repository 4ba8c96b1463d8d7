import { CopyOutlined } from "@ant-design/icons";
import type { MouseEvent } from "react";
import { copyText } from "@/platform/clipboard";
import type { Field } from "@/platform/contract";
import { useOptions } from "@/platform/fields/choice-editors";
import { labelMember } from "@/platform/fields/editor-props";
import { EMPTY, formatNumber } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LargeField } from "@/platform/rich/rich-field";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";

interface FieldValueProps {
  field: Field & { copy?: boolean };
  value: unknown;
  /** The row the value stands in, for the text of a reference. */
  row?: Record<string, unknown>;
}

/** A value as it is read: in tables, in closed forms, in the log. */
export function FieldValue({ field, value, row }: FieldValueProps) {
  if (field.kind === "reference") {
    const text = row?.[labelMember(field.name)] ?? value;
    return <Plain text={text} />;
  }
  if (value === null || value === undefined || value === "") return <Plain text={null} />;
  switch (field.kind) {
    case "int":
      return <span className="tabular">{formatNumber(value, 0)}</span>;
    case "decimal":
      return <span className="tabular">{formatNumber(value, field.places ?? field.digits ?? 3)}</span>;
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

function Plain({ text }: { text: unknown }) {
  if (text === null || text === undefined || text === "") return <span className="nothing">{EMPTY}</span>;
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
