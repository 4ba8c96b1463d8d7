import { type EdiMessage, withFindings } from "@/modules/edi/edi-model";
import { useText } from "@/platform/i18n";
import { ToneIcon } from "@/platform/tone-icon";

/** The body with the numbers of its lines; what is wrong stands below its line. */
export function MessageLines({ message }: { message: EdiMessage }) {
  const t = useText();
  if (message.lines.length === 0) return <p className="soft">{t("edi:message.empty")}</p>;
  return (
    <ol className="edi-lines mono" aria-label={t("edi:message.body")}>
      {withFindings(message).map(({ text, findings }, place) => (
        // A line is what stands in its place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} className={findings.length > 0 ? "is-wrong" : ""}>
          <span className="edi-line">{text}</span>
          {findings.map((each) => (
            <p key={`${each.column} ${each.message}`} className="finding">
              <ToneIcon tone="danger" />
              {t("edi:message.finding", { line: place + 1, column: each.column, message: each.message })}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
