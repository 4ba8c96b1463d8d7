// What the cargo station weighed, one row per waybill.

import { dimensionText } from "./dimensions";
import { pieces, volume, weight } from "./format";
import { useSpeech } from "./i18n";
import type { Weighing } from "./record";
import { numbered } from "./section";
import { Table } from "./table";

/** The weighing table. */
export function WeighingTable({ rows }: { rows: Weighing[] }) {
  const { t } = useSpeech();
  return (
    <Table
      name={t("weighing.table")}
      kind="weighing"
      labels={[t("weighing.number"), t("weighing.figures"), t("weighing.measure")]}
      rows={rows.map((row) => [
        numbered(row.hawbNumber || row.awbNumber),
        [pieces(row.totalPieces), weight(row.totalWeight), volume(row.totalVolume)].join(" / "),
        dimensionText(row.measure),
      ])}
    />
  );
}
