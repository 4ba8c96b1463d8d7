import { Tooltip } from "antd";
import type { ReactNode } from "react";
import "@/platform/order/order.css";

export interface Mark {
  level: "outside" | "differs";
  text: string;
  tip: string;
}

/** Differences of the actual figures to the planned ones, by member. */
export type Marks = Record<string, Mark>;

/** An actual figure in the colour of its difference to the plan: orange differs, red with ⚠ outside tolerance. */
export function Marked({ mark, children }: { mark: Mark | undefined; children: ReactNode }) {
  if (!mark) return <>{children}</>;
  return (
    <Tooltip title={mark.tip}>
      <span className={`marked is-${mark.level}`} tabIndex={0} aria-description={mark.tip}>
        {mark.level === "outside" && <span aria-hidden="true">⚠ </span>}
        {children}
      </span>
    </Tooltip>
  );
}
