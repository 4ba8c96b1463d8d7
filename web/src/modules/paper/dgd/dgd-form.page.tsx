/** The form of a declaration: filled from its order, its goods checked while they are typed. */
import { DGD_PROPOSE } from "@/modules/paper/dgd/dgd-calls";
import { useDgdCheck } from "@/modules/paper/dgd/use-dgd-check";
import { tellWarnings } from "@/modules/paper/tell-warnings";
import { OrderFacts } from "@/platform/order/order-facts";
import { ProposedSection } from "@/platform/order/proposed-section";
import { SectionBody } from "@/platform/forms/form-body";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";

/** Lines the printed form has room for. */
const LINES_OF_PAGE = 5;

/** The order, and how many pages its goods take. */
function Head({ form }: { form: FormStore }) {
  const t = useText();
  const lines = rowsOf(useValue(form, "lines")).length;
  return (
    <OrderFacts form={form}>
      <span>{t("paper:dgd.pages", { lines, pages: Math.max(1, Math.ceil(lines / LINES_OF_PAGE)) })}</span>
    </OrderFacts>
  );
}

function MainSection(props: SectionProps) {
  return <ProposedSection {...props} path={DGD_PROPOSE} />;
}

function LinesSection(props: SectionProps) {
  useDgdCheck(props.form, props.section, !props.readOnly);
  return <SectionBody {...props} />;
}

export default definePage({
  form: { header: Head, sections: { main: MainSection, lines: LinesSection }, saved: tellWarnings },
});
