/** Asking for the PDF of a waybill and taking it from its short-lived address. */
import { CallError, post, saveFile } from "@/platform/call/client";
import { translate } from "@/platform/i18n";
import { KEY, read, readJson, writeJson } from "@/platform/storage";
import { toast } from "@/platform/toast";

/** The copies of a set in their order; the server knows the same names. */
export const COPIES = [
  "original3",
  "original1",
  "original2",
  "copy4",
  "copy5",
  "copy6",
  "copy7",
  "copy8",
  "copy9",
  "copy10",
  "copy11",
  "copy12",
] as const;
const USUAL: string[] = ["original3", "original1", "original2", "copy4", "copy9"];

export interface PrintTarget {
  house: boolean;
  orderUuid: string;
  awbPrintId: string;
  /** Part of the file name. */
  number: string;
}

export interface PrintOptions {
  /** 1 text only on pre-printed paper, 2 form and text. */
  printType: "1" | "2";
  paper: "neutral" | "carrier";
  copies: string[];
  showRate: boolean;
  offsetX: number;
  offsetY: number;
}

export const OFFSET_MAX_MM = 20;
const FIRST: PrintOptions = { printType: "2", paper: "neutral", copies: USUAL, showRate: true, offsetX: 0, offsetY: 0 };

/** Offsets belong to the printer of this place, so they are kept on the device, by user. */
function settingKey(): string {
  return `awbPrint.${read(KEY.userId) ?? ""}`;
}

export function lastOptions(): PrintOptions {
  return { ...FIRST, ...readJson<Partial<PrintOptions>>(settingKey(), {}) };
}

/** The PDF as a file of this document, or null after its failure was told. */
export async function drawPdf(target: PrintTarget, options: PrintOptions): Promise<Blob | null> {
  writeJson(settingKey(), options);
  const path = `/afbase/awbPrint/${target.house ? "downloadHAWB" : "downloadAWB"}`;
  const body = {
    awbPrintType: target.house ? "PRINT_HAWB" : "PRINT_MAWB",
    orderUuid: target.orderUuid,
    ...(target.house ? { awbPrintId: target.awbPrintId } : {}),
    ...options,
  };
  try {
    const address = await post<string>(path, body, { long: true });
    const answer = await fetch(address);
    const type = answer.headers.get("content-type") ?? "";
    if (!answer.ok || type.includes("json")) throw new Error(await refusalOf(answer));
    return await answer.blob();
  } catch (error) {
    // The call client has told its own failures.
    if (!(error instanceof CallError)) toast.error((error instanceof Error && error.message) || translate("awb:print.failed"));
    return null;
  }
}

async function refusalOf(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as { messageInfo?: string }).messageInfo ?? "";
  } catch {
    return "";
  }
}

/** Opens the PDF beside the application. The window is opened by the click itself, or browsers would stop it. */
export async function openPdf(target: PrintTarget, options: PrintOptions): Promise<boolean> {
  const beside = window.open("", "_blank");
  const pdf = await drawPdf(target, options);
  if (!pdf) {
    beside?.close();
    return false;
  }
  if (!beside) {
    toast.warn(translate("awb:print.blocked"));
    savePdf(target, pdf);
    return true;
  }
  const address = URL.createObjectURL(pdf);
  beside.opener = null;
  beside.location.replace(address);
  // The other window has read the file long before.
  setTimeout(() => URL.revokeObjectURL(address), 600_000);
  return true;
}

export function savePdf(target: PrintTarget, pdf: Blob): void {
  saveFile(pdf, `${target.house ? "HAWB" : "AWB"}-${target.number}.pdf`);
}
