/** /css_charge_batch 批量录入费用: charges of many orders, typed, shared, rated, repriced, or read from a workbook. */
import { Button, Checkbox, Tabs } from "antd";
import { Suspense, lazy, useMemo, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import { KINDS } from "@/platform/charge/charge-model";
import { requestIds } from "@/platform/charge/request-ids";
import type { Finding } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo, useSaveKey } from "@/platform/forms/form-keys";
import { FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { dropBlankRows, isBlank, rowFindings, rowsOf } from "@/platform/forms/rows";
import { labelPair, useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import { BatchCells } from "./batch-cells";
import { entryFields, itemFields } from "./batch-fields";
import { BatchFile } from "./batch-file";
import { type Pool, type Told, bodyOf, fileRows, leftOver, preview, save, toldOf } from "./batch-model";
import { MODES, type Mode, RIGHTS, itemRow } from "./batch-modes";
import { BatchPool } from "./batch-pool";
import "./charge-batch.css";

// It comes with the first result.
const BatchResult = lazy(async () => ({ default: (await import("./batch-result")).BatchResult }));

/** Where the server finds what stands in another box here. */
const BOXES: Record<string, string> = { change: "unitPrice" };

const FIRST: Values = { kind: KINDS.income, cellBy: "PRICE", by: "CHARGE_WEIGHT", overwrite: true, items: [itemRow()], cells: [], rows: [] };

function useModes(): Mode[] {
  const may = [useCan(RIGHTS.CELLS), useCan(RIGHTS.SHARE), useCan(RIGHTS.RATE), useCan(RIGHTS.UPDATE), useCan(RIGHTS.ROWS)];
  return MODES.filter((_, place) => may[place]);
}

function ChargeBatchPage() {
  const t = useText();
  const modes = useModes();
  const [wanted, setWanted] = useState<Mode | null>(null);
  const mode = wanted ?? modes[0] ?? "CELLS";
  const [form] = useState(() => new FormStore(FIRST));
  const [asked] = useState(() => new FormStore({ businessScope: "AE", unfinished: true }));
  const [pool, setPool] = useState<Pool | null>(null);
  const [scope, setScope] = useState("AE");
  const [chosen, setChosen] = useState<string[]>([]);
  const [told, setTold] = useState<Told | null>(null);
  const kind = String(useValue(form, mode === "RATE" ? "rateKind" : "kind") ?? "");
  const orders = useMemo(() => (pool?.orders ?? []).filter(({ orderUuid }) => chosen.includes(orderUuid)), [pool, chosen]);
  const found = (next: Pool, of: string) => {
    // Items are of one scope.
    if (of !== scope) form.patch({ items: [itemRow()], serviceItemId: null, serviceItemName: null, whichItemId: null, whichItemName: null });
    setPool(next);
    setScope(of);
    setChosen(next.orders.map(({ orderUuid }) => orderUuid));
    setTold(null);
  };
  const read = (answer: Told) => {
    form.set("rows", fileRows(answer.rows));
    setTold(answer);
  };
  return (
    <main className="batch-page">
      <h1>{t("css:batch.title")}</h1>
      <Tabs
        activeKey={mode}
        items={modes.map((key) => ({ key, label: t(`css:batch.modes.${key}`) }))}
        onChange={(key) => {
          setWanted(key as Mode);
          setTold(null);
        }}
      />
      {mode === "ROWS" ? (
        <BatchFile read={read} />
      ) : (
        <BatchPool form={asked} kind={kind} pool={pool} chosen={chosen} found={found} choose={setChosen} />
      )}
      <Entry key={mode} mode={mode} form={form} scope={scope} orders={orders} told={told} setTold={setTold} />
      {told && (
        <Suspense fallback={null}>
          <BatchResult told={told} />
        </Suspense>
      )}
    </main>
  );
}

interface EntryProps {
  mode: Mode;
  form: FormStore;
  scope: string;
  orders: Pool["orders"];
  told: Told | null;
  setTold(told: Told | null): void;
}

/** What is entered, and its buttons. */
function Entry({ mode, form, scope, orders, told, setTold }: EntryProps) {
  const t = useText();
  const box = useRef<HTMLElement>(null);
  const [ids] = useState(requestIds);
  const [running, setRunning] = useState<"preview" | "save" | null>(null);
  const maySave = useCan(RIGHTS.CELLS);
  const onlyPassed = useValue(form, "onlyPassed") === true;
  const fields = entryFields(mode, scope);
  const refuse = (findings: Finding[]) => {
    const placed = findings.map((each) => ({ ...each, field: BOXES[each.field] ?? each.field }));
    form.setFindings(placed);
    const seen = placed.some((each) => box.current && jumpTo(each.field, box.current));
    if (!seen) toast.failed(placed[0]?.message ?? "");
  };
  const typed = (): Finding[] => {
    if (mode !== "CELLS") return clientFindings(fields, form.all());
    const items = { key: "items", label: labelPair("css:batch.items"), rows: true, sheet: true, fields: itemFields(scope) };
    // A row that was begun and left is none, unless it is the only one.
    if (rowsOf(form.get("items")).some((row) => !isBlank(items.fields, row))) dropBlankRows(form, items);
    return [...clientFindings(fields, form.all()), ...rowFindings(items, form.all())];
  };
  const run = async (verb: "preview" | "save") => {
    const wrong = typed();
    if (wrong.length > 0) return refuse(wrong);
    const body = bodyOf(mode, form.all(), orders, scope);
    const send = async (confirmed: string[]) => {
      if (verb === "preview") return preview(body);
      const whole = confirmed.length > 0 ? { ...body, confirmed } : body;
      try {
        return await save({ ...whole, requestId: ids.of(whole) });
      } catch (error) {
        // A refused save tells what stands against each row.
        const refused = toldOf(error);
        if (refused) setTold(refused);
        throw error;
      }
    };
    const result = await submit(send, { done: false });
    if (result.kind === "findings") refuse(result.findings);
    if (result.kind !== "saved") return;
    setTold(result.data);
    if (verb === "preview") return;
    ids.done();
    toast.done(t("css:batch.savedRows", { n: result.data.saved }));
    form.patch(leftOver(mode, form.all(), result.data, scope));
  };
  const start = async (verb: "preview" | "save") => {
    if (running) return;
    setRunning(verb);
    try {
      await run(verb);
    } finally {
      setRunning(null);
    }
  };
  const fileLeft = rowsOf(useValue(form, "rows")).length > 0;
  const ready = mode === "ROWS" ? told !== null && fileLeft : orders.length > 0;
  useSaveKey(() => void (maySave && ready && start("save")), true);
  return (
    <section ref={box} className="batch-entry" aria-label={t(`css:batch.modes.${mode}`)}>
      {fields.length > 0 && (
        <FormGrid columns={4}>
          {fields.map((field) => (
            <FormField key={field.name} form={form} field={field} />
          ))}
        </FormGrid>
      )}
      {mode === "CELLS" && <BatchCells form={form} scope={scope} orders={orders} readOnly={running !== null} />}
      {mode === "SHARE" && <p className="soft">{t("css:batch.shareNote")}</p>}
      <div className="batch-line">
        <Button loading={busy(running === "preview")} disabled={!ready} onClick={() => void start("preview")}>
          {t("css:batch.preview")}
        </Button>
        {maySave && (
          <Button type="primary" loading={busy(running === "save")} disabled={!ready} onClick={() => void start("save")}>
            {t("platform:action.save")}
          </Button>
        )}
        {maySave && mode !== "SHARE" && (
          <Checkbox checked={onlyPassed} onChange={(event) => form.set("onlyPassed", event.target.checked)}>
            {t("css:batch.onlyPassed")}
          </Checkbox>
        )}
      </div>
    </section>
  );
}

export default definePage({ page: ChargeBatchPage });
