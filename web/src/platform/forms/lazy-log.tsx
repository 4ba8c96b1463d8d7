/** The log of a record beside its form; the drawer comes when it is opened first. */
import { Suspense, lazy, useState } from "react";
import type { LogDrawerProps } from "@/platform/forms/log-drawer";

const LogDrawer = lazy(async () => ({ default: (await import("@/platform/forms/log-drawer")).LogDrawer }));

export function LazyLog(props: LogDrawerProps) {
  const [wanted, setWanted] = useState(false);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <LogDrawer {...props} />
    </Suspense>
  );
}
