/** /ai_order_edit … /io_order_edit: one order, its form and everything that hangs on it. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { Suspense, lazy, useMemo, useState } from "react";
import { businessDay } from "@/platform/business-time";
import type { FormPage } from "@/platform/contract";
import { type DeclaredForm, useDeclaredForm } from "@/platform/forms/declared-form";
import { DraftOffer } from "@/platform/forms/draft-offer";
import { useSaveKey } from "@/platform/forms/form-keys";
import { FormFrame, useFieldLabels } from "@/platform/forms/form-page";
import { PageSteps } from "@/platform/forms/record-steps";
import { useValue } from "@/platform/forms/form-store";
import { confirmLeave, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { encodeQuery, goTo } from "@/platform/navigate";
import { useFormRules } from "@/platform/order/form-rules";
import { closesAfterSave, leaveOrder, useOrderHabits } from "@/platform/order/order-habits";
import { type AfterSave, MoveMenu, OrderTabs, SaveButtons } from "@/platform/order/order-parts";
import { ORDER_LEASES } from "@/platform/order/locks";
import { usePlacedSections } from "@/platform/order/places";
import { AirTrackTab, FileTab, LogTab, NoteTab } from "@/platform/order/shared-tabs";
import { IMPORT_TERMINALS, usualTerminal } from "@/platform/order/usual-terminal";
import { PageLoading } from "@/platform/page-loading";
import { type PageDefinition, declaredForm, definePage, listOfForm } from "@/platform/page-registry";
import { useTabName } from "@/platform/page-tab";
import { personalOf, usePersonal } from "@/platform/personal";
import { useLease } from "@/platform/use-lease";
import { boxNumbers } from "./order/boxes-text";
import { ScMoveDialogs } from "./order/move-dialogs";
import { moveItems, movedOrder } from "./order/moves";
import { OrderHead, OrderNotices } from "./order/order-head";
import { type Usual, presetsOf } from "./order/order-presets";
import { OrderSections } from "./order/order-sections";
import type { ScTabProps } from "./order/tab-props";
import { useLiveFigures } from "./order/use-live-figures";
import { type ScScope, baseOf, formKey, scopeOf } from "./scopes";

/** Rows the log of a thing gives at once. */
const LOG_ROWS = 100;

const EventTab = lazy(async () => ({ default: (await import("./order/track-tab")).TrackTab }));

const TABS = {
  track: ScTrackTab,
  file: FileTab,
  note: NoteTab,
  log: ScLogTab,
};
type TabName = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as TabName[];

/** The page of the orders of a scope. */
export function orderEdit(scope: ScScope): PageDefinition {
  return definePage({ page: () => <OrderEditPage scope={scope} /> });
}

function OrderEditPage({ scope }: { scope: ScScope }) {
  const { o, tab } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const page = declaredForm(formKey(scope));
  const personal = usePersonal();
  const terminal = useTerminal(scope, o ? null : (personal.data?.aiWarehouseId ?? null));
  if (!page) return null;
  // A new order begins with what its user has set up.
  if (!o && (personal.isLoading || terminal.isLoading)) return <PageLoading rows={12} />;
  const usual = { settings: (personal.data ?? personalOf({})).scopes[scopeOf(scope)], terminal: terminal.data ?? null };
  return <OrderEdit key={o ?? "new"} scope={scope} page={page} uuid={o ?? null} first={tab} usual={usual} />;
}

/** The terminal the user's air imports arrive at, while it is offered. */
function useTerminal(scope: ScScope, id: string | null) {
  return useQuery({
    queryKey: ["usual-terminal", id],
    enabled: scope === "ai" && id !== null,
    queryFn: async () => ((await usualTerminal(IMPORT_TERMINALS, id)) ? id : null),
  });
}

interface OrderEditProps {
  scope: ScScope;
  page: FormPage;
  /** Null for a new order. */
  uuid: string | null;
  /** The tab it opens with. */
  first: string | undefined;
  /** What a new order begins with. */
  usual: Usual;
}

function OrderEdit({ scope, page, uuid, first, usual }: OrderEditProps) {
  const declared = useDeclaredForm(page, uuid, usePresets(scope, page, usual));
  const { form, state } = declared;
  const [tab, setTab] = useState<TabName | "base">((uuid && TAB_NAMES.find((name) => name === first)) || "base");
  const buttons = useValue<string[] | undefined>(form, "buttons") ?? [];
  const finished = useValue<boolean | undefined>(form, "operationFinished") === true;
  const editable = uuid === null || buttons.includes(`${scope}-order-edit`);
  const lease = useLease(ORDER_LEASES, uuid, state === "ready" && editable);
  const readOnly = !editable || lease.lease?.mine === false;
  const live = useLiveFigures(scope, page, form, uuid, state === "ready");
  const sections = usePlacedSections(useFormRules(baseOf(scope), page.sections), scopeOf(scope));
  const labels = useFieldLabels(page.sections);
  const list = `/${scope}_order`;
  useLeaveGuard(form);
  useTabName(useValue<string | undefined>(form, "orderCode"));
  useOrderHabits();
  const save = async (after: AfterSave) => {
    live.attempted();
    const saved = await declared.save(uuid ? { tab: lease.tab } : {});
    if (!saved) return;
    live.renewed();
    if (after === "new") goTo(`${list}_edit`, { replace: true });
    else if (after === "close" || closesAfterSave()) leaveOrder(list);
    else if (!uuid) goTo(`${list}_edit?o=${encodeURIComponent(String(saved["orderUuid"] ?? ""))}`, { replace: true });
  };
  useSaveKey(() => void save("stay"), state === "ready" && !readOnly && tab === "base");
  const refresh = async () => {
    if (form.dirty() && !(await confirmLeave())) return;
    declared.reload();
    await lease.again();
  };
  if (state === "failed") return <LoadFailed message={declared.message} retry={declared.reload} />;
  if (state === "loading") return <PageLoading rows={12} />;
  return (
    <>
      <FormFrame
        title={<OrderTitle page={page} declared={declared} stored={uuid !== null} />}
        form={form}
        sections={tab === "base" ? sections : []}
        labels={labels}
        back={() => goTo(list)}
        header={
          <>
            <OrderHead scope={scope} page={page} form={form} />
            <OrderNotices scope={scope} form={form} lease={lease} refresh={() => void refresh()} />
            {uuid && <TabBar declared={declared} tab={tab} choose={setTab} />}
          </>
        }
        offer={!readOnly && <DraftOffer form={form} of={{ form: page.key, id: uuid }} sections={page.sections} />}
        buttons={
          <>
            {uuid && <PageSteps list={listOfForm(page)} href={`${list}_edit?o=${encodeQuery(uuid)}`} />}
            {uuid && scope === "se" && <BillsButton uuid={uuid} />}
            {uuid && <MoveMenu items={moveItems(movedOrder(scope, form.all()), finished, buttons, declared.reload)} />}
            {!readOnly && <SaveButtons saving={declared.saving} save={(after) => void save(after)} />}
          </>
        }
      >
        {/* Kept while another tab is looked at: what was typed stays typed. */}
        <div className="form-sections-kept" hidden={tab !== "base"}>
          <OrderSections
            sections={sections}
            form={form}
            computed={live.computed}
            readOnly={readOnly}
            editing={uuid !== null}
          />
        </div>
        {tab !== "base" && <OtherTab tab={tab} scope={scope} declared={declared} readOnly={readOnly} />}
      </FormFrame>
      <ScMoveDialogs />
    </>
  );
}

/** The bills of lading of a sea export order. */
function BillsButton({ uuid }: { uuid: string }) {
  const t = useText();
  return <Button onClick={() => goTo(`/seOrderWaybillMake?orderUuid=${encodeURIComponent(uuid)}`)}>{t("sc:bill.open")}</Button>;
}

function usePresets(scope: ScScope, page: FormPage, usual: Usual) {
  // Settings read anew must not empty the form that is being filled in.
  const [presets] = useState(() => {
    const fields = page.sections.flatMap((section) => section.fields);
    return presetsOf(scope, fields, usual, businessDay(new Date()));
  });
  return presets;
}

function OrderTitle({ page, declared, stored }: { page: FormPage; declared: DeclaredForm; stored: boolean }) {
  const t = useText();
  const label = useLabel();
  const code = useValue<string | undefined>(declared.form, "orderCode");
  if (stored) return <span className="mono">{code}</span>;
  return <>{t("platform:form.newTitle", { title: label(page.title) })}</>;
}

interface TabBarProps {
  declared: DeclaredForm;
  tab: TabName | "base";
  choose(tab: TabName | "base"): void;
}

function TabBar({ declared, tab, choose }: TabBarProps) {
  const file = useValue<number | undefined>(declared.form, "fileCount") ?? 0;
  return <OrderTabs names={["base", ...TAB_NAMES]} counts={{ file }} tab={tab} choose={choose} />;
}

/** What flies is followed by its waybill number, everything else by events of its own. */
function ScTrackTab(props: ScTabProps) {
  return props.order.prefix === "ai" ? <AirTrackTab {...props} /> : <EventTab {...props} />;
}

function ScLogTab({ order }: ScTabProps) {
  const source = { path: "/hrs/log/page", params: { objectType: "order", objectId: order.orderId }, size: LOG_ROWS };
  return <LogTab order={order} source={source} />;
}

interface OtherTabProps {
  tab: TabName;
  scope: ScScope;
  declared: DeclaredForm;
  readOnly: boolean;
}

function OtherTab({ tab, scope, declared, readOnly }: OtherTabProps) {
  const Tab = TABS[tab];
  const { form } = declared;
  const containers = useValue(form, "containers");
  const boxes = useMemo(() => boxNumbers(containers), [containers]);
  const text = (name: string) => String(form.get(name) ?? "");
  const props: ScTabProps = {
    order: {
      ...movedOrder(scope, form.all()),
      prefix: scope,
      awbNumber: text("awbNumber"),
      orderId: text("orderId"),
      boxes,
      buttons: useValue<string[] | undefined>(form, "buttons") ?? [],
    },
    readOnly,
    // Unsaved typing must not be lost because a file was added.
    changed: () => {
      if (!form.dirty()) declared.reload();
    },
  };
  return (
    <Suspense fallback={<PageLoading rows={6} />}>
      <Tab {...props} />
    </Suspense>
  );
}
