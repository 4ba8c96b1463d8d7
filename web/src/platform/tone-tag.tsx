import type { ReactNode } from "react";
import type { Tone } from "@/platform/contract";

/** A status word on its ground: `<ToneTag tone="done">已入账</ToneTag>`. */
export function ToneTag({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`tag tone-${tone}`}>
      <i className="tag-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
