import { useText } from "@/platform/i18n";
import { RouteTable, Timeline } from "@/platform/order/air-track-tab";
import { useCargo } from "@/platform/order/event-texts";
import { ManifestTable } from "@/platform/order/manifest-section";
import type { Cargo, Weighing } from "./cargo-calls";

/** The route, the events, the manifest and the weighings of a number. */
export function CargoDetails({ cargo, renew }: { cargo: Cargo; renew(): void }) {
  const t = useText();
  return (
    <>
      {cargo.routes.length > 0 && (
        <>
          <h2>{t("order:air.route")}</h2>
          <RouteTable routes={cargo.routes} />
        </>
      )}
      <h2>{t("order:air.events")}</h2>
      {cargo.routeTracks.length > 0 ? (
        <Timeline events={cargo.routeTracks} removed={renew} />
      ) : (
        <p className="soft">{t("track:noTracks")}</p>
      )}
      <h2>{t("order:manifest.title")}</h2>
      {cargo.manifest.length > 0 ? (
        <ManifestTable rows={cargo.manifest} number={cargo.awbNumber} />
      ) : (
        <p className="soft">{t("track:noManifest")}</p>
      )}
      {cargo.weighing.length > 0 && <WeighingList rows={cargo.weighing} />}
    </>
  );
}

function WeighingList({ rows }: { rows: Weighing[] }) {
  const t = useText();
  const figures = useCargo();
  return (
    <>
      <h2>{t("track:weighing")}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.hawbNumber ?? ""}>
            <span className="mono">{row.hawbNumber ?? row.awbNumber}</span>{" "}
            <span className="tabular">{figures(row.totalPieces, row.totalWeight)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
