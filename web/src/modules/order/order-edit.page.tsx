/** /af_order_edit … /io_order_edit: one order, its form and everything that hangs on it. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Suspense, useMemo, useRef, useState } from "react";
import { CallError } from "@/platform/call/client";
import type { FormPage } from "@/platform/contract";
import { choiceQuery } from "@/platform/fields/sources";
import { DraftOffer } from "@/platform/forms/draft-offer";
import { jumpTo, useFirstFocus, useSaveKey } from "@/platform/forms/form-keys";
import { FormFrame, useFieldLabels } from "@/platform/forms/form-page";
import { type Values, useValue } from "@/platform/forms/form-store";
import { PageSteps } from "@/platform/forms/record-steps";
import { useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { translate, useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { encodeQuery, goTo } from "@/platform/navigate";
import { closesAfterSave, leaveOrder, useOrderHabits } from "@/platform/order/order-habits";
import { type AfterSave, MoveMenu, OrderTabs, SaveButtons } from "@/platform/order/order-parts";
import { PageLoading } from "@/platform/page-loading";
import { type PageDefinition, definePage, listOfForm } from "@/platform/page-registry";
import { useTabName } from "@/platform/page-tab";
import { loadPersonal } from "@/platform/personal";
import { useSession } from "@/platform/session";
import { toast } from "@/platform/toast";
import { useLoad } from "@/platform/use-load";
import { boxNumbers } from "./boxes-text";
import { OrderHead, OrderNotices } from "./order-head";
import { OrderMoveDialog, moveItems, movedOrder } from "./order-moves";
import { begunOrder } from "./order-presets";
import { KEPT_TABS, type OrderProfile, type OrderSource, TAB_NEEDS } from "./order-profile";
import { OrderSections } from "./order-sections";
import { formOf, listPath } from "./scopes";
import type { TabProps } from "./tab-props";
import { type Order, useOrder } from "./use-order";

const BASE = "base";

/** The page of the orders of a scope. */
export function orderEdit(profile: OrderProfile): PageDefinition {
  return definePage({ page: () => <OrderEditPage profile={profile} /> });
}

function OrderEditPage({ profile }: { profile: OrderProfile }) {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { o: uuid = null, copyFrom = null, parts = "", tab = BASE, coopId = null } = search;
  const page = formOf(profile.prefix);
  // One new order after the other begins anew.
  const [round, setRound] = useState(0);
  if (!page) return null;
  const shared = { profile, page, first: tab, another: () => setRound(round + 1) };
  if (uuid) return <OrderEdit key={uuid} {...shared} uuid={uuid} begun={NOTHING} />;
  return <NewOrder key={`${copyFrom ?? "new"} ${coopId ?? ""} ${round}`} {...shared} source={{ uuid, copyFrom, parts }} coopId={round === 0 ? coopId : null} />;
}

const NOTHING: Values = {};

interface PageProps {
  profile: OrderProfile;
  page: FormPage;
  /** The tab it opens with. */
  first: string;
  /** The next new order. */
  another(): void;
}

/** A new order begins with what its user has set up, a copy with what was chosen of its model. */
function NewOrder({ source, coopId, ...props }: PageProps & { source: OrderSource; coopId: string | null }) {
  const { prefix, begin } = props.profile;
  const queries = useQueryClient();
  // Kept by the page itself: behind others it must not be read again over what was typed.
  const [begun, setBegun] = useState<Values | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const load = async () => {
    setFailed(null);
    try {
      const [read, personal, customer] = await Promise.all([begin?.(source) ?? NOTHING, loadPersonal(queries), customerOf(queries, coopId)]);
      const order = { ...read, ...customer };
      const fields = props.page.sections.flatMap((section) => section.fields);
      setBegun(source.copyFrom ? order : await begunOrder(prefix, fields, order, personal));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailed(error.message || translate("platform:error.loadFailed"));
    }
  };
  useLoad(() => void load(), []);
  if (begun) return <OrderEdit {...props} uuid={null} begun={begun} />;
  return failed === null ? <PageLoading rows={12} /> : <LoadFailed message={failed} retry={() => void load()} />;
}

/** The customer a new order is for; somebody who is none is left out. */
async function customerOf(queries: QueryClient, coopId: string | null): Promise<Values> {
  const customer = coopId ? await queries.fetchQuery(choiceQuery("coop?role=customer", coopId)) : null;
  return customer ? { coopId, coopName: customer.label } : NOTHING;
}

/** What findings about charges are called: the form has no boxes for those that are copied or come with a template. */
const CHARGE_FIELDS: Record<string, string> = { copyCharges: "order:move.parts.charges", charges: "order:move.parts.charges" };

interface OrderEditProps extends PageProps {
  /** Null for a new order. */
  uuid: string | null;
  /** What a new order begins with. */
  begun: Values;
}

function OrderEdit({ profile, page, uuid, begun, first, another }: OrderEditProps) {
  const order = useOrder(profile, page, uuid, begun);
  const { form, state, shape, readOnly, lease } = order;
  const names = useTabNames(profile);
  const [tab, setTab] = useState(uuid && names.includes(first) ? first : BASE);
  const opened = useOpened(tab);
  const labels = useFieldLabels(useMemo(() => [...page.sections, ...shape.own.filter(({ rows }) => rows)], [page, shape]));
  const files = useValue<number | undefined>(form, "fileCount") ?? 0;
  const houses = useValue<number | undefined>(form, "hawbCount") ?? 0;
  const list = listPath(profile.prefix);
  useLeaveGuard(form);
  useTabName(useValue<string | undefined>(form, "orderCode"));
  useOrderHabits();
  const save = async (after: AfterSave) => {
    const saved = await order.save();
    if (saved === null) return;
    // The form of a new order is gone after its save: which charges are not on it is told beside it.
    if (!uuid) for (const { field, message } of form.findings()) if (field in CHARGE_FIELDS) toast.warn(message);
    if (after === "new") {
      goTo(`${list}_edit`, { replace: true });
      another();
    } else if (after === "close" || closesAfterSave()) leaveOrder(list);
    else if (!uuid) goTo(`${list}_edit?o=${encodeURIComponent(saved)}`, { replace: true });
  };
  const base = useRef<HTMLDivElement>(null);
  useFirstFocus(base, !uuid && state === "ready" && !readOnly);
  const reach = (path: string) => {
    setTab(BASE);
    // The form is shown by then.
    requestAnimationFrame(() => jumpTo(path));
  };
  useSaveKey(() => void save("stay"), state === "ready" && !readOnly && tab === BASE);
  if (state === "failed") return <LoadFailed message={order.message} retry={order.reload} />;
  if (state === "loading") return <PageLoading rows={12} />;
  return (
    <>
      <FormFrame
        title={<OrderTitle profile={profile} page={page} order={order} />}
        form={form}
        sections={tab === BASE ? shape.drawn : []}
        labels={{ ...labels, ...Object.fromEntries(Object.entries(CHARGE_FIELDS).map(([field, word]) => [field, translate(word)])) }}
        back={() => goTo(list)}
        header={
          <>
            <OrderHead prefix={profile.prefix} page={page} form={form} marks={order.told.marks} />
            <OrderNotices prefix={profile.prefix} form={form} lease={lease} refresh={() => void order.refresh()} />
            {uuid && <OrderTabs names={names} counts={{ file: files, hawb: houses }} tab={tab} choose={setTab} />}
          </>
        }
        offer={
          !readOnly && (
            <DraftOffer form={form} of={{ form: page.key, id: uuid }} sections={[...shape.own, ...shape.parts]} kept={order.kept} />
          )
        }
        buttons={
          <>
            {uuid && <PageSteps list={listOfForm(page)} href={`${list}_edit?o=${encodeQuery(uuid)}`} />}
            {uuid && profile.Buttons && <profile.Buttons uuid={uuid} order={order} />}
            {uuid && <Moves profile={profile} order={order} />}
            {!readOnly && <SaveButtons saving={order.saving} save={(after) => void save(after)} />}
          </>
        }
      >
        {/* Kept while another tab is looked at: what was typed stays typed. */}
        <div className="form-sections-kept" hidden={tab !== BASE} ref={base}>
          <OrderSections order={order} profile={profile} />
        </div>
        {KEPT_TABS.filter((each) => opened.includes(each)).map((each) => (
          <div key={each} className="form-sections-kept" hidden={tab !== each}>
            <OtherTab tab={each} profile={profile} order={order} front={tab === each} reach={reach} />
          </div>
        ))}
        {tab !== BASE && !KEPT_TABS.includes(tab) && <OtherTab tab={tab} profile={profile} order={order} front reach={reach} />}
      </FormFrame>
      <OrderMoveDialog />
    </>
  );
}

function OrderTitle({ profile, page, order: { form, uuid } }: { profile: OrderProfile; page: FormPage; order: Order }) {
  const t = useText();
  const label = useLabel();
  const code = useValue<string | undefined>(form, "orderCode");
  if (uuid) return <span className="mono">{code}</span>;
  return <>{profile.title?.(form.all()) ?? t("platform:form.newTitle", { title: label(page.title) })}</>;
}

interface OfOrderProps {
  profile: OrderProfile;
  order: Order;
}

function Moves({ profile, order: { form, buttons, renew } }: OfOrderProps) {
  const held = useSession((session) => session.buttons) ?? [];
  const finished = useValue<boolean | undefined>(form, "operationFinished") === true;
  const own = profile.items?.(form.all(), buttons, held) ?? [];
  return <MoveMenu items={[...own, ...moveItems(movedOrder(profile.prefix, form.all()), finished, buttons, () => void renew())]} />;
}

/** The form and the tabs beside it, those its user may see. */
function useTabNames({ tabs }: OrderProfile): string[] {
  const held = useSession((session) => session.buttons) ?? [];
  return [BASE, ...Object.keys(tabs).filter((name) => TAB_NEEDS[name]?.some((code) => held.includes(code)) ?? true)];
}

/** The tabs that were looked at, in their order. */
function useOpened(tab: string): string[] {
  const [opened, setOpened] = useState([tab]);
  if (opened.includes(tab)) return opened;
  setOpened([...opened, tab]);
  return [...opened, tab];
}

interface OtherTabProps extends OfOrderProps {
  tab: string;
  front: boolean;
  reach(path: string): void;
}

function OtherTab({ tab, profile, order: { form, buttons, readOnly, renew }, front, reach }: OtherTabProps) {
  const Tab = profile.tabs[tab];
  const containers = useValue(form, "containers");
  const boxes = useMemo(() => boxNumbers(containers), [containers]);
  const text = (name: string) => String(form.get(name) ?? "");
  if (!Tab) return null;
  const told: TabProps["order"] = {
    ...movedOrder(profile.prefix, form.all()),
    orderId: text("orderId"),
    awbNumber: text("awbNumber"),
    departureStation: text("departureStation"),
    arrivalStation: text("arrivalStation"),
    goodsType: text("goodsType"),
    boxes,
    buttons,
  };
  return (
    <Suspense fallback={<PageLoading rows={6} />}>
      <Tab order={told} readOnly={readOnly} front={front} changed={() => void renew()} reach={reach} />
    </Suspense>
  );
}
