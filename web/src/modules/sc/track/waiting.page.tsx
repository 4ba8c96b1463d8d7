/** /sc_track_queue 待处理轨迹: what the declared list of events that wait does not do by itself. */
import { useEffect } from "react";
import type { ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { MapDialog } from "./map-dialog";
import { closeTracks, openMap, useTracks } from "./track-store";

function Dialogs({ list }: { list: ListContext }) {
  const open = useTracks((state) => state.open);
  useEffect(() => closeTracks, []);
  return open?.kind === "map" ? <MapDialog row={open.row} close={closeTracks} mapped={list.reload} /> : null;
}

export default definePage({
  list: {
    dialogs: Dialogs,
    actions: {
      "sc-track-map": ([row]) => {
        if (row) openMap(row);
      },
    },
  },
});
