/** The large kinds inside forms and tables; nothing of them is loaded before one is drawn. */
import { Suspense, lazy } from "react";
import type { Kind } from "@/platform/contract";
import type { EditorProps } from "@/platform/fields/editor-props";

const Large = lazy(() => import("@/platform/rich/large"));

export type LargeFieldProps = { editor: EditorProps } | { kind: Kind; value: unknown };

/** Its editor, or its value as it is read. */
export function LargeField(props: LargeFieldProps) {
  return (
    <Suspense>
      <Large {...props} />
    </Suspense>
  );
}
