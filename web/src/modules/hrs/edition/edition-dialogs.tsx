import { FieldsDialog } from "@/modules/hrs/common/fields-dialog";
import { PermissionDrawer } from "@/modules/hrs/common/permission-drawer";
import { type OpenEdition, closeEdition } from "@/modules/hrs/edition/edition-store";
import { SyncDialog } from "@/modules/hrs/edition/sync-dialog";
import { post } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { formByKey } from "@/platform/page-registry";

/** What a copy is called; everything else it takes from its model. */
const NAMES = ["editionCode", "editionName", "nameEn"];

export function EditionDialogs({ open: edition, list }: { open: OpenEdition; list: ListContext }) {
  const t = useText();
  if (edition.dialog === "sync") return <SyncDialog edition={edition} list={list} />;
  if (edition.dialog === "copy") return <CopyDialog edition={edition} list={list} />;
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

function CopyDialog({ edition, list }: { edition: OpenEdition; list: ListContext }) {
  const t = useText();
  const fields = formByKey("hrs.edition.form")?.sections.flatMap((section) => section.fields) ?? [];
  return (
    <FieldsDialog
      title={t("hrs:edition.copyOf", { name: edition.name })}
      note={t("hrs:edition.copyNote")}
      fields={fields.filter(({ name }) => NAMES.includes(name))}
      initial={{}}
      list={list}
      send={(body) => post(`/hrs/edition/copy/${encodeURIComponent(edition.id)}`, body, { quiet: true })}
      close={closeEdition}
    />
  );
}
