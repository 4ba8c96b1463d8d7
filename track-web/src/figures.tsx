// The measures of the cargo, planned beside actual, and what differs marked by a colour and a word.

import { density, pieces, volume, weight } from "./format";
import { useSpeech, type Key } from "./i18n";
import { Icon } from "./icons";
import { anyDiffers, piecesDiffer, volumeDiffers, weightDiffers } from "./mismatch";
import type { Figure, TrackedOrder } from "./record";

interface Comparison {
  label: string;
  unit: string;
  plan: string;
  confirm: string;
  differs: boolean;
}

type Differs = (plan: Figure, confirm: Figure) => boolean;

interface Props {
  order: TrackedOrder;
  /** What the chargeable weight is called in the scope. */
  chargeLabel?: Key;
  /** Air orders show how dense the cargo is. */
  withDensity?: boolean;
  /** Any difference counts, and is red; otherwise what is outside the tolerances is orange. */
  strict?: boolean;
}

/** The table of figures. */
export function Figures({ order, chargeLabel = "order.chargeWeight", withDensity, strict }: Props) {
  const { t, language } = useSpeech();
  const unit = order.weightUnit || "KG";
  const chinese = language === "zh-CN";
  const packed = (chinese ? order.packageType : order.packageTypeEn) || order.packageType || order.packageTypeEn || "";
  const rule = (tolerant: Differs): Differs => (strict ? anyDiffers : tolerant);
  const rows: Comparison[] = [
    compared(t("order.pieces"), packed, pieces, order.planPieces, order.confirmPieces, rule(piecesDiffer)),
    compared(t("order.weight"), unit, weight, order.planWeight, order.confirmWeight, rule(weightDiffers)),
    compared(t("order.volume"), "CBM", volume, order.planVolume, order.confirmVolume, rule(volumeDiffers)),
    compared(t(chargeLabel), order.chargeWeightUnit || "KG", volume, order.planChargeWeight, order.confirmChargeWeight, rule(weightDiffers)),
  ];
  if (withDensity) rows.push(compared(t("order.density"), "KG/CBM", density, order.planDensity, order.confirmDensity));
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">{t("order.item")}</th>
          <th scope="col">{t("order.plan")}</th>
          <th scope="col">{t("order.confirm")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FigureRow key={row.label} row={row} mark={strict ? "outside" : "differs"} />
        ))}
      </tbody>
    </table>
  );
}

function compared(
  label: string,
  unit: string,
  write: (value: Figure) => string,
  plan: Figure,
  confirm: Figure,
  differs: Differs = () => false,
): Comparison {
  return { label, unit, plan: write(plan), confirm: write(confirm), differs: differs(plan, confirm) };
}

function FigureRow({ row, mark }: { row: Comparison; mark: string }) {
  const { t } = useSpeech();
  const look = row.differs ? mark : undefined;
  return (
    <tr>
      <th scope="row">
        {row.label}
        {row.unit ? <small>{row.unit}</small> : null}
      </th>
      <td className={look}>{row.plan}</td>
      <td className={look}>
        {row.differs ? <Icon name="warning" label={t("order.differs")} /> : null}
        {row.confirm}
      </td>
    </tr>
  );
}
