import type { ReactNode } from "react";
import "./printer-rows.css";

/** One choice of a print dialog: its name at the left, its controls beside it. */
export function PrintRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="print-row" role="group" aria-label={label}>
      <span className="soft">{label}</span>
      <div>{children}</div>
    </div>
  );
}
