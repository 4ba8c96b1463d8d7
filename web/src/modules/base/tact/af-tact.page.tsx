import { Suspense, lazy } from "react";
import { type Bulk, openBulk, useBulk } from "@/modules/base/tact/bulk-store";
import { TactQuote } from "@/modules/base/tact/tact-quote";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { translate } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

// They come when one is opened.
const BulkDialogs = lazy(async () => ({ default: (await import("@/modules/base/tact/bulk-dialogs")).BulkDialogs }));

function Dialogs() {
  const { bulk, preview } = useBulk();
  if (!bulk && !preview) return null;
  return (
    <Suspense fallback={null}>
      <BulkDialogs />
    </Suspense>
  );
}

/** Opens a dialog for the chosen rates; the platform's are not the company's to change. */
const bulk =
  (kind: Bulk["kind"]): ActionHandler =>
  (rows, list) => {
    const own = rows.filter((row) => (row["can"] as string[] | undefined)?.includes("af-tact-edit"));
    if (own.length === 0 || own.length < rows.length) return toast.warn(translate("base:bulk.choose"));
    const done = () => {
      list.clearSelection();
      list.reload();
    };
    openBulk({ kind, ids: own.map((row) => String(row.id)), done });
  };

export default definePage({
  list: {
    header: TactQuote,
    actions: { "af-tact-adjust": bulk("adjust"), "af-tact-copy": bulk("copy") },
    dialogs: Dialogs,
  },
});
