import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";
import { type ImportRow, type Imported, RESULT_TONES } from "./track-model";

/** A row for each event of a file: what it tells, and what becomes of it. */
export function ImportTable({ told, done }: { told: Imported; done: boolean }) {
  const t = useText();
  const { form, from, stored, repeated, unknown, unmatched, bad } = told;
  return (
    <section className="track-found" aria-live="polite" aria-label={t("sc:tracking.import.rows")}>
      <h3>{t(done ? "sc:tracking.import.did" : "sc:tracking.import.would", { form, from, total: told.total })}</h3>
      <p>{t("sc:tracking.import.counts", { stored, repeated, unknown, unmatched, bad })}</p>
      {told.notes?.map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
      <div className="track-scroll" tabIndex={0} role="region" aria-label={t("sc:tracking.import.rows")}>
        <table className="plain-table">
          <thead>
            <tr>
              {["place", "event", "number", "box", "at", "time", "result"].map((name) => (
                <th key={name}>{t(`sc:tracking.column.${name}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {told.rows.map((row, place) => (
              // A message may tell the same twice.
              // oxlint-disable-next-line react/no-array-index-key
              <Line key={place} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Line({ row }: { row: ImportRow }) {
  const t = useText();
  return (
    <tr>
      <td className="tabular">{row.place}</td>
      <td>{row.name || <span className="mono">{row.told || EMPTY}</span>}</td>
      <td className="mono">{row.numbers || EMPTY}</td>
      <td className="mono">{row.containerNo || EMPTY}</td>
      <td>{row.at || EMPTY}</td>
      <td className="tabular">{row.time ?? EMPTY}</td>
      <td>
        <ToneTag tone={RESULT_TONES[row.result]}>{t(`sc:tracking.result.${row.result}`)}</ToneTag>
        {row.orders.length > 0 && <p className="mono">{row.orders.join(" ")}</p>}
        {row.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </td>
    </tr>
  );
}
