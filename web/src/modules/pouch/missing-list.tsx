import { type Needed, shownName } from "@/modules/pouch/missing";
import { useLabel, useText } from "@/platform/i18n";
import { ToneIcon } from "@/platform/tone-icon";

interface MissingListProps {
  missing: Needed[];
  /** Tells what they are, where no heading does; to a reader of the screen it is told always. */
  labelled?: boolean;
}

/** Missing documents in red, never by colour alone. */
export function MissingList({ missing, labelled = false }: MissingListProps) {
  const t = useText();
  // Follows a change of language.
  useLabel();
  const names = missing.map(shownName).join(t("pouch:missing.and"));
  return (
    <span className="pouch-missing" title={names}>
      <ToneIcon tone="danger" size={13} />
      <span className={labelled ? "pouch-missing-word" : "sr-only"}>{t("pouch:missing.label")} </span>
      {names}
    </span>
  );
}
