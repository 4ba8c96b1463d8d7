/** The form of certificates: filled from its order. */
import { IDENTIFY_PROPOSE } from "@/modules/paper/identify/identify-calls";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { OrderFacts } from "@/platform/order/order-facts";
import { ProposedSection } from "@/platform/order/proposed-section";
import { definePage } from "@/platform/page-registry";

const OF_DECLARING = new Set(["state", "auditState", "declarationNo"]);

/** Nothing of declaring before the certificates are kept. */
function MainSection({ section, ...rest }: SectionProps) {
  const fields = section.fields.filter(({ name }) => rest.editing || !OF_DECLARING.has(name));
  return <ProposedSection section={{ ...section, fields }} {...rest} path={IDENTIFY_PROPOSE} />;
}

export default definePage({ form: { header: OrderFacts, sections: { main: MainSection } } });
