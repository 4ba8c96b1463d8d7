/** 期末调汇 and 期末暂估 of a month: what they would come to, made, and taken back. */
import { type ReactNode, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Modal, Table, type TableColumnsType } from "antd";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Field } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import { ask } from "@/platform/dialog";
import { EMPTY } from "@/platform/format";
import type { Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading } from "@/platform/page-loading";
import { newUuid } from "@/platform/random-id";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { toast } from "@/platform/toast";
import { useReturnedFocus } from "@/platform/use-returned-focus";
import { BASE, type Run } from "./period-data";

type Act = "revalue" | "accrue";
type Rates = Record<string, string>;

interface DialogProps {
  month: string;
  /** The months may have changed. */
  changed(): void;
  close(): void;
}

const WIDTH_PX = 880;
const RATE = "rates.";
const RATE_LEAST = 0.000001;
const RATE_MOST = 999_999;
const SCROLL = { x: "max-content", y: TABLE_HEIGHT.large } as const;
const COLUMNS: Record<Act, string[]> = {
  revalue: ["kind", "number", "orderCode", "coopName", "currency", "open", "functional", "revalued", "difference", "posted"],
  accrue: ["orderCode", "coopName", "income", "cost"],
};
const AMOUNTS = ["open", "functional", "revalued", "difference", "income", "cost"];

/** The run of the month, else what one would come to at the rates typed. */
function useRun(act: Act, month: string, rates?: Rates) {
  return useQuery({
    queryKey: ["css.period.run", act, month, rates],
    queryFn: ({ signal }) => post<Run>(`${BASE}/${act}/list`, { month, ...(rates ? { rates } : {}) }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function RevalueDialog(props: DialogProps) {
  const t = useText();
  const [typed, setTyped] = useState<Rates | undefined>(undefined);
  const run = useRun("revalue", props.month, typed);
  const [requestId] = useState(newUuid);
  const { data } = run;
  if (!data || data.made || data.rows.length === 0) return <Standing {...props} act="revalue" run={run} />;
  const rates = data.rates ?? [];
  return (
    <MoveDialog
      title={t("css:period.revalueOf", { month: props.month })}
      width={WIDTH_PX}
      columns={2}
      note={<p className="soft">{t("css:period.revalueNote")}</p>}
      fields={rates.map(({ currency }) => rateField(currency, t("css:period.rateOf", { currency })))}
      initial={Object.fromEntries(rates.map(({ currency, rate }) => [RATE + currency, rate === null ? null : Number(rate)]))}
      below={(form) => (
        <>
          <div className="period-run-head">
            <Total run={data} />
            <Button loading={busy(run.isFetching)} onClick={() => setTyped(ratesOf(form.all()))}>
              {t("css:period.trial")}
            </Button>
          </div>
          {run.error && <LoadFailed message={run.error.message} retry={() => void run.refetch()} />}
          <Rows act="revalue" run={data} />
        </>
      )}
      ok={t("css:period.run")}
      send={(body) => post(`${BASE}/revalue`, { month: props.month, rates: ratesOf(body), requestId }, { quiet: true })}
      done={() => {
        props.changed();
        props.close();
      }}
      stale={props.changed}
      close={props.close}
    />
  );
}

export function AccrueDialog(props: DialogProps) {
  const run = useRun("accrue", props.month);
  return <Standing {...props} act="accrue" run={run} />;
}

const rateField = (currency: string, words: string): Field => ({
  name: RATE + currency, kind: "decimal", digits: 6, min: RATE_LEAST, max: RATE_MOST, required: true, label: { zh: words, en: words },
});

/** What was typed of the rates, by currency. */
function ratesOf(values: Values): Rates {
  const typed = Object.entries(values).filter(([name, value]) => name.startsWith(RATE) && value !== null && value !== undefined && value !== "");
  return Object.fromEntries(typed.map(([name, value]) => [name.slice(RATE.length), String(value)]));
}

interface StandingProps extends DialogProps {
  act: Act;
  run: ReturnType<typeof useRun>;
}

/** What asks for nothing: a run to be looked at or taken back, or one that needs no rates. */
function Standing({ act, month, run, changed, close }: StandingProps) {
  const t = useText();
  const [sending, setSending] = useState(false);
  const [requestId] = useState(newUuid);
  useReturnedFocus();
  const { data, error, isFetching, refetch } = run;
  const send = async (path: string, body: object) => {
    if (sending) return;
    setSending(true);
    try {
      const result = await submit(() => post(`${BASE}/${path}`, { month, ...body }, { quiet: true }));
      if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
      if (result.kind === "declined") return;
      changed();
      if (result.kind === "saved") close();
      else void refetch();
    } finally {
      setSending(false);
    }
  };
  const undo = async () => {
    const what = t(`css:period.${act}`);
    if (await ask({ text: t("css:period.undoAsk", { month, what }), danger: true })) await send(`${act}/undo`, {});
  };
  const makes = data && !data.made && data.rows.length > 0;
  let body: ReactNode = <PageLoading rows={4} />;
  if (error && !isFetching) body = <LoadFailed message={error.message} retry={() => void refetch()} />;
  else if (data) body = <Told act={act} run={data} />;
  return (
    <Modal
      open
      width={WIDTH_PX}
      title={t(`css:period.${act}Of`, { month })}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t("platform:action.close")}</Button>
          {data?.made && (
            <Button danger loading={busy(sending)} onClick={() => void undo()}>
              {t("css:period.undo")}
            </Button>
          )}
          {makes && (
            <Button type="primary" loading={busy(sending)} onClick={() => void send(act, { requestId })}>
              {t("css:period.run")}
            </Button>
          )}
        </>
      }
    >
      {body}
    </Modal>
  );
}

function Told({ act, run }: { act: Act; run: Run }) {
  const t = useText();
  if (run.rows.length === 0) return <p className="soft">{t("css:period.nothing")}</p>;
  const made = run.voucher ? t("css:period.made", { voucher: run.voucher, reversal: run.reversal ?? EMPTY }) : t("css:period.madeBare");
  return (
    <>
      <p className="soft">{run.made ? made : t(`css:period.${act}Note`)}</p>
      <div className="period-run-head">
        <Total run={run} />
      </div>
      <Rows act={act} run={run} />
    </>
  );
}

function Total({ run }: { run: Run }) {
  const t = useText();
  if (run.gain !== undefined) return <b className="tabular">{t("css:period.gain", { amount: groupText(run.gain) })}</b>;
  return <b className="tabular">{t("css:period.total", { income: groupText(run.income ?? ""), cost: groupText(run.cost ?? "") })}</b>;
}

function Rows({ act, run }: { act: Act; run: Run }) {
  const t = useText();
  const rows = run.rows.map((row, at) => ({ ...row, at: String(at) }));
  const columns: TableColumnsType<Record<string, string>> = COLUMNS[act].map((name) => ({
    key: name,
    dataIndex: name,
    title: t(`css:period.row.${name}`),
    ...(AMOUNTS.includes(name) ? { align: "right" as const } : {}),
    render: (value: string | undefined) => shown(name, value),
  }));
  return <Table size="small" rowKey="at" columns={columns} dataSource={rows} pagination={false} scroll={SCROLL} />;
}

/** A difference shows which way it goes. */
function shown(name: string, value: string | undefined): ReactNode {
  if (value === undefined || value === "") return EMPTY;
  if (!AMOUNTS.includes(name)) return value;
  const text = groupText(value);
  const rises = name === "difference" && /[1-9]/.test(value) && !value.startsWith("-");
  return <span className={value.startsWith("-") ? "tabular period-loss" : "tabular"}>{rises ? `+${text}` : text}</span>;
}
