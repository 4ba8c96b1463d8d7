/** One box of the paper: caption, value, red border and the sentence of a finding. */
import { Select } from "antd";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { BASIS_KEYS, shapeOf } from "@/modules/awb/form/shapes";
import { DayEditor } from "@/platform/fields/day-editor";
import { type FormStore, useFinding, useValue } from "@/platform/forms/form-store";
import { EMPTY } from "@/platform/format";
import { type Translate, useText } from "@/platform/i18n";

interface BoxProps {
  form: FormStore;
  path: string;
  readOnly: boolean;
  /** Columns of twelve. */
  span?: number;
  required?: boolean;
  children?: ReactNode;
}

export function Box({ form, path, readOnly, span = 2, required = false, children }: BoxProps) {
  const id = useId();
  const t = useText();
  const finding = useFinding(form, path);
  const wrong = finding?.severity === "error" ? " is-wrong" : finding ? " is-warned" : "";
  return (
    <div className={`awb-box span-${span}${wrong}`} data-field={path}>
      <label className="awb-caption" htmlFor={id}>
        {captionOf(path, t)}
        {required && !readOnly && (
          <span className="required" aria-hidden="true">
            *
          </span>
        )}
        {children}
      </label>
      <BoxInput form={form} path={path} readOnly={readOnly} id={id} {...(finding ? { describedBy: `${id}-finding` } : {})} />
      {finding && (
        <p id={`${id}-finding`} className={finding.severity === "error" ? "finding" : "finding is-warning"}>
          {finding.message}
        </p>
      )}
    </div>
  );
}

/** The words above a box, also used where a finding is listed. */
export function captionOf(path: string, t: Translate): string {
  const parts = path.split(".");
  const last = parts.at(-1) ?? "";
  if (parts.length === 1) return t(`awb:box.${last}`);
  if (parts.length === 2) return /^\d+$/.test(last) ? t(`awb:box.${parts[0]}`) : t(`awb:party.${last}`);
  return t(`awb:${parts[0]}.${last}`);
}

/** Where a path stands, in words; empty for what is no box. */
export function placeOf(path: string, t: Translate): string {
  const [head = "", row = "", last] = path.split(".");
  if (head === "" || head === "reason") return "";
  if (last !== undefined) return t("awb:form.place", { grid: t(`awb:box.${head}`), row: Number(row) + 1, column: captionOf(path, t) });
  if (/^\d+$/.test(row)) return t("awb:form.placeRow", { grid: t(`awb:box.${head}`), row: Number(row) + 1 });
  return row ? `${t(`awb:box.${head}`)} · ${captionOf(path, t)}` : captionOf(path, t);
}

interface BoxInputProps {
  form: FormStore;
  path: string;
  readOnly: boolean;
  id?: string;
  describedBy?: string;
  /** Accessible name in grids, where no label stands beside the input. */
  name?: string;
  invalid?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The input of a path by its shape; closed forms show the value as text. */
export function BoxInput({ form, path, readOnly, id, describedBy, name, invalid, onKeyDown }: BoxInputProps) {
  const value = useValue(form, path);
  const finding = useFinding(form, path);
  const t = useText();
  const shape = shapeOf(path);
  const wrong = invalid || finding?.severity === "error";
  const look = `awb-input${shape.figure ? " is-figure" : ""}${shape.mono ? " mono" : ""}`;
  if (readOnly) return <ClosedValue value={value} look={look} {...(id ? { id } : {})} {...(name ? { name } : {})} words={wordsOf(path, t)} />;
  const common = {
    ...(id ? { id } : {}),
    ...(name ? { "aria-label": name } : {}),
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
    ...(wrong ? { "aria-invalid": true as const } : {}),
    ...(onKeyDown ? { onKeyDown } : {}),
  };
  if (shape.day) {
    return (
      <DayEditor
        field={{ name: path, label: { zh: "", en: "" }, kind: "day" }}
        value={text(value)}
        change={(next) => form.set(path, next ?? "")}
        placeholder=""
        {...(id ? { id } : {})}
        {...(name ? { name } : {})}
        {...(describedBy ? { describedBy } : {})}
        {...(wrong ? { invalid: true } : {})}
      />
    );
  }
  if (shape.codes) return <CodesInput {...common} form={form} path={path} value={value} shape={shape.codes} />;
  if (shape.options) {
    return (
      // The tab index lets the list of findings jump here.
      <select {...common} className={look} tabIndex={0} value={text(value)} onChange={(event) => form.set(path, event.target.value)}>
        <option value="">{EMPTY}</option>
        {shape.options.map((each) => (
          <option key={each} value={each}>
            {wordOf(path, each, t)}
          </option>
        ))}
      </select>
    );
  }
  const change = (typed: string) => form.set(path, shape.tidy ? shape.tidy(typed) : typed);
  const blur = () => {
    const tidy = text(value).trim();
    // Leaving an emptied total asks for the computed one again.
    if (tidy !== text(value) || (tidy === "" && path.endsWith(".total"))) form.set(path, tidy);
  };
  const typing = { ...common, className: look, value: text(value), onBlur: blur, autoComplete: "off", spellCheck: false };
  if (shape.rows) {
    return <textarea {...typing} rows={shape.rows} maxLength={shape.max} onChange={(event) => change(event.target.value)} />;
  }
  return (
    <input
      {...typing}
      {...(shape.figure ? { inputMode: "decimal" as const } : {})}
      maxLength={shape.max}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** Options whose stored value says too little by itself. */
function wordOf(path: string, value: string, t: Translate): string {
  const field = path.split(".").at(-1) ?? "";
  if (field === "due") return t(`awb:due.${value}`);
  if (field === "basis") return t(`awb:basis.${BASIS_KEYS[value] ?? "shipment"}`);
  if (field === "scCodeType" && !/^[A-Z]+$/.test(value)) return t("awb:form.otherCode");
  return value;
}

function wordsOf(path: string, t: Translate): (value: string) => string {
  return (value) => (shapeOf(path).options && value ? wordOf(path, value, t) : value);
}

function ClosedValue({ value, look, id, name, words }: { value: unknown; look: string; id?: string; name?: string; words: (text: string) => string }) {
  const shown = Array.isArray(value) ? value.join(" ") : words(text(value));
  return (
    <output className={`${look} is-closed`} {...(id ? { id } : {})} {...(name ? { "aria-label": name } : {})}>
      {shown || <span className="nothing">{EMPTY}</span>}
    </output>
  );
}

interface CodesInputProps {
  form: FormStore;
  path: string;
  value: unknown;
  shape: { length: number; most: number };
  id?: string;
}

/** Codes as they are kept: clean, each once. */
export function tidyCodes(codes: string[], { length, most }: { length: number; most: number }): string[] {
  const clean = codes.map((each) => each.toUpperCase().replaceAll(/[^A-Z0-9]/g, "").slice(0, length));
  return [...new Set(clean.filter(Boolean))].slice(0, most);
}

function CodesInput({ form, path, value, shape, ...rest }: CodesInputProps) {
  return (
    <Select
      {...rest}
      className="awb-codes"
      mode="tags"
      variant="borderless"
      size="small"
      open={false}
      suffixIcon={null}
      value={Array.isArray(value) ? value.map(String) : []}
      tokenSeparators={[",", " ", ";", "，", "、", "\n", "\t"]}
      onChange={(next: string[]) => form.set(path, tidyCodes(next, shape))}
    />
  );
}

function text(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}
