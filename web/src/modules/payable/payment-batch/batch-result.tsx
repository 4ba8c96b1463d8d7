/** The numbers of a supplier's file beside our cost, and what is done about each. */
import { Button, Checkbox, Select, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { groupText } from "@/platform/decimal-text";
import { EMPTY } from "@/platform/format";
import { type Translate, useText } from "@/platform/i18n";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { ToneTag } from "@/platform/tone-tag";
import { useCan } from "@/platform/session";
import { type Compared, DEALS, type Deal, TONES, type Totals, dealt, fetchRows, paid } from "./batch-model";

const SCROLL = { x: "max-content", y: TABLE_HEIGHT.large } as const;
/** Rows drawn at once. */
const PAGE_ROWS = 100;

type Placed = Compared & { at: number };

const resultText = (t: Translate, { result }: Compared): string => t(`payable:result.${result}`);
const dealText = (t: Translate, deal: Deal): string => t(`payable:deal.${deal}`);

interface ResultProps {
  rows: Compared[];
  totals: Totals;
  change(rows: Compared[]): void;
}

export function BatchResult({ rows, totals, change }: ResultProps) {
  const t = useText();
  const mayExport = useCan("css-cpb-export");
  const [otherOnly, setOtherOnly] = useState(false);
  const set = (at: number, deal: Deal) => change(rows.map((row, place) => (place === at ? { ...row, deal } : row)));
  const columns = useColumns(set);
  const shown = rows.map((row, at): Placed => ({ ...row, at })).filter(({ result }) => !otherOnly || result !== "SAME");
  const take = () => void fetchRows(rows, (row) => [resultText(t, row), row.why].filter(Boolean).join(" "), ({ deal }) => dealText(t, deal)).catch(() => null);
  const sums = (["amount", "noPaymentAmount", "uploadAmount", "errorAmount"] as const).map((name) => `${t(`payable:column.${name}`)} ${groupText(totals[name], 2)}`);
  return (
    <section className="payable-card payable-result" aria-label={t("payable:column.result")}>
      <div className="payable-line">
        <span role="status">{[t("payable:batch.rows", { n: rows.length }), ...sums].join("  ")}</span>
        <b>{t("payable:batch.paid", { amount: paid(rows) })}</b>
      </div>
      <div className="payable-line">
        {DEALS.map((deal) => (
          <Button key={deal} size="small" onClick={() => change(dealt(rows, deal))}>
            {t(`payable:all.${deal}`)}
          </Button>
        ))}
        <Checkbox checked={otherOnly} onChange={(event) => setOtherOnly(event.target.checked)}>
          {t("payable:batch.otherOnly")}
        </Checkbox>
        {mayExport && (
          <Button size="small" onClick={take}>
            {t("payable:batch.fetch")}
          </Button>
        )}
      </div>
      <Table<Placed>
        size="small"
        rowKey="at"
        columns={columns}
        dataSource={shown}
        scroll={SCROLL}
        pagination={{ pageSize: PAGE_ROWS, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </section>
  );
}

function useColumns(set: (at: number, deal: Deal) => void): TableColumnsType<Placed> {
  const t = useText();
  const figure = (name: "amount" | "noPaymentAmount" | "uploadAmount" | "errorAmount" | "errorRate") => ({
    title: t(`payable:column.${name}`),
    align: "right" as const,
    className: "is-figure",
    render: (_: unknown, { [name]: text }: Placed) => (text === null ? EMPTY : groupText(text, 2)),
  });
  return [
    {
      title: t("payable:column.code"),
      render: (_, { code, orderCodes }) => (
        <>
          {code}
          <span className="soft">{orderCodes.join(" ")}</span>
        </>
      ),
    },
    { title: t("payable:column.bizDate"), render: (_, { bizDate }) => bizDate || EMPTY },
    figure("amount"),
    figure("noPaymentAmount"),
    figure("uploadAmount"),
    figure("errorAmount"),
    figure("errorRate"),
    {
      title: t("payable:column.result"),
      render: (_, row) => (
        <>
          <ToneTag tone={TONES[row.result]}>{resultText(t, row)}</ToneTag>
          {row.why && <span className="finding">{row.why}</span>}
        </>
      ),
    },
    {
      title: t("payable:column.deal"),
      render: (_, { at, code, deal, deals }) => (
        <Select
          size="small"
          aria-label={`${t("payable:column.deal")} ${code}`}
          value={deal}
          disabled={deals.length < 2}
          options={deals.map((value) => ({ value, label: dealText(t, value) }))}
          onChange={(next: Deal) => set(at, next)}
        />
      ),
    },
  ];
}
