/** 打印: language, format, kind of file and seals of debit notes or statements; a PDF opens beside the application. */
import { Button, Modal, Radio } from "antd";
import { useState } from "react";
import type { Bills } from "@/modules/receivable/bills";
import { PRINTED_MAX, type Paper, printBills } from "@/modules/receivable/debit-note/note-calls";
import { busy } from "@/platform/busy";
import type { Row } from "@/platform/contract";
import { language, useText } from "@/platform/i18n";
import { openMade, saveMade } from "@/platform/made-file";
import { PrintRow } from "@/platform/printers/print-row";
import { SealRow } from "@/platform/printers/seal-row";
import { sealsAsked } from "@/platform/printers/seals";

/** Of several scopes the server takes the default seals of the first. */
const SEVERAL = "ZH";

interface PrintDialogProps {
  bills: Bills;
  rows: Row[];
  close(): void;
}

export function PrintDialog({ bills, rows, close }: PrintDialogProps) {
  const t = useText();
  const [paper, setPaper] = useState<Paper>(() => ({
    language: language() === "en-US" ? "en" : "zh",
    format: "PDF",
    ...(bills.layouts[0] ? { layout: bills.layouts[0].value } : {}),
  }));
  const [sealIds, setSealIds] = useState<string[] | null>(null);
  const [running, setRunning] = useState<"open" | "save" | null>(null);
  const scopes = [...new Set(rows.map((row) => String(row["businessScope"])))];
  const isBook = paper.format === "EXCEL";
  const many = rows.length > PRINTED_MAX;
  const run = async (how: "open" | "save") => {
    if (running) return;
    setRunning(how);
    const make = () => printBills(bills, rows, paper, isBook ? {} : sealsAsked(sealIds));
    try {
      if (await (how === "open" ? openMade(make) : saveMade(make))) close();
    } finally {
      setRunning(null);
    }
  };
  // Other papers, other seals.
  const change = (part: Partial<Paper>) => {
    setPaper((now) => ({ ...now, ...part }));
    setSealIds(null);
  };
  return (
    <Modal
      open
      width={520}
      title={t(bills.words.print, { n: rows.length })}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.cancel")}
        </Button>,
        <Button key="save" type={isBook ? "primary" : "default"} loading={busy(running === "save")} disabled={many} onClick={() => void run("save")}>
          {t("receivable:print.download")}
        </Button>,
        !isBook && (
          <Button key="open" type="primary" loading={busy(running === "open")} disabled={many} onClick={() => void run("open")}>
            {t("receivable:print.open")}
          </Button>
        ),
      ]}
    >
      <div className="print-rows">
        {many && <p className="page-note tone-warning">{t(bills.words.many, { n: PRINTED_MAX })}</p>}
        {bills.layouts.length > 0 && (
          <PrintRow label={t("receivable:statement.layout")}>
            <Radio.Group
              value={paper.layout}
              onChange={(event) => change({ layout: event.target.value as string })}
              options={bills.layouts.map(({ value, label }) => ({ value, label: t(label) }))}
            />
          </PrintRow>
        )}
        <PrintRow label={t("receivable:print.language")}>
          <Radio.Group
            value={paper.language}
            onChange={(event) => change({ language: event.target.value as Paper["language"] })}
            options={[
              { value: "zh", label: t("receivable:print.zh") },
              { value: "en", label: t("receivable:print.en") },
            ]}
          />
        </PrintRow>
        <PrintRow label={t("receivable:print.format")}>
          <Radio.Group
            value={paper.format}
            onChange={(event) => change({ format: event.target.value as Paper["format"] })}
            options={[
              { value: "PDF", label: "PDF" },
              { value: "EXCEL", label: "EXCEL", disabled: rows.length > 1 },
            ]}
          />
        </PrintRow>
        {!isBook && scopes.length === 1 && scopes[0] !== SEVERAL && (
          <SealRow
            path={`${bills.base}/seals`}
            params={{ businessScope: scopes[0] ?? "", language: paper.language }}
            value={sealIds}
            change={setSealIds}
          />
        )}
      </div>
    </Modal>
  );
}
