/** /css_payment_batch 供应商账单导入: a supplier's file is compared with our cost, and made into a payment. */
import { Button } from "antd";
import { Suspense, lazy, useRef, useState } from "react";
import { FieldGrid } from "@/modules/payable/field-grid";
import { headFields, partnerFields } from "@/modules/payable/fields";
import { businessDay } from "@/platform/business-time";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import { requestIds } from "@/platform/charge/request-ids";
import type { Finding } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { FileDrop } from "@/platform/import/file-drop";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import {
  type Asks, type Compare, FIRST, type Mapping, adjustFields, bodyOf, fetchTemplate, fileFields, mappingFields, mappingOf, readFile, save, valuesOf,
} from "./batch-model";
import "../payable.css";

// It comes with the first file that is read.
const BatchResult = lazy(async () => ({ default: (await import("./batch-result")).BatchResult }));

function PaymentBatchPage() {
  const t = useText();
  const box = useRef<HTMLElement>(null);
  const [form] = useState(() => new FormStore({ ...FIRST, paymentDate: businessDay(new Date()) }));
  const [asks, setAsks] = useState<(Asks & { file: File }) | null>(null);
  const [compare, setCompare] = useState<Compare | null>(null);
  const [mayRead, maySave] = [useCan("css-cpb-upload"), useCan("css-cpb-save")];
  const frame = [...fileFields(), ...partnerFields()];

  const refuse = (findings: Finding[]) => {
    form.setFindings(findings);
    const seen = findings.some((each) => box.current && jumpTo(each.field, box.current));
    if (!seen) toast.failed(findings[0]?.message ?? "");
  };
  const read = async (file: File, mapping: Mapping | null) => {
    const wrong = clientFindings(frame, form.all());
    if (wrong.length > 0) return refuse(wrong);
    const values = form.all();
    const answer = await readFile(file, values, mapping);
    setAsks(answer.needsMapping ? { ...answer, file } : null);
    setCompare(answer.needsMapping ? null : { read: answer, rows: answer.rows, mapping, frame: values });
  };
  return (
    <main className="payable-page" ref={box}>
      <h1>{t("payable:batch.title")}</h1>
      <section className="payable-card" aria-label={t("payable:batch.file")}>
        <FieldGrid form={form} fields={frame} />
        {mayRead && (
          <FileDrop
            words={{ choose: t("payable:batch.choose"), limits: t("payable:batch.limits"), template: t("payable:batch.template") }}
            read={(file) => read(file, null)}
            template={fetchTemplate}
          />
        )}
        {asks && <MappingForm key={asks.headings.join()} asks={asks} read={(mapping) => read(asks.file, mapping)} />}
      </section>
      {compare && (
        <>
          <Suspense fallback={null}>
            <BatchResult rows={compare.rows} totals={compare.read.totals} change={(rows) => setCompare({ ...compare, rows })} />
          </Suspense>
          {maySave && <Payment form={form} compare={compare} refuse={refuse} done={() => setCompare(null)} />}
        </>
      )}
    </main>
  );
}

/** Which column of an airline's file says what. */
function MappingForm({ asks, read }: { asks: Asks; read(mapping: Mapping): Promise<void> }) {
  const t = useText();
  const [form] = useState(() => new FormStore(valuesOf(asks.mapping)));
  const [reading, setReading] = useState(false);
  const fields = mappingFields(asks.headings);
  const send = async () => {
    const wrong = clientFindings(fields, form.all());
    if (wrong.length > 0) return form.setFindings(wrong);
    setReading(true);
    const result = await submit(() => read(mappingOf(form.all())), { done: false });
    setReading(false);
    if (result.kind === "findings") form.setFindings(result.findings);
  };
  return (
    <div role="group" aria-label={t("payable:mapping.title")}>
      <p className="soft">{t("payable:mapping.note")}</p>
      <FieldGrid form={form} fields={fields} />
      <Button type="primary" loading={busy(reading)} onClick={() => void (reading || send())}>
        {t("payable:mapping.read")}
      </Button>
    </div>
  );
}

interface PaymentProps {
  form: FormStore;
  compare: Compare;
  refuse(findings: Finding[]): void;
  done(): void;
}

/** The payment of the file. What stands against its rows is told by their numbers. */
function Payment({ form, compare, refuse, done }: PaymentProps) {
  const t = useText();
  const [ids] = useState(requestIds);
  const [saving, setSaving] = useState(false);
  const [faults, setFaults] = useState<string[]>([]);
  const fields = [...headFields("remark"), ...adjustFields()];
  const send = async () => {
    const wrong = clientFindings(fields, form.all());
    if (wrong.length > 0) return refuse(wrong);
    const body = bodyOf(compare, form.all());
    setSaving(true);
    const result = await submit(
      (confirmed) => {
        const whole = confirmed.length > 0 ? { ...body, confirmed } : body;
        return save({ ...whole, requestId: ids.of(whole) });
      },
      { done: false },
    );
    setSaving(false);
    const ofRows = (finding: Finding) => finding.field.startsWith("rows.") || finding.field === "";
    setFaults(result.kind === "findings" ? result.findings.filter(ofRows).map(({ message }) => message) : []);
    if (result.kind === "findings") refuse(result.findings);
    if (result.kind !== "saved") return;
    ids.done();
    const { paymentNum, approving } = result.data;
    toast.done(approving ? t("payable:batch.submitted", { no: approving.instanceNo }) : t("payable:make.made", { numbers: paymentNum ?? "" }));
    form.patch({ exchangeRate: null, supplierBillNo: null, remark: null, financialDate: null });
    done();
  };
  return (
    <section className="payable-card" aria-label={t("payable:make.payment")}>
      <FieldGrid form={form} fields={fields} />
      {faults.length > 0 && (
        <ul className="payable-faults" role="alert">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <div className="payable-line">
        <Button type="primary" loading={busy(saving)} onClick={() => void (saving || send())}>
          {t("payable:make.one")}
        </Button>
      </div>
    </section>
  );
}

export default definePage({ page: PaymentBatchPage });
