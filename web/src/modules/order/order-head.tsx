import { ApprovingNotice } from "@/platform/approving-notice";
import type { Field, FormPage } from "@/platform/contract";
import { Copyable, FieldValue } from "@/platform/fields/field-value";
import { useChoice } from "@/platform/fields/sources";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { asNumber, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LeaseNotice } from "@/platform/lease-notice";
import { CreditPassNotice, CustomerLockNotice, LockedNotice } from "@/platform/order/locks";
import { type Mark, Marked, type Marks } from "@/platform/order/marked";
import { Figure, Notice } from "@/platform/order/order-parts";
import { placesOf, usePlaces } from "@/platform/order/places";
import { PageLink } from "@/platform/page-link";
import { declaredList } from "@/platform/page-registry";
import type { LeaseHands } from "@/platform/use-lease";
import { boxesText } from "./boxes-text";
import { applyUnlock, movedOrder } from "./order-moves";
import { type Prefix, listKey, listPath, scopeOf } from "./scopes";

interface OrderHeadProps {
  prefix: Prefix;
  page: FormPage;
  form: FormStore;
  /** What the server says of the differences to the plan; without, each difference counts. */
  marks: Marks | undefined;
}

/** What carries the goods: the text of a head, its first member the one a scope must declare to have it. */
const CARRIERS = [
  ["ship", "shipName", "shipVoyageNumber"],
  ["train", "trainNo", "expectDeparture"],
  ["flight", "expectFlight", "expectDeparture"],
  ["vehicle", "driverNumber", "driverName"],
] as const;
/** Scopes whose places are better known by their names than by their codes. */
const NAMED: Prefix[] = ["te", "ti", "lc", "io"];

/** State and key figures of an order: number, customer, route, carrier, boxes, planned → confirmed. */
export function OrderHead({ prefix, page, form, marks }: OrderHeadProps) {
  const t = useText();
  const fields = page.sections.flatMap((section) => (section.rows ? [] : section.fields));
  const rows = page.sections.filter((section) => section.rows).map(({ key }) => key);
  const has = (name: string) => fields.some((field) => field.name === name);
  const carrier = CARRIERS.find(([, first]) => has(first));
  // An air export is known by its master number.
  const name = prefix === "af" ? "awbNumber" : "number";
  const number = useValue<string | null>(form, name);
  return (
    <div className="order-figures">
      <State prefix={prefix} form={form} />
      <Figure label={t(`order:head.${name}`)} value={number && <Copyable text={number} />} />
      <Figure label={t("order:head.coop")} value={useValue<string | null>(form, "coopName")} />
      {has("departureStation") && (
        <Figure label={t("order:head.route")} value={<Route named={NAMED.includes(prefix)} fields={fields} form={form} />} />
      )}
      {carrier && <Carrier form={form} carrier={carrier} />}
      {rows.includes("containerList") && <Boxes form={form} />}
      <Figure label={t("order:head.cargo")} value={<Cargo prefix={prefix} form={form} marks={marks} />} />
      <SplitLinks prefix={prefix} form={form} />
    </div>
  );
}

interface LinkedOrder {
  orderUuid: string;
  orderCode: string;
}

/** The order it was split from, and those that were split from it. */
function SplitLinks({ prefix, form }: Pick<OrderHeadProps, "prefix" | "form">) {
  const t = useText();
  const from = useValue<LinkedOrder | null | undefined>(form, "splitFrom");
  const into = useValue<LinkedOrder[] | undefined>(form, "splitInto") ?? [];
  const link = ({ orderUuid, orderCode }: LinkedOrder) => (
    <PageLink key={orderUuid} href={`${listPath(prefix)}_edit?o=${encodeURIComponent(orderUuid)}`} className="mono">
      {orderCode}
    </PageLink>
  );
  return (
    <>
      {from && <Figure label={t("order:head.splitFrom")} value={link(from)} />}
      {into.length > 0 && <Figure label={t("order:head.splitInto")} value={<span className="split-links">{into.map(link)}</span>} />}
    </>
  );
}

/** The words of the states and their tones stand in the declared list. */
function State({ prefix, form }: Pick<OrderHeadProps, "prefix" | "form">) {
  const status = useValue<string | null>(form, "orderStatus");
  const column = declaredList(listKey(prefix))?.columns.find((each) => each.name === "orderStatus");
  return status && column ? <FieldValue field={column} value={status} /> : null;
}

function Route({ named, fields, form }: { named: boolean; fields: Field[]; form: FormStore }) {
  const from = usePlace(form, fields, "departureStation", named);
  const to = usePlace(form, fields, "arrivalStation", named);
  return from || to ? <>{`${from || "…"} – ${to || "…"}`}</> : <span className="nothing">-</span>;
}

/** The code of a place, or its name where nobody knows the code: told with the order, else looked up. */
function usePlace(form: FormStore, fields: Field[], name: string, named: boolean): string {
  const code = useValue<string | null>(form, name);
  const told = useValue<string | null>(form, `${name}Name`);
  const reference = fields.find((field) => field.name === name)?.reference ?? "";
  const { data } = useChoice(reference, code, named && !told && reference !== "");
  return (named && (told || data?.label)) || code || "";
}

function Carrier({ form, carrier: [key, first, second] }: { form: FormStore; carrier: (typeof CARRIERS)[number] }) {
  const t = useText();
  const parts = [useValue<string | null>(form, first), useValue<string | null>(form, second)];
  return <Figure label={t(`order:head.${key}`)} value={parts.filter(Boolean).join(" / ")} />;
}

function Boxes({ form }: { form: FormStore }) {
  const t = useText();
  const told = useValue<string | null>(form, "containerText");
  const planned = boxesText(useValue(form, "containerList"));
  // The server counts the boxes themselves where there are some.
  const text = told || planned;
  const teu = asNumber(useValue(form, "containerNumber"));
  return (
    <Figure
      label={t("order:head.boxes")}
      value={text && (teu ? `${text} (${t("order:head.teu", { n: formatFigure(teu, 2) })})` : text)}
    />
  );
}

const FIGURES = ["Pieces", "Weight", "Volume", "ChargeWeight"] as const;

/** `10 / 18500.000 / 118.000 → 10 / 18700.000 / 118.500`; what differs from the plan is marked. */
function Cargo({ prefix, form, marks }: Pick<OrderHeadProps, "prefix" | "form" | "marks">) {
  const t = useText();
  const places = usePlaces(scopeOf(prefix));
  const plan = useSide(form, "plan");
  const confirm = useSide(form, "confirm");
  if (plan.every((figure) => figure === null)) return <span className="nothing">-</span>;
  const shown = (figures: (number | null)[], at: number) => formatFigure(figures[at], placesOf(FIGURES[at] ?? "", places) ?? 0);
  const differing = (at: number): Mark | undefined => {
    if (confirm[at] === null || plan[at] === null || confirm[at] === plan[at]) return undefined;
    const tip = t("order:head.differs", { figure: t(`order:figures.${FIGURES[at]}`), plan: shown(plan, at) });
    return { level: "outside", text: "", tip };
  };
  const markOf = (at: number) => (marks ? marks[`confirm${FIGURES[at]}`] : differing(at));
  return (
    <b>
      {FIGURES.map((_, at) => shown(plan, at)).join(" / ")}
      {confirm.some((figure) => figure !== null) && " → "}
      {confirm.some((figure) => figure !== null) &&
        FIGURES.map((name, at) => (
          <span key={name}>
            {at > 0 && " / "}
            <Marked mark={markOf(at)}>{shown(confirm, at)}</Marked>
          </span>
        ))}
    </b>
  );
}

/** The four figures of a side; a zero is one nobody has told. */
function useSide(form: FormStore, side: "plan" | "confirm"): (number | null)[] {
  const values = [
    useValue(form, `${side}Pieces`),
    useValue(form, `${side}Weight`),
    useValue(form, `${side}Volume`),
    useValue(form, `${side}ChargeWeight`),
  ];
  return values.map((value) => asNumber(value) || null);
}

interface OrderNoticesProps {
  prefix: Prefix;
  form: FormStore;
  lease: LeaseHands;
  refresh(): void;
}

/** Why the order cannot be changed now, and what can be done about it. */
export function OrderNotices({ prefix, form, lease, refresh }: OrderNoticesProps) {
  const t = useText();
  const lifecycle = useValue<string | null>(form, "lifecycle");
  const finished = useValue<boolean | undefined>(form, "operationFinished") === true;
  return (
    <>
      <CustomerLockNotice form={form} scope={scopeOf(prefix)} />
      <CreditPassNotice form={form} />
      {lifecycle === "LOCKED" && <LockedNotice form={form} apply={() => applyUnlock(movedOrder(prefix, form.all()), refresh)} />}
      {(lifecycle === "CANCELLED" || lifecycle === "CLOSED") && <Notice text={t("order:notice.closed")} />}
      {lifecycle === "OPEN" && finished && <Notice text={t("order:notice.finished")} />}
      <ApprovingNotice form={form} />
      <LeaseNotice lease={lease} code={`${prefix}-order-takeover`} held="order:notice.lease" refresh={refresh} />
    </>
  );
}
