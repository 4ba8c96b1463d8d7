import { PermissionDrawer } from "@/modules/hrs/common/permission-drawer";
import { type OpenEdition, closeEdition } from "@/modules/hrs/edition/edition-store";
import { SyncDialog } from "@/modules/hrs/edition/sync-dialog";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

export function EditionDialogs({ open: edition, list }: { open: OpenEdition; list: ListContext }) {
  const t = useText();
  if (edition.dialog === "sync") return <SyncDialog edition={edition} list={list} />;
  return (
    <PermissionDrawer
      title={t("hrs:edition.permissionOf", { name: edition.name })}
      path={`/hrs/editionPermission/${encodeURIComponent(edition.id)}`}
      treePath="/hrs/edition/tree"
      head={() => <p className="edition-note soft">{t("hrs:edition.permissionNote")}</p>}
      list={list}
      close={closeEdition}
    />
  );
}
