/** The printers of a user by name, each with how far it prints beside the boxes of a printed form. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { get, post, put, remove } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { openMade } from "@/platform/made-file";

/** As the server keeps it; offsets in tenths of a millimetre, to the right and down. */
export interface Printer {
  printer: string;
  dx: number;
  dy: number;
  /** The one that was used last. */
  last: boolean;
}

/** Longest name the server keeps. */
export const NAME_MAX = 60;

/** How far text is moved on pre-printed paper, and for which printer. */
export interface Offset {
  /** Name; empty for none. */
  printer: string;
  /** Millimetres to the right, in tenths. */
  offsetX: number;
  /** Millimetres down, in tenths. */
  offsetY: number;
}

export const OFFSET_MAX_MM = 20;
export const NO_OFFSET: Offset = { printer: "", offsetX: 0, offsetY: 0 };

const TENTHS = 10;
const toTenths = (mm: number): number => Math.round(mm * TENTHS);
export const toMm = (tenths: number): number => tenths / TENTHS;

/** The offset of a printer as a dialog holds it. */
export function offsetOf({ printer, dx, dy }: Printer): Offset {
  return { printer, offsetX: toMm(dx), offsetY: toMm(dy) };
}

/** The offset of a dialog as it is kept. */
export function typedOffset({ printer, offsetX, offsetY }: Offset): Omit<Printer, "last"> {
  return { printer, dx: toTenths(offsetX), dy: toTenths(offsetY) };
}

const QUERY_KEY = ["printers"];

/** All of them, asked for only where they matter. */
export function usePrinters(enabled: boolean): UseQueryResult<Printer[]> {
  return useQuery({
    queryKey: QUERY_KEY,
    enabled,
    staleTime: 0,
    queryFn: () => get<Printer[]>("/afbase/printer/offsets", undefined, { quiet: true }),
  });
}

/** Keeps offsets under a name, and remembers that printer as the last one. */
export function keepPrinter({ printer, dx, dy }: Omit<Printer, "last">): Promise<unknown> {
  return put("/afbase/printer/offset", { printer, dx, dy }, { quiet: true });
}

/** Keeps what was printed with; that it could not be kept stops no print. */
export async function keepUsed(offset: Offset): Promise<void> {
  if (offset.printer) await submit(() => keepPrinter(typedOffset(offset)), { done: false });
}

export function dropPrinter(printer: string): Promise<unknown> {
  return remove("/afbase/printer/offset", { printer }, { quiet: true });
}

/** Keeps the offsets and opens the sheet with rulers and crosses, moved by them; false after a failure was told. */
export function openTestPage({ printer, dx, dy }: Omit<Printer, "last">): Promise<boolean> {
  return openMade(async () => {
    await put("/afbase/printer/offset", { printer, dx, dy });
    return (await post<{ url: string }>("/afbase/printer/calibration", { printer }, { long: true })).url;
  });
}

/** The printer to begin with: the one chosen here, else the one used last, else the first. */
export function firstPrinter(printers: Printer[], chosen: string): Printer | undefined {
  return printers.find(({ printer }) => printer === chosen) ?? printers.find(({ last }) => last) ?? printers[0];
}
