/** 打印: paper, printer and copies of a bill; opens the PDF beside the application. */
import { Button, Checkbox, Input, Modal, Radio } from "antd";
import { useCallback, useState } from "react";
import { BASE, type BillMeta } from "@/modules/bill/bill-model";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { openMade, saveMade } from "@/platform/made-file";
import { PrintRow } from "@/platform/printers/print-row";
import { PrinterRows } from "@/platform/printers/printer-rows";
import { NO_OFFSET, type Offset, keepUsed } from "@/platform/printers/printers";
import { SealRow } from "@/platform/printers/seal-row";
import { sealsAsked } from "@/platform/printers/seals";
import { useCan } from "@/platform/session";
import { KEY, read, readJson, writeJson } from "@/platform/storage";

const COPIES = ["ORIGINAL", "SEAWAY", "SURRENDERED", "COPY", "DRAFT"] as const;
type Copy = (typeof COPIES)[number];
const REASON_MAX = 200;

/** Which paper and printer stand here belongs to the place, so it is kept on the device, by user. */
interface Kept extends Offset {
  /** 1 text only on pre-printed paper, 2 form and text. */
  printType: "1" | "2";
  showCharge: boolean;
}

const keptKey = () => `blPrint.${read(KEY.userId) ?? ""}`;

interface PrintDialogProps {
  orderUuid: string;
  meta: BillMeta;
  number: string;
  issueType: string;
  close(): void;
  printed(originals: boolean): void;
}

/** The copies a bill has now. */
function offered({ docState, custodyState }: BillMeta, issueType: string): Copy[] {
  const done = docState === "DONE";
  const can: Record<Copy, boolean> = {
    ORIGINAL: done && issueType === "ORIGINAL",
    SEAWAY: done && issueType === "SEAWAY",
    SURRENDERED: issueType === "TELEX" && custodyState === "RELEASED",
    COPY: true,
    DRAFT: true,
  };
  return COPIES.filter((each) => can[each]);
}

export function PrintDialog({ orderUuid, meta, number, issueType, close, printed }: PrintDialogProps) {
  const t = useText();
  const mayAgain = useCan("se-bl-reprint");
  const all = offered(meta, issueType);
  const [kept, setKept] = useState<Kept>(() => ({ printType: "2", showCharge: true, ...NO_OFFSET, ...readJson<Partial<Kept>>(keptKey(), {}) }));
  const again = meta.originalPrints > 0;
  const [copies, setCopies] = useState<Copy[]>(() => all.filter((each) => !(each === "ORIGINAL" && again)).slice(0, 1));
  const [reason, setReason] = useState("");
  const [sealIds, setSealIds] = useState<string[] | null>(null);
  const [running, setRunning] = useState<"open" | "save" | null>(null);
  const change = useCallback((part: Partial<Kept>) => setKept((now) => ({ ...now, ...part })), []);
  const over = kept.printType === "1";
  const blPrintType = `PRINT_${meta.kind}`;
  const asksReason = again && copies.includes("ORIGINAL");
  const ready = copies.length > 0 && (!asksReason || reason.trim() !== "");
  const run = async (how: "open" | "save") => {
    if (running) return;
    setRunning(how);
    writeJson(keptKey(), kept);
    const { printer: _, ...options } = kept;
    const body = {
      blPrintType,
      orderUuid,
      blId: meta.blId,
      ...options,
      ...(over ? {} : { offsetX: 0, offsetY: 0 }),
      copies,
      ...(asksReason ? { reason: reason.trim() } : {}),
      ...sealsAsked(sealIds),
    };
    const make = () => post<string>(`${BASE}/downloadBL`, body, { long: true });
    try {
      if (!(await (how === "open" ? openMade(make) : saveMade(make)))) return;
      if (over) await keepUsed(kept);
      printed(copies.includes("ORIGINAL"));
      close();
    } finally {
      setRunning(null);
    }
  };
  return (
    <Modal
      open
      width={520}
      title={t("bill:print.title", { number })}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.cancel")}
        </Button>,
        <Button key="save" loading={busy(running === "save")} disabled={!ready} onClick={() => void run("save")}>
          {t("bill:print.download")}
        </Button>,
        <Button key="open" type="primary" loading={busy(running === "open")} disabled={!ready} onClick={() => void run("open")}>
          {t("bill:print.open")}
        </Button>,
      ]}
    >
      <div className="print-rows">
        {meta.docState !== "DONE" && <p className="page-note tone-warning">{t("bill:print.draft")}</p>}
        <PrintRow label={t("bill:print.kind")}>
          <Radio.Group
            value={kept.printType}
            onChange={(event) => change({ printType: event.target.value as "1" | "2" })}
            options={[
              { value: "2", label: t("bill:print.form") },
              { value: "1", label: t("bill:print.over") },
            ]}
          />
        </PrintRow>
        {over && <PrinterRows value={kept} change={change} />}
        <PrintRow label={t("bill:print.copies")}>
          <Checkbox.Group value={copies} onChange={(next) => setCopies(all.filter((each) => next.includes(each)))}>
            {all.map((each) => (
              <Checkbox key={each} value={each} disabled={each === "ORIGINAL" && again && !mayAgain}>
                {t(`bill:copy.${each}`)}
              </Checkbox>
            ))}
          </Checkbox.Group>
        </PrintRow>
        {again && <p className="soft">{t(mayAgain ? "bill:print.again" : "bill:print.againForbidden", { n: meta.originalPrints })}</p>}
        {asksReason && (
          <PrintRow label={t("bill:print.reason")}>
            <Input.TextArea rows={2} maxLength={REASON_MAX} value={reason} aria-label={t("bill:print.reason")} onChange={(event) => setReason(event.target.value)} />
          </PrintRow>
        )}
        <PrintRow label={t("bill:print.charge")}>
          <Checkbox checked={!kept.showCharge} onChange={(event) => change({ showCharge: !event.target.checked })}>
            {t("bill:print.hideCharge")}
          </Checkbox>
        </PrintRow>
        <SealRow path={`${BASE}/seals`} params={{ blPrintType }} value={sealIds} change={setSealIds} />
      </div>
    </Modal>
  );
}
