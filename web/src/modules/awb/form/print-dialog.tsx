import { Button, Checkbox, Modal, Radio } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  COPIES, type PrintOptions, type PrintTarget, SEALS, drawPdf, lastOptions, openPdf, savePdf, saveWorkbook, sealParams,
  stockPaper,
} from "@/modules/awb/form/print-call";
import { busy } from "@/platform/busy";
import { CallError } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { PrintRow } from "@/platform/printers/print-row";
import { PrinterRows } from "@/platform/printers/printer-rows";
import { keepUsed } from "@/platform/printers/printers";
import { SealRow } from "@/platform/printers/seal-row";

interface PrintDialogProps {
  target: PrintTarget;
  /** A form that is not finished carries the word across its pages. */
  draft: boolean;
  close(): void;
  printed(): void;
}

/** Paper, printer and copies of a print; opens the PDF or stores it. */
export function PrintDialog({ target, draft, close, printed }: PrintDialogProps) {
  const t = useText();
  const [options, setOptions] = useState(lastOptions);
  const [sealIds, setSealIds] = useState<string[] | null>(null);
  const [running, setRunning] = useState<"open" | "save" | "excel" | null>(null);
  const chosen = useRef(false);
  const change = useCallback((part: Partial<PrintOptions>) => setOptions((now) => ({ ...now, ...part })), []);
  const choose = (part: Partial<PrintOptions>) => {
    chosen.current = true;
    change(part);
  };
  const { house, awbPrintId, ids } = target;
  useEffect(() => {
    // Several forms come from several receipts.
    if (ids) return;
    stockPaper(house, awbPrintId)
      .then((paper) => {
        // What the user has chosen meanwhile stays.
        if (!chosen.current) change(paper);
      })
      .catch((error: unknown) => {
        // The choice of the last time stands.
        if (!(error instanceof CallError)) throw error;
      });
  }, [house, awbPrintId, ids, change]);
  const over = options.printType === "1";
  const run = async (how: "open" | "save" | "excel") => {
    if (running) return;
    setRunning(how);
    try {
      if (how === "excel") {
        // A workbook is no print: nothing is counted, and the dialog stays for one.
        await saveWorkbook(target, options.showRate);
        return;
      }
      if (how === "open") {
        if (!(await openPdf(target, options, { sealIds }))) return;
      } else {
        const pdf = await drawPdf(target, options, { sealIds });
        if (!pdf) return;
        savePdf(target, pdf);
      }
      if (over) await keepUsed(options);
      printed();
      close();
    } finally {
      setRunning(null);
    }
  };
  return (
    <Modal
      open
      width={520}
      title={t("awb:print.title", { number: target.number })}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.cancel")}
        </Button>,
        !ids && (
          <Button key="excel" loading={busy(running === "excel")} onClick={() => void run("excel")}>
            {t("awb:print.excel")}
          </Button>
        ),
        <Button key="save" loading={busy(running === "save")} disabled={options.copies.length === 0} onClick={() => void run("save")}>
          {t("awb:print.download")}
        </Button>,
        <Button key="open" type="primary" loading={busy(running === "open")} disabled={options.copies.length === 0} onClick={() => void run("open")}>
          {t("awb:print.open")}
        </Button>,
      ]}
    >
      <div className="awb-print print-rows">
        <PrintChoices options={options} house={house} draft={draft} change={change} choose={choose} />
        <SealRow path={SEALS} params={sealParams(target)} value={sealIds} change={setSealIds} />
      </div>
    </Modal>
  );
}

interface PrintChoicesProps {
  options: PrintOptions;
  house: boolean;
  draft: boolean;
  change(part: Partial<PrintOptions>): void;
  /** What the stock would decide otherwise. */
  choose(part: Partial<PrintOptions>): void;
}

function PrintChoices({ options, house, draft, change, choose }: PrintChoicesProps) {
  const t = useText();
  const over = options.printType === "1";
  return (
    <>
      {draft && <p className="page-note tone-warning">{t("awb:print.draft")}</p>}
      <PrintRow label={t("awb:print.kind")}>
        <Radio.Group
          value={options.printType}
          onChange={(event) => choose({ printType: event.target.value as "1" | "2" })}
          options={[
            { value: "2", label: t("awb:print.form") },
            { value: "1", label: t("awb:print.over") },
          ]}
        />
      </PrintRow>
      {!house && (
        <PrintRow label={t("awb:print.paper")}>
          <Radio.Group
            value={options.paper}
            onChange={(event) => choose({ paper: event.target.value as "neutral" | "carrier" })}
            options={[
              { value: "neutral", label: t("awb:print.neutral") },
              { value: "carrier", label: t("awb:print.carrier") },
            ]}
          />
        </PrintRow>
      )}
      {over && (
        <PrintRow label={t("awb:print.size")}>
          <Radio.Group
            value={options.paperSize}
            onChange={(event) => change({ paperSize: event.target.value as "A4" | "241x305" })}
            options={[
              { value: "A4", label: t("awb:print.a4") },
              { value: "241x305", label: t("awb:print.endless") },
            ]}
          />
        </PrintRow>
      )}
      {over && <PrinterRows value={options} change={change} />}
      <PrintRow label={t("awb:print.copies")}>
        <Checkbox.Group className="awb-copies" value={options.copies} onChange={(copies) => change({ copies: COPIES.filter((each) => copies.includes(each)) })}>
          {COPIES.map((each) => (
            <Checkbox key={each} value={each}>
              {t(`awb:copy.${each}`)}
            </Checkbox>
          ))}
        </Checkbox.Group>
      </PrintRow>
      <PrintRow label={t("awb:print.rate")}>
        <Checkbox checked={!options.showRate} onChange={(event) => change({ showRate: !event.target.checked })}>
          {t("awb:print.hideRate")}
        </Checkbox>
      </PrintRow>
    </>
  );
}
