import type { Told, ToldTable } from "@/platform/contract";
import { useLabel } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";
import "@/platform/actions/told.css";

/** What an action tells: its figures, and the tables below them. */
export function ToldView({ told }: { told: Told }) {
  const label = useLabel();
  return (
    <div className="told" role="status">
      {told.lines.length > 0 && (
        <dl>
          {told.lines.map((line, at) => (
            <div key={at}>
              <dt>{label(line.label)}</dt>
              <dd>{line.tone ? <ToneTag tone={line.tone}>{label(line.value)}</ToneTag> : label(line.value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {told.tables.map((table, at) => (
        <TableTold key={at} table={table} />
      ))}
    </div>
  );
}

/** A number is read in one piece: a browser would break it at its hyphens. */
const isNumber = (text: string): boolean => text.length <= NUMBER_MAX && /^[\w.,/:-]+$/.test(text);
const NUMBER_MAX = 24;

function TableTold({ table }: { table: ToldTable }) {
  const label = useLabel();
  const { title, columns, rows } = table;
  return (
    <div className="told-table">
      <table>
        {title && <caption>{label(title)}</caption>}
        <thead>
          <tr>
            {columns.map(({ name, label: words, align }) => (
              <th key={name} scope="col" data-align={align}>
                {label(words)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map(({ name, label: words, align }) => {
                const text = label(row[name]);
                return (
                  <td key={name} data-align={align} data-label={label(words)} className={isNumber(text) ? "is-number" : ""}>
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
