/** /css 结算中心: what waits before a month is closed, each card leading to what it counted; the last months; the reports. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useMemo } from "react";
import { get } from "@/platform/call/client";
import { groupText } from "@/platform/decimal-text";
import { EMPTY, formatFigure } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { currentPath, goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { usePageLocation } from "@/platform/page-location";
import { definePage } from "@/platform/page-registry";
import { SCOPES } from "@/platform/scopes";
import { ToneIcon } from "@/platform/tone-icon";
import { BLOCKS, CALL, type Desk, type DeskAsk, type DeskCard, type DeskOverdue, type DeskReport, hrefOf, overdueOf, scopeOf } from "./desk-data";
import { Months } from "./desk-months";
import "@/platform/boards/board.css";
import "./desk.css";

/** As the home page: what waits may have changed by the hand of others. */
const REFRESH_MS = 60_000;
const ALL = "";

function DeskPage() {
  const t = useText();
  const asked = useAsk();
  const { data, error, refetch } = useQuery({
    queryKey: ["css.desk", asked],
    queryFn: ({ signal }) => get<Desk>(CALL, { ...asked }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const scopes = [{ value: ALL, label: t("css:desk.allScopes") }, ...SCOPES.map((scope) => ({ value: scope as string, label: t(`platform:scope.${scope}`) }))];
  return (
    <main className="board-page">
      <header className="list-head">
        <h1>{t("css:desk.title")}</h1>
        <span className="top-space" />
        <Select
          className="desk-scope"
          value={asked.businessScope ?? ALL}
          options={scopes}
          aria-label={t("css:desk.scope")}
          onChange={(scope) => choose("businessScope", scope)}
        />
        <label className="board-switch">
          <input type="checkbox" checked={asked.mine === "true"} onChange={(event) => choose("mine", event.target.checked ? "true" : "")} />
          {t("css:desk.mine")}
        </label>
      </header>
      {error && !data && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!data && !error && <PageLoading rows={6} />}
      {data && BLOCKS.map((block) => <Cards key={block} title={t(`css:desk.block.${block}`)} cards={data.cards.filter((card) => card.block === block)} asked={asked} />)}
      {data?.months && <Months months={data.months} />}
      {data?.overdue && <Overdue rows={data.overdue} />}
      {data && <Reports reports={data.reports} />}
    </main>
  );
}

/** What the address asks for. */
function useAsk(): DeskAsk {
  const { searchStr } = usePageLocation();
  return useMemo(() => {
    const given = new URLSearchParams(searchStr);
    const scope = SCOPES.find((each) => each === given.get("businessScope"));
    return { ...(scope ? { businessScope: scope } : {}), ...(given.get("mine") === "true" ? { mine: "true" } : {}) };
  }, [searchStr]);
}

function choose(name: string, value: string): void {
  const [path = "/", search = ""] = currentPath().split("?");
  const query = new URLSearchParams(search);
  if (value) query.set(name, value);
  else query.delete(name);
  const text = query.toString();
  goTo(text ? `${path}?${text}` : path, { replace: true });
}

function Cards({ title, cards, asked }: { title: string; cards: DeskCard[]; asked: DeskAsk }) {
  if (cards.length === 0) return null;
  return (
    <nav className="desk-block" aria-label={title}>
      <h2>{title}</h2>
      <div className="board-cards desk-cards">
        {cards.map((card) => (
          <Card key={card.key} card={card} asked={asked} />
        ))}
      </div>
    </nav>
  );
}

/** One link where the list shows what is counted; else one for each scope, for the list is of one. */
function Card({ card, asked }: { card: DeskCard; asked: DeskAsk }) {
  const t = useText();
  const scope = scopeOf(card, asked);
  const waits = card.count > 0;
  const look = waits && card.tone ? `board-card tone-${card.tone}` : "board-card";
  if (scope || !card.scopes) {
    return (
      <PageLink href={hrefOf(card, { ...asked, ...(scope ? { businessScope: scope } : {}) })} className={look}>
        <Figures card={card} />
      </PageLink>
    );
  }
  return (
    <div className={look}>
      <Figures card={card} />
      <span className="desk-scopes">
        {card.scopes.map((each) => (
          <PageLink key={each.scope} href={hrefOf(card, { ...asked, businessScope: each.scope })} {...(each.amount === undefined ? {} : { title: groupText(each.amount) })}>
            {t(`platform:scope.${each.scope}`)} {formatFigure(each.count, 0)}
          </PageLink>
        ))}
      </span>
    </div>
  );
}

function Figures({ card }: { card: DeskCard }) {
  const t = useText();
  const label = useLabel();
  return (
    <>
      <span>
        {card.count > 0 && card.tone && <ToneIcon tone={card.tone} size={12} />}
        {label(card.label)}
      </span>
      <b className="tabular">{formatFigure(card.count, 0)}</b>
      {card.amount !== undefined && card.of && (
        <span className="tabular">
          {/* A card of bills says by its name what its amount is of. */}
          {card.query ? groupText(card.amount) : `${t(`css:desk.side.${card.of}`)} ${groupText(card.amount)}`}
        </span>
      )}
      {card.names && card.names.length > 0 && <span className="tabular">{(card.names.length < card.count ? [...card.names, "…"] : card.names).join("  ")}</span>}
    </>
  );
}

/** 逾期客户前十, each leading to its notes. */
function Overdue({ rows }: { rows: DeskOverdue[] }) {
  const t = useText();
  if (rows.length === 0) return null;
  const title = t("css:desk.overdue");
  return (
    <section className="desk-block" aria-label={title}>
      <h2>{title}</h2>
      <div className="desk-months">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("css:desk.customer")}</th>
              <th scope="col">{t("css:desk.overdueAmount")}</th>
              <th scope="col">{t("css:desk.overdueDays")}</th>
              <th scope="col">{t("css:desk.sales")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.code}>
                <th scope="row">
                  <PageLink href={overdueOf(row)}>{row.name}</PageLink>
                </th>
                <td className="tabular">{groupText(row.amount)}</td>
                <td className="tabular">{formatFigure(row.days, 0)}</td>
                <td>{row.sales ?? EMPTY}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Reports({ reports }: { reports: DeskReport[] }) {
  const t = useText();
  const label = useLabel();
  if (reports.length === 0) return null;
  const kinds = [false, true].map((group) => ({ group, rows: reports.filter((report) => report.group === group) }));
  return (
    <nav className="desk-block" aria-label={t("css:desk.reports")}>
      <h2>{t("css:desk.reports")}</h2>
      {kinds.filter(({ rows }) => rows.length > 0).map(({ group, rows }) => (
        <p key={String(group)} className="desk-reports">
          <span className="soft">{t(group ? "css:desk.groupReports" : "css:desk.ownReports")}</span>
          {rows.map(({ path, title }) => (
            <PageLink key={path} href={path}>
              {label(title)}
            </PageLink>
          ))}
        </p>
      ))}
    </nav>
  );
}

export default definePage({ page: DeskPage });
