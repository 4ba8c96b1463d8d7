import { Checkbox, Radio } from "antd";
import type { ReactNode } from "react";
import type { LabelChoices } from "@/modules/paper/label/label-calls";
import { COPIES_MAX, type LabelValues, liesNow, sizeOf } from "@/modules/paper/label/label-values";
import type { Field } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FieldFrame } from "@/platform/forms/field-frame";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, useValue, useValues } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";

const PIECES_MAX = 9999;
/** Dots an inch of label printers. */
const DOTS = [203, 300];

/** Size, range, copies and form of the labels. */
export function LabelOptions({ form, choices }: { form: FormStore; choices: LabelChoices }) {
  const t = useText();
  const number = (name: "from" | "to"): Field => {
    return { name, kind: "int", min: 1, max: PIECES_MAX, label: labelPair(`paper:label.${name}`) };
  };
  const size: Field = {
    name: "size", kind: "select", required: true, label: labelPair("paper:label.size"),
    options: choices.sizes.map(({ key, name }) => ({ value: key, label: { zh: name, en: name } })),
  };
  const zpl = useValue(form, "format") === "ZPL";
  const copies = Array.from({ length: COPIES_MAX }, (_, at) => ({ value: at + 1, label: String(at + 1) }));
  const formats = ["PDF", "ZPL"].map((value) => ({ value, label: t(`paper:label.kind${value}`) }));
  const dots = DOTS.map((value) => ({ value, label: t("paper:label.dots", { n: value }) }));
  return (
    <FormGrid>
      <FormField form={form} field={size} />
      <FormField form={form} field={number("from")} />
      <FormField form={form} field={number("to")} note={<span className="soft">{t("paper:label.rangeNote")}</span>} />
      <Choice form={form} name="copies" options={copies} />
      <Turn form={form} choices={choices} />
      <Choice form={form} name="format" options={formats} />
      {zpl && <Choice form={form} name="dpi" options={dots} />}
      <ShowWeight form={form} />
    </FormGrid>
  );
}

interface ChoiceProps {
  form: FormStore;
  name: "copies" | "format" | "dpi";
  options: { value: string | number | boolean; label: ReactNode }[];
}

function Choice({ form, name, options }: ChoiceProps) {
  const t = useText();
  const value = useValue<string | number | boolean>(form, name);
  const label = t(`paper:label.${name}`);
  return (
    <FieldFrame form={form} path={name} label={label} group>
      {({ id }) => (
        <Radio.Group
          aria-labelledby={id}
          optionType="button"
          value={value}
          options={options}
          onChange={(event) => form.set(name, event.target.value as unknown)}
        />
      )}
    </FieldFrame>
  );
}

/** Which way the label lies; that of a size, or the other one. */
function Turn({ form, choices }: { form: FormStore; choices: LabelChoices }) {
  const t = useText();
  const values = useValues(form) as unknown as LabelValues;
  const size = sizeOf(choices, values);
  const lies = liesNow(size, values);
  return (
    <FieldFrame form={form} path="landscape" label={t("paper:label.landscape")} group>
      {({ id }) => (
        <Radio.Group
          aria-labelledby={id}
          optionType="button"
          disabled={size?.sheet ?? false}
          value={lies}
          options={[
            { value: true, label: t("paper:label.across") },
            { value: false, label: t("paper:label.upright") },
          ]}
          onChange={(event) => form.set("turned", event.target.value !== (size?.landscape ?? true))}
        />
      )}
    </FieldFrame>
  );
}

function ShowWeight({ form }: { form: FormStore }) {
  const t = useText();
  const value = useValue<boolean>(form, "showWeight");
  return (
    <FieldFrame form={form} path="showWeight" label={t("paper:label.content")} group>
      {() => (
        <Checkbox checked={value} onChange={(event) => form.set("showWeight", event.target.checked)}>
          {t("paper:label.showWeight")}
        </Checkbox>
      )}
    </FieldFrame>
  );
}
