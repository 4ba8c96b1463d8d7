import { ApprovingNotice } from "@/platform/approving-notice";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { formatFigure } from "@/platform/format";
import { Copyable, FieldValue } from "@/platform/fields/field-value";
import { useText } from "@/platform/i18n";
import { declaredList } from "@/platform/page-registry";
import { openMove } from "./order-moves";
import { LeaseNotice } from "@/platform/lease-notice";
import { CustomerLockNotice, LockedNotice } from "@/platform/order/locks";
import { Figure, Notice } from "@/platform/order/order-parts";
import { placesOf, usePlaces } from "@/platform/order/places";
import type { LeaseHands } from "@/platform/use-lease";
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
  const apply = () => {
    const text = (name: string) => String(form.get(name) ?? "");
    const order = { orderUuid: text("orderUuid"), rowUuid: text("rowUuid"), orderCode: text("orderCode"), coopName: text("coopName") };
    openMove("applyUnlock", order, refresh);
  };
  return (
    <>
      <CustomerLockNotice form={form} scope="AE" />
      {lifecycle === "LOCKED" && <LockedNotice form={form} apply={apply} />}
      {(lifecycle === "CANCELLED" || lifecycle === "CLOSED") && <Notice text={t("order:notice.closed")} />}
      {lifecycle === "OPEN" && finished && <Notice text={t("order:notice.finished")} />}
      <ApprovingNotice form={form} />
      <LeaseNotice lease={lease} code="af-order-takeover" held="order:notice.lease" refresh={refresh} />
    </>
  );
}
