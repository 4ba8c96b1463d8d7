import { Button, Pagination } from "antd";
import type { PageOfRows } from "@/platform/contract";
import { formatFigure } from "@/platform/format";
import { LAST, type ListUrl, SIZES } from "@/platform/lists/list-url";
import { useText } from "@/platform/i18n";

/** Numbered pages end here; further rows are reached one page after the other. */
export const NUMBERED_ROWS_MAX = 10_000;

interface PagerProps {
  data: PageOfRows;
  size: number;
  url: ListUrl;
  setSize(size: number): void;
}

export function Pager({ data, size, url, setSize }: PagerProps) {
  const t = useText();
  const { current, cursor } = url.query;
  const total = formatFigure(data.total, 0);
  const totalText = data.totalCapped ? t("platform:list.totalCapped", { total }) : t("platform:list.total", { total });
  const deep = data.totalCapped === true || data.total > NUMBERED_ROWS_MAX;
  const atEnd = deep && current * size >= NUMBERED_ROWS_MAX;
  return (
    <div className="pager">
      <span className="pager-total tabular">{totalText}</span>
      {(cursor || atEnd) && <CursorButtons data={data} url={url} back={!cursor} />}
      {deep && !cursor && <LastButton url={url} />}
      {!cursor && (
        <Pagination
          size="small"
          current={current}
          pageSize={size}
          total={Math.min(data.total, NUMBERED_ROWS_MAX)}
          pageSizeOptions={SIZES}
          showSizeChanger
          showLessItems
          onChange={(next, nextSize) => {
            if (nextSize === size) return url.change({ current: next });
            setSize(nextSize);
            url.change({ current: 1, size: nextSize });
          }}
        />
      )}
    </div>
  );
}

/** A tree is read whole: how many rows there are, and that some are not shown when they are too many. */
export function TreeTotal({ data }: { data: PageOfRows }) {
  const t = useText();
  const shown = data.records.length;
  return (
    <div className="pager">
      <span className="pager-total tabular">{t("platform:list.total", { total: formatFigure(data.total, 0) })}</span>
      {data.total > shown && <span className="soft">{t("platform:list.treeCut", { shown: formatFigure(shown, 0) })}</span>}
    </div>
  );
}

/** Beyond the numbered pages the last one is found from its end. */
function LastButton({ url }: { url: ListUrl }) {
  const t = useText();
  return (
    <Button size="small" onClick={() => url.change({ cursor: LAST })}>
      {t("platform:list.last")}
    </Button>
  );
}

function CursorButtons({ data, url, back }: { data: PageOfRows; url: ListUrl; back: boolean }) {
  const t = useText();
  const { cursor, current } = url.query;
  return (
    <span className="cursor-buttons" title={t("platform:list.beyond", { limit: formatFigure(NUMBERED_ROWS_MAX, 0) })}>
      {!back && (
        <>
          <Button size="small" onClick={() => url.filter({})}>
            {t("platform:list.first")}
          </Button>
          <Button size="small" disabled={!data.prev} onClick={() => data.prev && url.change({ cursor: data.prev })}>
            {t("platform:list.prev")}
          </Button>
        </>
      )}
      <Button size="small" disabled={!data.next} onClick={() => data.next && url.change({ cursor: data.next, current })}>
        {t("platform:list.next")}
      </Button>
      {cursor && cursor !== LAST && <LastButton url={url} />}
    </span>
  );
}
