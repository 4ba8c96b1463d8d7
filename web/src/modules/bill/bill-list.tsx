/** The bills of the order, at the left of the form. */
import { Button } from "antd";
import { BASE, type BillKind, type BillRow, type Bills, DOC_TONES } from "@/modules/bill/bill-model";
import { put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { DropMenu } from "@/platform/drop-menu";
import { useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

interface BillListProps {
  bills: Bills;
  /** The stored bill that is shown; null for one that is not stored yet. */
  present: string | null;
  kind: BillKind;
  mayWrite: boolean;
  open(row: BillRow): void;
  begin(kind: BillKind, from: string | null): void;
  changed(): void;
}

export function BillList({ bills, present, kind, mayWrite, open, begin, changed }: BillListProps) {
  const t = useText();
  const houses = bills.bills.filter((row) => row.kind === "HBL");
  const master = bills.bills.find((row) => row.kind === "MBL");
  const sort = async (place: number, step: number) => {
    const ids = houses.map((row) => row.blId);
    const [moved] = ids.splice(place, 1);
    if (moved) ids.splice(place + step, 0, moved);
    const result = await submit(() => put(`${BASE}/sort`, { orderUuid: bills.orderUuid, blIds: ids }, { quiet: true }), { done: false });
    if (result.kind === "saved") changed();
  };
  const writes = mayWrite && !bills.closed;
  const copies = [
    ...(master ? [{ key: master.blId, label: t("bill:list.likeMaster") }] : []),
    ...houses.map((row) => ({ key: row.blId, label: t("bill:list.like", { number: row.number || t("bill:list.noNumber") }) })),
  ];
  return (
    <aside className="bill-list" aria-label={t("bill:list.title")}>
      <h2>{t("bill:list.title")}</h2>
      <ul>
        {bills.bills.map((row) => (
          <li key={row.blId}>
            <button type="button" className="bill-row" aria-current={row.blId === present ? "true" : undefined} onClick={() => open(row)}>
              <b className="mono">{row.number || t("bill:list.noNumber")}</b>
              <ToneTag tone={DOC_TONES[row.docState]}>{t(`bill:state.${row.docState}`)}</ToneTag>
              <span className="soft">
                {t(`bill:kind.${row.kind}`)} · {t(`bill:custody.${row.custodyState}`)}
              </span>
            </button>
            {row.kind === "HBL" && writes && houses.length > 1 && (
              <Steps place={houses.indexOf(row)} count={houses.length} number={row.number} sort={sort} />
            )}
          </li>
        ))}
        {present === null && (
          <li>
            <span className="bill-row" aria-current="true">
              <b>{t(`bill:list.new${kind}`)}</b>
              <ToneTag tone={DOC_TONES.NONE}>{t("bill:state.NONE")}</ToneTag>
            </span>
          </li>
        )}
      </ul>
      {bills.differs.length > 0 && (
        <p className="finding is-warning">{t("bill:list.differs", { what: bills.differs.join("; ") })}</p>
      )}
      {writes && (
        <div className="bill-list-buttons">
          {!master && (
            <Button size="small" onClick={() => begin("MBL", null)}>
              {t("bill:list.addMBL")}
            </Button>
          )}
          {!bills.noHouses && (
            <Button size="small" onClick={() => begin("HBL", null)}>
              {t("bill:list.addHBL")}
            </Button>
          )}
          {!bills.noHouses && copies.length > 0 && (
            <DropMenu menu={{ items: copies, onClick: ({ key }) => begin("HBL", key) }}>
              <Button size="small">{t("bill:list.copy")}</Button>
            </DropMenu>
          )}
        </div>
      )}
      {bills.noHouses && <p className="soft">{t("bill:list.noHouses")}</p>}
    </aside>
  );
}

interface StepsProps {
  place: number;
  count: number;
  number: string;
  sort(place: number, step: number): Promise<void>;
}

/** 上移 and 下移. */
function Steps({ place, count, number, sort }: StepsProps) {
  const t = useText();
  return (
    <span className="bill-steps">
      <button type="button" className="icon-button" disabled={place === 0} aria-label={t("bill:list.up", { number })} onClick={() => void sort(place, -1)}>
        ↑
      </button>
      <button type="button" className="icon-button" disabled={place === count - 1} aria-label={t("bill:list.down", { number })} onClick={() => void sort(place, 1)}>
        ↓
      </button>
    </span>
  );
}
