import { Button } from "antd";
import { CountsBlock, LogsBlock, OrgBlock, PackagesBlock, PlatformBlock, TodayBlock, TodoBlock } from "@/modules/hrs/overview/overview-blocks";
import { type Overview, useOverview } from "@/modules/hrs/overview/overview-data";
import { PageCards } from "@/modules/hrs/overview/page-cards";
import { busy } from "@/platform/busy";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import "./overview.css";

/** State of the company's account, what waits, and the ways to the pages of the module. */
function HrsOverview() {
  const t = useText();
  const { data, error, isFetching, refetch } = useOverview();
  return (
    <main className="hrs-overview">
      <header className="list-head">
        <h1>{t("hrs:overview.title")}</h1>
        <span className="top-space" />
        <Button type="text" loading={busy(isFetching && data !== undefined)} onClick={() => void refetch()}>
          {t("platform:action.refresh")}
        </Button>
      </header>
      {error ? (
        <LoadFailed message={error.message} retry={() => void refetch()} />
      ) : data ? (
        <Board data={data} />
      ) : (
        <PageLoading rows={6} />
      )}
      <div className="ov-board">
        <PageCards />
      </div>
    </main>
  );
}

function Board({ data }: { data: Overview }) {
  return (
    <div className="ov-board">
      <OrgBlock org={data.org} />
      <TodoBlock todo={data.todo} />
      <CountsBlock counts={data.counts} />
      <TodayBlock today={data.today} />
      <PackagesBlock packages={data.packages} />
      {data.platform && <PlatformBlock platform={data.platform} />}
      <LogsBlock logs={data.logs} />
    </div>
  );
}

export default definePage({ page: HrsOverview });
