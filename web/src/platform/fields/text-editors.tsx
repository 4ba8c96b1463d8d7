/** Editors of one line and of many. */
import { Input } from "antd";
import { type EditorProps, aria, inputStatus } from "@/platform/fields/editor-props";
import { toHalfWidth } from "@/platform/fields/typed-number";

const TEXT_MAX = 500;
const LONG_TEXT_MAX = 5_000;

export function TextEditor(props: EditorProps<string>) {
  const { field, value, change } = props;
  return (
    <Input
      id={props.id}
      value={value ?? ""}
      disabled={props.disabled ?? false}
      maxLength={field.maxLength ?? TEXT_MAX}
      placeholder={props.placeholder}
      {...inputStatus(props as EditorProps<never>)}
      {...aria(props as EditorProps<never>)}
      onChange={(event) => change(event.target.value || null)}
      onBlur={(event) => {
        const trimmed = event.target.value.trim();
        if (trimmed !== event.target.value) change(trimmed || null);
        props.blur?.();
      }}
    />
  );
}

export function UpperEditor(props: EditorProps<string>) {
  const upper = (text: string | null) => props.change(text && toHalfWidth(text).toUpperCase());
  return <TextEditor {...props} change={upper} />;
}

/** Waybill numbers get their dash after the prefix: 99012345675 → 990-12345675. */
export function WaybillEditor(props: EditorProps<string>) {
  const { field, value, change } = props;
  return (
    <Input
      id={props.id}
      className="mono"
      value={value ?? ""}
      disabled={props.disabled ?? false}
      maxLength={field.maxLength ?? 20}
      placeholder={props.placeholder}
      {...inputStatus(props as EditorProps<never>)}
      {...aria(props as EditorProps<never>)}
      onChange={(event) => change(toHalfWidth(event.target.value).toUpperCase() || null)}
      onBlur={(event) => {
        const tidy = tidyWaybill(event.target.value);
        if (tidy !== event.target.value) change(tidy || null);
        props.blur?.();
      }}
    />
  );
}

export function tidyWaybill(text: string): string {
  const plain = toHalfWidth(text).trim();
  const match = /^(\d{3})[\s-]?(\d{4})\s?(\d{4})$/.exec(plain);
  return match ? `${match[1]}-${match[2]}${match[3]}` : plain;
}

/** How much there is of the most is shown while it has the focus, by the style: a count that came then would make antd
 * draw another element, and the focus with what is typed would be lost. */
export function LongTextEditor(props: EditorProps<string>) {
  const { field, value, change } = props;
  const max = field.maxLength ?? LONG_TEXT_MAX;
  return (
    <Input.TextArea
      id={props.id}
      value={value ?? ""}
      disabled={props.disabled ?? false}
      maxLength={max}
      rows={2}
      showCount={max < LONG_TEXT_MAX}
      placeholder={props.placeholder}
      {...inputStatus(props as EditorProps<never>)}
      {...aria(props as EditorProps<never>)}
      onChange={(event) => change(event.target.value || null)}
      onBlur={() => props.blur?.()}
    />
  );
}

const HEX = /^#[0-9a-f]{6}$/i;

export function ColorEditor(props: EditorProps<string>) {
  const { value, change } = props;
  const color = value && HEX.test(value) ? value : null;
  return (
    <span className="color-editor">
      <input
        type="color"
        // Its element has no way to hold nothing, and would show black.
        className={color ? "" : "is-empty"}
        value={color ?? "#000000"}
        disabled={props.disabled ?? false}
        aria-label={props.name ?? props.field.name}
        onChange={(event) => change(event.target.value)}
      />
      <TextEditor {...props} field={{ ...props.field, maxLength: 7 }} />
    </span>
  );
}
