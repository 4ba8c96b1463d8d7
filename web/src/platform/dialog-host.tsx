import { Suspense, lazy } from "react";
import { useProof } from "@/platform/call/proof";
import { useDialogs } from "@/platform/dialog";

// Most visits ask nothing; the dialog code comes with the first question.
const QuestionDialog = lazy(() => import("@/platform/question-dialog"));
const ProofDialog = lazy(() => import("@/platform/proof-dialog"));

/** Draws the oldest open question, and above it the one for the password. */
export function DialogHost() {
  const question = useDialogs((state) => state.open[0]);
  const proof = useProof((state) => state.wanted);
  return (
    <Suspense fallback={null}>
      {question && <QuestionDialog key={question.id} question={question} />}
      {proof && <ProofDialog message={proof.message} />}
    </Suspense>
  );
}
