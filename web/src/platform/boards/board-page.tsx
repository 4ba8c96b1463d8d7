/** The default page of every declared board: cards that lead to what they count, and reports below. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";
import type { BoardCard, BoardPage, ListPage, Row } from "@/platform/contract";
import { formatFigure } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import { placeColumns } from "@/platform/lists/list-data";
import { RowTable } from "@/platform/lists/view/row-table";
import { LoadFailed } from "@/platform/load-failed";
import { currentPath, encodeQuery, goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { usePageLocation } from "@/platform/page-location";
import { ToneIcon } from "@/platform/tone-icon";
import "@/platform/boards/board.css";

interface Count {
  key: string;
  count: number;
  /** There are more than are counted. */
  capped: boolean;
}

type Answer = { cards: Count[] } & Record<string, Row[]>;

/** As the home page: what waits may have changed by the hand of others. */
const REFRESH_MS = 60_000;

export function BoardPageView({ page }: { page: BoardPage }) {
  const t = useText();
  const label = useLabel();
  const on = useSwitches(page);
  const { data, error, refetch } = useQuery({
    queryKey: ["board", page.key, on],
    queryFn: ({ signal }) => get<Answer>(page.call, on, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <main className="board-page">
      <header className="list-head">
        <h1>{label(page.title)}</h1>
        <span className="top-space" />
        {page.switches.map(({ name, label: words }) => (
          <label key={name} className="board-switch">
            <input type="checkbox" checked={on[name] === "true"} onChange={(event) => turn(name, event.target.checked)} />
            {label(words)}
          </label>
        ))}
      </header>
      {error && !data && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!data && !error && <PageLoading rows={6} />}
      {data && data.cards.length > 0 && <Cards page={page} counts={data.cards} on={on} />}
      {data && page.reports.map(({ member, list }) => <Rows key={member} list={list} rows={data[member] ?? []} empty={t("platform:board.nothing")} />)}
    </main>
  );
}

/** The switches that are on; they live in the address. */
function useSwitches(page: BoardPage): Record<string, string> {
  const { searchStr } = usePageLocation();
  const given = new URLSearchParams(searchStr);
  return Object.fromEntries(page.switches.filter(({ name }) => given.get(name) === "true").map(({ name }) => [name, "true"]));
}

function turn(name: string, wanted: boolean): void {
  const [path, search = ""] = currentPath().split("?");
  const query = new URLSearchParams(search);
  if (wanted) query.set(name, "true");
  else query.delete(name);
  const text = query.toString();
  goTo(text ? `${path}?${text}` : (path ?? "/"), { replace: true });
}

function Cards({ page, counts, on }: { page: BoardPage; counts: Count[]; on: Record<string, string> }) {
  const t = useText();
  return (
    <nav className="board-cards" aria-label={t("platform:board.cards")}>
      {page.cards.map((card) => (
        <Card key={card.key} page={page} card={card} count={counts.find(({ key }) => key === card.key)} on={on} />
      ))}
    </nav>
  );
}

function Card({ page, card, count, on }: { page: BoardPage; card: BoardCard; count: Count | undefined; on: Record<string, string> }) {
  const label = useLabel();
  const query = Object.entries({ [page.filter]: card.key, ...on }).map(([name, value]) => `${name}=${encodeQuery(value)}`);
  const waits = (count?.count ?? 0) > 0;
  return (
    <PageLink href={`${page.list}?${query.join("&")}`} className={waits ? `board-card tone-${card.tone}` : "board-card"}>
      <span>
        {waits && <ToneIcon tone={card.tone} size={12} />}
        {label(card.label)}
      </span>
      <b className="tabular">
        {formatFigure(count?.count ?? 0, 0)}
        {count?.capped && "+"}
      </b>
    </PageLink>
  );
}

const nothing = () => undefined;
const NO_CELLS = {};

function Rows({ list, rows, empty }: { list: ListPage; rows: Row[]; empty: string }) {
  const label = useLabel();
  return (
    <section className="board-rows" aria-label={label(list.title)}>
      <h2>{label(list.title)}</h2>
      <RowTable
        title={label(list.title)}
        rows={rows}
        rowKey={list.rowKey}
        columns={placeColumns(list.columns.map((column) => ({ ...column, sortable: false })), undefined)}
        cells={NO_CELLS}
        sort=""
        changeSort={nothing}
        active={-1}
        setActive={nothing}
        open={nothing}
        openFirst={false}
        rowMenuWidth={0}
        stale={false}
        empty={<p className="soft">{empty}</p>}
      />
    </section>
  );
}
