import type { Label } from "@/platform/contract";
import { translate } from "@/platform/i18n";

/** A text of the catalogue where a declared label is asked for. */
export function labelPair(key: string): Label {
  const text = translate(key);
  return { zh: text, en: text };
}
