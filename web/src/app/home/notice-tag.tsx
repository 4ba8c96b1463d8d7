import { toneOfType } from "@/app/home/notice";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

/** What an announcement is about; nothing for a type nobody knows. */
export function NoticeTag({ type }: { type: string }) {
  const t = useText();
  const tone = toneOfType(type);
  return tone ? <ToneTag tone={tone}>{t(`home:notices.type.${type}`)}</ToneTag> : null;
}
