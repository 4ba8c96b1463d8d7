/** 查询试算: what a shipment costs with each carrier, above the rates that are kept. */
import { Button, Table } from "antd";
import { useMemo, useRef, useState } from "react";
import { QuoteDetail } from "@/modules/base/tact/quote-detail";
import { type QuoteRow, quoteFields, quoteQuery } from "@/modules/base/tact/quote-model";
import { busy } from "@/platform/busy";
import { businessDay } from "@/platform/business-time";
import { CallError, get } from "@/platform/call/client";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore } from "@/platform/forms/form-store";
import { formatFigure } from "@/platform/format";
import { translate, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { ToneTag } from "@/platform/tone-tag";
import "./tact.css";

type Asked = { state: "none" | "asking" } | { state: "failed"; message: string } | { state: "answered"; rows: QuoteRow[] };

export function TactQuote() {
  const t = useText();
  const fields = useMemo(() => quoteFields(), []);
  const form = useMemo(() => new FormStore({ date: businessDay(new Date()) }), []);
  const [asked, setAsked] = useState<Asked>({ state: "none" });
  const box = useRef<HTMLFormElement>(null);
  const sent = useRef<AbortController | null>(null);
  const ask = async () => {
    const wrong = clientFindings(Object.values(fields), form.all());
    form.setFindings(wrong);
    if (wrong[0] && box.current) return jumpTo(wrong[0].field, box.current);
    sent.current?.abort();
    const mine = new AbortController();
    sent.current = mine;
    setAsked({ state: "asking" });
    try {
      const { rows } = await get<{ rows: QuoteRow[] }>("/afbase/tact/calc", quoteQuery(form.all()), { quiet: true, signal: mine.signal });
      setAsked({ state: "answered", rows });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (mine.signal.aborted) return;
      form.setFindings(error.findings);
      setAsked({ state: "failed", message: error.message || translate("platform:error.loadFailed") });
    }
  };
  return (
    <section className="tact-quote" aria-label={t("base:quote.title")}>
      <form
        ref={box}
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <FormGrid columns={5}>
          {Object.values(fields).map((field) => (
            <FormField key={field.name} form={form} field={field} />
          ))}
        </FormGrid>
        <div className="tact-quote-buttons">
          <Button type="primary" htmlType="submit" loading={busy(asked.state === "asking")}>
            {t("base:quote.ask")}
          </Button>
        </div>
      </form>
      {asked.state === "failed" && <LoadFailed message={asked.message} retry={() => void ask()} />}
      {asked.state === "answered" && <Quotes rows={asked.rows} />}
    </section>
  );
}

function Quotes({ rows }: { rows: QuoteRow[] }) {
  const t = useText();
  if (rows.length === 0) return <p className="page-note tone-warning">{t("base:quote.none")}</p>;
  const money = (value: number | null | undefined) => (value === null || value === undefined ? "-" : formatFigure(value, 2));
  const weight = (value: number | undefined) => (value === undefined ? "-" : formatFigure(value, 1));
  return (
    <Table
      size="small"
      rowKey="rowId"
      dataSource={rows}
      pagination={false}
      scroll={{ x: "max-content" }}
      expandable={{ expandedRowRender: (row) => <QuoteDetail row={row} />, defaultExpandedRowKeys: rows.slice(0, 1).map((row) => row.rowId) }}
      columns={[
        {
          key: "carrier",
          title: t("base:quote.carrier"),
          render: (_, row) => (
            <span className="tact-quote-carrier">
              <b>{row.carrierCode}</b> {row.carrierName}
              {row.cheapest && <ToneTag tone="done">{t("base:quote.cheapest")}</ToneTag>}
            </span>
          ),
        },
        { key: "route", title: t("base:quote.route"), render: (_, row) => `${row.departure}-${row.arrival}` },
        { dataIndex: "currency", title: t("base:quote.currency") },
        { key: "class", title: t("base:quote.class"), render: (_, row) => [row.rateClass, row.commodityItemNo].filter(Boolean).join(" ") || "-" },
        { key: "rate", title: t("base:quote.rate"), align: "right", render: (_, row) => money(row.rate) },
        { key: "weight", title: t("base:quote.chargeable"), align: "right", render: (_, row) => weight(row.chargeWeight) },
        { key: "total", title: t("base:quote.freight"), align: "right", render: (_, row) => money(row.total) },
        { key: "surcharges", title: t("base:quote.surcharges"), align: "right", render: (_, row) => (row.total === undefined ? "-" : money(row.surchargeTotal)) },
        { key: "all", title: t("base:quote.all"), align: "right", render: (_, row) => <b className="tabular">{money(row.freightTotal)}</b> },
        { key: "valid", title: t("base:quote.valid"), render: (_, row) => `${row.validFrom} ~ ${row.validTo}` },
        { dataIndex: "source", title: t("base:quote.source"), render: (source: string) => t(source === "OWN" ? "base:quote.own" : "base:quote.platforms") },
      ]}
    />
  );
}
