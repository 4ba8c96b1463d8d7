import { NAME_MAX, type Printer, dropPrinter, keepPrinter } from "@/platform/printers/printers";
import { CallError } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { labelPair, translate, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";

interface PrinterNameDialogProps {
  printers: Printer[];
  /** What a new printer begins with. */
  offsets: Omit<Printer, "last">;
  renamed: Printer | undefined;
  done(printer: string): void;
  close(): void;
}

/** A new printer, or another name for one. */
export function PrinterNameDialog({ printers, offsets, renamed, done, close }: PrinterNameDialogProps) {
  const t = useText();
  const field: Field = {
    name: "printer", kind: "text", required: true, maxLength: NAME_MAX, label: labelPair("platform:printer.name"),
  };
  const send = async (body: Record<string, unknown>) => {
    const printer = String(body["printer"] ?? "").trim();
    if (printer === renamed?.printer) return printer;
    if (printers.some((each) => each.printer === printer)) throw taken();
    await keepPrinter({ ...(renamed ?? offsets), printer });
    if (renamed) await dropPrinter(renamed.printer);
    return printer;
  };
  return (
    <MoveDialog
      title={t(renamed ? "platform:printer.rename" : "platform:printer.add")}
      ok={t("platform:action.save")}
      note={<p className="soft printer-note">{t("platform:printer.nameNote")}</p>}
      fields={[field]}
      initial={{ printer: renamed?.printer ?? null }}
      send={send}
      done={done}
      close={close}
    />
  );
}

/** Keeping offsets under a name that is there would overwrite those of that printer. */
function taken(): CallError {
  const message = translate("platform:printer.taken");
  const finding = { field: "printer", severity: "error", key: "printer.taken", message };
  return new CallError("refused", message, 200, 1, { findings: [finding] });
}
