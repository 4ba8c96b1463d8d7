import { Tabs } from "antd";
import { memo } from "react";
import type { ListPage } from "@/platform/contract";
import { formatFigure } from "@/platform/format";
import { useTabCounts } from "@/platform/lists/list-data";
import type { ListUrl } from "@/platform/lists/list-url";
import { NUMBERED_ROWS_MAX } from "@/platform/lists/pager";
import { useLabel } from "@/platform/i18n";

/** Named filters with their counts. */
export const ListTabs = memo(function ListTabs({ page, url }: { page: ListPage; url: ListUrl }) {
  const label = useLabel();
  const counts = useTabCounts(page, url.query.filters);
  const { tabs } = page;
  if (!tabs) return null;
  return (
    <Tabs
      size="small"
      className="list-tabs"
      activeKey={url.query.filters[tabs.filter] ?? ""}
      items={tabs.options.map((option) => ({
        key: option.value,
        label: (
          <span>
            {label(option.label)}
            {counts[option.value] !== undefined && <span className="count">{countText(counts[option.value] ?? 0)}</span>}
          </span>
        ),
      }))}
      onChange={(value) => url.filter({ [tabs.filter]: value })}
    />
  );
});

/** The server counts a tab no further than pages have numbers. */
function countText(count: number): string {
  return count > NUMBERED_ROWS_MAX ? `${formatFigure(NUMBERED_ROWS_MAX, 0)}+` : formatFigure(count, 0);
}
