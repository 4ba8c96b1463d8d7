/** /css_debit_note_make 制作账单: unbilled income of many orders is found, looked at as the notes it makes, and billed. */
import { Button } from "antd";
import { Suspense, lazy, useMemo, useState } from "react";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import { poolFields, ruleFields } from "./make-fields";
import { type Made, type Pool, type Preview, currenciesOf, placeOf, preview, readPool, rulesOf, wantedOf } from "./make-model";
import "./note-make.css";

// They come with the first orders that are found, and with the first notes.
const PoolTable = lazy(async () => ({ default: (await import("./pool-table")).PoolTable }));
const PreviewDialog = lazy(async () => ({ default: (await import("./preview-dialog")).PreviewDialog }));
const MadeDialog = lazy(async () => ({ default: (await import("./made-dialog")).MadeDialog }));

interface Looked {
  pool: Pool;
  /** As it was asked for: what is billed altogether is found by it once more. */
  asked: Values;
}

/** Notes that would be made, and what makes them. */
interface Tried {
  preview: Preview;
  body: Values;
}

function NoteMakePage() {
  const t = useText();
  const [wanted] = useState(() => new FormStore({ businessScope: "AE" }));
  const [rules] = useState(() => new FormStore({ dateBy: "TODAY" }));
  const [looked, setLooked] = useState<Looked | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const [tried, setTried] = useState<Tried | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [running, setRunning] = useState<"find" | "chosen" | "all" | null>(null);
  const scope = String(useValue(wanted, "businessScope") ?? "");
  const [mayAdd, mayAll, mayRate] = [useCan("css-dn-add"), useCan("css-dn-batch"), useCan("css-rate-edit")];
  const fields = poolFields(scope);
  const currencies = useMemo(() => {
    if (!looked || !mayRate) return [];
    return currenciesOf(looked.pool.orders, new Set(chosen), looked.pool.functionalCurrency);
  }, [looked, chosen, mayRate]);
  const refuse = (form: FormStore, findings: Finding[]) => {
    form.setFindings(findings.map((each) => ({ ...each, field: placeOf(each.field) })));
    toast.failed(findings[0]?.message ?? "");
  };
  const run = async (what: "find" | "chosen" | "all", work: () => Promise<void>) => {
    if (running) return;
    setRunning(what);
    try {
      await work();
    } finally {
      setRunning(null);
    }
  };
  const read = async (asked: Values) => {
    const result = await submit(() => readPool(asked), { done: false });
    if (result.kind === "findings") refuse(wanted, result.findings);
    if (result.kind !== "saved") return;
    setLooked({ pool: result.data, asked });
    const there = new Set(result.data.orders.flatMap(({ lines }) => lines.map(({ id }) => id)));
    setChosen((before) => before.filter((id) => there.has(id)));
  };
  const find = async () => {
    const wrong = clientFindings(fields, wanted.all());
    if (wrong.length > 0) return wanted.setFindings(wrong);
    await read(wantedOf(fields.map(({ name }) => name), wanted.all()));
  };
  const attempt = async (what: Values) => {
    const wrong = clientFindings(ruleFields(currencies), rules.all());
    if (wrong.length > 0) return refuse(rules, wrong);
    const body = { ...what, ...rulesOf(rules.all(), currencies) };
    const result = await submit(() => preview(body), { done: false });
    if (result.kind === "findings") refuse(rules, result.findings);
    if (result.kind === "saved") setTried({ preview: result.data, body });
  };
  const done = (answer: Made) => {
    setTried(null);
    setMade(answer);
    if (looked) void read(looked.asked);
  };
  const ready = looked !== null && looked.pool.orders.length > 0;
  return (
    <main className="note-make">
      <h1>{t("receivable:make.title")}</h1>
      <section aria-label={t("receivable:make.pool")}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void run("find", find);
          }}
        >
          <FormGrid columns={4}>
            {fields.map((field) => (
              <FormField key={field.name} form={wanted} field={field} />
            ))}
          </FormGrid>
          <Button htmlType="submit" loading={busy(running === "find")}>
            {t("receivable:make.find")}
          </Button>
        </form>
        {looked && (
          <Suspense fallback={null}>
            <PoolTable pool={looked.pool} chosen={chosen} choose={setChosen} />
          </Suspense>
        )}
      </section>
      {ready && (
        <section aria-label={t("receivable:make.rules")}>
          <FormGrid columns={4}>
            {ruleFields(currencies).map((field) => (
              <FormField key={field.name} form={rules} field={field} />
            ))}
          </FormGrid>
          <div className="note-make-line">
            {(mayAdd || mayAll) && (
              <Button
                type="primary"
                disabled={chosen.length === 0}
                loading={busy(running === "chosen")}
                onClick={() => void run("chosen", () => attempt({ chargeIds: chosen }))}
              >
                {t("receivable:make.make", { n: chosen.length })}
              </Button>
            )}
            {mayAll && (
              <Button disabled={looked.pool.more} loading={busy(running === "all")} onClick={() => void run("all", () => attempt({ pool: looked.asked }))}>
                {t("receivable:make.all")}
              </Button>
            )}
          </div>
        </section>
      )}
      {tried && (
        <Suspense fallback={null}>
          <PreviewDialog {...tried} refuse={(findings) => refuse(rules, findings)} done={done} close={() => setTried(null)} />
        </Suspense>
      )}
      {made && (
        <Suspense fallback={null}>
          <MadeDialog told={made.told} close={() => setMade(null)} />
        </Suspense>
      )}
    </main>
  );
}

export default definePage({ page: NoteMakePage });
