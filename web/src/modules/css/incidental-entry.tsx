/** New charges of an order, and own ones that are changed, until they are saved. */
import { Button } from "antd";
import { type FocusEvent, type RefObject, useState } from "react";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import type { Side } from "@/platform/charge/charge-model";
import type { Finding, Section } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo, useSaveKey } from "@/platform/forms/form-keys";
import { type FormStore, type Values, useDirty } from "@/platform/forms/form-store";
import type { RowHistory } from "@/platform/forms/row-history";
import { dropBlankRows, freshRow, isBlank, rowFindings, rowsOf } from "@/platform/forms/rows";
import { useLeaveGuard } from "@/platform/forms/use-leave-guard";
import type { SheetField } from "@/platform/grid/cell-text";
import { LazySheet } from "@/platform/grid/lazy-sheet";
import { labelPair, useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { incomeFields } from "./incidental-fields";
import { type IncidentalOrder, type Incidentals, call, sentRow } from "./incidental-model";

export const LINES = "lines";
/** More than are entered at once. */
const ROWS_MOST = 50;

/** What the entry begins with; a page of one order with a row to type into. */
export const freshValues = (fields: SheetField[], alone: boolean): Values => ({
  [LINES]: alone ? [freshRow(fields)] : [],
  withIncome: false,
  markup: 0,
});

interface EntryProps {
  one: IncidentalOrder;
  form: FormStore;
  history: RowHistory;
  fields: SheetField[];
  sides: Side[];
  alone: boolean;
  /** The part of the page the order has. */
  box: RefObject<HTMLElement | null>;
  taken(answer: Incidentals): void;
  /** Reads what is there now; what is typed stays. */
  again(): void;
}

export function IncidentalEntry({ one: { order, rowUuid, closed }, form, history, fields, sides, alone, box, taken, again }: EntryProps) {
  const t = useText();
  const [saving, setSaving] = useState(false);
  const [inside, setInside] = useState(false);
  const dirty = useDirty(form);
  const section: Section = { key: LINES, label: labelPair("css:incidental.entry"), rows: true, sheet: true, fields };
  const asked = sides.includes("cost") && closed.income === null ? incomeFields() : [];
  const refuse = (findings: Finding[]) => {
    form.setFindings(findings);
    const seen = findings.some((each) => box.current && jumpTo(each.field, box.current));
    if (!seen) toast.failed(findings[0]?.message ?? "");
  };
  const run = async () => {
    // Where nothing was typed nothing is unsaved: the row to type into stays.
    if (rowsOf(form.get(LINES)).every((row) => isBlank(fields, row))) return toast.warn(t("css:incidental.nothing"));
    dropBlankRows(form, section);
    const values = form.all();
    const rows = rowsOf(values[LINES]);
    const typed = [...rowFindings(section, values), ...clientFindings(asked, values)];
    if (typed.length > 0) return refuse(typed);
    const income = asked.length > 0 && values["withIncome"] === true;
    const body = {
      orderUuid: order.orderUuid,
      rowUuid,
      lines: rows.map((row) => sentRow(row, sides[0] ?? "cost")),
      ...(income ? { withIncome: true, markup: String(values["markup"] ?? 0) } : {}),
    };
    const result = await submit((confirmed) => call("doSave", confirmed.length > 0 ? { ...body, confirmed } : body));
    if (result.kind === "findings") refuse(result.findings);
    if (result.kind === "stale" && result.reload) again();
    if (result.kind !== "saved") return;
    form.reset(freshValues(fields, alone));
    taken(result.data);
  };
  const save = async () => {
    if (saving) return;
    setSaving(true);
    try {
      await run();
    } finally {
      setSaving(false);
    }
  };
  useLeaveGuard(form);
  // The key belongs to the order that is typed into.
  useSaveKey(() => void save(), alone || inside);
  const leave = (event: FocusEvent<HTMLElement>) => setInside(event.currentTarget.contains(event.relatedTarget));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="incidental-entry" onFocus={() => setInside(true)} onBlur={leave}>
      <h3>{t("css:incidental.entry")}</h3>
      <LazySheet
        form={form}
        section={section}
        path={LINES}
        readOnly={saving}
        most={ROWS_MOST}
        addLabel={t("css:incidental.add")}
        hint={t("css:grid.hint")}
        history={history}
      />
      <p className="soft incidental-note">{t("css:incidental.blanks")}</p>
      {asked.length > 0 && (
        <FormGrid columns={2}>
          {asked.map((field) => (
            <FormField key={field.name} form={form} field={field} />
          ))}
        </FormGrid>
      )}
      <div>
        <Button type="primary" loading={busy(saving)} disabled={!dirty} onClick={() => void save()}>
          {t("platform:action.save")}
        </Button>
      </div>
    </div>
  );
}
