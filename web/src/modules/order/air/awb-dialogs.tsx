/** The dialogs 轨迹明细 and 舱单明细 of a list row: opened only when there is something to show. */
import { Modal } from "antd";
import { create } from "zustand";
import { get } from "@/platform/call/client";
import { formatFigure, formatNumber } from "@/platform/format";
import { translate, useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import type { CargoStatus } from "@/platform/order/air-track-tab";
import { hasHappened } from "@/platform/order/event-texts";

interface Track extends CargoStatus {
  trackAwbId: string;
}

interface Manifest {
  eventTime?: string | null;
  remark?: string | null;
  productInfo?: string | null;
}

interface Tracks {
  awbNumber: string;
  routeTracks: Track[];
  manifest: Manifest[];
}

type Open = { kind: "track" | "manifest"; tracks: Tracks };

const useOpen = create<{ open: Open | null }>(() => ({ open: null }));

export async function openTracks(kind: Open["kind"], orderUuid: string): Promise<void> {
  const tracks = await get<Tracks>("/afbase/order/tracks", { orderUuid });
  const rows = kind === "track" ? tracks.routeTracks : tracks.manifest;
  if (rows.length === 0) toast.warn(translate(kind === "track" ? "order:tracks.none" : "order:tracks.noManifest"));
  else useOpen.setState({ open: { kind, tracks } });
}

export function AwbDialogs() {
  const t = useText();
  const open = useOpen((state) => state.open);
  if (!open) return null;
  const close = () => useOpen.setState({ open: null });
  const title = t(open.kind === "track" ? "order:tracks.title" : "order:tracks.manifestTitle");
  return (
    <Modal open centered footer={null} width={560} title={<>{title} <span className="mono">{open.tracks.awbNumber}</span></>} onCancel={close}>
      {open.kind === "track" ? <TrackList tracks={open.tracks.routeTracks} /> : <ManifestList rows={open.tracks.manifest} />}
    </Modal>
  );
}

function TrackList({ tracks }: { tracks: Track[] }) {
  const t = useText();
  const current = tracks.findIndex(hasHappened);
  return (
    <ol className="event-list">
      {tracks.map((track, place) => (
        <li key={track.trackAwbId} className={place === current ? "is-current" : ""}>
          <p>
            <b className="mono">{track.flightStatusCode}</b> {track.flightStatusName}
            {track.remark && ` (${track.remark})`}
            {track.ahead && ` · ${t("order:track.ahead")}`}
          </p>
          <p className="soft tabular">
            {[track.eventTime?.slice(0, 16) ?? "-", track.airportCode, track.flightNum].filter(Boolean).join(" · ")}
            {track.quantity !== null && ` · ${formatFigure(track.quantity, 0)} Pcs / ${formatNumber(track.grossWeight, 1)} Kg`}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Newest first, as the events are told. */
function ManifestList({ rows }: { rows: Manifest[] }) {
  return (
    <ol className="event-list">
      {rows.toReversed().map((row, place) => (
        <li key={place} className={place === 0 ? "is-current" : ""}>
          <p>{row.remark || "-"}</p>
          <p className="soft tabular">
            {row.eventTime || "-"} {row.productInfo}
          </p>
        </li>
      ))}
    </ol>
  );
}
