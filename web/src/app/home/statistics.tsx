import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Card, Failed, Loaded, reason } from "@/app/home/card";
import { statisticsQuery } from "@/app/home/home-queries";
import { ScopeTabs } from "@/app/home/scope-tabs";
import { StatisticsChart } from "@/app/home/statistics-chart";
import {
  type StatisticsLine,
  analysisLink,
  isScope,
  keepTab,
  lastDays,
  lastTab,
  rowsOf,
} from "@/app/home/statistics-model";
import { StatisticsTable } from "@/app/home/statistics-table";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import type { Scope } from "@/platform/scopes";

/** 业务统计: the orders of the last seven days, a tab for each scope. */
export function Statistics() {
  const t = useText();
  const [scope, setScope] = useState(lastTab);
  const [days] = useState(() => lastDays(new Date()));
  const { data, error, refetch } = useQuery(statisticsQuery);
  const choose = (next: Scope) => {
    setScope(next);
    keepTab(next);
  };
  const more = <PageLink href={analysisLink(scope, days)}>{t("home:more")}</PageLink>;
  const failed = reason(error, t("home:stats.failed"));
  return (
    <Card title={t("home:stats.title")} extra={more}>
      <ScopeTabs scope={scope} choose={choose} />
      <div role="tabpanel" id="home-scope" aria-label={isScope(scope) ? t(`platform:scope.${scope}`) : scope}>
        <Loaded data={data} error={error} failed={failed} retry={() => void refetch()} rows={8}>
          {(lines) => <ScopeStatistics lines={lines} scope={scope} days={days} />}
        </Loaded>
      </div>
    </Card>
  );
}

interface ScopeStatisticsProps {
  lines: StatisticsLine[];
  /** One that was kept by another release may be known no more. */
  scope: string;
  days: string[];
}

/** The same figures as a chart and as a table. */
export function ScopeStatistics({ lines, scope, days }: ScopeStatisticsProps) {
  const t = useText();
  const rows = useMemo(
    () => (isScope(scope) ? rowsOf(lines, scope, (type) => t(`home:stats.type.${type}`)) : null),
    [lines, scope, t],
  );
  if (!rows) return <Failed text={t("home:stats.noKey")} />;
  const title = t("home:stats.chart", { scope: t(`platform:scope.${scope}`) });
  return (
    <>
      <StatisticsChart title={title} days={days} rows={rows} />
      <StatisticsTable title={title} days={days} rows={rows} />
    </>
  );
}
