/**
 * The default page of every declared list.
 *
 * How a module changes it (`modules/<room>/<name>.page.tsx`), all parts optional:
 *
 *   export default definePage({
 *     list: {
 *       cells: { confirmWeight: (value, row) => <Weight value={value} mark={row.marks} /> },  // by column name
 *       actions: { "af-order-cancel": async (rows, list) => { …; list.reload(); } },           // by button code
 *       header: StateTiles,       // between title and filters, receives { list }
 *       aside: DeptTree,          // left of filters and rows, above them on narrow screens, receives { list }
 *       inPlace: { fields, may, save },  // columns edited where they stand: F2, double click
 *       rowButtons: [{ code, label, place: "row", action: "custom" }], // buttons of the module's own on every row
 *       dialogs: OrderDialogs,    // mounted beside the table, receives { list }; opened by the actions
 *       open: (row) => goTo(`/af_order_edit?o=${row.orderUuid}`),  // Enter, double click
 *     },
 *   });
 *
 * An action of a declared button wins over its declared effect; a button of kind `custom` appears only when a module
 * handles it. `list` is the `ListContext` of `list-overrides.ts`: reload, filters, selection, the row in hand, and
 * `openForm(null, { preset })` for a new form with values; without, a new form begins with the chosen branch of a
 * declared tree (`branches`), which stands where an `aside` would. Whether a button is shown is decided by the server: the
 * user's button codes for the page, `can` of the row for rows. A list declared with `tree` is read whole and drawn as a
 * tree.
 */
import { useQueryClient } from "@tanstack/react-query";
import { Button as AntButton } from "antd";
import { type ReactNode, type RefObject, Suspense, lazy, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { OpenAction } from "@/platform/actions/asked";
import type { Button, Label, ListPage, Row } from "@/platform/contract";
import { DropMenu } from "@/platform/drop-menu";
import { FilterBar, FilterChips } from "@/platform/lists/filter-bar";
import { useBatch } from "@/platform/lists/batch";
import { type ListHands, type StatusWish, batchButtons, idOf, isHandled, openForm, rowAllows, runButton } from "@/platform/lists/list-actions";
import { type ListSetting, type PlacedColumn, columnSettingOf, openFilter, placeColumns, settingOf, useRows } from "@/platform/lists/list-data";
import type { InPlace, ListContext, ListOverrides, OpenFormOptions } from "@/platform/lists/list-overrides";
import { foldStep } from "@/platform/lists/list-tree";
import { presetOf } from "@/platform/lists/branches";
import { DEFAULT_SIZE, type ListQuery, type ListUrl, WHOLE_SIZE, useListUrl, wholeQuery } from "@/platform/lists/list-url";
import { useListViews } from "@/platform/lists/list-views";
import { Pager, TreeTotal } from "@/platform/lists/pager";
import { RowButtons, rowButtonsWidth } from "@/platform/lists/row-buttons";
import { noteTrail } from "@/platform/lists/record-trail";
import { toneOf } from "@/platform/lists/row-tone";
import { tellingColumns } from "@/platform/lists/report-columns";
import { useListKeys } from "@/platform/lists/use-list-keys";
import { type ListTree, useListTree } from "@/platform/lists/use-list-tree";
import { useLiveRows } from "@/platform/lists/use-live-rows";
import { RowTable, type RowTableHandle } from "@/platform/lists/view/row-table";
import { loadRoom, useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading, useLate } from "@/platform/page-loading";
import { type Density, useDensity } from "@/platform/theme/theme-store";
import { useNarrow } from "@/platform/use-narrow";
import { useSame } from "@/platform/use-same";
import { formByKey } from "@/platform/page-registry";
import { useSession } from "@/platform/session";

// What opens on demand comes on demand.
const FormDrawer = lazy(async () => ({ default: (await import("@/platform/forms/form-drawer")).FormDrawer }));
const ColumnSettings = lazy(async () => ({ default: (await import("@/platform/lists/column-settings")).ColumnSettings }));
const ExportDialog = lazy(async () => ({ default: (await import("@/platform/lists/export-dialog")).ExportDialog }));
const ImportWizard = lazy(async () => {
  const [wizard] = await Promise.all([import("@/platform/import/import-wizard"), loadRoom("import")]);
  return { default: wizard.ImportWizard };
});
const BranchAside = lazy(async () => ({ default: (await import("@/platform/lists/branch-aside")).BranchAside }));
const ListTabs = lazy(async () => ({ default: (await import("@/platform/lists/list-tabs")).ListTabs }));
const ListChart = lazy(async () => ({ default: (await import("@/platform/lists/list-chart")).ListChart }));
const ViewMenu = lazy(async () => ({ default: (await import("@/platform/lists/view-menu")).ViewMenu }));
const BatchBar = lazy(async () => ({ default: (await import("@/platform/lists/batch-bar")).BatchBar }));
const PrintSheet = lazy(async () => ({ default: (await import("@/platform/lists/print-sheet")).PrintSheet }));
const ActionDialog = lazy(async () => ({ default: (await import("@/platform/actions/action-dialog")).ActionDialog }));
const AbovePanel = lazy(async () => ({ default: (await import("@/platform/actions/above-panel")).AbovePanel }));
const BatchDialog = lazy(async () => ({ default: (await import("@/platform/lists/batch-dialog")).BatchDialog }));

interface ListPageProps {
  page: ListPage;
  overrides: ListOverrides;
  /** Filters the list opens with when the address says nothing and there is no view to open. */
  opening?: Record<string, string>;
  /** Rows a page as long as its user has chosen no number. */
  usual?: number;
  /** The page has several lists: its own title, and what leads to the others. */
  among?: { title: Label; tabs: ReactNode };
}

export function ListPageView({ page: declared, overrides, opening, usual = DEFAULT_SIZE, among }: ListPageProps) {
  const label = useLabel();
  const page = usePermitted(declared);
  const state = useListState(page, overrides, opening, usual);
  const { url, rows, context, panel, setPanel } = state;
  const working = useBatch((batch) => batch.state !== null);
  const { header: Header, aside: Aside, dialogs: Dialogs } = overrides;
  return (
    <main className="list-page">
      <header className="list-head">
        <h1>{label(among?.title ?? page.title)}</h1>
        <ChangedRows state={state} />
        <span className="top-space" />
        <HeadButtons state={state} />
      </header>
      {among?.tabs}
      {Header && <Header list={context} />}
      <Above list={page.key} buttons={state.buttons} />
      <BesideAside aside={Aside ? <Aside list={context} /> : <DeclaredAside page={page} url={url} />} shown={Boolean(Aside ?? page.branches)}>
        {page.tabs && (
          <Suspense fallback={<div className="list-tabs is-loading" />}>
            <ListTabs page={page} url={url} />
          </Suspense>
        )}
        <FilterBar page={page} url={url} />
        <FilterChips page={page} url={url} />
        {page.chart && state.setting.chart !== false && (
          <Suspense fallback={null}>
            <ListChart page={page} query={url.query} />
          </Suspense>
        )}
        <ListRows state={state} />
      </BesideAside>
      {Dialogs && <Dialogs list={context} />}
      <Suspense fallback={null}>
      {panel?.kind === "form" && <OpenForm state={state} panel={panel} />}
      {panel?.kind === "columns" && (
        <ColumnSettings
          page={page}
          setting={state.setting}
          behind={url.view?.body.columns}
          save={state.saveSetting}
          close={() => setPanel(null)}
        />
      )}
      {panel?.kind === "import" && (
        <ImportWizard
          base={panel.base}
          title={label(formByKey(page.form ?? "")?.title ?? page.title)}
          close={() => setPanel(null)}
          changed={() => {
            overrides.imported?.();
            context.reload();
          }}
        />
      )}
      {panel?.kind === "print" && (
        <PrintSheet page={page} columns={state.columns} filters={url.query.filters} sort={url.query.sort} close={() => setPanel(null)} />
      )}
      {panel?.kind === "action" && <ActionDialog action={panel} hands={state.hands} close={() => setPanel(null)} />}
      {working && <BatchDialog />}
      {panel?.kind === "export" && (
        <ExportDialog
          page={page}
          columns={state.columns}
          filters={url.query.filters}
          sort={url.query.sort}
          total={rows.data?.total ?? 0}
          totalCapped={rows.data?.totalCapped ?? false}
          close={() => setPanel(null)}
        />
      )}
      </Suspense>
    </main>
  );
}

/** The page without the columns and filters that need a button code the user does not have. */
function usePermitted(page: ListPage): ListPage {
  const held = useSession((session) => session.buttons);
  return useMemo(() => {
    // A column may need several codes, a blank between.
    const may = ({ needs }: { needs?: string }) => !needs || needs.split(" ").every((code) => (held ?? []).includes(code));
    if (page.columns.every(may) && page.filters.every(may)) return page;
    return { ...page, columns: page.columns.filter(may), filters: page.filters.filter(may) };
  }, [page, held]);
}

function DeclaredAside({ page, url }: { page: ListPage; url: ListUrl }) {
  if (!page.branches) return null;
  return (
    <Suspense fallback={<PageLoading rows={6} />}>
      <BranchAside page={page} declared={page.branches} url={url} />
    </Suspense>
  );
}

/** Filters and rows, with what stands beside them. */
function BesideAside({ aside, shown, children }: { aside: ReactNode; shown: boolean; children: ReactNode }) {
  if (!shown) return <>{children}</>;
  return (
    <div className="list-with-aside">
      <aside className="list-aside">{aside}</aside>
      <div className="list-body">{children}</div>
    </div>
  );
}

/** What is worked out above the rows. */
const Above = memo(function Above({ list, buttons }: { list: string; buttons: Button[] }) {
  const above = buttons.filter((button) => button.place === "above");
  if (above.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {above.map((button) => (
        <AbovePanel key={button.code} list={list} button={button} />
      ))}
    </Suspense>
  );
});

type Panel =
  | ({ kind: "action" } & OpenAction)
  | ({ kind: "form"; id: string | null } & OpenFormOptions)
  | { kind: "import"; base: string }
  | { kind: "columns" | "export" | "print" };
type ListState = ReturnType<typeof useListState>;

/** Everything a list knows: address, rows, settings, selection and what is open beside it. */
function useListState(page: ListPage, overrides: ListOverrides, opening: ListPageProps["opening"], usual: number) {
  const views = useListViews(page);
  const url = useListUrl(page, views, opening);
  const { ready, settings, saveSetting: saveOf } = views;
  const { view } = url;
  const setting = useMemo(() => settingOf({ settings }, view), [settings, view]);
  const saveSetting = useCallback((change: Partial<ListSetting>) => saveOf(view?.id ?? "", change), [saveOf, view]);
  const query: ListQuery = useMemo(() => (page.tree ? wholeQuery(url.query) : url.query), [page, url.query]);
  const size = page.tree ? WHOLE_SIZE : (query.size ?? setting.size ?? usual);
  const unasked = openFilter(page, query.filters);
  const rows = useRows(page, query, size, ready && !unasked);
  const tree = useListTree(page, rows.data?.records, query.filters);
  const records = tree?.rows ?? rows.data?.records ?? NO_ROWS;
  const [selected, setSelected] = useState<Row[]>([]);
  const [active, setActive] = useState(-1);
  const [panel, setPanel] = useState<Panel | null>(null);
  useEffect(() => noteTrail(page, records), [page, records]);
  const changed = useLiveRows(page, rows, selected.length > 0 || panel !== null, active >= 0);
  const held = useSession((session) => session.buttons);
  const telling = useMemo(() => tellingColumns(page, url.query.filters), [page, url.query.filters]);
  const columns = useMemo(() => placeColumns(telling, setting.columns), [telling, setting.columns]);
  // A report that leaves columns out would forget where those stood.
  const whole = telling.length === page.columns.length;
  const place = useCallback(
    (next: PlacedColumn[]) => saveSetting({ columns: next.map(columnSettingOf) }),
    [saveSetting],
  );
  const buttons = useMemo(() => shownButtons(page, held ?? [], overrides), [page, held, overrides]);
  const queries = useQueryClient();
  const { filters } = url.query;
  // Asked for only when a button runs: moving through the rows draws nothing anew.
  const standing = useRef<Row | undefined>(undefined);
  standing.current = records[active];
  const openPanel = useCallback(
    (id: string | null, options?: OpenFormOptions) => setPanel({ kind: "form", id, ...(id === null ? { preset: presetOf(page, filters) } : {}), ...options }),
    [page, filters],
  );
  const context: ListContext = useMemo(() => {
    // Rows, sums, counts of tabs and what a module keeps under the key of the list.
    const reload = () => void queries.invalidateQueries({ queryKey: ["list", page.key] });
    const clearSelection = () => setSelected([]);
    return { reload, filters, selected, clearSelection, activeRow: () => standing.current, openForm: openPanel };
  }, [queries, page.key, filters, selected, openPanel]);
  const hands: ListHands = useMemo(
    () => ({
      page,
      overrides,
      context: () => context,
      openForm: openPanel,
      openExport: () => setPanel({ kind: "export" }),
      openImport: (base) => setPanel({ kind: "import", base }),
      openAction: (action) => setPanel({ kind: "action", ...action }),
    }),
    [page, overrides, context, openPanel],
  );
  const run = useCallback(
    (button: Button, chosen: Row[], wish?: StatusWish) => void runButton(button, chosen, hands, wish),
    [hands],
  );
  const batch = useMemo(() => batchButtons(page, buttons, overrides), [page, buttons, overrides]);
  const open = useCallback((row: Row) => openRow(row, buttons, hands), [buttons, hands]);
  return useSame({
    page, overrides, url, size, rows, records, tree, selected, setSelected, active, setActive, panel, setPanel,
    columns, place: whole ? place : undefined, buttons, batch, context, hands, run, open, setting, saveSetting, views, changed,
  });
}

/** The declared buttons a user holds, and those of the module no declaration speaks of. */
function shownButtons(page: ListPage, held: string[], overrides: ListOverrides): Button[] {
  // What is everybody's who may open the page stands under the page's own permission.
  const may = ({ code }: Button) => code === page.access || held.includes(code);
  const declared = page.buttons.filter((button) => may(button) && isHandled(button, overrides));
  const own = (overrides.rowButtons ?? []).filter(({ code }) => !page.buttons.some((button) => button.code === code));
  return [...declared, ...own.map((button) => ({ ...button, own: true }))];
}

/** The module's way, else the form to edit, else the form to read. */
function openRow(row: Row, buttons: Button[], hands: ListHands): void {
  const { page, overrides } = hands;
  if (overrides.open) return overrides.open(row, hands.context());
  const edit = buttons.find((button) => button.action === "edit");
  if (edit && rowAllows(edit, row)) return void runButton(edit, [row], hands);
  if (page.form) hands.openForm(idOf(page, row), { readOnly: true });
  else openForm(row, hands);
}

/** Rows that others changed while the user is at work here; nothing moves until he wants it. */
function ChangedRows({ state: { changed, context } }: { state: ListState }) {
  const t = useText();
  return (
    <p className="list-changed" role="status">
      {changed > 0 && (
        <>
          {t("platform:list.changed", { n: changed })}
          <AntButton type="link" size="small" onClick={context.reload}>
            {t("platform:action.refresh")}
          </AntButton>
        </>
      )}
    </p>
  );
}

const HeadButtons = memo(function HeadButtons({ state }: { state: ListState }) {
  const t = useText();
  const label = useLabel();
  const { buttons, run, setPanel, setting, saveSetting, context } = state;
  const toolbar = buttons.filter((button) => button.place === "toolbar");
  const primary = buttons.filter((button) => button.place === "primary");
  const usual = useDensity();
  const density = setting.density ?? usual;
  const held = useSession((session) => session.buttons);
  return (
    <div className="head-buttons">
      <Suspense fallback={null}>
        <ViewMenu page={state.page} url={state.url} views={state.views} columns={state.columns} size={state.size} density={density} />
      </Suspense>
      <AntButton type="text" onClick={() => context.reload()}>
        {t("platform:action.refresh")}
      </AntButton>
      <DropMenu
        menu={{
          selectable: true,
          selectedKeys: [density],
          items: [
            { key: "compact", label: t("platform:list.compact") },
            { key: "comfortable", label: t("platform:list.comfortable") },
          ],
          onClick: ({ key }) => saveSetting({ density: key as Density }),
        }}
      >
        <AntButton type="text">{t("platform:list.density")}</AntButton>
      </DropMenu>
      <AntButton type="text" onClick={() => setPanel({ kind: "columns" })}>
        {t("platform:list.columns")}
      </AntButton>
      {state.page.chart && (
        <AntButton type="text" aria-pressed={setting.chart !== false} onClick={() => saveSetting({ chart: setting.chart === false })}>
          {t("platform:list.chart")}
        </AntButton>
      )}
      {state.page.printCall && (held ?? []).includes(state.page.exportCode ?? "") && (
        <AntButton type="text" onClick={() => setPanel({ kind: "print" })}>
          {t("platform:print.print")}
        </AntButton>
      )}
      {state.tree && <TreeButtons state={state} tree={state.tree} />}
      {toolbar.map((button) => (
        <AntButton key={`${button.code} ${button.action} ${button.label.zh}`} danger={button.danger ?? false} onClick={() => run(button, [])}>
          {label(button.label)}
        </AntButton>
      ))}
      {primary.map((button, index) => (
        <AntButton key={button.code} type={index === 0 ? "primary" : "default"} onClick={() => run(button, [])}>
          {label(button.label)}
        </AntButton>
      ))}
    </div>
  );
});

function TreeButtons({ state, tree }: { state: ListState; tree: ListTree }) {
  const t = useText();
  // Another row moves under the keyboard when rows come and go.
  const all = (change: () => void) => () => {
    state.setActive(-1);
    change();
  };
  return (
    <>
      <AntButton type="text" onClick={all(tree.openAll)}>
        {t("platform:list.openAll")}
      </AntButton>
      <AntButton type="text" onClick={all(tree.closeAll)}>
        {t("platform:list.closeAll")}
      </AntButton>
    </>
  );
}

const ListRows = memo(function ListRows({ state }: { state: ListState }) {
  const t = useText();
  const label = useLabel();
  const { page, overrides, url, rows, records, tree, columns, buttons, batch, selected, setSelected, active, setActive, run, open } = state;
  const late = useLate(rows.isPlaceholderData);
  const narrow = useNarrow();
  const table = useRef<RowTableHandle>(null);
  useKeys(state, table);
  const rowButtons = useMemo(() => buttons.filter((button) => button.place === "row"), [buttons]);
  const rowMenu = useCallback((row: Row) => <RowButtons row={row} buttons={rowButtons} run={run} narrow={narrow} />, [rowButtons, run, narrow]);
  const inPlace = useInPlace(state);
  const unasked = openFilter(page, url.query.filters);
  if (unasked?.asks) {
    return (
      <div className="empty">
        <p>{label(unasked.asks)}</p>
      </div>
    );
  }
  if (rows.error) return <LoadFailed message={rows.error.message} retry={() => void rows.refetch()} />;
  if (!rows.data) return <PageLoading rows={12} />;
  const select = (keys: string[], chosen: Row[]) => {
    // Rows chosen on other pages come back without their content.
    const known = [...selected, ...chosen.filter(Boolean)];
    const chosenRows = keys.map((key) => known.findLast((row) => idOf(page, row) === key));
    setSelected(chosenRows.filter((row) => row !== undefined));
  };
  return (
    <>
      {selected.length > 0 && (
        <Suspense fallback={null}>
          <BatchBar page={page} query={url.query} data={rows.data} buttons={batch} selected={selected} select={setSelected} run={run} />
        </Suspense>
      )}
      <RowTable
        title={t("platform:list.table", { title: label(page.title) })}
        ref={table}
        rows={records}
        rowKey={page.rowKey}
        tree={tree ?? undefined}
        columns={columns}
        place={narrow ? undefined : state.place}
        cells={overrides.cells ?? NO_CELLS}
        inPlace={inPlace}
        sort={url.query.sort}
        changeSort={(sort) => url.order(sort)}
        totals={rows.data.totals}
        density={state.setting.density}
        tone={page.toned ? (row) => toneOf(page, row) : undefined}
        active={active}
        setActive={setActive}
        open={open}
        openFirst={Boolean(page.form || page.editLink || overrides.open) || buttons.some((button) => button.action === "edit")}
        rowMenu={rowButtons.length > 0 ? rowMenu : undefined}
        rowMenuWidth={rowButtonsWidth(rowButtons, narrow, label, records)}
        selection={batch.length > 0 ? { keys: selected.map((row) => idOf(page, row)), change: select } : undefined}
        empty={<Empty state={state} />}
        stale={late}
      />
      {tree ? (
        <TreeTotal data={rows.data} />
      ) : (
        <Pager data={rows.data} size={state.size} url={url} setSize={(size) => state.saveSetting({ size })} />
      )}
    </>
  );
});

/** What is edited in the list, which is read again behind it. */
function useInPlace({ overrides, context }: ListState): InPlace | undefined {
  return useMemo(() => {
    const { inPlace } = overrides;
    if (!inPlace) return undefined;
    const save: InPlace["save"] = async (row, name, text) => {
      const refused = await inPlace.save(row, name, text);
      context.reload();
      return refused;
    };
    return { fields: inPlace.fields, may: inPlace.may, save };
  }, [overrides, context]);
}

const NO_CELLS = {};
const NO_ROWS: Row[] = [];

/** Why there is nothing, and what to do about it. */
function Empty({ state }: { state: ListState }) {
  const t = useText();
  const label = useLabel();
  const { url, page, buttons, run } = state;
  const filtered = page.filters.some((filter) => url.query.filters[filter.name]);
  const create = buttons.find((button) => button.action === "create");
  const bring = buttons.find((button) => button.action === "import");
  if (filtered) {
    return (
      <div className="empty">
        <p>{t("platform:list.emptyFiltered")}</p>
        <p className="soft">{t("platform:list.emptyFilteredNext")}</p>
        <AntButton onClick={url.clearFilters}>{t("platform:list.clearFilters")}</AntButton>
      </div>
    );
  }
  return (
    <div className="empty">
      <p>{t("platform:state.empty")}</p>
      {create && (
        <>
          <p className="soft">{t("platform:list.emptyNext")}</p>
          <AntButton type="primary" onClick={() => run(create, [])}>
            {label(create.label)}
          </AntButton>
        </>
      )}{" "}
      {bring && <AntButton onClick={() => run(bring, [])}>{label(bring.label)}</AntButton>}
    </div>
  );
}

function useKeys(state: ListState, table: RefObject<RowTableHandle | null>): void {
  const { rows, records, tree, active, setActive, open, selected, setSelected, url, page, size, panel } = state;
  const row = records[active];
  const go = (index: number) => {
    setActive(index);
    table.current?.show(index);
  };
  const turnPage = (step: number) => {
    const cursor = step > 0 ? rows.data?.next : rows.data?.prev;
    if (url.query.cursor) return cursor ? url.change({ cursor }) : undefined;
    const last = Math.ceil((rows.data?.total ?? 0) / size);
    const next = url.query.current + step;
    if (next >= 1 && next <= last) url.change({ current: next });
  };
  useListKeys(
    {
      move: (step) => go(Math.min(Math.max(active + step, 0), records.length - 1)),
      fold: (wanted) => {
        const step = tree && foldStep(tree, page.rowKey, active, wanted);
        if (!step) return null;
        return () => (step.kind === "fold" ? tree.toggle(step.key) : go(records.findIndex((each) => idOf(page, each) === step.key)));
      },
      open: () => row && open(row),
      ...(state.overrides.inPlace ? { edit: () => table.current?.edit() } : {}),
      toggle: () => {
        if (!row || state.batch.length === 0) return;
        const others = selected.filter((each) => idOf(page, each) !== idOf(page, row));
        setSelected(others.length === selected.length ? [...selected, row] : others);
      },
      ...(tree ? {} : { page: turnPage }),
      end: (last) => go(last ? records.length - 1 : 0),
      all: () => {
        if (state.batch.length === 0) return null;
        const here = new Set(records.map((each) => idOf(page, each)));
        const others = selected.filter((each) => !here.has(idOf(page, each)));
        return () => setSelected(selected.length - others.length === records.length ? others : [...others, ...records]);
      },
      focusFilter: () => document.querySelector<HTMLElement>(".filter-bar input")?.focus(),
    },
    panel === null,
  );
}

interface OpenFormProps {
  state: ListState;
  panel: Extract<Panel, { kind: "form" }>;
}

/** The form beside the list, with the way to the rows around its own. */
function OpenForm({ state, panel }: OpenFormProps) {
  const { page, records, setActive, setPanel, context, buttons } = state;
  const form = formByKey(page.form ?? "");
  if (!form) return null;
  const { id, readOnly = false, preset, by } = panel;
  const place = id === null ? -1 : records.findIndex((row) => idOf(page, row) === id);
  const edit = buttons.find((button) => button.action === "edit");
  const to = (index: number) => {
    const row = records[index];
    if (!row) return null;
    return () => {
      setActive(index);
      setPanel({ kind: "form", id: idOf(page, row), readOnly: readOnly || !edit || !rowAllows(edit, row) });
    };
  };
  const steps = place >= 0 && records.length > 1 ? { before: to(place - 1), after: to(place + 1) } : undefined;
  return (
    <FormDrawer page={form} id={id} readOnly={readOnly} preset={preset} by={by} steps={steps} close={() => setPanel(null)} saved={context.reload} />
  );
}
