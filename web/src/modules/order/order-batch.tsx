/** 批量修改: people, flight and days of several orders at once. Each is saved for itself, by the rules and with the log of its own form. */
import { create } from "zustand";
import { get, sendJson } from "@/platform/call/client";
import { type Button, type Field, type FormPage, type Row, pathOfOne } from "@/platform/contract";
import { FieldsDialog } from "@/platform/forms/fields-dialog";
import type { Values } from "@/platform/forms/form-store";
import { rowsBody } from "@/platform/forms/rows";
import { labelPair, translate, useText } from "@/platform/i18n";
import { runBatch } from "@/platform/lists/batch";
import type { ListContext } from "@/platform/lists/list-overrides";
import { isNothing } from "@/platform/nothing";
import { usePageTab } from "@/platform/page-tab";
import { toast } from "@/platform/toast";
import { sectionOf } from "./order-body";
import { type Prefix, formOf } from "./scopes";

/** What several orders may have in common: who works on them, what carries them, and when. */
const MEMBERS = [
  "operatorId", "servicerId", "salesId", "workgroupId",
  "expectFlight", "shipName", "shipVoyageNumber", "trainNo", "driverNumber", "driverName", "driverTel",
  "expectDeparture", "expectArrival", "businessDate",
];

interface Asked {
  prefix: Prefix;
  rows: Row[];
  changed(): void;
}

const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));
const close = () => useAsked.setState({ asked: null });

/** The button over the chosen rows; who may change an order may change several. */
export const batchButton = (prefix: Prefix): Button => {
  return { code: `${prefix}-order-edit`, label: labelPair("order:batch.title"), place: "batch", action: "custom", own: true };
};

/** Asks what of the chosen orders shall change. */
export function changeSeveral(prefix: Prefix, rows: Row[], list: ListContext): void {
  const changed = () => {
    list.clearSelection();
    list.reload();
  };
  useAsked.setState({ asked: { prefix, rows, changed } });
}

/** The fields of the scope's form that several orders may share; none has to be filled in. */
export function sharedFields({ sections }: FormPage): Field[] {
  const fields = sections.flatMap((section) => (section.rows ? [] : section.fields));
  return MEMBERS.flatMap((name) => fields.filter((field) => field.name === name && !field.readOnly)).map((declared) => {
    const { required: _, requiredWhen: __, initial: ___, ...field } = declared;
    return field;
  });
}

export function OrderBatchDialog() {
  const t = useText();
  const asked = useAsked((state) => state.asked);
  const form = asked ? formOf(asked.prefix) : undefined;
  // Lists of other tabs are there as well: the one that is looked at draws.
  const tab = usePageTab();
  if (!asked || !form || tab?.inFront() === false) return null;
  const send = async (body: Values) => {
    const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => !isNothing(value)));
    if (Object.keys(changes).length === 0) return toast.warn(t("order:batch.nothing"));
    void runBatch({
      title: translate("order:batch.title"),
      rows: asked.rows,
      nameOf: (row) => String(row["orderCode"] ?? ""),
      call: (row) => changeOrder(form, String(row["orderUuid"]), changes),
      changed: asked.changed,
    });
  };
  return (
    <FieldsDialog
      title={t("order:batch.of", { n: asked.rows.length })}
      fields={sharedFields(form)}
      initial={{}}
      send={send}
      saved={() => undefined}
      close={close}
    >
      <p className="soft dialog-note">{t("order:batch.note")}</p>
    </FieldsDialog>
  );
}

/** Over what is stored by now: everything else of the order stays. The first leg says what flies, where there are legs. */
async function changeOrder(form: FormPage, uuid: string, changes: Values): Promise<void> {
  const stored = await get<Values>(pathOfOne(form.view, uuid), undefined, { quiet: true });
  const [first, ...others] = rowsBody({ ...sectionOf(form.sections, "legs"), key: "legs" }, stored);
  const flown = { ...(changes["expectFlight"] ? { flightNo: changes["expectFlight"] } : {}), ...(changes["expectDeparture"] ? { flightDate: changes["expectDeparture"] } : {}) };
  const legs = first && Object.keys(flown).length > 0 ? { legs: [{ ...first, ...flown }, ...others] } : {};
  const body = { orderUuid: uuid, rowUuid: stored["rowUuid"], ...changes, ...legs };
  const { method, path } = form.update;
  await sendJson(method, path.includes("{id}") ? pathOfOne(path, uuid) : path, body, { quiet: true });
}
