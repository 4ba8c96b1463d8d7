import { Button, type MenuProps } from "antd";
import { Suspense, lazy, useState } from "react";
import type { ListPage } from "@/platform/contract";
import { DropMenu } from "@/platform/drop-menu";
import { type PlacedColumn, columnSettingOf } from "@/platform/lists/list-data";
import type { ListUrl } from "@/platform/lists/list-url";
import { type ListView, type ListViews, type ViewBody, overwriteView } from "@/platform/lists/list-views";
import { useText } from "@/platform/i18n";
import type { Density } from "@/platform/theme/theme-store";
import { toast } from "@/platform/toast";

const SaveView = lazy(async () => ({ default: (await import("@/platform/lists/view-dialogs")).SaveView }));
const ManageViews = lazy(async () => ({ default: (await import("@/platform/lists/view-dialogs")).ManageViews }));

interface ViewMenuProps {
  page: ListPage;
  url: ListUrl;
  views: ListViews;
  columns: PlacedColumn[];
  size: number;
  density: Density;
}

/** Which view is shown, the others, and what can be done with them. */
export function ViewMenu({ page, url, views, columns, size, density }: ViewMenuProps) {
  const t = useText();
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const { view } = url;
  const changed = url.changed || (view !== null && Object.keys(views.settings[view.id] ?? {}).length > 0);
  const body = (): ViewBody => {
    const secret = (name: string) => page.filters.some((filter) => filter.secret && filter.name === name);
    const filters = Object.fromEntries(Object.entries(url.query.filters).filter(([name]) => !secret(name)));
    return { filters, sort: url.query.sort, columns: columns.map(columnSettingOf), size, density };
  };
  const overwrite = async () => {
    if (!view) return;
    const next = body();
    const result = await overwriteView(page, view, next);
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    await views.reload();
    // The address no longer says what the view says.
    if (result.kind === "saved") url.apply({ id: view.id, body: next });
  };
  const one = (each: ListView) => ({ key: each.id, label: <ViewLine view={each} opens={each.id === views.defaultId} /> });
  const own = views.views.filter((each) => each.mine && !each.roleId);
  const shared = views.views.filter((each) => each.roleId);
  const items: MenuProps["items"] = [
    { key: BUILT_IN, label: t("platform:view.builtIn") },
    ...(own.length > 0 ? [{ type: "group" as const, label: t("platform:view.own"), children: own.map(one) }] : []),
    ...(shared.length > 0 ? [{ type: "group" as const, label: t("platform:view.shared"), children: shared.map(one) }] : []),
    { type: "divider" },
    ...(view?.canEdit && changed ? [{ key: "overwrite", label: t("platform:view.overwrite") }] : []),
    { key: "save", label: t("platform:view.saveAs") },
    ...(views.views.length > 0 ? [{ key: "manage", label: t("platform:view.manage") }] : []),
  ];
  const choose: MenuProps["onClick"] = ({ key }) => {
    if (key === "save" || key === "manage") return setDialog(key);
    if (key === "overwrite") return void overwrite();
    url.apply(views.views.find((each) => each.id === key) ?? null);
  };
  return (
    <>
      <DropMenu menu={{ items, selectable: true, selectedKeys: [view?.id ?? BUILT_IN], onClick: choose }}>
        <Button type="text" className="view-button">
          {t("platform:view.title", { name: view?.name ?? t("platform:view.builtIn") })}
          {changed && view && <span className="view-changed">{t("platform:view.changed")}</span>}
        </Button>
      </DropMenu>
      <Suspense fallback={null}>
        {dialog === "save" && (
          <SaveView
            page={page}
            body={body()}
            close={() => setDialog(null)}
            saved={async (id, saved) => {
              await views.reload();
              url.apply({ id, body: saved });
            }}
          />
        )}
        {dialog === "manage" && <ManageViews page={page} views={views} close={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}

const BUILT_IN = "none";

function ViewLine({ view, opens }: { view: ListView; opens: boolean }) {
  const t = useText();
  return (
    <span className="view-line">
      <span>{view.name}</span>
      {view.roleName && <span className="tag">{view.roleName}</span>}
      {opens && <span className="tag">{t("platform:view.default")}</span>}
    </span>
  );
}
