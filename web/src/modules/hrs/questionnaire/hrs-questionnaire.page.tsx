/** /hrs_questionnaire 问卷管理: questions are edited in a section of their own, results open in a drawer. */
import { create } from "zustand";
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { FixedSection } from "@/modules/hrs/questionnaire/fixed-section";
import { QuestionsSection } from "@/modules/hrs/questionnaire/questions-section";
import type { Row } from "@/platform/contract";
import { formatNumber } from "@/platform/format";
import { definePage } from "@/platform/page-registry";

export const useResult = create<{ open: Row | null }>(() => ({ open: null }));

/** One decimal, and a zero that is a figure. */
function rateText(value: unknown): string {
  if (typeof value !== "number") return "-";
  return value === 0 ? "0.0%" : `${formatNumber(value, 1)}%`;
}

export default definePage({
  list: {
    cells: { rate: (value) => <span className="tabular">{rateText(value)}</span> },
    dialogs: lazyDialogs(useResult, async () => (await import("@/modules/hrs/questionnaire/result-drawer")).ResultDrawer),
    actions: { sys_questionnaire_result: ([row]) => useResult.setState({ open: row ?? null }) },
  },
  form: { sections: { main: FixedSection, push: FixedSection, questions: QuestionsSection } },
});
