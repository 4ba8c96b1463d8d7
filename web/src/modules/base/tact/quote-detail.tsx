/** 计算过程: the rates that were compared, the surcharges, and where more weight costs less. */
import { type QuoteRow, nearNext } from "@/modules/base/tact/quote-model";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";

const money = (value: number) => formatFigure(value, 2);
const kilograms = (value: number) => formatFigure(value, 1);

export function QuoteDetail({ row }: { row: QuoteRow }) {
  const t = useText();
  const near = nearNext(row);
  const compared = row.candidates ?? [];
  return (
    <div className="tact-detail">
      {compared.length === 0 ? <Breaks row={row} /> : <Compared row={row} />}
      {row.surcharges.length > 0 && (
        <table aria-label={t("base:quote.surcharges")}>
          <thead>
            <tr>
              <th>{t("base:quote.code")}</th>
              <th>{t("base:quote.basis")}</th>
              <th className="is-figure">{t("base:quote.price")}</th>
              <th className="is-figure">{t("base:quote.quantity")}</th>
              <th className="is-figure">{t("base:quote.amount")}</th>
            </tr>
          </thead>
          <tbody>
            {row.surcharges.map((charge) => (
              <tr key={charge.code + charge.due}>
                <td className="mono">{charge.code + charge.due}</td>
                <td>{charge.basis}</td>
                <td className="is-figure">{formatFigure(charge.rate, 2)}</td>
                <td className="is-figure">{charge.quantity}</td>
                <td className="is-figure">{money(charge.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {near && (
        <p className="page-note tone-info">
          {t("base:quote.near", { gap: kilograms(near.gap), from: formatFigure(near.next.from, 0), total: money(near.next.total) })}
        </p>
      )}
    </div>
  );
}

function Compared({ row }: { row: QuoteRow }) {
  const t = useText();
  return (
    <table aria-label={t("base:quote.compared")}>
      <thead>
        <tr>
          <th>{t("base:quote.class")}</th>
          <th className="is-figure">{t("base:quote.break")}</th>
          <th className="is-figure">{t("base:quote.rate")}</th>
          <th className="is-figure">{t("base:quote.chargeable")}</th>
          <th className="is-figure">{t("base:quote.amount")}</th>
        </tr>
      </thead>
      <tbody>
        {(row.candidates ?? []).map((one) => {
          const chosen = row.rateClass === one.rateClass && row.rate === one.rate && row.total === one.total;
          return (
            <tr key={one.from} className={chosen ? "is-chosen" : ""} aria-current={chosen ? "true" : undefined}>
              <td>
                {one.rateClass}
                {chosen && <span className="tag tone-done">{t("base:quote.chosen")}</span>}
              </td>
              <td className="is-figure">{formatFigure(one.from, 0)}</td>
              <td className="is-figure">{money(one.rate)}</td>
              <td className="is-figure">{kilograms(one.weight)}</td>
              <td className="is-figure">{money(one.total)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Without a weight: the rates as they stand. */
function Breaks({ row }: { row: QuoteRow }) {
  const t = useText();
  return (
    <table aria-label={t("base:quote.rates")}>
      <thead>
        <tr>
          <th className="is-figure">M</th>
          {row.breaks.map((one) => (
            <th key={one.from} className="is-figure">
              {one.from === 0 ? "N" : `Q${formatFigure(one.from, 0)}`}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td className="is-figure">{row.minimum === null ? "-" : money(row.minimum)}</td>
          {row.breaks.map((one) => (
            <td key={one.from} className="is-figure">
              {money(one.rate)}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
