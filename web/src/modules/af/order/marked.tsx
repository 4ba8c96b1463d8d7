import { Tooltip } from "antd";
import type { ReactNode } from "react";
import type { Mark } from "./live-check";
import "./order.css";

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
