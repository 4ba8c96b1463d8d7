/** The form of names of goods: filled from its order. */
import { GOODS_PROPOSE } from "@/modules/paper/goods/goods-calls";
import { OrderFacts } from "@/platform/order/order-facts";
import { ProposedSection } from "@/platform/order/proposed-section";
import { tellWarnings } from "@/modules/paper/tell-warnings";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { definePage } from "@/platform/page-registry";

/** Nothing of sending before the names are kept. */
function MainSection({ section, ...rest }: SectionProps) {
  const fields = section.fields.filter(({ name }) => rest.editing || (!name.startsWith("sent") && name !== "state"));
  return <ProposedSection section={{ ...section, fields }} {...rest} path={GOODS_PROPOSE} />;
}

export default definePage({ form: { header: OrderFacts, sections: { main: MainSection }, saved: tellWarnings } });
