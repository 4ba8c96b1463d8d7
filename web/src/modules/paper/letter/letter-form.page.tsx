/** The form of a letter: filled from its order, by its kind. */
import { BOOKING, LETTER_PROPOSE } from "@/modules/paper/letter/letter-calls";
import { OrderFacts } from "@/platform/order/order-facts";
import { ProposedSection } from "@/platform/order/proposed-section";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";
import { definePage } from "@/platform/page-registry";
import "../paper.css";

function MainSection(props: SectionProps) {
  const kind = useValue<string | null>(props.form, "kind") ?? BOOKING;
  return <ProposedSection {...props} path={LETTER_PROPOSE} params={{ kind }} />;
}

export default definePage({ form: { header: OrderFacts, sections: { main: MainSection } } });
