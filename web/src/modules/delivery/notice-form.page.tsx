/** The form of a notice: filled from its order, with the warehouses of its kind of place. */
import { NOTICE_PROPOSE, TERMINAL, UNSENT, VOID } from "@/modules/delivery/notice-calls";
import { FieldValue } from "@/platform/fields/field-value";
import { SectionBody } from "@/platform/forms/form-body";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { OrderFacts } from "@/platform/order/order-facts";
import { ProposedSection } from "@/platform/order/proposed-section";
import { declaredForm, definePage } from "@/platform/page-registry";

/** Number and state are told by the head. */
const OF_HEAD = ["noticeCode", "state"];

const idOf = (value: unknown): string => String(value ?? "");

function MainSection({ section, ...rest }: SectionProps) {
  const { form, editing } = rest;
  const flag = useValue<string | null>(form, "flag") ?? TERMINAL;
  const warehouse = idOf(useValue(form, "warehouseId"));
  const proposed = idOf(useValue(form, "placeId"));
  const reference = `noticeWarehouse?role=${flag}`;
  const fields = section.fields
    .filter(({ name }) => !OF_HEAD.includes(name))
    .map((field) => (field.name === "warehouseId" ? { ...field, reference } : field));
  // Of the place the order names the server has said it; another one is asked about.
  const params = { flag, ...(warehouse && warehouse !== proposed ? { warehouseId: warehouse } : {}) };
  return (
    <>
      {!editing && <Lacking form={form} />}
      <ProposedSection section={{ ...section, fields }} {...rest} path={NOTICE_PROPOSE} params={params} />
    </>
  );
}

/** Why a notice can't be made yet: the place is not known, or the order has one already. */
function Lacking({ form }: { form: FormStore }) {
  const t = useText();
  const lacking = useValue<string | null>(form, "lacking");
  const live = useValue<{ noticeCode: string } | null>(form, "live");
  const said = live ? t("delivery:form.live", { number: live.noticeCode }) : lacking;
  return said ? (
    <p className="page-note tone-warning" role="status">
      {said}
    </p>
  ) : null;
}

/** Nothing of what has not happened yet. */
function ProgressSection({ section, ...rest }: SectionProps) {
  const t = useText();
  const state = String(useValue(rest.form, "state") ?? "");
  const values = section.fields.map(({ name }) => rest.form.get(name));
  const fields = section.fields.filter((_, place) => values[place] !== null && values[place] !== undefined);
  if (state === UNSENT && fields.length === 0) return <p className="soft">{t("delivery:form.none")}</p>;
  return <SectionBody section={{ ...section, fields }} {...rest} />;
}

/** The order, and for a notice that exists its number, its state and how often it was looked at. */
function Head({ form }: { form: FormStore }) {
  const t = useText();
  const number = useValue<string | null>(form, "noticeCode");
  const state = useValue<string | null>(form, "state");
  const views = Number(useValue(form, "views") ?? 0);
  const last = useValue<string | null>(form, "lastView");
  const fields = declaredForm("af.delivery-notice.form")?.sections[0]?.fields;
  const field = fields?.find(({ name }) => name === "state");
  return (
    <OrderFacts form={form}>
      {number && <b>{number}</b>}
      {state && field && <FieldValue field={field} value={state} />}
      {number && state !== VOID && <span>{t("delivery:form.views", { n: views })}</span>}
      {last && <span>{t("delivery:form.lastView", { time: last.slice(0, 16) })}</span>}
    </OrderFacts>
  );
}

export default definePage({
  form: {
    header: Head,
    sections: { main: MainSection, progress: ProgressSection },
    without: (editing) => (editing ? [] : ["progress"]),
  },
});
