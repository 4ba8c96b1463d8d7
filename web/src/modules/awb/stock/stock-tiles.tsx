import { useQuery } from "@tanstack/react-query";
import { useStock } from "@/modules/awb/stock/stock-store";
import { get } from "@/platform/call/client";
import type { Option, Tone } from "@/platform/contract";
import { formatFigure } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
import { usePageLocation } from "@/platform/page-location";
import "../awb.css";

interface Tile {
  state: string;
  name: string;
  count: number;
}

/** Numbers by state; a click shows them, a second one shows all. */
export function StockTiles({ list }: { list: ListContext }) {
  const t = useText();
  const label = useLabel();
  const { pathname, searchStr } = usePageLocation();
  const states = useStates();
  const round = useStock((state) => state.round);
  const { data } = useQuery({
    queryKey: ["list", "awb-tiles", round],
    placeholderData: (before) => before,
    queryFn: () => get<Tile[]>("/afbase/awb/tiles", undefined, { quiet: true }),
  });
  const now = list.filters["awbStatus"] ?? "";
  const show = (state: string) => {
    const query = new URLSearchParams(searchStr);
    // An empty value says that the list's first filter was taken away.
    query.set("awbStatus", state === now ? "" : state);
    query.delete("current");
    query.delete("cursor");
    goTo(`${pathname}?${query.toString()}`);
  };
  return (
    <div className="awb-tiles" role="group" aria-label={t("awb:stock.tiles")}>
      {(data ?? []).map((tile) => {
        const state = states.find((each) => each.value === tile.state);
        const tone: Tone = state?.tone ?? "neutral";
        return (
          <button
            key={tile.state}
            type="button"
            className={`awb-tile tone-${tone}`}
            aria-pressed={tile.state === now}
            onClick={() => show(tile.state)}
          >
            <span>
              <i className="tag-dot" aria-hidden="true" />
              {label(state?.label) || tile.name}
            </span>
            <b className="tabular">{formatFigure(tile.count, 0)}</b>
          </button>
        );
      })}
    </div>
  );
}

/** The words of the states as the list declares them. */
function useStates(): Option[] {
  const { data } = useQuery({
    queryKey: ["awb-states"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { declaredList, loadPages } = await import("@/platform/page-registry");
      await loadPages("af.awb.list");
      return declaredList("af.awb.list")?.columns.find((each) => each.name === "awbStatus")?.options ?? [];
    },
  });
  return data ?? [];
}
