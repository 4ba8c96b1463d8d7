/** Files a call makes of chosen rows. */
import { download } from "@/platform/call/client";
import { language } from "@/platform/i18n";
import type { ActionHandler } from "@/platform/lists/list-overrides";

/** Saves the file that a call makes of the rows. */
export function downloadRows(call: string, more?: () => object): ActionHandler {
  return async (rows) => {
    const body = { ids: rows.map(({ id }) => String(id)), ...more?.() };
    // The call has told its failure.
    await download(call, body).catch(() => null);
  };
}

/** 打印 of the rows as a PDF. */
export function printRows(call: string): ActionHandler {
  return downloadRows(call, () => ({ language: language() === "en-US" ? "en" : "zh", format: "PDF" }));
}
