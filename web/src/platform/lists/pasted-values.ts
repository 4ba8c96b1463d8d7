/** Many values pasted into one filter. */
import { translate } from "@/platform/i18n";
import { encodeQuery } from "@/platform/navigate";
import { toast } from "@/platform/toast";

/** The server takes so many. */
export const VALUES_MAX = 500;
/** Longer addresses break off on their way. */
const ADDRESS_CHARS_MAX = 30_000;

export function fits(values: string[]): boolean {
  if (values.length > VALUES_MAX) {
    toast.warn(translate("platform:mode.tooMany", { most: VALUES_MAX }));
    return false;
  }
  if (encodeQuery(values.join("\n")).length <= ADDRESS_CHARS_MAX) return true;
  toast.warn(translate("platform:mode.tooLong"));
  return false;
}

/** A column copied from a sheet holds a value a line, with commas of its own; what is typed in one line has commas between. */
export function valuesOf(text: string, linesOnly = false): string[] {
  const sheet = /[\n\r\t]/.test(text);
  if (linesOnly && !sheet) return [text];
  const seen = new Map<string, string>();
  for (const value of text.split(sheet ? /[\n\r\t]+/ : /[,，;；、]+/)) {
    const trimmed = value.trim();
    if (trimmed && !seen.has(trimmed.toLowerCase())) seen.set(trimmed.toLowerCase(), trimmed);
  }
  return [...seen.values()];
}
