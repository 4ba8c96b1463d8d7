/** /hrs_health 运行状况: whether the deployment is well, and its figures. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactNode } from "react";
import { type Health, type Space, bytesText, toneOf } from "@/modules/operate/health-data";
import { busy } from "@/platform/busy";
import { get, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { ask } from "@/platform/dialog";
import { EMPTY, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { ToneTag } from "@/platform/tone-tag";
import "./operate.css";

const LOOK_EVERY_MS = 15_000;

function HealthPage() {
  const t = useText();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["operate", "health"],
    queryFn: () => get<Health>("/hrs/health", undefined, { quiet: true }),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <main className="operate-page">
      <header className="list-head">
        <h1>{t("operate:health.title")}</h1>
        <span className="top-space" />
        <Button type="text" loading={busy(isFetching && data !== undefined)} onClick={() => void refetch()}>
          {t("platform:action.refresh")}
        </Button>
      </header>
      {data ? (
        <Board data={data} reload={() => void refetch()} />
      ) : error ? (
        <LoadFailed message={error.message} retry={() => void refetch()} />
      ) : (
        <PageLoading rows={6} />
      )}
    </main>
  );
}

function Block({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? "health-block is-wide" : "health-block"}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="health-facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says that the time of the server is right, for who may: what is old is removed again. */
function TrustClock({ time, done }: { time: string; done(): void }) {
  const t = useText();
  const may = useCan("sys_health_clock");
  const trust = async () => {
    if (!(await ask({ text: t("operate:health.trustConfirm", { time }), yes: t("operate:health.trust"), danger: true }))) return;
    const result = await submit(() => put("/hrs/health/trustClock", {}, { quiet: true }));
    if (result.kind === "saved") done();
  };
  if (!may) return null;
  return (
    <Button size="small" onClick={() => void trust()}>
      {t("operate:health.trust")}
    </Button>
  );
}

function Board({ data, reload }: { data: Health; reload(): void }) {
  const t = useText();
  const figure = (value: number) => formatFigure(value, 0);
  const { calls, database } = data;
  const failing = calls.count === 0 ? EMPTY : `${formatFigure((calls.failed * 100) / calls.count, 1)}%`;
  return (
    <div className="health-board">
      <Block title={t("operate:health.checks")} wide>
        <ul className="health-checks">
          {data.checks.map((check) => (
            <li key={check.name}>
              <ToneTag tone={toneOf(check.state)}>{t(`operate:health.${check.state}`)}</ToneTag>
              <b>{check.label}</b>
              <span className="soft">{check.text}</span>
              {check.name === "clock" && data.clock.doubt !== null && <TrustClock time={data.clock.now} done={reload} />}
            </li>
          ))}
        </ul>
      </Block>
      <Block title={t("operate:health.calls")}>
        <Facts
          rows={[
            [t("operate:health.perMinute"), figure(calls.perMinute)],
            [t("operate:health.errorRate"), failing],
            [t("operate:health.p95"), calls.count === 0 ? EMPTY : figure(calls.p95Ms)],
            [t("operate:health.sessions"), figure(data.sessions)],
          ]}
        />
      </Block>
      <Block title={t("operate:health.queue")}>
        <QueueRows queues={data.queues} />
      </Block>
      <Block title={t("operate:health.database")}>
        <Facts
          rows={[
            [t("operate:health.kind"), `${database.kind} ${database.version}`],
            [t("operate:health.size"), bytesText(database.bytes)],
            [t("operate:health.connections"), figure(database.connections)],
          ]}
        />
      </Block>
      <Block title={t("operate:health.machine")}>
        <Facts
          rows={[
            [t("operate:health.disk"), spaceText(data.disk, t)],
            [t("operate:health.memory"), spaceText(data.memory, t)],
            [t("operate:health.own"), data.ownMemory === null ? EMPTY : bytesText(data.ownMemory)],
            [t("operate:health.version"), data.version],
            [t("operate:health.startedAt"), data.startedAt],
          ]}
        />
      </Block>
      <Block title={t("operate:health.slow")}>
        <SlowRows slow={data.slow} />
      </Block>
      <Block title={t("operate:health.interfaces")}>
        <InterfaceRows rows={data.interfaces} />
      </Block>
      <Block title={t("operate:health.instances")}>
        <Instances rows={data.instances} />
      </Block>
    </div>
  );
}

function spaceText(space: Space | null, t: (key: string, values: Record<string, string>) => string): string {
  if (!space) return EMPTY;
  return t("operate:health.space", { percent: String(space.percent), free: bytesText(space.free), total: bytesText(space.total) });
}

function QueueRows({ queues }: { queues: Health["queues"] }) {
  const t = useText();
  return (
    <table className="health-table">
      <thead>
        <tr>
          <th scope="col">{t("operate:health.queueName")}</th>
          <th scope="col" className="is-number">{t("operate:health.waiting")}</th>
          <th scope="col" className="is-number">{t("operate:health.failed")}</th>
        </tr>
      </thead>
      <tbody>
        {queues.map((row) => (
          <tr key={row.name}>
            <td>{row.name}</td>
            <td className="is-number tabular">{formatFigure(row.waiting, 0)}</td>
            <td className="is-number tabular">{formatFigure(row.failed, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SlowRows({ slow }: { slow: Health["slow"] }) {
  const t = useText();
  if (slow.length === 0) return <p className="soft">{t("operate:health.noSlow")}</p>;
  return (
    <table className="health-table">
      <thead>
        <tr>
          <th scope="col">{t("operate:health.statement")}</th>
          <th scope="col" className="is-number">{t("operate:health.count")}</th>
          <th scope="col" className="is-number">{t("operate:health.max")}</th>
        </tr>
      </thead>
      <tbody>
        {slow.map((row) => (
          <tr key={row.statement}>
            <td className="mono">{row.statement}</td>
            <td className="is-number tabular">{formatFigure(row.count, 0)}</td>
            <td className="is-number tabular">{formatFigure(row.maxMs, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function InterfaceRows({ rows }: { rows: Health["interfaces"] }) {
  const t = useText();
  if (rows.length === 0) return <p className="soft">{t("operate:health.noInterfaces")}</p>;
  return (
    <table className="health-table">
      <thead>
        <tr>
          <th scope="col">{t("operate:health.interface")}</th>
          <th scope="col">{t("operate:health.lastOk")}</th>
          <th scope="col" className="is-number">{t("operate:health.failRate")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.type}>
            <td className="mono">{row.type}</td>
            <td className="tabular">{row.lastOk ?? EMPTY}</td>
            <td className="is-number tabular">{row.count === 0 ? EMPTY : `${formatFigure((row.failed * 100) / row.count, 1)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Instances({ rows }: { rows: Health["instances"] }) {
  const t = useText();
  return (
    <ul className="health-instances">
      {rows.map((row) => (
        <li key={`${row.host} ${row.startedAt}`}>
          <b>{row.host || EMPTY}</b>
          <span className="soft">{t("operate:health.instance", { version: row.version, time: row.startedAt })}</span>
        </li>
      ))}
    </ul>
  );
}

export default definePage({ page: HealthPage });
