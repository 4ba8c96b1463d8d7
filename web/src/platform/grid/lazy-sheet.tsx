import { Suspense, lazy } from "react";
import type { SheetGridProps } from "@/platform/grid/sheet-grid";

// The library behind it is large: it comes with the first page that has a sheet.
const SheetGrid = lazy(() => import("@/platform/grid/sheet-grid"));

export function LazySheet(props: SheetGridProps) {
  return (
    <Suspense fallback={null}>
      <SheetGrid {...props} />
    </Suspense>
  );
}
