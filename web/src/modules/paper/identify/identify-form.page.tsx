/** The form of certificates: filled from its order. */
import { IDENTIFY_PROPOSE } from "@/modules/paper/identify/identify-calls";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { OrderFacts } from "@/platform/order/order-facts";
import { ProposedSection } from "@/platform/order/proposed-section";
import { definePage } from "@/platform/page-registry";

const MainSection = (props: SectionProps) => <ProposedSection {...props} path={IDENTIFY_PROPOSE} />;

export default definePage({ form: { header: OrderFacts, sections: { main: MainSection } } });
