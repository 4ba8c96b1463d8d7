/** /css_period 财务期间: the months of the company, opened, checked, closed and, the newest of them, reopened. */
import { type ReactNode, Suspense, lazy, useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { groupText } from "@/platform/decimal-text";
import { ask } from "@/platform/dialog";
import { EMPTY, formatFigure } from "@/platform/format";
import { type Translate, labelPair, useText } from "@/platform/i18n";
import { type PlacedColumn, placeColumns } from "@/platform/lists/list-data";
import { RowTable } from "@/platform/lists/view/row-table";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { ToneTag } from "@/platform/tone-tag";
import { useNarrow } from "@/platform/use-narrow";
import { BASE, type Period, type PeriodColumn, type PeriodRow, STATE_TONE, columnsOf, isMoney, newestClosed, rowsOf } from "./period-data";
import "./period.css";

// They come when they are opened.
const CheckDialog = lazy(async () => ({ default: (await import("./period-dialog")).CheckDialog }));
const CloseDialog = lazy(async () => ({ default: (await import("./period-dialog")).CloseDialog }));
const AccrueDialog = lazy(async () => ({ default: (await import("./period-run-dialog")).AccrueDialog }));
const RevalueDialog = lazy(async () => ({ default: (await import("./period-run-dialog")).RevalueDialog }));
const ReopenDialog = lazy(async () => ({ default: (await import("./period-dialog")).ReopenDialog }));

type Act = "open" | "check" | "revalue" | "accrue" | "close" | "reopen";
type Rights = Record<Act, boolean>;
type ActsOf = (period: Period) => Act[];

function useRights(): Rights {
  return {
    open: useCan("css-period-open"),
    check: useCan("css-period-check"),
    revalue: useCan("css-period-revalue"),
    accrue: useCan("css-period-accrue"),
    close: useCan("css-period-close"),
    reopen: useCan("css-period-reopen"),
  };
}

const ACTS: Record<Period["state"], Act[]> = { NONE: ["open"], OPEN: ["check", "revalue", "accrue", "close"], CLOSED: ["reopen"] };

function PeriodPage() {
  const t = useText();
  const may = useRights();
  const [shown, setShown] = useState<{ act: Act; month: string } | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["css.period"],
    queryFn: ({ signal }) => get<Period[]>(`${BASE}/list`, undefined, { quiet: true, signal }),
    staleTime: 0,
  });
  const changed = () => void refetch();
  const open = async (month: string) => {
    if (!(await ask({ text: t("css:period.openAsk", { month }) }))) return;
    const result = await submit(() => post(`${BASE}/open`, { month }, { quiet: true }));
    if (result.kind !== "declined") changed();
  };
  const run = (act: Act, month: string) => (act === "open" ? void open(month) : setShown({ act, month }));
  const close = () => setShown(null);
  return (
    <main className="period-page">
      <header className="list-head">
        <h1>{t("css:period.title")}</h1>
        <span className="top-space" />
        <Button type="text" loading={busy(isFetching && data !== undefined)} onClick={changed}>
          {t("platform:action.refresh")}
        </Button>
      </header>
      {error ? (
        <LoadFailed message={error.message} retry={changed} />
      ) : data ? (
        <Months periods={data} may={may} run={run} />
      ) : (
        <PageLoading rows={6} />
      )}
      <Suspense fallback={null}>
        {shown?.act === "check" && <CheckDialog month={shown.month} close={close} />}
        {shown?.act === "revalue" && <RevalueDialog month={shown.month} changed={changed} close={close} />}
        {shown?.act === "accrue" && <AccrueDialog month={shown.month} changed={changed} close={close} />}
        {shown?.act === "close" && <CloseDialog month={shown.month} checks={may.check} changed={changed} close={close} />}
        {shown?.act === "reopen" && <ReopenDialog month={shown.month} changed={changed} close={close} />}
      </Suspense>
    </main>
  );
}

interface MonthsProps {
  periods: Period[];
  may: Rights;
  run(act: Act, month: string): void;
}

function Months({ periods, may, run }: MonthsProps) {
  const t = useText();
  const narrow = useNarrow();
  const rows = useMemo(() => rowsOf(periods), [periods]);
  const names = columnsOf(periods);
  const newest = newestClosed(periods);
  const actsOf: ActsOf = ({ state, month }) =>
    ACTS[state].filter((act) => may[act] && (act !== "reopen" || month === newest));
  if (rows.length === 0) return <Nothing />;
  if (narrow) return <Cards rows={rows} names={names} actsOf={actsOf} run={run} />;
  const columns = placeColumns(names.map((name) => columnOf(name)), undefined);
  const cells = Object.fromEntries(names.map((name) => [name, (_: unknown, row: unknown) => valueOf(row as PeriodRow, name, t)]));
  const buttons = (row: PeriodRow) => (
    <span className="row-buttons">
      {actsOf(row).map((act) => (
        <button key={act} type="button" className={act === "reopen" ? "is-danger" : ""} aria-label={actOf(act, row, t)} onClick={() => run(act, row.month)}>
          {t(`css:period.${act}`)}
        </button>
      ))}
    </span>
  );
  return (
    <RowTable
      title={t("css:period.title")}
      rows={rows}
      rowKey="month"
      columns={columns}
      cells={cells}
      sort=""
      changeSort={nothing}
      active={-1}
      setActive={nothing}
      open={nothing}
      openFirst={false}
      rowMenu={rows.some((row) => actsOf(row).length > 0) ? (row) => buttons(row as PeriodRow) : undefined}
      rowMenuWidth={BUTTONS_PX}
      stale={false}
      empty={<Nothing />}
    />
  );
}

const BUTTONS_PX = 292;
const nothing = () => undefined;

function Nothing() {
  const t = useText();
  return <p className="empty soft">{t("platform:state.empty")}</p>;
}

/** What a button does, with the month it does it to. */
const actOf = (act: Act, { month }: Period, t: Translate): string => `${t(`css:period.${act}`)} ${month}`;

const WIDTHS: Partial<Record<PeriodColumn, number>> = { month: 100, state: 108, closer: 120, closeTime: 156 };
const FIGURES: readonly PeriodColumn[] = ["orders", "locked", "unlocked", "openSources", "unclaimed"];

function columnOf(name: PeriodColumn): Omit<PlacedColumn, "fixed"> {
  const figure = isMoney(name) || FIGURES.includes(name);
  return {
    name,
    kind: "text",
    label: labelPair(`css:period.column.${name}`),
    width: WIDTHS[name] ?? (isMoney(name) ? 136 : 112),
    sortable: false,
    shown: true,
    ...(figure ? { align: "right" as const } : {}),
  };
}

function valueOf(row: PeriodRow, name: PeriodColumn, t: Translate): ReactNode {
  if (name === "state") return <ToneTag tone={STATE_TONE[row.state]}>{t(`css:period.state.${row.state}`)}</ToneTag>;
  const value = row[name];
  if (FIGURES.includes(name)) return <span className="tabular">{formatFigure(value, 0)}</span>;
  if (value === undefined || value === null || value === "" || value === false) return EMPTY;
  if (value === true) return "✓";
  if (isMoney(name)) return <span className={String(value).startsWith("-") ? "tabular period-loss" : "tabular"}>{groupText(String(value))}</span>;
  return name === "closer" ? value : <span className="tabular">{value}</span>;
}

interface CardsProps {
  rows: PeriodRow[];
  names: PeriodColumn[];
  actsOf: ActsOf;
  run(act: Act, month: string): void;
}

/** A month has no figures before it is opened, and nobody has closed it before it is closed. */
const tells = ({ state }: Period, name: PeriodColumn): boolean =>
  name !== "month" && name !== "state" && state !== "NONE" && (state === "CLOSED" || (name !== "closer" && name !== "closeTime"));

function Cards({ rows, names, actsOf, run }: CardsProps) {
  const t = useText();
  return (
    <ul className="period-cards" aria-label={t("css:period.title")}>
      {rows.map((row) => (
        <li key={row.month}>
          <div className="period-card-head">
            <b className="tabular">{row.month}</b>
            {valueOf(row, "state", t)}
          </div>
          <dl>
            {names.filter((name) => tells(row, name)).map((name) => (
              <div key={name}>
                <dt>{t(`css:period.column.${name}`)}</dt>
                <dd>{valueOf(row, name, t)}</dd>
              </div>
            ))}
          </dl>
          {actsOf(row).length > 0 && (
            <div className="period-card-acts">
              {actsOf(row).map((act) => (
                <Button key={act} danger={act === "reopen"} aria-label={actOf(act, row, t)} onClick={() => run(act, row.month)}>
                  {t(`css:period.${act}`)}
                </Button>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

export default definePage({ page: PeriodPage });
