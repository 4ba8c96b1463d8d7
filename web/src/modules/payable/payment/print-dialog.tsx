/** 打印: language and kind of file of payments; a PDF opens beside the application. */
import { download, postedBlob } from "@/platform/call/client";
import type { Field, Option, Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { labelPair, language, useText } from "@/platform/i18n";
import { openBeside } from "@/platform/made-file";
import { MoveDialog } from "@/platform/move-dialog";

const CALL = "/css/payment/paper";
/** The template of one payment is filled in; many are drawn. */
const EXCEL = "EXCEL";

interface PrintDialogProps {
  rows: Row[];
  close(): void;
}

export function PrintDialog({ rows, close }: PrintDialogProps) {
  const t = useText();
  return (
    <MoveDialog
      title={t("payable:print.title", { n: rows.length })}
      fields={fields(rows.length === 1)}
      initial={{ language: language() === "en-US" ? "en" : "zh", format: "PDF" }}
      ok={t("platform:print.print")}
      said={false}
      send={(asked) => print(rows, asked)}
      done={close}
      close={close}
    />
  );
}

function fields(book: boolean): Field[] {
  const option = (value: string): Option => ({ value, label: labelPair(`payable:print.${value}`) });
  const choice = (name: string, values: string[]): Field => ({
    name,
    label: labelPair(`payable:print.${name}`),
    kind: "select",
    required: true,
    options: values.map(option),
  });
  return [choice("language", ["zh", "en"]), choice("format", book ? ["PDF", EXCEL] : ["PDF"])];
}

async function print(rows: Row[], asked: Values): Promise<unknown> {
  const body = { ids: rows.map(({ id }) => String(id)), ...asked };
  if (asked["format"] === EXCEL) return download(CALL, body, { quiet: true });
  const beside = openBeside();
  try {
    beside.show({ blob: await postedBlob(CALL, body), name: `${String(rows[0]?.["paymentNum"])}.pdf` });
  } catch (error) {
    beside.close();
    throw error;
  }
  return null;
}
