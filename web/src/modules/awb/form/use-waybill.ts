/** One waybill form: read, checked while it is typed, saved, finished, taken back, deleted. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { KeptForm } from "@/modules/awb/form/house/house-desk";
import { moveForm, useReason } from "@/modules/awb/form/move-form";
import { BASE, type WaybillKey, storeForm } from "@/modules/awb/form/store-form";
import { useNewer } from "@/modules/awb/form/use-newer";
import { kindCode } from "@/modules/awb/form/waybill-desk";
import { formParams, isEmpty, takeMaster, takeOrder, takePrevious } from "@/modules/awb/form/take/from-order";
import { type Taking, useTaking } from "@/modules/awb/form/take/taking";
import {
  type Checked,
  type Overview,
  type Sums,
  type WaybillMeta,
  atBoxes,
  boxesOf,
  metaOf,
} from "@/modules/awb/form/waybill-model";
import { CallError, get, post, remove } from "@/platform/call/client";
import { type Submitted, submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";

const CHECK_AFTER_MS = 300;

export interface Waybill {
  /** What it is of, as far as it was asked for or the server told. */
  key: WaybillKey;
  form: FormStore;
  meta: WaybillMeta;
  sums: Sums | null;
  /** What each line comes to by its rate and weight. */
  lineTotals: (string | null)[];
  loading: boolean;
  failure: string;
  busy: boolean;
  /** Somebody else changed it while it was kept behind other pages. */
  newer: boolean;
  reload(): void;
  /** `quiet`: of several that are saved, one word of success says it for all. */
  save(quiet?: boolean): Promise<boolean>;
  finish(): Promise<void>;
  takeBack(): Promise<void>;
  removeForm(): Promise<boolean>;
  /** Fills boxes that are empty, or all of them, from the order. */
  refill(overwrite: boolean): Promise<void>;
  /** Takes what the last finished form of the same customer and route has in common with this one. */
  copyPrevious(): Promise<void>;
  /** Takes what of the master is the same on a house. */
  copyMaster(): Promise<void>;
  /** What was filled in at once, with the way back. */
  taking: Taking;
  /** One more print was made. */
  counted(): void;
  /** Messages of it were sent. */
  sent(): void;
}

const NEW: WaybillMeta = metaOf({});

/** `kept`: the form as it was left, where others are looked at in between. */
export function useWaybill(asked: WaybillKey, changed: (stored: WaybillMeta) => void, kept?: KeptForm): Waybill {
  const form = useMemo(() => kept?.form ?? new FormStore(boxesOf({}, asked.kind)), [asked.kind, kept]);
  const [meta, setMeta] = useState(kept?.meta ?? NEW);
  const metaNow = useRef(meta);
  metaNow.current = meta;
  const key: WaybillKey = { ...asked, orderUuid: asked.orderUuid || meta.orderUuid, hawbId: asked.hawbId ?? meta.hawbId };
  const [busy, setBusy] = useState(false);
  const { loading, failure, reload } = useLoaded(asked, form, { setMeta, stored: () => metaNow.current.awbPrintId }, Boolean(kept?.meta) && form.dirty());
  useEffect(() => {
    if (!loading && !failure) kept?.keep(meta);
  }, [kept, loading, failure, meta]);
  const taking = useTaking(form);
  const { sums, lineTotals } = useCheck(form, !loading && !failure);
  const now = { ...asked, awbPrintId: meta.awbPrintId ?? asked.awbPrintId };
  const newer = useNewer(meta.rowUuid, (signal) => readForm(now, signal), !loading && !failure);

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
    const { result, meta: next } = await storeForm(key, form, metaNow.current, done);
    metaNow.current = next;
    setMeta(next);
    if (!settle(result)) return false;
    changed(next);
    return true;
  };

  const move = async (action: "finish" | "back"): Promise<void> => {
    const { awbPrintId, rowUuid } = metaNow.current;
    if (!awbPrintId) return;
    const result = await moveForm(action, { awbPrintId, rowUuid }, (message) => useReason.getState().ask(message));
    if (!result || !settle(result)) return;
    reload();
    changed(metaNow.current);
  };

  return {
    key,
    form,
    meta,
    sums,
    lineTotals,
    loading,
    failure,
    busy,
    newer,
    reload,
    save: (quiet) => guarded(() => store(quiet ? false : undefined), false),
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
        // On the desk of 运单列表 a form that is gone has no page of its own.
        if (gone && !key.open) {
          reload();
          changed(NEW);
        }
        return gone;
      }, false),
    counted: () => setMeta((now) => ({ ...now, printCount: now.printCount + 1 })),
    sent: () => changed(metaNow.current),
    refill: (overwrite) => guarded(() => told(takeOrder(key, form, overwrite, taking)), undefined),
    copyPrevious: () => guarded(() => told(takePrevious(key, form, taking)), undefined),
    copyMaster: () => guarded(() => told(takeMaster(key, form, taking)), undefined),
    taking,
  };
}

/** A look-up whose failure the client has told of; what was typed stays. */
async function told(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

function showFindings(form: FormStore, findings: Checked["findings"]): void {
  const placed = atBoxes(findings);
  form.setFindings(placed);
  const first = placed.find((each) => each.severity === "error");
  if (first) jumpTo(first.field);
}

/** What is known of a form beside its boxes. */
interface Known {
  setMeta(meta: WaybillMeta): void;
  /** The stored form, once there is one. */
  stored(): string | null;
}

/** Reads the stored form of the order or house, or the form as a new one begins. */
function useLoaded(key: WaybillKey, form: FormStore, known: Known, there: boolean) {
  const { kind, orderUuid, hawbId, awbPrintId } = key;
  const masterNo = key.open?.masterNo;
  const told = useRef(known);
  told.current = known;
  const [round, setRound] = useState(0);
  const [state, setState] = useState({ loading: !there, failure: "" });
  // Of the beginning alone: later on, reading anew is what was asked for.
  const left = useRef(there);
  // What was read stays, with what was typed over it, when the page was behind others and is shown again.
  const was = useRef("");
  useEffect(() => {
    if (left.current && round === 0) return;
    const asked = JSON.stringify([kind, orderUuid, hawbId, awbPrintId, masterNo, round]);
    if (was.current === asked) return;
    const ended = new AbortController();
    setState({ loading: true, failure: "" });
    const open = masterNo === undefined ? {} : { open: { masterNo } };
    const stored = masterNo === undefined ? null : told.current.stored();
    readForm({ kind, orderUuid, hawbId, awbPrintId: round === 0 ? awbPrintId : stored, ...open }, ended.signal)
      .then((data) => {
        form.reset(boxesOf(data, kind));
        told.current.setMeta(metaOf(data));
        was.current = asked;
        setState({ loading: false, failure: "" });
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (error.kind === "aborted") return;
        setState({ loading: false, failure: error.message || translate("platform:error.loadFailed") });
      });
    return () => ended.abort();
  }, [kind, orderUuid, hawbId, awbPrintId, masterNo, round, form]);
  const reload = useCallback(() => setRound((now) => now + 1), []);
  return { ...state, reload };
}

async function readForm(key: WaybillKey, signal: AbortSignal): Promise<Record<string, unknown>> {
  const quiet = { quiet: true, signal };
  if (key.open) return get<Record<string, unknown>>("/os/waybill/view", openParams(key), quiet);
  let id = key.awbPrintId;
  if (!id) {
    const there = await get<Overview>(`${BASE}/viewByOrderUuid/${key.orderUuid}`, undefined, quiet);
    id = key.kind === "master" ? there.awbPrintId : (there.hawbs.find((each) => each.hawbId === key.hawbId)?.awbPrintId ?? null);
  }
  if (id) return get<Record<string, unknown>>(`${BASE}/view/${id}`, undefined, quiet);
  return get<Record<string, unknown>>(`${BASE}/prefill/${key.orderUuid}`, formParams(key), quiet);
}

/** A form in the words of the desk's call, by the first of its names that is known. */
function openParams({ kind, awbPrintId, hawbId, open }: WaybillKey): Record<string, string> {
  const type = kindCode(kind);
  if (awbPrintId) return { type, awbPrintId };
  if (hawbId) return { type, hawbId };
  return open?.masterNo ? { type, masterNo: open.masterNo } : { type };
}

/** Sends the form to the check a moment after typing stops; the newest answer wins. */
function useCheck(form: FormStore, ready: boolean) {
  const [answer, setAnswer] = useState<{ sums: Sums | null; lineTotals: (string | null)[] }>({ sums: null, lineTotals: [] });
  const totals = useRef<(string | null)[]>([]);
  const told = useRef<Values | null>(null);
  /** Totals that were computed for any line, and whether lines changed as a whole since. */
  const filled = useRef({ totals: new Set<string>(), anew: false });
  useEffect(() => {
    if (!ready) return;
    // A page that is shown again has its answer.
    const known = told.current === form.all();
    if (!known) {
      totals.current = [];
      filled.current = { totals: new Set(), anew: false };
    }
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
        fillTotals(form, lineTotals, totals.current, filled.current.anew ? filled.current.totals : new Set());
        for (const total of lineTotals) if (total !== null) filled.current.totals.add(total);
        filled.current.anew = false;
        totals.current = lineTotals;
        form.setFindings([...atBoxes(found.findings), ...stillEmpty(form)]);
        told.current = form.all();
        setAnswer({ sums: found.sums, lineTotals });
      } catch (error) {
        // The next change, or the save, says what is wrong.
        if (!(error instanceof CallError)) throw error;
      }
    };
    const soon = (path: string) => {
      if (path === "lines") filled.current.anew = true;
      clearTimeout(timer);
      timer = setTimeout(() => void check(), CHECK_AFTER_MS);
    };
    if (!known) void check();
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

/**
 * A total nobody typed follows rate and weight; one that was typed stays. A step back in the lines may bring a total of
 * `earlier` again, which nobody typed either.
 */
function fillTotals(form: FormStore, totals: (string | null)[], before: (string | null)[], earlier: Set<string>): void {
  const changes: Record<string, unknown> = {};
  totals.forEach((total, place) => {
    const path = `lines.${place}.total`;
    const now = form.get(path);
    const followed = now === "" || (before[place] !== undefined && now === before[place]) || earlier.has(String(now));
    if (followed && now !== (total ?? "") && !isBeingTyped(path)) changes[path] = total ?? "";
  });
  if (Object.keys(changes).length > 0) form.compute(changes);
}

function isBeingTyped(path: string): boolean {
  return document.activeElement?.closest<HTMLElement>("[data-field]")?.dataset["field"] === path;
}
