/** Which printer a text is laid over its paper with, and how far that one is off. */
import { Button, InputNumber, Select } from "antd";
import { useEffect, useState } from "react";
import { PrinterNameDialog } from "@/platform/printers/printer-name-dialog";
import {
  OFFSET_MAX_MM, type Offset, type Printer, dropPrinter, firstPrinter, keepPrinter, offsetOf, openTestPage, toMm,
  typedOffset, usePrinters,
} from "@/platform/printers/printers";
import { PrintRow } from "@/platform/printers/print-row";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import { ask } from "@/platform/dialog";
import { type Translate, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import "./printer-rows.css";

interface PrinterRowsProps {
  value: Offset;
  change(part: Partial<Offset>): void;
}

export function PrinterRows({ value, change }: PrinterRowsProps) {
  const t = useText();
  const { data, error, refetch } = usePrinters(true);
  const [naming, setNaming] = useState<"add" | "rename" | null>(null);
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (!data || begun) return;
    setBegun(true);
    const first = firstPrinter(data, value.printer);
    change(first ? offsetOf(first) : { printer: "" });
  }, [data, begun, value.printer, change]);
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data || !begun) return <PageLoading rows={2} />;
  const chosen = data.find(({ printer }) => printer === value.printer);
  const named = async (printer: string) => {
    change({ printer });
    await refetch();
    setNaming(null);
  };
  const removed = async () => {
    const { data: left = [] } = await refetch();
    const next = firstPrinter(left, "");
    change(next ? offsetOf(next) : { printer: "" });
  };
  return (
    <>
      <PrintRow label={t("platform:printer.title")}>
        {data.length > 0 ? (
          <Select
            className="printer"
            aria-label={t("platform:printer.title")}
            value={value.printer}
            onChange={(name) => {
              const next = data.find(({ printer }) => printer === name);
              if (next) change(offsetOf(next));
            }}
            options={data.map((each) => ({ value: each.printer, label: wordOf(t, each) }))}
          />
        ) : (
          <p className="soft">{t("platform:printer.none")}</p>
        )}
        <PrinterButtons
          value={value}
          chosen={chosen}
          name={setNaming}
          changed={() => void refetch()}
          removed={removed}
        />
      </PrintRow>
      <OffsetRow value={value} change={change} chosen={chosen} changed={() => void refetch()} />
      {naming && (
        <PrinterNameDialog
          printers={data}
          offsets={typedOffset(value)}
          renamed={naming === "rename" ? chosen : undefined}
          done={(printer) => void named(printer)}
          close={() => setNaming(null)}
        />
      )}
    </>
  );
}

function wordOf(t: Translate, { printer, dx, dy }: Printer): string {
  return t("platform:printer.option", { printer, x: toMm(dx).toFixed(1), y: toMm(dy).toFixed(1) });
}

interface PrinterButtonsProps {
  value: Offset;
  chosen: Printer | undefined;
  name(what: "add" | "rename"): void;
  changed(): void;
  removed(): Promise<void>;
}

function PrinterButtons({ value, chosen, name, changed, removed }: PrinterButtonsProps) {
  const t = useText();
  const [testing, setTesting] = useState(false);
  const test = async () => {
    if (testing) return;
    setTesting(true);
    try {
      // The sheet is moved as the printer is kept, so what was typed is kept first.
      if (await openTestPage(typedOffset(value))) changed();
    } finally {
      setTesting(false);
    }
  };
  const drop = async () => {
    if (!chosen) return;
    const text = t("platform:printer.removeConfirm", { printer: chosen.printer });
    if (!(await ask({ text, danger: true, yes: t("platform:action.remove") }))) return;
    const result = await submit(() => dropPrinter(chosen.printer));
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    if (result.kind === "saved") await removed();
  };
  return (
    <div className="printer-buttons">
      <Button size="small" onClick={() => name("add")}>
        {t("platform:printer.add")}
      </Button>
      {chosen && (
        <>
          <Button size="small" onClick={() => name("rename")}>
            {t("platform:printer.rename")}
          </Button>
          <Button size="small" danger onClick={() => void drop()}>
            {t("platform:action.remove")}
          </Button>
          <Button size="small" loading={busy(testing)} onClick={() => void test()}>
            {t("platform:printer.test")}
          </Button>
        </>
      )}
    </div>
  );
}

interface OffsetRowProps extends PrinterRowsProps {
  chosen: Printer | undefined;
  changed(): void;
}

function OffsetRow({ value, change, chosen, changed }: OffsetRowProps) {
  const t = useText();
  const typed = typedOffset(value);
  const differs = chosen !== undefined && (chosen.dx !== typed.dx || chosen.dy !== typed.dy);
  const keep = async () => {
    const result = await submit(() => keepPrinter(typed), { done: t("platform:printer.kept") });
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    if (result.kind === "saved") changed();
  };
  return (
    <PrintRow label={t("platform:printer.offset")}>
      <Shift name={t("platform:printer.offsetX")} value={value.offsetX} change={(offsetX) => change({ offsetX })} />
      <Shift name={t("platform:printer.offsetY")} value={value.offsetY} change={(offsetY) => change({ offsetY })} />
      {differs && <Button onClick={() => void keep()}>{t("platform:printer.keep")}</Button>}
      <p className="soft printer-note">{t("platform:printer.note", { max: OFFSET_MAX_MM.toFixed(1) })}</p>
    </PrintRow>
  );
}

function Shift({ name, value, change }: { name: string; value: number; change(value: number): void }) {
  const t = useText();
  return (
    <InputNumber
      aria-label={name}
      prefix={name}
      suffix={t("platform:printer.mm")}
      min={-OFFSET_MAX_MM}
      max={OFFSET_MAX_MM}
      step={0.5}
      precision={1}
      value={value}
      onChange={(next) => change(next ?? 0)}
    />
  );
}
