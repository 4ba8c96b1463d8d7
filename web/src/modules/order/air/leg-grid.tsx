import type { Section } from "@/platform/contract";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { RowGrid } from "@/platform/forms/row-grid";
import { useText } from "@/platform/i18n";

const LEGS_MAX = 3;

/** Flight legs; the first starts where the shipment starts, each next one where the last one ends. */
export function LegGrid({ form, section, readOnly }: { form: FormStore; section: Section; readOnly: boolean }) {
  const t = useText();
  const fresh = (before: Values[]): Values => {
    const last = before.at(-1);
    const text = (path: string) => form.get(path) ?? null;
    return last
      ? { fromStation: last["toStation"] ?? null, fromStationName: last["toStationName"] ?? null, toStation: text("arrivalStation"), toStationName: text("arrivalStationName") }
      : {
          fromStation: text("departureStation"),
          fromStationName: text("departureStationName"),
          toStation: text("transitStation") ?? text("arrivalStation"),
          toStationName: text("transitStation") ? text("transitStationName") : text("arrivalStationName"),
          flightNo: text("expectFlight"),
          flightDate: text("expectDeparture"),
        };
  };
  return (
    <div className="sub-section">
      <h3>{t("order:legs.title")}</h3>
      <RowGrid form={form} path="legs" section={section} readOnly={readOnly} most={LEGS_MAX} addLabel={t("order:legs.add")} fresh={fresh} />
    </div>
  );
}
