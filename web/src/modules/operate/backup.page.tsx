/** /hrs_backup 备份恢复: the backups there are, one made now, and how one is restored. */
import { useQuery } from "@tanstack/react-query";
import { Alert, Drawer } from "antd";
import { useEffect, useRef } from "react";
import { create } from "zustand";
import { OBJECTS, type Place } from "@/modules/operate/backup-data";
import { get, post, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { Copyable } from "@/platform/fields/field-value";
import { useText } from "@/platform/i18n";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { SettingsPanel } from "@/platform/settings/settings-panel";
import { ToneTag } from "@/platform/tone-tag";
import "./operate.css";

// Under the key of the list, so that whatever reads it again looks here too.
const PLACE = ["list", "hrs.backup.list", "place"];
const LOOK_EVERY_MS = 2_000;
const DRAWER_WIDTH = 520;

const useSettings = create<{ open: boolean }>(() => ({ open: false }));

function usePlace() {
  return useQuery({
    queryKey: PLACE,
    queryFn: () => get<Place>("/hrs/backup/place", undefined, { quiet: true }),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.busy ? LOOK_EVERY_MS : false),
  });
}

/** Where backups lie and how one is restored; while one is under way the list is read again and again. */
function Head({ list }: { list: ListContext }) {
  const t = useText();
  const { data } = usePlace();
  useReloadWhile(data?.busy ?? false, list);
  if (!data) return null;
  return (
    <section className="backup-head">
      <p>
        {data.blocked === null && (
          <ToneTag tone={data.encrypted ? "ready" : "warning"}>
            {t(data.encrypted ? "operate:backup.encrypted" : "operate:backup.open")}
          </ToneTag>
        )}
        <span className="soft">{t("operate:backup.folder")}</span>
        {t(data.place === OBJECTS ? "operate:backup.objects" : "operate:backup.disk")}
        <span className="mono backup-folder">{data.folder}</span>
        {data.busy && <span role="status">{t("operate:backup.busy")}</span>}
      </p>
      {data.blocked !== null && <Alert type="error" showIcon title={t("operate:backup.blocked", { reason: data.blocked })} />}
      {data.blocked === null && !data.encrypted && <p className="soft">{t(data.passphrase ? "operate:backup.openDecided" : "operate:backup.openWhy")}</p>}
      <details>
        <summary>{t("operate:backup.how")}</summary>
        <ol className="backup-steps">
          <li>{t("operate:backup.stepStop")}</li>
          <li>{t("operate:backup.stepEmpty")}</li>
          <li>
            {t("operate:backup.stepRun")} <Copyable text={t("operate:backup.command")} />
          </li>
          {data.objects && (
            <li>
              {t("operate:backup.stepObject")} <Copyable text={t("operate:backup.commandObject")} />
              <p className="soft">{t("operate:backup.stepObjectNote")}</p>
            </li>
          )}
          <li>{t("operate:backup.stepKey")}</li>
          <li>{t("operate:backup.stepStart")}</li>
          <li>{t("operate:backup.stepRelease")}</li>
        </ol>
      </details>
    </section>
  );
}

/** Reads the list at every look while a backup is under way, and once when it is over. */
function useReloadWhile(busy: boolean, list: ListContext): void {
  const reload = useRef(list.reload);
  reload.current = list.reload;
  const before = useRef(busy);
  useEffect(() => {
    if (before.current && !busy) reload.current();
    before.current = busy;
    if (!busy) return;
    const timer = window.setInterval(() => document.hidden || reload.current(), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [busy]);
}

function Settings() {
  const t = useText();
  const open = useSettings((state) => state.open);
  const edit = useCan("sys_backup_edit");
  const { data, refetch } = usePlace();
  const close = () => useSettings.setState({ open: false });
  const saved = () => {
    close();
    void refetch();
  };
  return (
    <Drawer open={open} title={t("operate:backup.settings")} size={DRAWER_WIDTH} onClose={close} destroyOnHidden>
      <div className="operate-drawer">
        {open && <SettingsPanel path="/hrs/backup/setting" edit={edit} saved={saved} />}
        {data?.objects === false && <p className="soft backup-note">{t("operate:backup.noObjects")}</p>}
      </div>
    </Drawer>
  );
}

const run: ActionHandler = async (_, list) => {
  const result = await submit(() => post("/hrs/backup/run", {}, { quiet: true }));
  if (result.kind === "saved") list.reload();
};

const verify: ActionHandler = async ([row], list) => {
  if (!row) return;
  const result = await submit(() => put(`/hrs/backup/verify/${String(row["id"])}`, {}, { quiet: true }));
  if (result.kind === "saved") list.reload();
};

export default definePage({
  list: {
    actions: {
      sys_backup_run: run,
      sys_backup_verify: verify,
      sys_backup_edit: () => useSettings.setState({ open: true }),
    },
    header: Head,
    dialogs: Settings,
  },
});
