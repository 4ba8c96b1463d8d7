import { Button } from "antd";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { formatFigure } from "@/platform/format";
import { Copyable, FieldValue } from "@/platform/fields/field-value";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { declaredList } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { openMove } from "./order-moves";
import { Figure, Notice } from "@/platform/order/order-parts";
import { placesOf, usePlaces } from "@/platform/order/places";
import type { LeaseHands } from "./use-lease";
import type { OrderForm } from "./use-order";

const FIGURES = ["Pieces", "Weight", "Volume", "ChargeWeight"];

/** State and key figures of an order: `12 / 480.0 / 3.600 / 600.00 → 12 / 500.0 / 3.950 / 658.33`. */
export function OrderHead({ order }: { order: OrderForm }) {
  const t = useText();
  const { form } = order;
  const status = useValue<string>(form, "orderStatus");
  // The words of the states and their tones stand in the declared list.
  const column = declaredList("af.order.list")?.columns.find((each) => each.name === "orderStatus");
  const coop = useValue<string>(form, "coopName");
  const awb = useValue<string>(form, "awbNumber");
  const flight = useValue<string>(form, "expectFlight");
  const day = useValue<string>(form, "expectDeparture");
  const [from, to] = [useValue<string>(form, "departureStation"), useValue<string>(form, "arrivalStation")];
  return (
    <div className="order-figures">
      {status && column && <FieldValue field={column} value={status} />}
      <Figure label={t("order:head.coop")} value={coop} />
      <Figure label={t("af:head.awb")} value={awb && <Copyable text={awb} />} />
      <Figure label={t("order:head.route")} value={from || to ? `${from || "…"} – ${to || "…"}` : ""} />
      <Figure label={t("af:head.flight")} value={[flight, day].filter(Boolean).join(" / ")} />
      <Figure label={t("order:head.cargo")} value={<Cargo form={form} />} />
    </div>
  );
}

function Cargo({ form }: { form: FormStore }) {
  const plan = useSide(form, "plan");
  const confirm = useSide(form, "confirm");
  if (plan === null) return <span className="nothing">-</span>;
  return <b>{confirm === null ? plan : `${plan} → ${confirm}`}</b>;
}

function useSide(form: FormStore, side: string): string | null {
  const places = usePlaces("AE");
  const values = [
    useValue(form, `${side}Pieces`),
    useValue(form, `${side}Weight`),
    useValue(form, `${side}Volume`),
    useValue(form, `${side}ChargeWeight`),
  ];
  if (values.every((value) => value === null || value === undefined || value === "")) return null;
  return FIGURES.map((name, at) => formatFigure(values[at], placesOf(name, places) ?? 0)).join(" / ");
}

interface OrderNoticesProps {
  form: FormStore;
  lease: LeaseHands;
  refresh(): void;
}

/** Why the order cannot be changed now, and what can be done about it. */
export function OrderNotices({ form, lease, refresh }: OrderNoticesProps) {
  const t = useText();
  const lifecycle = useValue<string>(form, "lifecycle");
  const finished = useValue<boolean>(form, "operationFinished");
  const mayTakeOver = useCan("af-order-takeover");
  const held = lease.lease && !lease.lease.mine ? lease.lease : null;
  return (
    <>
      {lifecycle === "LOCKED" && <LockedNotice form={form} refresh={refresh} />}
      {(lifecycle === "CANCELLED" || lifecycle === "CLOSED") && <Notice text={t("order:notice.closed")} />}
      {lifecycle === "OPEN" && finished && <Notice text={t("af:notice.finished")} />}
      {held && (
        <Notice text={t("af:notice.lease", { user: held.holder, time: held.since.slice(11, 16) })}>
          <Button size="small" onClick={refresh}>
            {t("af:notice.refresh")}
          </Button>
          {mayTakeOver && (
            <Button size="small" onClick={() => void lease.takeOver()}>
              {t("af:notice.takeOver")}
            </Button>
          )}
        </Notice>
      )}
    </>
  );
}

/** Locked by finance: who cannot unlock applies for it, and sees the application that runs. */
function LockedNotice({ form, refresh }: { form: FormStore; refresh(): void }) {
  const t = useText();
  const buttons = useValue<string[] | undefined>(form, "buttons") ?? [];
  const unlocking = useValue<{ instanceId: string; instanceNo: string } | null | undefined>(form, "unlocking");
  const text = (name: string) => String(form.get(name) ?? "");
  const apply = () => {
    const order = { orderUuid: text("orderUuid"), rowUuid: text("rowUuid"), orderCode: text("orderCode"), coopName: text("coopName") };
    openMove("applyUnlock", order, refresh);
  };
  return (
    <Notice text={unlocking ? t("af:unlock.running", { no: unlocking.instanceNo }) : t("order:notice.locked")}>
      {buttons.includes("prm-unlock-apply") && (
        <Button size="small" onClick={apply}>
          {t("af:move.applyUnlock")}
        </Button>
      )}
      {unlocking && <PageLink href={`/notification?id=0&approval=${unlocking.instanceId}`}>{t("af:unlock.look")}</PageLink>}
    </Notice>
  );
}
