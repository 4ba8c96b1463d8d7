import { ApprovingNotice } from "@/platform/approving-notice";
import type { Field, FormPage } from "@/platform/contract";
import { Copyable, FieldValue } from "@/platform/fields/field-value";
import { useChoice } from "@/platform/fields/sources";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { asNumber, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LeaseNotice } from "@/platform/lease-notice";
import { CustomerLockNotice, LockedNotice } from "@/platform/order/locks";
import { Marked } from "@/platform/order/marked";
import { Figure, Notice } from "@/platform/order/order-parts";
import { placesOf, usePlaces } from "@/platform/order/places";
import { declaredList } from "@/platform/page-registry";
import type { LeaseHands } from "@/platform/use-lease";
import { type ScScope, listKey, scopeOf } from "../scopes";
import { boxesText } from "./boxes-text";
import { movedOrder, openMove } from "./moves";

interface OrderHeadProps {
  scope: ScScope;
  page: FormPage;
  form: FormStore;
}

/** What carries the goods: the text of a head, its first member the one a scope must declare to have it. */
const CARRIERS = [
  ["ship", "shipName", "shipVoyageNumber"],
  ["train", "trainNo", "expectDeparture"],
  ["flight", "expectFlight", "expectDeparture"],
  ["vehicle", "driverNumber", "driverName"],
] as const;
/** Scopes whose places are better known by their names than by their codes. */
const NAMED: ScScope[] = ["te", "ti", "lc", "io"];

/** State and key figures of an order: number, customer, route, carrier, boxes, planned → confirmed. */
export function OrderHead({ scope, page, form }: OrderHeadProps) {
  const t = useText();
  const members = new Set(
    page.sections.flatMap(({ key, rows, fields }) => (rows ? [key] : fields.map(({ name }) => name))),
  );
  const carrier = CARRIERS.find(([, first]) => members.has(first));
  const number = useValue<string | null>(form, "number");
  return (
    <div className="order-figures">
      <State scope={scope} form={form} />
      <Figure label={t("sc:head.number")} value={number && <Copyable text={number} />} />
      <Figure label={t("order:head.coop")} value={useValue<string | null>(form, "coopName")} />
      {members.has("departureStation") && (
        <Figure label={t("order:head.route")} value={<Route scope={scope} page={page} form={form} />} />
      )}
      {carrier && <Carrier form={form} carrier={carrier} />}
      {members.has("containerList") && <Boxes form={form} />}
      <Figure label={t("order:head.cargo")} value={<Cargo scope={scope} form={form} />} />
    </div>
  );
}

/** The words of the states and their tones stand in the declared list. */
function State({ scope, form }: Pick<OrderHeadProps, "scope" | "form">) {
  const status = useValue<string | null>(form, "orderStatus");
  const column = declaredList(listKey(scope))?.columns.find((each) => each.name === "orderStatus");
  return status && column ? <FieldValue field={column} value={status} /> : null;
}

function Route({ scope, page, form }: OrderHeadProps) {
  const fields = page.sections.flatMap((section) => (section.rows ? [] : section.fields));
  const named = NAMED.includes(scope);
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
  return <Figure label={t(`sc:head.${key}`)} value={parts.filter(Boolean).join(" / ")} />;
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
      label={t("sc:head.boxes")}
      value={text && (teu ? `${text} (${t("sc:head.teu", { n: formatFigure(teu, 2) })})` : text)}
    />
  );
}

const FIGURES = ["Pieces", "Weight", "Volume", "ChargeWeight"] as const;

/** `10 / 18500.000 / 118.000 → 10 / 18700.000 / 118.500`; what differs from the plan is red. */
function Cargo({ scope, form }: Pick<OrderHeadProps, "scope" | "form">) {
  const plan = useSide(form, "plan");
  const confirm = useSide(form, "confirm");
  if (plan.every((figure) => figure === null)) return <span className="nothing">-</span>;
  return (
    <b>
      <Side scope={scope} figures={plan} />
      {confirm.some((figure) => figure !== null) && (
        <>
          {" → "}
          <Side scope={scope} figures={confirm} plan={plan} />
        </>
      )}
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

function Side({ scope, figures, plan }: { scope: ScScope; figures: (number | null)[]; plan?: (number | null)[] }) {
  const t = useText();
  const places = usePlaces(scopeOf(scope));
  return FIGURES.map((name, at) => {
    const figure = figures[at] ?? null;
    const before = plan?.[at] ?? null;
    const shown = (value: number | null) => formatFigure(value, placesOf(name, places) ?? 0);
    const tip = t("sc:head.differs", { figure: t(`sc:head.${name}`), plan: shown(before) });
    const differs = figure !== null && before !== null && figure !== before;
    return (
      <span key={name}>
        {at > 0 && " / "}
        <Marked mark={differs ? { level: "outside", text: "", tip } : undefined}>{shown(figure)}</Marked>
      </span>
    );
  });
}

interface OrderNoticesProps {
  scope: ScScope;
  form: FormStore;
  lease: LeaseHands;
  refresh(): void;
}

/** Why the order cannot be changed now, and what can be done about it. */
export function OrderNotices({ scope, form, lease, refresh }: OrderNoticesProps) {
  const t = useText();
  const lifecycle = useValue<string | null>(form, "lifecycle");
  const finished = useValue<boolean | undefined>(form, "operationFinished") === true;
  const apply = () => openMove("applyUnlock", movedOrder(scope, form.all()), refresh);
  return (
    <>
      <CustomerLockNotice form={form} scope={scopeOf(scope)} />
      {lifecycle === "LOCKED" && <LockedNotice form={form} apply={apply} />}
      {(lifecycle === "CANCELLED" || lifecycle === "CLOSED") && <Notice text={t("order:notice.closed")} />}
      {lifecycle === "OPEN" && finished && <Notice text={t("order:notice.finished")} />}
      <ApprovingNotice form={form} />
      <LeaseNotice lease={lease} code={`${scope}-order-takeover`} held="order:notice.lease" refresh={refresh} />
    </>
  );
}
