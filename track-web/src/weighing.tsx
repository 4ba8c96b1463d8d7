// What the cargo station weighed, one row per waybill.

import { dimensionText } from "./dimensions";
import { joined, pieces, text, volume, weight } from "./format";
import { useSpeech } from "./i18n";
import type { Weighing } from "./record";

/** The weighing table. */
export function WeighingTable({ rows }: { rows: Weighing[] }) {
  const { t } = useSpeech();
  const labels = [t("weighing.number"), t("weighing.figures"), t("weighing.measure")];
  return (
    // The table scrolls inside its box, so the box takes the focus of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="scroll weighing-scroll" role="region" aria-label={t("weighing.table")} tabIndex={0}>
      <table className="weighing-table">
        <thead>
          <tr>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td className="number">
                {text(row.hawbNumber || row.awbNumber)}
              </td>
              <td>
                {[pieces(row.totalPieces), weight(row.totalWeight), volume(row.totalVolume)].join(" / ")}
              </td>
              <td>{joined([dimensionText(row.measure)], "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
