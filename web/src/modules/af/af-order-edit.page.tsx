/** /af_order_edit 空运出口订单编辑: one order, its form and everything that hangs on it. */
import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import type { FormPage, Label, Section } from "@/platform/contract";
import { DraftOffer } from "@/platform/forms/draft-offer";
import { useSaveKey } from "@/platform/forms/form-keys";
import { FormFrame, useFieldLabels } from "@/platform/forms/form-page";
import { PageSteps } from "@/platform/forms/record-steps";
import { useValue } from "@/platform/forms/form-store";
import { confirmLeave, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { type AfterSave, MoveMenu, OrderTabs, SaveButtons } from "@/platform/order/order-parts";
import { usePlacedSections } from "@/platform/order/places";
import { AirTrackTab, FileTab, LogTab, NoteTab } from "@/platform/order/shared-tabs";
import { PageLoading } from "@/platform/page-loading";
import { declaredForm, declaredList, definePage } from "@/platform/page-registry";
import { useTabName } from "@/platform/page-tab";
import { useSession } from "@/platform/session";
import { OrderHead, OrderNotices } from "./order/order-head";
import { HEAD_SECTIONS, SERVICES_TITLE, sectionOf } from "./order/order-body";
import { useFormRules } from "@/platform/order/form-rules";
import { closesAfterSave, leaveOrder, useOrderHabits } from "@/platform/order/order-habits";
import { ORDER_LEASES } from "@/platform/order/locks";
import { useLease } from "@/platform/use-lease";
import { OrderSections } from "./order/order-sections";
import { MoveDialogs } from "./order/move-dialogs";
import { moveItems } from "./order/move-menu";
import type { AirTabProps } from "./order/tab-props";
import { type OrderForm, type OrderSource, useOrder } from "./order/use-order";
import "./order/order.css";

const TABS = {
  hawb: lazy(async () => ({ default: (await import("./order/hawb-tab")).HawbTab })),
  waybill: lazy(async () => ({ default: (await import("./order/waybill-tab")).WaybillTab })),
  track: AirTrackTab,
  file: FileTab,
  note: NoteTab,
  log: AirLogTab,
};
type TabName = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as TabName[];

/** Enough rows that looking through them needs no further call for nearly every order. */
const LOG_ROWS = 500;

function AirLogTab({ order }: AirTabProps) {
  const source = { path: "/afbase/order/log/page", params: { orderUuid: order.orderUuid }, size: LOG_ROWS };
  return <LogTab order={order} source={source} />;
}

function OrderEditPage() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const page = declaredForm("af.order.form");
  const { o: uuid = null, copyFrom = null, parts = "" } = search;
  const source = useMemo(() => ({ uuid, copyFrom, parts: parts.split(",") }), [uuid, copyFrom, parts]);
  if (!page) return null;
  return <OrderEdit key={uuid ?? copyFrom ?? "new"} page={page} source={source} first={search["tab"]} />;
}

function OrderEdit({ page, source, first }: { page: FormPage; source: OrderSource; first: string | undefined }) {
  const order = useOrder(source, page.sections);
  const { form, state } = order;
  const [tab, setTab] = useState<TabName | "base">(TAB_NAMES.find((name) => name === first) ?? "base");
  const buttons = useValue<string[] | undefined>(form, "buttons") ?? [];
  const editable = buttons.includes("af-order-edit");
  const lease = useLease(ORDER_LEASES, source.uuid, state === "ready" && editable);
  const readOnly = !editable || (source.uuid !== null && lease.lease?.mine === false);
  const labels = useFieldLabels(page.sections);
  const own = usePlacedSections(useFormRules("/afbase/order", page.sections), "AE");
  const sections = useIndexed(own);
  useLeaveGuard(form);
  useTabName(useValue<string | undefined>(form, "orderCode"));
  useOrderHabits();
  const save = async (after: AfterSave) => {
    const uuid = await order.save(lease.tab);
    if (uuid === null) return;
    if (after === "new") goTo("/af_order_edit", { replace: true });
    else if (after === "close" || closesAfterSave()) leaveOrder("/af_order");
    else if (uuid !== source.uuid) goTo(`/af_order_edit?o=${uuid}`, { replace: true });
  };
  useSaveKey(() => void save("stay"), state === "ready" && !readOnly && tab === "base");
  if (state === "failed") return <LoadFailed message={order.message} retry={() => void order.reload()} />;
  if (state === "loading") return <PageLoading rows={12} />;
  const refresh = async () => {
    if (form.dirty() && !(await confirmLeave())) return;
    await order.reload();
    await lease.again();
  };
  return (
    <>
      <FormFrame
        title={<OrderTitle order={order} stored={source.uuid !== null} />}
        form={form}
        sections={tab === "base" ? sections : []}
        labels={labels}
        back={() => goTo("/af_order")}
        header={
          <>
            <OrderHead order={order} />
            <OrderNotices form={form} lease={lease} refresh={() => void refresh()} />
            {source.uuid && <TabBar order={order} tab={tab} choose={setTab} />}
          </>
        }
        offer={!readOnly && <DraftOffer form={form} of={{ form: page.key, id: source.uuid }} sections={page.sections} />}
        buttons={
          <>
            {source.uuid && <PageSteps list={declaredList("af.order.list")} href={`/af_order_edit?o=${source.uuid}`} />}
            <Moves order={order} done={() => void order.reload()} />
            {!readOnly && <SaveButtons saving={order.saving} save={(after) => void save(after)} />}
          </>
        }
      >
        {/* Kept while another tab is looked at: what was typed stays typed. */}
        <div className="form-sections-kept" hidden={tab !== "base"}>
          <OrderSections order={order} sections={own} readOnly={readOnly} />
        </div>
        {tab !== "base" && <OtherTab tab={tab} order={order} readOnly={readOnly} />}
      </FormFrame>
      <MoveDialogs />
    </>
  );
}

function OrderTitle({ order, stored }: { order: OrderForm; stored: boolean }) {
  const t = useText();
  const code = useValue<string>(order.form, "orderCode");
  const copied = useValue<string | undefined>(order.form, "copyFrom");
  if (stored) return <span className="mono">{code}</span>;
  return <>{copied ? t("af:order.copied", { code: copied }) : t("af:order.newTitle")}</>;
}

function TabBar({ order, tab, choose }: { order: OrderForm; tab: TabName | "base"; choose(tab: TabName | "base"): void }) {
  const hawb = useValue<number | undefined>(order.form, "hawbCount") ?? 0;
  const file = useValue<number | undefined>(order.form, "fileCount") ?? 0;
  return <OrderTabs names={["base", ...TAB_NAMES]} counts={{ hawb, file }} tab={tab} choose={choose} />;
}

function OtherTab({ tab, order, readOnly }: { tab: TabName; order: OrderForm; readOnly: boolean }) {
  const Tab = TABS[tab];
  const { form } = order;
  const text = (name: string) => String(form.get(name) ?? "");
  const buttons = useValue<string[] | undefined>(form, "buttons") ?? [];
  const props: AirTabProps = {
    order: {
      orderUuid: text("orderUuid"),
      orderCode: text("orderCode"),
      rowUuid: text("rowUuid"),
      prefix: "af",
      awbNumber: text("awbNumber"),
      departureStation: text("departureStation"),
      arrivalStation: text("arrivalStation"),
      goodsType: text("goodsType"),
      buttons,
    },
    readOnly,
    // Unsaved typing must not be lost because a house waybill was added.
    changed: () => {
      if (!form.dirty()) void order.reload();
    },
  };
  return (
    <Suspense fallback={<PageLoading rows={6} />}>
      <Tab {...props} />
    </Suspense>
  );
}

function Moves({ order, done }: { order: OrderForm; done(): void }) {
  const values = useValue<string[] | undefined>(order.form, "buttons") ?? [];
  const held = useSession((session) => session.buttons) ?? [];
  return <MoveMenu items={moveItems(order.form, values, held, done)} />;
}

/** The index at the left: the sections as the page draws them. */
function useIndexed(sections: Section[]): Section[] {
  return useMemo(() => {
    const head = (key: string) => sectionOf(sections, key);
    const named = (key: string, label: Label, name: string): Section => ({ key, label, fields: [{ name, label, kind: "text" }] });
    const [before, after] = [HEAD_SECTIONS.filter((key) => key !== "remarks"), head("remarks")];
    return [
      ...before.map(head),
      named("services", SERVICES_TITLE, "services"),
      named("addresses", head("party").label, "parties"),
      after,
    ];
  }, [sections]);
}

export default definePage({ page: OrderEditPage });
