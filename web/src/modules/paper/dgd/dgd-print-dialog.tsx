import { Button, Modal, Radio } from "antd";
import { useCallback, useState } from "react";
import type { Made } from "@/modules/paper/made";
import { busy } from "@/platform/busy";
import { get } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { openMade, saveMade } from "@/platform/made-file";
import { fillLink } from "@/platform/navigate";
import { PrintRow } from "@/platform/printers/print-row";
import { PrinterRows } from "@/platform/printers/printer-rows";
import { NO_OFFSET, type Offset, keepUsed } from "@/platform/printers/printers";

/** Two signed copies go with the cargo. */
const COPIES = [1, 2];
const USUAL = 2;

interface DgdPrintDialogProps {
  row: Row;
  path: string;
  close(): void;
  /** One more print was made. */
  printed(): void;
}

/** A declaration on plain paper with its hatched frame, or as text for the printed form. */
export function DgdPrintDialog({ row, path, close, printed }: DgdPrintDialogProps) {
  const t = useText();
  const over = path.includes("kind=over");
  const [copies, setCopies] = useState(USUAL);
  const [offset, setOffset] = useState(NO_OFFSET);
  const [running, setRunning] = useState<"open" | "save" | null>(null);
  const change = useCallback((part: Partial<Offset>) => setOffset((now) => ({ ...now, ...part })), []);
  const make = async () => {
    const moved = over ? { offsetX: offset.offsetX.toFixed(1), offsetY: offset.offsetY.toFixed(1) } : {};
    return (await get<Made>(fillLink(path, row), { copies, ...moved }, { long: true })).url;
  };
  const run = async (how: "open" | "save") => {
    if (running) return;
    setRunning(how);
    try {
      if (!(await (how === "open" ? openMade : saveMade)(make))) return;
      if (over) await keepUsed(offset);
      printed();
      close();
    } finally {
      setRunning(null);
    }
  };
  const number = [row["orderCode"], row["dgdName"]].filter(Boolean).join(" ");
  return (
    <Modal
      open
      width={520}
      title={t(over ? "paper:dgd.overTitle" : "paper:dgd.formatTitle", { number })}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.cancel")}
        </Button>,
        <Button key="save" loading={busy(running === "save")} onClick={() => void run("save")}>
          {t("paper:dgd.download")}
        </Button>,
        <Button key="open" type="primary" loading={busy(running === "open")} onClick={() => void run("open")}>
          {t("paper:dgd.open")}
        </Button>,
      ]}
    >
      <div className="print-rows">
        <p className="soft">{t(over ? "paper:dgd.overNote" : "paper:dgd.formatNote")}</p>
        {over && <PrinterRows value={offset} change={change} />}
        <PrintRow label={t("paper:dgd.copies")}>
          <Radio.Group
            optionType="button"
            aria-label={t("paper:dgd.copies")}
            value={copies}
            options={COPIES.map((value) => ({ value, label: String(value) }))}
            onChange={(event) => setCopies(event.target.value as number)}
          />
        </PrintRow>
      </div>
    </Modal>
  );
}
