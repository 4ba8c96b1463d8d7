/** One waybill form: read, checked while it is typed, saved, finished, taken back, deleted. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { moveForm, useReason } from "@/modules/awb/form/move-form";
import {
  type Checked,
  type Overview,
  type Sums,
  type WaybillKind,
  type WaybillMeta,
  atBoxes,
  boxesOf,
  metaOf,
} from "@/modules/awb/form/waybill-model";
import { CallError, get, post, put, remove } from "@/platform/call/client";
import { type Submitted, submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";

const BASE = "/afbase/awbPrint";
const CHECK_AFTER_MS = 300;

export interface WaybillKey {
  kind: WaybillKind;
  orderUuid: string;
  hawbId: string | null;
  /** The stored form, when it is known already. */
  awbPrintId: string | null;
}

export interface Waybill {
  form: FormStore;
  meta: WaybillMeta;
  sums: Sums | null;
  /** What each line comes to by its rate and weight. */
  lineTotals: (string | null)[];
  loading: boolean;
  failure: string;
  busy: boolean;
  reload(): void;
  save(): Promise<boolean>;
  finish(): Promise<void>;
  takeBack(): Promise<void>;
  removeForm(): Promise<boolean>;
  /** Fills boxes that are empty, or all of them, from the order. */
  refill(overwrite: boolean): Promise<void>;
  /** One more print was made. */
  counted(): void;
  /** Messages of it were sent. */
  sent(): void;
}

const NEW: WaybillMeta = metaOf({});

export function useWaybill(key: WaybillKey, changed: () => void): Waybill {
  const form = useMemo(() => new FormStore(boxesOf({}, key.kind)), [key.kind]);
  const [meta, setMeta] = useState(NEW);
  const [busy, setBusy] = useState(false);
  const { loading, failure, reload } = useLoaded(key, form, setMeta);
  const { sums, lineTotals } = useCheck(form, !loading && !failure);
  const metaNow = useRef(meta);
  metaNow.current = meta;

  const path = `${BASE}/${key.kind === "master" ? "mawb" : "hawb"}`;
  const body = useCallback(
    (confirmed: string[]) => ({
      ...form.all(),
      orderUuid: key.orderUuid,
      ...(key.hawbId ? { hawbId: key.hawbId } : {}),
      ...(metaNow.current.awbPrintId ? { awbPrintId: metaNow.current.awbPrintId, rowUuid: metaNow.current.rowUuid } : {}),
      ...(confirmed.length > 0 ? { confirmed } : {}),
    }),
    [form, key.orderUuid, key.hawbId],
  );

  /** Common ends of a conversation; true when it went through. */
  const settle = (result: Submitted<unknown>): boolean => {
    if (result.kind === "findings") showFindings(form, result.findings);
    if (result.kind === "declined" && result.field) jumpTo(result.field);
    if (result.kind === "stale" && result.reload) reload();
    return result.kind === "saved";
  };

  const guarded = async <T,>(work: () => Promise<T>, none: T): Promise<T> => {
    if (busy) return none;
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  };

  const store = async (done?: false): Promise<boolean> => {
    const known = metaNow.current.awbPrintId !== null;
    const send = (confirmed: string[]) => (known ? put : post)<Record<string, unknown>>(path, body(confirmed), { quiet: true });
    const sent = form.all();
    const result = await submit(send, done === false ? { done } : {});
    if (!settle(result) || result.kind !== "saved") return false;
    const saved = metaOf(result.data);
    const next: WaybillMeta = { ...metaNow.current, awbPrintId: saved.awbPrintId, rowUuid: saved.rowUuid, state: "DRAFT" };
    metaNow.current = next;
    setMeta(next);
    markSaved(form, sent);
    form.setFindings(atBoxes(result.warnings));
    changed();
    return true;
  };

  const move = async (action: "finish" | "back"): Promise<void> => {
    const { awbPrintId, rowUuid } = metaNow.current;
    if (!awbPrintId) return;
    const result = await moveForm(action, { awbPrintId, rowUuid }, (message) => useReason.getState().ask(message));
    if (!result || !settle(result)) return;
    reload();
    changed();
  };

  return {
    form,
    meta,
    sums,
    lineTotals,
    loading,
    failure,
    busy,
    reload,
    save: () => guarded(() => store(), false),
    finish: () =>
      guarded(async () => {
        // What is finished is what is stored.
        if ((form.dirty() || metaNow.current.awbPrintId === null) && !(await store(false))) return;
        await move("finish");
      }, undefined),
    takeBack: () =>
      guarded(async () => {
        if (await ask({ text: translate("awb:form.backConfirm"), yes: translate("awb:form.back") })) await move("back");
      }, undefined),
    removeForm: () =>
      guarded(async () => {
        const { awbPrintId, rowUuid } = metaNow.current;
        const sure = await ask({ text: translate("awb:form.removeConfirm"), danger: true, yes: translate("platform:action.remove") });
        if (!sure || !awbPrintId) return false;
        const gone = settle(await submit(() => remove(`${BASE}/${awbPrintId}`, { rowUuid }, { quiet: true })));
        if (gone) {
          reload();
          changed();
        }
        return gone;
      }, false),
    counted: () => setMeta((now) => ({ ...now, printCount: now.printCount + 1 })),
    sent: changed,
    refill: (overwrite) => guarded(() => refill(key, form, overwrite), undefined),
  };
}

/** Keeps what was typed while the save was on its way. */
function markSaved(form: FormStore, sent: Record<string, unknown>): void {
  const now = form.all();
  form.reset(sent);
  if (now === sent) return;
  const later = Object.entries(now).filter(([name, value]) => value !== sent[name]);
  form.patch(Object.fromEntries(later));
}

function showFindings(form: FormStore, findings: Checked["findings"]): void {
  const placed = atBoxes(findings);
  form.setFindings(placed);
  const first = placed.find((each) => each.severity === "error");
  if (first) jumpTo(first.field);
}

/** Reads the stored form of the order or house, or the form as a new one begins. */
function useLoaded(key: WaybillKey, form: FormStore, setMeta: (meta: WaybillMeta) => void) {
  const { kind, orderUuid, hawbId, awbPrintId } = key;
  const [round, setRound] = useState(0);
  const [state, setState] = useState({ loading: true, failure: "" });
  useEffect(() => {
    const ended = new AbortController();
    setState({ loading: true, failure: "" });
    readForm({ kind, orderUuid, hawbId, awbPrintId: round === 0 ? awbPrintId : null }, ended.signal)
      .then((data) => {
        form.reset(boxesOf(data, kind));
        setMeta(metaOf(data));
        setState({ loading: false, failure: "" });
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (error.kind === "aborted") return;
        setState({ loading: false, failure: error.message || translate("platform:error.loadFailed") });
      });
    return () => ended.abort();
  }, [kind, orderUuid, hawbId, awbPrintId, round, form, setMeta]);
  const reload = useCallback(() => setRound((now) => now + 1), []);
  return { ...state, reload };
}

async function readForm(key: WaybillKey, signal: AbortSignal): Promise<Record<string, unknown>> {
  const quiet = { quiet: true, signal };
  let id = key.awbPrintId;
  if (!id) {
    const there = await get<Overview>(`${BASE}/viewByOrderUuid/${key.orderUuid}`, undefined, quiet);
    id = key.kind === "master" ? there.awbPrintId : (there.hawbs.find((each) => each.hawbId === key.hawbId)?.awbPrintId ?? null);
  }
  if (id) return get<Record<string, unknown>>(`${BASE}/view/${id}`, undefined, quiet);
  return get<Record<string, unknown>>(`${BASE}/prefill/${key.orderUuid}`, prefillParams(key), quiet);
}

function prefillParams({ kind, hawbId }: WaybillKey) {
  return kind === "master" ? { type: 0 } : { type: 1, hawbId };
}

async function refill(key: WaybillKey, form: FormStore, overwrite: boolean): Promise<void> {
  const data = await get<Record<string, unknown>>(`${BASE}/prefill/${key.orderUuid}`, prefillParams(key));
  const fresh = boxesOf(data, key.kind);
  const now = form.all();
  const wanted = Object.entries(fresh).filter(([name, value]) => name !== "kind" && !isEmpty(value) && (overwrite || isEmpty(now[name])));
  if (wanted.length > 0) form.patch(Object.fromEntries(wanted));
}

/** Nothing typed in a box, a party or a list. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  if (value !== null && typeof value === "object") {
    return Object.entries(value).every(([name, each]) => name === "weightUnit" || isEmpty(each));
  }
  return value === "" || value === null || value === undefined;
}

/** Sends the form to the check a moment after typing stops; the newest answer wins. */
function useCheck(form: FormStore, ready: boolean) {
  const [answer, setAnswer] = useState<{ sums: Sums | null; lineTotals: (string | null)[] }>({ sums: null, lineTotals: [] });
  const totals = useRef<(string | null)[]>([]);
  useEffect(() => {
    if (!ready) return;
    totals.current = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sent: AbortController | undefined;
    const check = async () => {
      sent?.abort();
      const mine = new AbortController();
      sent = mine;
      const asked = form.all();
      try {
        const found = await post<Checked>(`${BASE}/check`, asked, { quiet: true, signal: mine.signal });
        if (mine.signal.aborted || form.all() !== asked) return;
        const lineTotals = found.lines.map((line) => line.total);
        fillTotals(form, lineTotals, totals.current);
        totals.current = lineTotals;
        form.setFindings([...atBoxes(found.findings), ...stillEmpty(form)]);
        setAnswer({ sums: found.sums, lineTotals });
      } catch (error) {
        // The next change, or the save, says what is wrong.
        if (!(error instanceof CallError)) throw error;
      }
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void check(), CHECK_AFTER_MS);
    };
    void check();
    const stop = form.onChange(soon);
    return () => {
      stop();
      clearTimeout(timer);
      sent?.abort();
    };
  }, [form, ready]);
  return answer;
}

/** What a refused finish asked for stays asked for until it is filled in; drafts are not asked. */
function stillEmpty(form: FormStore): Finding[] {
  return form.findings().filter((each) => each.key.endsWith(".required") && isEmpty(form.get(each.field)));
}

/** A total nobody typed follows rate and weight; one that was typed stays. */
function fillTotals(form: FormStore, totals: (string | null)[], before: (string | null)[]): void {
  const changes: Record<string, unknown> = {};
  totals.forEach((total, place) => {
    const path = `lines.${place}.total`;
    const now = form.get(path);
    const followed = now === "" || (before[place] !== undefined && now === before[place]);
    if (followed && now !== (total ?? "") && !isBeingTyped(path)) changes[path] = total ?? "";
  });
  if (Object.keys(changes).length > 0) form.compute(changes);
}

function isBeingTyped(path: string): boolean {
  return document.activeElement?.closest<HTMLElement>("[data-field]")?.dataset["field"] === path;
}
