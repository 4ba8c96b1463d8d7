import { Suspense, lazy } from "react";
import { useProof } from "@/platform/call/proof";
import { useDialogs } from "@/platform/dialog";
import { useKeySheet } from "@/platform/keys/key-sheet-store";

// Most visits ask nothing; the dialog code comes with the first question.
const QuestionDialog = lazy(() => import("@/platform/question-dialog"));
const ProofDialog = lazy(() => import("@/platform/proof-dialog"));
const KeySheet = lazy(() => import("@/platform/keys/key-sheet"));

/** Draws the oldest open question, above it the one for the password, and the sheet of keys. */
export function DialogHost() {
  const question = useDialogs((state) => state.open[0]);
  const proof = useProof((state) => state.wanted);
  const keys = useKeySheet((state) => state.open);
  return (
    <Suspense fallback={null}>
      {question && <QuestionDialog key={question.id} question={question} />}
      {keys && <KeySheet />}
      {proof && <ProofDialog message={proof.message} />}
    </Suspense>
  );
}
