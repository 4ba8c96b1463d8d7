/** /af_tact_public 公布运价: beside the price from 500 KG on stands what the company's own rate costs more or less. */
import { useQuery } from "@tanstack/react-query";
import { ownDifference } from "@/modules/base/published/own-difference";
import type { Row } from "@/platform/contract";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import "../tact/tact.css";

const DECIMALS = 2;
const signed = (figure: string): string => (figure.startsWith("-") ? figure.replace("-", "−") : `+${figure}`);

export function PriceCell({ row }: { row: Row }) {
  const t = useText();
  const price = row["rate500"];
  const { data } = useQuery({
    queryKey: ["base.ownDifference", row.id, row["version"]],
    staleTime: 0,
    queryFn: () => ownDifference(String(row.id)),
  });
  return (
    <span className="tact-published">
      <span>{price === null || price === undefined ? "-" : formatFigure(Number(price), DECIMALS)}</span>
      {data && (
        <span className="soft" title={t("base:published.title", { own: data.own, published: data.published })}>
          {t("base:published.own", { amount: signed(data.amount), percent: signed(data.percent) })}
        </span>
      )}
    </span>
  );
}

export default definePage({ list: { cells: { rate500: (_, row) => <PriceCell row={row} /> } } });
