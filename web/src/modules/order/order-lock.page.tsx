/** /af_order_lock_unlock_list 财务锁账: the orders of a month, locked together, opened and printed by finance. */
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from "react";
import { create } from "zustand";
import { get, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { labelText } from "@/platform/i18n";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { openMade } from "@/platform/made-file";
import { goTo } from "@/platform/navigate";
import { UnlockDialog } from "@/platform/order/locks";
import { PageLoading } from "@/platform/page-loading";
import { usePageLocation } from "@/platform/page-location";
import { declaredList, definePage } from "@/platform/page-registry";
import { type Personal, usePersonal } from "@/platform/personal";
import { SCOPES, type Scope } from "@/platform/scopes";
import { useSession } from "@/platform/session";
import { read, write } from "@/platform/storage";
import { toast } from "@/platform/toast";
import { LockDialog } from "./lock-dialog";

const ListPageView = lazy(async () => ({ default: (await import("@/platform/lists/list-page")).ListPageView }));

const KEY = "af.order-lock.list";
const BASE = "/afbase/orderLock";
/** What the page opens with unless its address says otherwise. */
const FIRST_SCOPE = "AE";
const STORED_SCOPE = "lockScope";

interface Open {
  dialog: "lock" | "apply";
  rows: Row[];
}

const useOpen = create<{ open: Open | null }>(() => ({ open: null }));
const close = () => useOpen.setState({ open: null });
const show = (dialog: Open["dialog"]): ActionHandler => (rows) => {
  if (rows.length > 0) useOpen.setState({ open: { dialog, rows } });
};

const scopeOf = (row: Row): Scope => SCOPES.find((scope) => scope === row["businessScope"]) ?? FIRST_SCOPE;

function Dialogs({ list }: { list: ListContext }) {
  const open = useOpen((state) => state.open);
  useEffect(() => close, []);
  useScopeStatus(list.filters);
  const [row] = open?.rows ?? [];
  if (!open || !row) return null;
  if (open.dialog === "lock") {
    return <LockDialog scope={scopeOf(row)} rows={open.rows} close={close} done={() => (list.clearSelection(), list.reload())} />;
  }
  const order = { orderUuid: String(row["orderUuid"]), orderCode: String(row["orderCode"]) };
  return (
    <UnlockDialog scope={scopeOf(row)} order={order} coop={{ coopName: String(row["coopName"] ?? "") }} done={list.reload} close={close} />
  );
}

/** 退回收入完成 and 退回成本完成 share a code; the call of the button tells which. */
const sendBack: ActionHandler = async ([row], list, button) => {
  if (!row || !(await ask({ text: `${labelText(button.label)} ${String(row["orderCode"])}？` }))) return;
  const path = button.call?.path ?? "";
  const result = await submit(() => put(path, { orderId: row.id }, { quiet: true }));
  if (result.kind === "findings") return toast.failed(result.findings[0]?.message ?? "");
  list.reload();
};

const print: ActionHandler = async (rows) => {
  const ids = rows.map((row) => String(row.id)).join(",");
  if (ids) await openMade(async () => (await get<{ url: string }>(`${BASE}/printCalculationBill`, { ids })).url);
};

const OVERRIDES = {
  dialogs: Dialogs,
  actions: {
    "af-lock-lock": show("lock"),
    "af-order-calc": print,
    "af-lock-rollback": sendBack,
    "prm-unlock-apply": show("apply"),
  },
};

/** Another user of the same browser has another. */
const scopeKey = (): string => `${STORED_SCOPE}.${useSession.getState().user?.userId ?? ""}`;
const scopeNamed = (name: string | null | undefined): Scope | undefined => SCOPES.find((scope) => scope === name);

/** The lock status a user has chosen for a scope; empty for all. */
function statusOf(personal: Personal | undefined, scope: Scope): string {
  const status = personal?.scopes[scope].lockStatus;
  return status === "0" || status === "1" ? status : "";
}

/** Keeps the scope for the next time, and goes to the status of a scope with it, unless its user has chosen another one. */
function useScopeStatus({ businessScope, lockStatus = "" }: Record<string, string>): void {
  const { data } = usePersonal();
  const { pathname, searchStr } = usePageLocation();
  const scope = scopeNamed(businessScope);
  const before = useRef(scope);
  useEffect(() => {
    const last = before.current;
    before.current = scope;
    if (!scope) return;
    write(scopeKey(), scope);
    if (!last || last === scope || lockStatus !== statusOf(data, last) || lockStatus === statusOf(data, scope)) return;
    const search = new URLSearchParams(searchStr);
    search.set("lockStatus", statusOf(data, scope));
    goTo(`${pathname}?${search}`, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [scope]);
}

/** Opens with the scope its user worked on last, and the lock status he has chosen for it. */
function LockList() {
  const declared = declaredList(KEY);
  const { data, isLoading } = usePersonal();
  const [scope] = useState(() => scopeNamed(read(scopeKey())) ?? FIRST_SCOPE);
  const status = statusOf(data, scope);
  const opening = useMemo<Record<string, string>>(
    () => ({ businessScope: scope, ...(status ? { lockStatus: status } : {}) }),
    [scope, status],
  );
  if (!declared) return null;
  if (isLoading) return <PageLoading />;
  return (
    <Suspense fallback={<PageLoading />}>
      <ListPageView page={declared} overrides={OVERRIDES} opening={opening} />
    </Suspense>
  );
}

export default definePage({ page: LockList });
