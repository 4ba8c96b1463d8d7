/** /af_order_edit 空运出口订单编辑: one order, its form and everything that hangs on it. */
import { useSearch } from "@tanstack/react-router";
import { Button, Dropdown, Space, Tabs } from "antd";
import { lazy, Suspense, useMemo, useState } from "react";
import { busy } from "@/platform/busy";
import type { FormPage, Label, Section } from "@/platform/contract";
import { FormFrame, useFieldLabels } from "@/platform/forms/form-page";
import { useSaveKey } from "@/platform/forms/form-keys";
import { useValue } from "@/platform/forms/form-store";
import { confirmLeave, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage, declaredForm } from "@/platform/page-registry";
import { OrderHead, OrderNotices } from "./order/order-head";
import { HEAD_SECTIONS, SERVICES_TITLE, sectionOf } from "./order/order-body";
import { useFormRules } from "./order/form-rules";
import { closesAfterSave, leaveOrder, useOrderHabits } from "./order/order-habits";
import { OrderSections } from "./order/order-sections";
import { MoveDialogs } from "./order/move-dialogs";
import { moveItems } from "./order/move-menu";
import { usePlacedSections } from "./order/personal-places";
import type { OrderTabProps } from "./order/tab-props";
import { useLease } from "./order/use-lease";
import { type OrderForm, type OrderSource, useOrder } from "./order/use-order";
import "./order/order.css";

const TABS = {
  hawb: lazy(async () => ({ default: (await import("./order/hawb-tab")).HawbTab })),
  waybill: lazy(async () => ({ default: (await import("./order/waybill-tab")).WaybillTab })),
  track: lazy(async () => ({ default: (await import("./order/track-tab")).TrackTab })),
  file: lazy(async () => ({ default: (await import("./order/file-tab")).FileTab })),
  note: lazy(async () => ({ default: (await import("./order/note-tab")).NoteTab })),
  log: lazy(async () => ({ default: (await import("./order/log-tab")).LogTab })),
};
type TabName = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as TabName[];

function OrderEditPage() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const page = declaredForm("af.order.form");
  const { o: uuid = null, copyFrom = null, parts = "" } = search;
  const source = useMemo(() => ({ uuid, copyFrom, parts: parts.split(",") }), [uuid, copyFrom, parts]);
  if (!page) return null;
  return <OrderEdit key={uuid ?? copyFrom ?? "new"} page={page} source={source} first={search["tab"]} />;
}

/** What happens after a save. */
type After = "stay" | "close" | "new";

function OrderEdit({ page, source, first }: { page: FormPage; source: OrderSource; first: string | undefined }) {
  const order = useOrder(source, page.sections);
  const { form, state } = order;
  const [tab, setTab] = useState<TabName | "base">(TAB_NAMES.find((name) => name === first) ?? "base");
  const buttons = useValue<string[] | undefined>(form, "buttons") ?? [];
  const editable = buttons.includes("af-order-edit");
  const lease = useLease(source.uuid, state === "ready" && editable);
  const readOnly = !editable || (source.uuid !== null && lease.lease?.mine === false);
  const labels = useFieldLabels(page.sections);
  const own = usePlacedSections(useFormRules(page.sections));
  const sections = useIndexed(own);
  useLeaveGuard(form);
  useOrderHabits();
  const save = async (after: After) => {
    const uuid = await order.save(lease.tab);
    if (uuid === null) return;
    if (after === "new") goTo("/af_order_edit", { replace: true });
    else if (after === "close" || closesAfterSave()) leaveOrder();
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
            {source.uuid && <OrderTabs order={order} tab={tab} choose={setTab} />}
          </>
        }
        buttons={
          <>
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

function OrderTabs({ order, tab, choose }: { order: OrderForm; tab: TabName | "base"; choose(tab: TabName | "base"): void }) {
  const t = useText();
  const hawbs = useValue<number | undefined>(order.form, "hawbCount") ?? 0;
  const files = useValue<number | undefined>(order.form, "fileCount") ?? 0;
  const label = (name: TabName | "base") => {
    const count = name === "hawb" ? hawbs : name === "file" ? files : 0;
    return (
      <>
        {t(`af:tab.${name}`)}
        {count > 0 && <span className="count">{count}</span>}
      </>
    );
  };
  return (
    <Tabs
      className="order-tabs"
      activeKey={tab}
      onChange={(key) => choose(key as TabName | "base")}
      items={(["base", ...TAB_NAMES] as const).map((key) => ({ key, label: label(key) }))}
    />
  );
}

function OtherTab({ tab, order, readOnly }: { tab: TabName; order: OrderForm; readOnly: boolean }) {
  const Tab = TABS[tab];
  const { form } = order;
  const text = (name: string) => String(form.get(name) ?? "");
  const buttons = useValue<string[] | undefined>(form, "buttons") ?? [];
  const props: OrderTabProps = {
    order: {
      orderUuid: text("orderUuid"),
      orderCode: text("orderCode"),
      rowUuid: text("rowUuid"),
      awbNumber: text("awbNumber"),
      departureStation: text("departureStation"),
      arrivalStation: text("arrivalStation"),
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
  const t = useText();
  const values = useValue<string[] | undefined>(order.form, "buttons") ?? [];
  const items = moveItems(order.form, values, done);
  if (items.length === 0) return null;
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: items.map(({ key, label, danger }) => ({ key, label, danger: danger ?? false })),
        onClick: ({ key }) => items.find((item) => item.key === key)?.run(),
      }}
    >
      <Button>{t("af:order.more")}</Button>
    </Dropdown>
  );
}

function SaveButtons({ saving, save }: { saving: boolean; save(after: After): void }) {
  const t = useText();
  return (
    <Space.Compact>
      <Button type="primary" loading={busy(saving)} onClick={() => save("stay")}>
        {t("platform:action.save")}
      </Button>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            { key: "close", label: t("af:order.saveAndClose") },
            { key: "new", label: t("af:order.saveAndNew") },
          ],
          onClick: ({ key }) => save(key as After),
        }}
      >
        <Button type="primary" disabled={saving} aria-label={t("af:order.moreSaves")}>
          ▾
        </Button>
      </Dropdown>
    </Space.Compact>
  );
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
