// The customs manifest: milestones of the master waybill, its distribution, and a card for each house waybill.

import { useState } from "react";
import { ManifestDialog } from "./dialogs";
import { minute, text } from "./format";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";
import { useNotify } from "./notify";
import type { ManifestRow, TrackedOrder } from "./record";
import { Empty, Fact } from "./section";

/** The manifest as the section shows it: the row of the master waybill and those of the houses. */
export interface ManifestView {
  empty: boolean;
  master: ManifestRow;
  houses: ManifestRow[];
}

/** Splits the manifest rows; without any, the view is marked empty and the master has nothing. */
export function manifestView(rows: ManifestRow[]): ManifestView {
  const master = rows.find(isMaster);
  return { empty: rows.length === 0, master: master ?? {}, houses: rows.filter((row) => row !== master) };
}

function isMaster(row: ManifestRow): boolean {
  return row.masterFlag === true || /^(1|y|yes|true)$/i.test(String(row.masterFlag ?? ""));
}

/** The body of the manifest section. */
export function ManifestSection({ order }: { order: TrackedOrder }) {
  const { t } = useSpeech();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const view = manifestView(order.manifestList);
  const show = (): void => {
    if (order.trackManifest.length > 0) setOpen(true);
    else notify({ key: "failed.noManifest" });
  };
  return (
    <>
      {view.empty ? <Empty>{t("empty.manifest")}</Empty> : <Manifest view={view} />}
      <button type="button" className="link" onClick={show}>
        {t("manifest.details")}
      </button>
      {open ? (
        <ManifestDialog mawbNum={order.awbNumber || order.number} trackManifest={order.trackManifest} close={() => setOpen(false)} />
      ) : null}
    </>
  );
}

function Manifest({ view: { master, houses } }: { view: ManifestView }) {
  const { t } = useSpeech();
  return (
    <>
      <div className="milestones">
        <div>
          <h3>{t("manifest.master")}</h3>
          <ol className="steps">
            <Step label={t("manifest.original")} time={master.originalTime} />
            <Step label={t("manifest.tally")} time={master.tallyTime} />
            <Step label={t("manifest.released")} time={master.passedTime} />
          </ol>
        </div>
        <div>
          <h3>{t("manifest.distribution")}</h3>
          <ol className="steps">
            <Step label={t("manifest.apply")} time={master.applyTime} />
            <Step label={t("manifest.arrive")} time={master.arriveTime} temporary={master.temporaryArrivalTime} />
          </ol>
        </div>
      </div>
      {houses.length > 0 ? <h3>{t("manifest.houses")}</h3> : null}
      <ul className="houses">
        {houses.map((house, at) => (
          <HouseCard key={house.hawbNumber ?? at} house={house} />
        ))}
      </ul>
    </>
  );
}

interface StepProps {
  label: string;
  time: string | null | undefined;
  /** A provisional time, shown with a green flag as long as there is no final one. */
  temporary?: string | null | undefined;
}

function Step({ label, time, temporary }: StepProps) {
  const { t } = useSpeech();
  const provisional = time ? undefined : temporary;
  return (
    <li className={time || provisional ? "step done" : "step"}>
      <span className="step-dot">{time ? <Icon name="check" /> : null}</span>
      <span className="step-label">{label}</span>
      <span className="step-time">
        {minute(time || provisional)}
        {provisional ? (
          <span className="flag">
            <Icon name="flag" />
            {t("manifest.temporary")}
          </span>
        ) : null}
      </span>
    </li>
  );
}

function HouseCard({ house }: { house: ManifestRow }) {
  const { t } = useSpeech();
  return (
    <li className="house">
      <p className="house-number">
        <span className="visually-hidden">{t("manifest.house")}</span> <span className="number">{text(house.hawbNumber)}</span>
      </p>
      <dl>
        <Fact label={t("manifest.pieceWeight")}>{text(house.pieceWeightInfo)}</Fact>
        <Fact label={t("manifest.declaration")}>
          <span className="number">{text(house.declarationNumber)}</span>
        </Fact>
        <Fact label={t("manifest.original")}>{minute(house.originalTime)}</Fact>
        {house.provisionTime ? <Fact label={t("manifest.provision")}>{minute(house.provisionTime)}</Fact> : null}
        {house.arriveTime ? <Fact label={t("manifest.houseArrive")}>{minute(house.arriveTime)}</Fact> : null}
        <Fact label={t("manifest.tally")}>{minute(house.tallyTime)}</Fact>
        <Fact label={t("manifest.released")}>{minute(house.passedTime)}</Fact>
      </dl>
    </li>
  );
}
