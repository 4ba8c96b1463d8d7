import { RESULT_TONES, type ReceivedRow } from "@/modules/edi/edi-model";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

/** A row for each message that was brought in. */
export function ReceivedTable({ rows }: { rows: ReceivedRow[] }) {
  const t = useText();
  return (
    <section className="edi-received" aria-live="polite" aria-label={t("edi:receive.results")}>
      <h3>{t("edi:receive.count", { n: rows.length })}</h3>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("edi:receive.from")}</th>
            <th>{t("edi:receive.type")}</th>
            <th>{t("edi:head.awbNumber")}</th>
            <th>{t("edi:receive.result")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // Two messages of one file may say the same.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={place}>
              <td>{row.file || t("edi:receive.pasted")}</td>
              <td className="mono">{row.type || EMPTY}</td>
              <td className="mono">{row.awbNumber || EMPTY}</td>
              <td>
                <Result row={row} />
                {row.message && <p>{row.message}</p>}
                {row.notes?.map((note) => (
                  <p key={note} className="soft">
                    {note}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Result({ row: { result } }: { row: ReceivedRow }) {
  const t = useText();
  const tone = RESULT_TONES[result];
  return tone ? <ToneTag tone={tone}>{t(`edi:result.${result}`)}</ToneTag> : result;
}
