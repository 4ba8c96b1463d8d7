import { Input } from "antd";
import { useState } from "react";
import { type EditorProps, aria, inputStatus } from "@/platform/fields/editor-props";
import { roundText } from "@/platform/decimal";
import { filterDigits, numberOf } from "@/platform/fields/typed-number";
import { asNumber } from "@/platform/format";

const DECIMALS = 3;
/** More than any field has: what is typed too finely is rounded, not cut. */
const TYPED_DECIMALS = 9;

/** Whole and decimal numbers: only digits can be typed, the value is a number or null. */
export function NumberEditor(props: EditorProps<number>) {
  const { field, change } = props;
  const places = field.kind === "int" ? 0 : (field.places ?? field.digits ?? DECIMALS);
  const [typed, setTyped] = useState<string | null>(null);
  const value = asNumber(props.value);
  const resting = value === null ? "" : field.kind === "int" ? String(value) : roundText(String(value), places);
  return (
    <Input
      id={props.id}
      className="number-input"
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? resting}
      disabled={props.disabled ?? false}
      maxLength={20}
      placeholder={props.placeholder}
      suffix={field.unit ? <span className="unit">{field.unit}</span> : null}
      {...inputStatus(props as EditorProps<never>)}
      {...aria(props as EditorProps<never>)}
      onFocus={(event) => {
        setTyped(value === null ? "" : String(value));
        event.target.select();
      }}
      onChange={(event) => {
        const text = filterDigits(event.target.value, field.kind === "int" ? 0 : TYPED_DECIMALS, (field.min ?? 0) < 0);
        setTyped(text);
        change(numberOf(text) === null ? null : Number(roundText(text, places)));
      }}
      onBlur={() => {
        setTyped(null);
        props.blur?.();
      }}
    />
  );
}
