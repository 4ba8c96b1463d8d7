import { Input, type InputRef } from "antd";
import { useEffect, useRef, useState } from "react";
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
  const input = useRef<InputRef>(null);
  const [focused, setFocused] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const value = asNumber(props.value);
  const whole = value === null ? "" : String(value);
  const resting = value === null ? "" : field.kind === "int" ? String(value) : roundText(String(value), places);
  const shown = typed ?? (focused ? whole : resting);
  // A figure that follows from others may come while the cursor is here already; what is typed replaces it all the same.
  useEffect(() => {
    if (focused && typed === null) input.current?.select();
  }, [focused, typed, whole]);
  return (
    <Input
      ref={input}
      id={props.id}
      className="number-input"
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      disabled={props.disabled ?? false}
      maxLength={20}
      placeholder={props.placeholder}
      suffix={field.unit ? <span className="unit">{field.unit}</span> : null}
      {...inputStatus(props as EditorProps<never>)}
      {...aria(props as EditorProps<never>)}
      onFocus={() => setFocused(true)}
      onChange={(event) => {
        const text = filterDigits(event.target.value, field.kind === "int" ? 0 : TYPED_DECIMALS, (field.min ?? 0) < 0);
        setTyped(text);
        change(numberOf(text) === null ? null : Number(roundText(text, places)));
      }}
      onBlur={() => {
        setFocused(false);
        setTyped(null);
        props.blur?.();
      }}
    />
  );
}
