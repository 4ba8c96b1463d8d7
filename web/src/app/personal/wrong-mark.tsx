import { useText } from "@/platform/i18n";

/** Says of a closed part that something in it is to be put right. */
export function WrongMark() {
  const t = useText();
  return (
    <span className="wrong-mark">
      <span aria-hidden="true">●</span>
      <span className="sr-only">{t("personal:wrong")}</span>
    </span>
  );
}
