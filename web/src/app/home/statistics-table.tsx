import { shortDay } from "@/app/home/statistics-chart";
import type { StatisticsRow } from "@/app/home/statistics-model";
import { useText } from "@/platform/i18n";

interface StatisticsTableProps {
  title: string;
  days: string[];
  rows: StatisticsRow[];
}

/** A column for each day, today first; a row for each kind of figure. */
export function StatisticsTable({ title, days, rows }: StatisticsTableProps) {
  const t = useText();
  return (
    // Where it is wider than its place, the keyboard moves it.
    <div className="home-figures" role="group" aria-label={title} tabIndex={0}>
      <table className="plain-table" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t("home:stats.kind")}</th>
            {days.map((day) => (
              <th key={day} scope="col" title={day}>
                {shortDay(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ type, figures }) => (
            <tr key={type}>
              <th scope="row">{type}</th>
              {figures.map((figure, at) => (
                <td key={days[at]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
