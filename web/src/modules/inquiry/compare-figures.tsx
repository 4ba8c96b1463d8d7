/** The figures a comparison is made at: weight, volume, the currency to compare in and what the others are worth in it. */
import { Button, Slider } from "antd";
import { useRef, useState } from "react";
import type { Comparison } from "@/modules/inquiry/answers";
import { type Asked, NOTHING_ASKED, askedOf } from "@/modules/inquiry/compare-model";
import type { Field } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, useValue } from "@/platform/forms/form-store";
import { labelPair, translate, useText } from "@/platform/i18n";

/** The slider goes to so many times the weight of the inquiry. */
const TIMES = 4;
const KG_MAX = 9_999_999;

interface FiguresProps {
  data: Comparison;
  asked: Asked;
  ask(asked: Asked): void;
}

const beginOf = ({ ownWeight, ownVolume, currency }: Comparison) => ({
  weight: ownWeight ?? null, volume: ownVolume ?? null, base: currency ?? null, rates: {},
});

function fieldsOf({ currencies = [], currency }: Comparison, base: string | null): Field[] {
  const fields: Field[] = [
    { name: "weight", kind: "decimal", digits: 1, min: 0.1, max: KG_MAX, required: true, unit: "KG", label: labelPair("inquiry:compare.weight") },
    { name: "volume", kind: "decimal", digits: 3, min: 0, max: KG_MAX, unit: "CBM", label: labelPair("inquiry:compare.volume") },
  ];
  if (currency === undefined) return fields;
  const options = [...new Set([...currencies, "CNY", "USD"])].map((value) => ({ value, label: { zh: value, en: value } }));
  fields.push({ name: "base", kind: "select", options, label: labelPair("inquiry:compare.base") });
  for (const code of currencies.filter((each) => each !== (base ?? currency))) {
    const words = translate("inquiry:compare.rate", { code });
    fields.push({ name: `rates.${code}`, kind: "decimal", digits: 6, places: 6, min: 0.000001, max: 1_000_000, label: { zh: words, en: words } });
  }
  return fields;
}

export function CompareFigures({ data, asked, ask }: FiguresProps) {
  const t = useText();
  const [form] = useState(() => new FormStore(beginOf(data)));
  const box = useRef<HTMLFormElement>(null);
  const base = useValue<string | null>(form, "base");
  const fields = fieldsOf(data, base);
  const run = () => {
    const wrong = clientFindings(fields, form.all());
    form.setFindings(wrong);
    if (wrong[0] && box.current) return jumpTo(wrong[0].field, box.current);
    ask(askedOf(form.all(), asked.shown));
  };
  const back = () => {
    form.reset(beginOf(data));
    ask(NOTHING_ASKED);
  };
  return (
    <form
      ref={box}
      className="compare-figures"
      aria-label={t("inquiry:compare.figures")}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <FormGrid columns={4}>
        {fields.map((field) => (
          <FormField key={field.name} form={form} field={field} />
        ))}
      </FormGrid>
      <WeightSlider form={form} own={data.ownWeight ?? 0} settled={run} />
      <Button htmlType="submit" size="small">
        {t("inquiry:compare.apply")}
      </Button>{" "}
      <Button type="link" size="small" onClick={back}>
        {t("inquiry:compare.reset")}
      </Button>
    </form>
  );
}

/** The same weight by hand; the box beside it takes it by keyboard. */
function WeightSlider({ form, own, settled }: { form: FormStore; own: number; settled(): void }) {
  const t = useText();
  const weight = useValue<number | null>(form, "weight");
  const most = Math.max(1000, Math.ceil((own * TIMES) / 100) * 100);
  return (
    <div className="compare-slider">
      <Slider
        min={1}
        max={most}
        value={Math.min(weight ?? 1, most)}
        ariaLabelForHandle={t("inquiry:compare.slider")}
        onChange={(next: number) => form.set("weight", next)}
        onChangeComplete={settled}
      />
    </div>
  );
}
