/** /sc_track 海铁陆跟踪: what the declared list of events does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { PageLink } from "@/platform/page-link";
import { definePage } from "@/platform/page-registry";
import { usePermission } from "@/platform/permission";
import { closeTracks, openImport, useTracks } from "./track-store";
import "./track.css";

// It comes when it is opened.
const ImportDialog = lazy(async () => ({ default: (await import("./import-dialog")).ImportDialog }));

const BESIDE = ["/sc_track_queue", "/sc_track_code"];

/** The pages beside it, for who may open them. */
function Beside() {
  const t = useText();
  const paths = usePermission((state) => state.paths);
  const open = BESIDE.filter((path) => paths.has(path));
  if (open.length === 0) return null;
  return (
    <nav className="track-beside" aria-label={t("sc:tracking.beside")}>
      {open.map((path) => (
        <PageLink key={path} href={path}>
          {t(`sc:tracking.page.${path.slice(1)}`)}
        </PageLink>
      ))}
    </nav>
  );
}

function Dialogs({ list }: { list: ListContext }) {
  const open = useTracks((state) => state.open);
  // What was left open by another page would surprise.
  useEffect(() => closeTracks, []);
  return (
    <Suspense fallback={null}>
      {open?.kind === "import" && <ImportDialog close={closeTracks} imported={list.reload} />}
    </Suspense>
  );
}

export default definePage({
  list: { header: Beside, dialogs: Dialogs, actions: { "sc-track-import": openImport } },
});
