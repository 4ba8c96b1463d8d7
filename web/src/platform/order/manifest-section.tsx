import { useQuery } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { useMemo, useState } from "react";
import { CallError, get, post, remove } from "@/platform/call/client";
import type { Field, Kind } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { Copyable } from "@/platform/fields/field-value";
import { FieldsDialog } from "@/platform/forms/fields-dialog";
import { EMPTY } from "@/platform/format";
import { type Translate, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { minute, useCargo } from "@/platform/order/event-texts";
import { type StoredEvent, tellStored } from "@/platform/order/stored-event";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { toast } from "@/platform/toast";
import "@/platform/order/tabs.css";

/** The milestones of a bill. */
export interface ManifestRow {
  masterFlag: boolean;
  hawbNumber: string | null;
  pieceWeightInfo: string | null;
  declarationNumber: string | null;
  [time: string]: unknown;
}

interface Entry {
  id: string;
  hawbNumber: string;
  kind: string;
  eventTime: string | null;
  pieces: number | null;
  weight: number | null;
  declarationNumber: string;
  remark: string;
  source: string;
  canRemove: boolean;
}

interface Manifest {
  /** Number the manifest goes by; empty: the order has none yet. */
  number: string;
  mayEnter: boolean;
  manifest: ManifestRow[];
  events: Entry[];
}

/** The kinds that are entered by hand, in the order of a shipment's life. */
const KINDS = ["PROVISION", "ORIGINAL", "ARRIVE", "TEMPORARY", "TALLY", "APPLY", "PASSED"];
const MILESTONES = ["provisionTime", "arriveTime", "tallyTime", "passedTime", "originalTime", "applyTime"] as const;
const HOUSE_MAX = 30;
const DECLARATION_MAX = 40;
const REMARK_MAX = 200;

/** 舱单: the milestones of the customs manifest, and each entry of it; people enter what no message tells. */
export function ManifestSection({ orderUuid }: { orderUuid: string }) {
  const t = useText();
  const [entering, setEntering] = useState(false);
  const found = useQuery({
    queryKey: ["order.manifest", orderUuid],
    staleTime: 0,
    queryFn: () => get<Manifest>("/afbase/track/manifest", { orderUuid }, { quiet: true }),
  });
  const renew = () => void found.refetch();
  if (found.error && !found.data) return <LoadFailed message={found.error.message} retry={renew} />;
  if (!found.data || found.data.number === "") return null;
  const { number, mayEnter, manifest, events } = found.data;
  return (
    <section aria-label={t("order:manifest.title")}>
      <div className="tab-bar">
        <h2>{t("order:manifest.title")}</h2>
        <span className="top-space" />
        {mayEnter && <Button onClick={() => setEntering(true)}>{t("order:manifest.enter")}</Button>}
      </div>
      {manifest.length > 0 ? (
        <ManifestTable rows={manifest} number={number} />
      ) : (
        <p className="soft">{t(mayEnter ? "order:manifest.none" : "order:manifest.noneRead")}</p>
      )}
      {events.length > 0 && (
        <details className="manifest-entries">
          <summary>{t("order:manifest.entries")}</summary>
          <ol className="track-events">
            {events.map((entry, place) => (
              <EntryItem key={entry.id} entry={entry} current={place === 0} removed={renew} />
            ))}
          </ol>
        </details>
      )}
      {entering && <EntryDialog orderUuid={orderUuid} close={() => setEntering(false)} saved={renew} />}
    </section>
  );
}

function kindName(t: Translate, kind: string): string {
  return KINDS.includes(kind) ? t(`order:manifest.kind.${kind}`) : kind;
}

function EntryItem({ entry, current, removed }: { entry: Entry; current: boolean; removed(): void }) {
  const t = useText();
  const cargo = useCargo()(entry.pieces, entry.weight);
  const name = kindName(t, entry.kind);
  const removeEntry = async () => {
    const text = t("order:manifest.removeConfirm", { name });
    if (!(await ask({ text, yes: t("platform:action.remove"), danger: true }))) return;
    try {
      await remove(`/afbase/track/manifest/${encodeURIComponent(entry.id)}`);
      toast.done();
      removed();
    } catch (error) {
      // The call has shown why.
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <li aria-current={current ? "step" : undefined}>
      <p className="track-event-head">
        <b>{name}</b>
        <span className="mono">{entry.hawbNumber || t("order:manifest.master")}</span>
        <time className="tabular">{minute(entry.eventTime)}</time>
        {cargo && <span className="tabular">{cargo}</span>}
        {entry.declarationNumber && <span className="mono">{entry.declarationNumber}</span>}
      </p>
      {entry.remark && <p className="soft">{entry.remark}</p>}
      <p className="track-event-foot">
        <span className="nothing">{entry.source}</span>
        {entry.canRemove && (
          <button type="button" className="text-button" onClick={() => void removeEntry()}>
            {t("platform:action.remove")}
          </button>
        )}
      </p>
    </li>
  );
}

/** The fields of an entry, with the limits of the server. */
function entryFields(t: Translate): Field[] {
  const field = (name: string, kind: Kind, rest: Partial<Field> = {}): Field => {
    const text = t(`order:manifest.field.${name}`);
    return { name, kind, label: { zh: text, en: text }, ...rest };
  };
  const options = KINDS.map((value) => ({ value, label: { zh: kindName(t, value), en: kindName(t, value) } }));
  return [
    field("kind", "select", { required: true, options }),
    field("hawbNumber", "upper", { maxLength: HOUSE_MAX }),
    field("eventTime", "instant", { required: true }),
    field("pieces", "int", { min: 1, max: 999_999_999 }),
    field("weight", "decimal", { min: 0.001, max: 9_999_999, digits: 3, unit: "KG" }),
    field("declarationNumber", "text", { maxLength: DECLARATION_MAX }),
    field("remark", "text", { maxLength: REMARK_MAX }),
  ];
}

function EntryDialog({ orderUuid, close, saved }: { orderUuid: string; close(): void; saved(): void }) {
  const t = useText();
  const fields = useMemo(() => entryFields(t), [t]);
  return (
    <FieldsDialog
      title={t("order:manifest.enter")}
      fields={fields}
      initial={{}}
      send={(body) => post<StoredEvent>("/afbase/track/manifest", { orderUuid, ...body }, { quiet: true })}
      saved={(answer) => tellStored(answer as StoredEvent, saved)}
      close={close}
    />
  );
}

/** Milestones, the master first. */
export function ManifestTable({ rows, number }: { rows: ManifestRow[]; number: string }) {
  const t = useText();
  const columns: TableColumnsType<ManifestRow> = [
    {
      key: "number",
      fixed: "left",
      width: 150,
      title: t("order:manifest.bill"),
      render: (_, row) => <Copyable text={row.masterFlag ? number : (row.hawbNumber ?? "")} />,
    },
    { key: "cargo", width: 120, title: t("order:air.cargo"), render: (_, row) => row.pieceWeightInfo ?? EMPTY },
    { key: "declaration", width: 170, title: t("order:manifest.declaration"), render: (_, row) => row.declarationNumber ?? EMPTY },
    ...MILESTONES.map((name) => ({
      key: name,
      width: 136,
      title: t(`order:manifest.${name}`),
      render: (_: unknown, row: ManifestRow) => <Milestone row={row} name={name} />,
    })),
  ];
  return (
    <Table<ManifestRow>
      className="tab-table"
      size="small"
      rowKey={(row) => row.hawbNumber ?? "master"}
      columns={columns}
      dataSource={rows}
      pagination={false}
      scroll={{ x: "max-content", y: TABLE_HEIGHT.large }}
    />
  );
}

function Milestone({ row, name }: { row: ManifestRow; name: string }) {
  const t = useText();
  // A warehouse may enter a provisional arrival before customs knows of it.
  if (name === "arriveTime" && !row["arriveTime"] && row["temporaryArrivalTime"]) {
    return (
      <span className="tabular provisional" title={t("order:manifest.temporary")}>
        {minute(row["temporaryArrivalTime"])} {t("order:manifest.temporaryMark")}
      </span>
    );
  }
  return <span className="tabular">{minute(row[name])}</span>;
}
