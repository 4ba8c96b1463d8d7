/** The form of a letter: filled from its order, with the parts its kind has. */
import { BOOKING, DELIVERY, LETTER_PROPOSE, REPLIED } from "@/modules/paper/letter/letter-calls";
import { OrderFacts } from "@/platform/order/order-facts";
import { ProposedSection } from "@/platform/order/proposed-section";
import { SectionBody } from "@/platform/forms/form-body";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { definePage } from "@/platform/page-registry";
import "../paper.css";

const useKind = (form: FormStore): string => useValue<string | null>(form, "kind") ?? BOOKING;

/** A delivery goes to the terminal, not to a partner. */
function MainSection({ section, ...rest }: SectionProps) {
  const kind = useKind(rest.form);
  const fields = section.fields.filter(({ name }) => name !== "coopId" || kind === BOOKING);
  return <ProposedSection section={{ ...section, fields }} {...rest} path={LETTER_PROPOSE} params={{ kind }} />;
}

/** Drawn for letters of one kind. */
const only = (wanted: string) =>
  function SectionOfKind(props: SectionProps) {
    return useKind(props.form) === wanted ? <SectionBody {...props} /> : <span className="paper-unused" />;
  };

/** Nothing of sending and answers before they are. */
function EndSection({ section, ...rest }: SectionProps) {
  const state = useValue(rest.form, "state");
  const shown = (name: string) => {
    if (name === "remark") return true;
    return name.startsWith("repl") ? state === REPLIED : rest.editing;
  };
  return <SectionBody section={{ ...section, fields: section.fields.filter(({ name }) => shown(name)) }} {...rest} />;
}

export default definePage({
  form: {
    header: OrderFacts,
    sections: { main: MainSection, booking: only(BOOKING), delivery: only(DELIVERY), end: EndSection },
  },
});
