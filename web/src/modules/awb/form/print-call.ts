/** Asking for the PDF of a waybill, with what was chosen the last time. */
import { get, post, saveFile } from "@/platform/call/client";
import { openBeside, takeMade } from "@/platform/made-file";
import { NO_OFFSET, type Offset } from "@/platform/printers/printers";
import { sealsAsked } from "@/platform/printers/seals";
import { KEY, read, readJson, writeJson } from "@/platform/storage";

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
  /** Empty for a form that is of no order. */
  orderUuid: string;
  awbPrintId: string;
  /** Part of the file name. */
  number: string;
  /** Several forms as one file, the first of them named above. */
  ids?: string[];
}

/** Only text laid over a printed form is moved. */
export interface PrintOptions extends Offset {
  /** 1 text only on pre-printed paper, 2 form and text. */
  printType: "1" | "2";
  paper: "neutral" | "carrier";
  /** Sheet of the pre-printed paper; a form that is drawn stands on A4. */
  paperSize: "A4" | "241x305";
  copies: string[];
  showRate: boolean;
}

const FIRST: PrintOptions = { printType: "2", paper: "neutral", paperSize: "A4", copies: USUAL, showRate: true, ...NO_OFFSET };

/** Which paper and printer stand here belongs to the place, so it is kept on the device, by user. */
function settingKey(): string {
  return `awbPrint.${read(KEY.userId) ?? ""}`;
}

export function lastOptions(): PrintOptions {
  return { ...FIRST, ...readJson<Partial<PrintOptions>>(settingKey(), {}) };
}

/** What is ticked once, and for no other print. */
export interface PrintSeals {
  /** Seals and signatures; null for the default ones. */
  sealIds: string[] | null;
}

/** Where the seals for a print are told: of a master, of a house, or of both where several forms are printed. */
export const SEALS = "/afbase/awbPrint/seals";

export function sealParams({ house, ids }: PrintTarget): Record<string, string> {
  return ids ? {} : { awbPrintType: printType(house) };
}

const printType = (house: boolean): string => (house ? "PRINT_HAWB" : "PRINT_MAWB");

/** The PDF, or null after its failure was told. */
export async function drawPdf(target: PrintTarget, options: PrintOptions, { sealIds }: PrintSeals): Promise<Blob | null> {
  writeJson(settingKey(), options);
  const { printer: _, ...asked } = options;
  const drawn = options.printType === "2" ? { offsetX: 0, offsetY: 0, paperSize: "A4" } : {};
  const how = { ...asked, ...drawn, ...sealsAsked(sealIds) };
  const one = `/afbase/awbPrint/${target.house ? "downloadHAWB" : "downloadAWB"}`;
  const [path, body] = target.ids ? ["/os/waybill/printMany", { ids: target.ids, how }] : [one, { ...named(target), ...how }];
  const file = await takeMade(() => post<string>(path, body, { long: true }));
  return file?.blob ?? null;
}

/** The form in the words of the calls: the master of an order by the order, any other by itself. */
function named({ house, orderUuid, awbPrintId }: PrintTarget) {
  const byItself = house || orderUuid === "" ? { awbPrintId } : {};
  return { awbPrintType: printType(house), ...(orderUuid ? { orderUuid } : {}), ...byItself };
}

/** Opens the PDF beside the application; false when there is none. */
export async function openPdf(target: PrintTarget, options: PrintOptions, seals: PrintSeals): Promise<boolean> {
  const beside = openBeside();
  const pdf = await drawPdf(target, options, seals);
  if (pdf) beside.show({ blob: pdf, name: nameOf(target) });
  else beside.close();
  return pdf !== null;
}

export function savePdf(target: PrintTarget, pdf: Blob): void {
  saveFile(pdf, nameOf(target));
}

function nameOf({ house, number }: PrintTarget, end = "pdf"): string {
  return `${house ? "HAWB" : "AWB"}-${number}.${end}`;
}

/** How the numbers of a receipt are printed: on the carrier's pre-printed paper, or on neutral paper. */
export async function stockPaper(house: boolean, awbPrintId: string): Promise<Partial<PrintOptions>> {
  if (house) return {};
  const { stockKind } = await get<{ stockKind?: string }>(`/afbase/awbPrint/view/${awbPrintId}`, undefined, { quiet: true });
  if (stockKind === PREPRINTED) return { paper: "carrier", printType: "1" };
  return stockKind ? { paper: "neutral" } : {};
}

/** As the stock calls numbers on paper. */
const PREPRINTED = "纸质套打";

/** The workbook of the form by the company's template; false after its failure was told. */
export async function saveWorkbook(target: PrintTarget, showRate: boolean): Promise<boolean> {
  const body = { ...named(target), showRate };
  const file = await takeMade(() => post<string>("/afbase/awbPrint/excel", body, { long: true }));
  if (file) saveFile(file.blob, nameOf(target, "xlsx"));
  return file !== null;
}
