import { Modal, Radio, Table } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Way, fieldsOfWay, newReceipt, previewBody, receiptBody, receiptFields } from "@/modules/awb/stock/receipt-fields";
import { stockChanged } from "@/modules/awb/stock/stock-store";
import { busy } from "@/platform/busy";
import { CallError, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding, Tone } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { FindingsPanel } from "@/platform/forms/findings-panel";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";

interface PreviewRow {
  no: number;
  awbNumber: string;
  level: Tone;
  result: string;
}

interface Saved {
  receiptCode: string;
  count: number;
}

export function ReceiptDialog({ list, close }: { list: ListContext; close(): void }) {
  const t = useText();
  const fields = useMemo(() => receiptFields(), []);
  const form = useMemo(() => new FormStore(newReceipt(new Date())), []);
  const [way, setWay] = useState<Way>("range");
  const [saving, setSaving] = useState(false);
  const rows = usePreview(form, way);
  const box = useRef<HTMLDivElement>(null);
  const show = (findings: Finding[]) => {
    form.setFindings(findings);
    const first = findings[0];
    if (first && box.current) jumpTo(first.field, box.current);
  };
  const save = async () => {
    if (saving) return;
    const used = fieldsOfWay(fields, way);
    const wrong = clientFindings(used, form.all());
    if (wrong.length > 0) return show(wrong);
    setSaving(true);
    const body = receiptBody(used, form.all());
    const result = await submit(
      (confirmed) => post<Saved>("/afbase/awb/saveReceipt", confirmed.length > 0 ? { ...body, confirmed } : body, { quiet: true }),
      { done: false },
    );
    setSaving(false);
    if (result.kind === "findings") return show(result.findings);
    if (result.kind === "declined" && result.field && box.current) jumpTo(result.field, box.current);
    if (result.kind !== "saved") return;
    toast.done(t("awb:receipt.saved", { code: result.data.receiptCode, n: result.data.count }));
    stockChanged();
    list.reload();
    close();
  };
  const field = (name: keyof typeof fields, span?: number) => (
    <FormField form={form} field={fields[name]} {...(span ? { span } : {})} />
  );
  return (
    <Modal
      open
      width={1040}
      title={t("awb:receipt.title")}
      okButtonProps={{ loading: busy(saving) }}
      mask={{ closable: false }}
      onOk={() => void save()}
      onCancel={close}
      okText={t("platform:action.save")}
      cancelText={t("platform:action.cancel")}
    >
      <div className="awb-receipt" ref={box}>
        <div>
          <FindingsPanel form={form} />
          <Radio.Group
            className="dialog-note"
            optionType="button"
            size="small"
            value={way}
            aria-label={t("awb:receipt.way")}
            onChange={(event) => setWay(event.target.value as Way)}
            options={[
              { value: "range", label: t("awb:receipt.range") },
              { value: "pasted", label: t("awb:receipt.pasted") },
            ]}
          />
          <FormGrid columns={2}>
            {field("prefix")}
            {field("departureStation")}
            {way === "range" ? (
              <>
                {field("start")}
                {field("count")}
              </>
            ) : (
              field("numbers", 2)
            )}
            {field("awbFromType")}
            {field("awbFromId")}
            {field("receiveDate")}
            {field("kind")}
            {field("unitCost")}
            {field("expireDate")}
            {field("remark", 2)}
          </FormGrid>
        </div>
        <Preview rows={rows} />
      </div>
    </Modal>
  );
}

const VIRTUAL_ABOVE = 50;

function Preview({ rows }: { rows: PreviewRow[] }) {
  const t = useText();
  const free = rows.filter((row) => row.level !== "danger").length;
  return (
    <section className="awb-receipt-preview" aria-label={t("awb:receipt.preview")}>
      <h3>{rows.length > 0 ? t("awb:receipt.summary", { n: rows.length, free }) : t("awb:receipt.preview")}</h3>
      {rows.length === 0 ? (
        <p className="awb-receipt-empty">{t("awb:receipt.waiting")}</p>
      ) : (
        <Table
          size="small"
          rowKey="no"
          dataSource={rows}
          pagination={false}
          virtual={rows.length > VIRTUAL_ABOVE}
          scroll={{ x: 380, y: TABLE_HEIGHT.large }}
          columns={[
            { dataIndex: "no", title: t("awb:receipt.no"), width: 56, align: "right", className: "is-figure" },
            { dataIndex: "awbNumber", title: t("awb:receipt.number"), width: 124, className: "mono" },
            { dataIndex: "result", title: t("awb:receipt.result"), render: (text: string, row) => <ToneTag tone={row.level}>{text}</ToneTag> },
          ]}
        />
      )}
    </section>
  );
}

const PREVIEW_AFTER_MS = 300;

/** The numbers a receipt would hold, asked for a moment after typing stops. */
function usePreview(form: FormStore, way: Way): PreviewRow[] {
  const [rows, setRows] = useState<PreviewRow[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sent: AbortController | undefined;
    const look = async () => {
      sent?.abort();
      const body = previewBody(form.all(), way);
      if (!body) return setRows([]);
      const mine = new AbortController();
      sent = mine;
      try {
        const found = await post<PreviewRow[]>("/afbase/awb/getAwbList", body, { quiet: true, signal: mine.signal });
        setRows(found);
        form.setFindings(form.findings().filter((each) => !PREVIEWED.has(each.field)));
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (mine.signal.aborted) return;
        setRows([]);
        form.setFindings([...form.findings().filter((each) => !PREVIEWED.has(each.field)), ...error.findings]);
      }
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(), PREVIEW_AFTER_MS);
    };
    soon();
    const stop = form.onChange((path) => PREVIEWED.has(path) && soon());
    return () => {
      stop();
      clearTimeout(timer);
      sent?.abort();
    };
  }, [form, way]);
  return rows;
}

const PREVIEWED = new Set(["prefix", "start", "count", "numbers"]);
