import { Suspense, lazy } from "react";
import { useDialogs } from "@/platform/dialog";

// Most visits ask nothing; the dialog code comes with the first question.
const QuestionDialog = lazy(() => import("@/platform/question-dialog"));

/** Draws the oldest open question. */
export function DialogHost() {
  const question = useDialogs((state) => state.open[0]);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <QuestionDialog key={question.id} question={question} />
    </Suspense>
  );
}
