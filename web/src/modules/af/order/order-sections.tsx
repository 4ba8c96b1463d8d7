/** The tab 基本信息: every section of the order's form. */
import type { Section } from "@/platform/contract";
import { FormGrid, FormSection } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { isFixed } from "@/platform/order/finished";
import { useCan } from "@/platform/session";
import { CargoFigures } from "./cargo-figures";
import { LegGrid } from "./leg-grid";
import { DANGEROUS_GOODS, HEAD_SECTIONS, sectionOf } from "./order-body";
import { PartyCards } from "./party-cards";
import { ServiceCards } from "./service-cards";
import type { OrderForm } from "./use-order";

interface OrderSectionsProps {
  order: OrderForm;
  sections: Section[];
  readOnly: boolean;
}

/** Fields that only matter when another says so. */
const DANGEROUS = ["dangerousType", "undgCode", "undgContactName", "undgContactCommunicationType", "undgContactCommunicationNo"];
const CELSIUS = ["celsiusRequire", "thermometer"];

export function OrderSections({ order, sections, readOnly }: OrderSectionsProps) {
  const { form } = order;
  const seesPrices = useCan("af-order-price");
  const finished = useValue<boolean>(form, "operationFinished") === true;
  const closed = readOnly || finished;
  return (
    <>
      {HEAD_SECTIONS.filter((key) => key !== "remarks" && (key !== "price" || seesPrices)).map((key) => {
        const section = sectionOf(sections, key);
        if (key === "figures") return <CargoFigures key={key} order={order} sections={sections} readOnly={closed} />;
        return (
          <FormSection key={key} section={section}>
            <FieldGrid section={section} form={form} readOnly={isFixed(key) ? closed : readOnly} />
            {key === "routing" && <LegGrid form={form} section={sectionOf(sections, "legs")} readOnly={closed} />}
          </FormSection>
        );
      })}
      <ServiceCards form={form} sections={sections} readOnly={readOnly} />
      <PartyCards form={form} section={sectionOf(sections, "party")} readOnly={readOnly} />
      <FormSection section={sectionOf(sections, "remarks")}>
        <FieldGrid section={sectionOf(sections, "remarks")} form={form} readOnly={readOnly} />
      </FormSection>
    </>
  );
}

function FieldGrid({ section, form, readOnly }: { section: Section; form: FormStore; readOnly: boolean }) {
  const goods = useValue(form, "goodsType");
  const number = useValue(form, "undgCode");
  const dangerous = goods === DANGEROUS_GOODS || Boolean(number);
  const celsius = useValue(form, "isCelsiusRequire") === true;
  const shown = section.fields.filter(
    ({ name }) => (dangerous || !DANGEROUS.includes(name)) && (celsius || !CELSIUS.includes(name)),
  );
  return (
    <FormGrid>
      {shown.map((field) => (
        <FormField key={field.name} form={form} field={field} readOnly={readOnly} />
      ))}
    </FormGrid>
  );
}
