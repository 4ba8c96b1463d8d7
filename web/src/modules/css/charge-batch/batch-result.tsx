/** What was told of the rows of a batch. */
import { Button, Checkbox, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { KINDS } from "@/platform/charge/charge-model";
import type { Tone } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import { EMPTY } from "@/platform/format";
import { type Translate, useText } from "@/platform/i18n";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { ToneTag } from "@/platform/tone-tag";
import { type Told, type ToldRow, type ToldState, fetchResult } from "./batch-model";

const TONES: Record<ToldState, Tone> = { new: "ready", changed: "info", kept: "neutral", none: "neutral", bad: "danger", saved: "done" };
const SCROLL = { x: "max-content", y: TABLE_HEIGHT.large } as const;
/** Rows drawn at once. */
const PAGE_ROWS = 100;

const stateText = (t: Translate, state: ToldState): string => t(`css:batch.states.${state}`);
const kindText = (t: Translate, kind: string): string => (kind === KINDS.income ? t("css:batch.income") : kind === KINDS.cost ? t("css:batch.cost") : kind);

export function BatchResult({ told }: { told: Told }) {
  const t = useText();
  const [badOnly, setBadOnly] = useState(false);
  const columns = useColumns();
  const rows = told.rows.map((row, at) => ({ ...row, at })).filter(({ state }) => !badOnly || state === "bad");
  const take = () => {
    const resultOf = ({ state, why }: ToldRow) => [stateText(t, state), why].filter(Boolean).join(" ");
    void fetchResult(told.rows, resultOf, (kind) => kindText(t, kind)).catch(() => null);
  };
  return (
    <section className="batch-result" aria-label={t("css:batch.result")}>
      <div className="batch-line">
        <span role="status">{t("css:batch.counts", { total: told.total, good: told.good + told.saved, bad: told.bad })}</span>
        {told.bad > 0 && (
          <Checkbox checked={badOnly} onChange={(event) => setBadOnly(event.target.checked)}>
            {t("css:batch.badOnly")}
          </Checkbox>
        )}
        <Button size="small" disabled={told.total === 0} onClick={take}>
          {t("css:batch.fetchResult")}
        </Button>
      </div>
      <Table size="small" rowKey="at" columns={columns} dataSource={rows} scroll={SCROLL} pagination={{ pageSize: PAGE_ROWS, hideOnSinglePage: true, showSizeChanger: false }} />
    </section>
  );
}

function useColumns(): TableColumnsType<ToldRow & { at: number }> {
  const t = useText();
  const text = (name: "orderCode" | "serviceName" | "coopName" | "currency" | "taxRate", word: string) => ({
    title: t(`css:batch.${word}`),
    render: (_: unknown, row: ToldRow) => <Turned was={row.before?.[name]} is={row[name]} />,
  });
  const figure = (name: "unitPrice" | "quantity" | "amount" | "functionalAmount", word: string, least?: number) => ({
    title: t(`css:batch.${word}`),
    align: "right" as const,
    className: "is-figure",
    render: (_: unknown, row: ToldRow) => <Turned was={row.before?.[name]} is={row[name]} shownAs={(figure) => groupText(figure, least)} />,
  });
  return [
    { title: t("css:batch.state"), render: (_, { state }) => <ToneTag tone={TONES[state]}>{stateText(t, state)}</ToneTag> },
    { title: t("css:batch.order"), render: (_, { orderCode, bizNumber }) => orderCode || bizNumber || EMPTY },
    { title: t("css:batch.kind"), render: (_, { kind }) => (kind ? kindText(t, kind) : EMPTY) },
    text("serviceName", "item"),
    text("coopName", "coop"),
    text("currency", "currency"),
    figure("unitPrice", "price", 2),
    figure("quantity", "quantity", 0),
    figure("amount", "amount"),
    figure("functionalAmount", "functional"),
    text("taxRate", "tax"),
    {
      title: t("css:batch.why"),
      render: (_, { state, why, asks }) => (
        <>
          {why && <span className={state === "bad" ? "finding" : "soft"}>{why}</span>}
          {asks.map((ask) => (
            <span key={ask} className="finding is-warning">
              {ask}
            </span>
          ))}
          {!why && asks.length === 0 && EMPTY}
        </>
      ),
    },
  ];
}

interface TurnedProps {
  was: string | null | undefined;
  is: string | null | undefined;
  /** A figure as it is read. */
  shownAs?: (text: string) => string;
}

/** A value, and what it was where that was something else. */
function Turned({ was, is, shownAs = (text) => text }: TurnedProps) {
  const shown = (text: string | null | undefined) => (text ? shownAs(text) : EMPTY);
  if (was === undefined || was === is) return shown(is);
  return (
    <>
      <del>{shown(was)}</del> → {shown(is)}
    </>
  );
}
