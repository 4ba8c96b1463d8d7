import type { Tone } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

const TONES: Record<string, Tone> = { NONE: "warning", DRAFT: "info", DONE: "done" };

/** How far the document of a waybill is: to be made, draft, finished. */
export function PrintState({ state }: { state: string | undefined }) {
  const t = useText();
  const known = state && state in TONES ? state : "NONE";
  return <ToneTag tone={TONES[known] ?? "neutral"}>{t(`order:waybill.state.${known}`)}</ToneTag>;
}
