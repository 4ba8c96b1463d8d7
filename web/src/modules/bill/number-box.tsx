import { Button, Input } from "antd";
import { type BillKind, cleanNumber } from "@/modules/bill/bill-model";
import { FieldFrame } from "@/platform/forms/field-frame";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";

interface NumberBoxProps {
  form: FormStore;
  kind: BillKind;
  readOnly: boolean;
  span: number;
  /** Makes a number of a house bill. */
  make(): void;
}

/** 提单号: cleaned while it is typed; what an input method is still composing is left alone. */
export function NumberBox({ form, kind, readOnly, span, make }: NumberBoxProps) {
  const t = useText();
  const number = useValue<string | null>(form, "number") ?? "";
  const tidy = (typed: string) => form.set("number", cleanNumber(kind, typed));
  return (
    <FieldFrame form={form} path="number" label={t(`bill:box.number${kind}`)} required={!readOnly} span={span}>
      {({ id, invalid, warned, describedBy }) =>
        readOnly ? (
          <output id={id} className="closed-value mono">
            {number || EMPTY}
          </output>
        ) : (
          <span className="bill-number">
            <Input
              id={id}
              className="mono"
              autoComplete="off"
              spellCheck={false}
              value={number}
              status={invalid ? "error" : warned ? "warning" : ""}
              aria-invalid={invalid}
              {...(describedBy ? { "aria-describedby": describedBy } : {})}
              onChange={(event) => {
                const composing = (event.nativeEvent as InputEvent).isComposing;
                if (composing) form.set("number", event.target.value);
                else tidy(event.target.value);
              }}
              onCompositionEnd={(event) => tidy(event.currentTarget.value)}
            />
            {kind === "HBL" && (
              <Button size="small" onClick={make}>
                {t("bill:form.makeNumber")}
              </Button>
            )}
          </span>
        )
      }
    </FieldFrame>
  );
}
