import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Modal, Tabs } from "antd";
import { useState } from "react";
import { ACCESS_RECORDS, type AccessRecord } from "@/app/shell/access-records";
import { type ChosenMenu, HOT_MENU_MAX, type MenuChoice, type SavedMenu, choicesOf, chosenOf, moved, savedOf } from "@/app/shell/hot-menu";
import { closeHotMenu } from "@/app/shell/hot-menu-store";
import { HotMenuTable } from "@/app/shell/hot-menu-table";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import type { PermissionNode } from "@/platform/permission";
import { toast } from "@/platform/toast";
import { useNarrow } from "@/platform/use-narrow";
import { useReturnedFocus } from "@/platform/use-returned-focus";
import "./hot-menu.css";

/** What the dialog begins with, read anew each time it opens. */
interface Found {
  choices: MenuChoice[];
  records: AccessRecord[];
}

async function read(signal: AbortSignal): Promise<Found> {
  const quiet = { quiet: true, signal };
  const [tree, records] = await Promise.all([
    get<PermissionNode[]>("/hrs/permission/getAllPermissionAndHave", undefined, quiet),
    get<AccessRecord[]>("/hrs/userAccessRecord/getUserAccessRecordList", undefined, quiet),
  ]);
  return { choices: choicesOf(tree), records };
}

/** 常用菜单设置: the user chooses up to ten menus and their order. */
export default function HotMenuDialog() {
  const t = useText();
  useReturnedFocus();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["hotMenu"],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => read(signal),
  });
  const [edited, setEdited] = useState<ChosenMenu[] | null>(null);
  const chosen = edited ?? chosenOf(data?.records ?? []);
  const { saving, save } = useSave();
  return (
    <Modal
      open
      width={860}
      title={t("app:hotMenu.title")}
      mask={{ closable: false }}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ loading: busy(saving), disabled: !data }}
      onOk={() => data && void save(savedOf(chosen, data.records))}
      onCancel={closeHotMenu}
    >
      {!data && error && !isFetching && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!data && (!error || isFetching) && <PageLoading rows={6} />}
      {data && <Settings choices={data.choices} chosen={chosen} change={setEdited} />}
    </Modal>
  );
}

/** Saves once at a time; a refusal leaves the dialog as it is. */
function useSave() {
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const save = async (lines: SavedMenu[]) => {
    if (saving) return;
    setSaving(true);
    const result = await submit(() => post("/hrs/userAccessRecord/saveUserAccessRecordList", lines, { quiet: true }));
    setSaving(false);
    if (result.kind === "findings") return toast.failed(result.findings[0]?.message ?? "");
    if (result.kind !== "saved") return;
    void queries.invalidateQueries({ queryKey: [ACCESS_RECORDS] });
    closeHotMenu();
  };
  return { saving, save };
}

interface SettingsProps {
  choices: MenuChoice[];
  chosen: ChosenMenu[];
  change(chosen: ChosenMenu[]): void;
}

function Settings({ choices, chosen, change }: SettingsProps) {
  const t = useText();
  const remove = (id: string) => change(chosen.filter((each) => each.id !== id));
  const tick = ({ id, name }: ChosenMenu) => {
    if (chosen.some((each) => each.id === id)) return remove(id);
    if (chosen.length >= HOT_MENU_MAX) return toast.warn(t("app:hotMenu.tooMany", { n: HOT_MENU_MAX }));
    change([...chosen, { id, name }]);
  };
  return (
    <div className="hot-menu">
      <Choices choices={choices} chosen={chosen} tick={tick} />
      <section className="hot-menu-chosen" aria-labelledby="hot-menu-count">
        <h3 id="hot-menu-count">{t("app:hotMenu.chosen", { n: chosen.length, max: HOT_MENU_MAX })}</h3>
        <HotMenuTable chosen={chosen} move={(id, step) => change(moved(chosen, id, step))} remove={remove} />
      </section>
    </div>
  );
}

interface ChoicesProps {
  choices: MenuChoice[];
  chosen: ChosenMenu[];
  tick(menu: ChosenMenu): void;
}

/** A tab for each top-level menu, with what lies below it. */
function Choices({ choices, chosen, tick }: ChoicesProps) {
  const t = useText();
  const narrow = useNarrow();
  if (choices.length === 0) return <p className="soft">{t("app:hotMenu.noMenus")}</p>;
  const items = choices.map((top) => ({
    key: top.id,
    label: top.name,
    children: (
      <div className="hot-menu-tree">
        <Branch choices={top.children.length > 0 ? top.children : [top]} chosen={chosen} tick={tick} />
      </div>
    ),
  }));
  return <Tabs className="hot-menu-tabs" size="small" tabPlacement={narrow ? "top" : "start"} items={items} />;
}

/** Menus can be ticked, groups only say what they hold. */
function Branch({ choices, chosen, tick }: ChoicesProps) {
  return (
    <ul>
      {choices.map((choice) => (
        <li key={choice.id}>
          {choice.children.length > 0 ? (
            <>
              <span className="hot-menu-group">{choice.name}</span>
              <Branch choices={choice.children} chosen={chosen} tick={tick} />
            </>
          ) : (
            <label className="hot-menu-leaf">
              <input type="checkbox" checked={chosen.some((each) => each.id === choice.id)} onChange={() => tick(choice)} />
              {choice.name}
            </label>
          )}
        </li>
      ))}
    </ul>
  );
}
