/** One bill: read, checked while it is typed, saved by hand and by the clock, finished, taken back, removed. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { BASE, type BillKey, type BillMeta, contentOf, isEmpty, metaOf } from "@/modules/bill/bill-model";
import { CallError, get, post, put, remove } from "@/platform/call/client";
import { type Submitted, submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";

const CHECK_AFTER_MS = 300;
/** How often what was typed is kept. */
export const AUTOSAVE_MS = 60_000;

interface Checked {
  findings: Finding[];
  say: string | null;
  differs: string[];
  containerLines: string[];
}

/** A reason somebody has to give, with the questions he has answered before. */
export interface ReasonAsked {
  message: string;
  confirmed: string[];
}

export interface Bill {
  form: FormStore;
  meta: BillMeta;
  checked: Checked;
  loading: boolean;
  failure: string;
  busy: boolean;
  /** When the clock kept it last; empty for never. */
  keptAt: string;
  /** Why finishing waits. */
  reason: ReasonAsked | null;
  reload(): void;
  save(): Promise<boolean>;
  finish(): Promise<void>;
  /** The call of the dialog that asks for the reason. */
  finishWith(reason: string, asked: ReasonAsked): Promise<unknown>;
  reasonDone(done: boolean): void;
  takeBack(): Promise<void>;
  removeBill(): Promise<boolean>;
  /** Fills boxes that are empty, or all of them, from the order. */
  refill(overwrite: boolean): Promise<void>;
  /** Puts the next number of the company's rule into the box. */
  makeNumber(): Promise<void>;
  /** One more print was made, perhaps of originals. */
  counted(originals: boolean): void;
}

const NOTHING: Checked = { findings: [], say: null, differs: [], containerLines: [] };
const NEW = metaOf({});

/** Tells which bill is stored now, none after it was removed, and whether nothing of the form is unsaved. */
export type Changed = (blId: string | null, clean: boolean) => void;

export function useBill(key: BillKey, mayWrite: boolean, changed: Changed): Bill {
  const form = useMemo(() => new FormStore(contentOf({ kind: key.kind })), [key.kind]);
  const [meta, setMeta] = useState(NEW);
  const [busy, setBusy] = useState(false);
  const [keptAt, setKeptAt] = useState("");
  const [reason, setReason] = useState<ReasonAsked | null>(null);
  const metaNow = useRef(meta);
  const take = useCallback((next: BillMeta) => {
    metaNow.current = next;
    setMeta(next);
  }, []);
  const { loading, failure, reload } = useLoaded(key, form, metaNow, take);
  const closed = meta.docState === "DONE" || meta.closed || !mayWrite;
  const checked = useCheck(key.orderUuid, form, metaNow, !loading && !failure, closed);

  const body = (more: Values) => {
    const { blId, rowUuid } = metaNow.current;
    return { orderUuid: key.orderUuid, content: contentOf(form.all()), ...(blId ? { blId, rowUuid } : {}), ...more };
  };
  const send = (more: Values) =>
    (metaNow.current.blId ? put : post)<Values>(BASE, body(more), { quiet: true });
  const settle = (result: Submitted<unknown>): boolean => {
    if (result.kind === "findings") showFindings(form, result.findings);
    if (result.kind === "declined" && result.field) jumpTo(result.field);
    if (result.kind === "stale" && result.reload) reload();
    return result.kind === "saved";
  };
  const guarded = async <T>(work: () => Promise<T>, none: T): Promise<T> => {
    if (busy) return none;
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  };
  const kept = (data: Values, sent: Values) => {
    const saved = metaOf({ ...metaNow.current, ...data });
    take(saved);
    markSaved(form, sent);
    changed(saved.blId, !form.dirty());
  };
  const store = async (said?: false): Promise<boolean> => {
    const sent = form.all();
    const result = await submit((confirmed) => send(confirmed.length > 0 ? { confirmed } : {}), said === false ? { done: said } : {});
    if (!settle(result) || result.kind !== "saved") return false;
    kept(result.data, sent);
    form.setFindings(result.warnings);
    return true;
  };
  const move = (action: "finish" | "back", more: Values) =>
    put<Values>(`${BASE}/${action}/${metaNow.current.blId}`, { rowUuid: metaNow.current.rowUuid, ...more }, { quiet: true });
  const moved = () => {
    reload();
    changed(metaNow.current.blId, true);
  };
  const finish = async () => {
    // What is finished is what is stored.
    if ((form.dirty() || !metaNow.current.blId) && !(await store(false))) return;
    let agreed: string[] = [];
    const result = await submit((confirmed) => {
      agreed = confirmed;
      return move("finish", confirmed.length > 0 ? { confirmed } : {});
    });
    const missing = result.kind === "findings" ? result.findings.find((each) => each.field === "reason") : undefined;
    if (missing) setReason({ message: missing.message, confirmed: agreed });
    else if (settle(result)) moved();
  };
  useAutosave(form, !loading && !failure && !closed, async () => {
    if (busy) return;
    const sent = form.all();
    try {
      kept(await send({ auto: true }), sent);
      setKeptAt(new Date().toTimeString().slice(0, 5));
    } catch (error) {
      // What stands in its way is shown by the check, and said by the save.
      if (!(error instanceof CallError)) throw error;
    }
  });

  return {
    form,
    meta,
    checked,
    loading,
    failure,
    busy,
    keptAt,
    reason,
    reload,
    save: () => guarded(() => store(), false),
    finish: () => guarded(finish, undefined),
    finishWith: (text, { confirmed }) => move("finish", { reason: text, confirmed }),
    reasonDone: (done) => {
      setReason(null);
      if (done) moved();
    },
    takeBack: () =>
      guarded(async () => {
        if (!(await ask({ text: translate("bill:form.backConfirm"), yes: translate("bill:form.back") }))) return;
        if (settle(await submit(() => move("back", {})))) moved();
      }, undefined),
    removeBill: () =>
      guarded(async () => {
        const { blId, rowUuid } = metaNow.current;
        const sure = await ask({ text: translate("bill:form.removeConfirm"), danger: true, yes: translate("platform:action.remove") });
        if (!sure || !blId) return false;
        const gone = settle(await submit(() => remove(`${BASE}/${blId}`, { rowUuid }, { quiet: true })));
        if (gone) {
          form.reset(form.all());
          changed(null, true);
        }
        return gone;
      }, false),
    refill: (overwrite) => guarded(() => refill(key, form, overwrite), undefined),
    makeNumber: () =>
      guarded(async () => {
        const result = await submit(() => get<{ number: string }>(`${BASE}/nextNumber/${key.orderUuid}`, undefined, { quiet: true }), { done: false });
        if (settle(result) && result.kind === "saved") form.set("number", result.data.number);
      }, undefined),
    counted: (originals) => {
      const { printCount, originalPrints } = metaNow.current;
      take({ ...metaNow.current, printCount: printCount + 1, originalPrints: originalPrints + (originals ? 1 : 0) });
    },
  };
}

/** Keeps what was typed while the save was on its way. */
function markSaved(form: FormStore, sent: Values): void {
  const now = form.all();
  const found = form.findings();
  form.reset(sent);
  form.setFindings(found);
  if (now === sent) return;
  form.patch(Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name])));
}

function showFindings(form: FormStore, findings: Finding[]): void {
  form.setFindings(findings);
  const first = findings.find((each) => each.severity === "error");
  if (!first) return;
  if (!first.field) toast.failed(first.message);
  else jumpTo(first.field);
}

/** Reads the stored bill, or the form as a new one begins. */
function useLoaded(key: BillKey, form: FormStore, metaNow: { current: BillMeta }, take: (meta: BillMeta) => void) {
  const { orderUuid, kind, blId, from } = key;
  const [round, setRound] = useState(0);
  const [state, setState] = useState({ loading: true, failure: "" });
  useEffect(() => {
    const ended = new AbortController();
    const quiet = { quiet: true, signal: ended.signal };
    // A bill that was stored meanwhile is the one to be read anew.
    const id = (round > 0 && metaNow.current.blId) || blId;
    setState({ loading: true, failure: "" });
    const read = id
      ? get<Values>(`${BASE}/view/${id}`, undefined, quiet)
      : get<Values>(`${BASE}/prefill/${orderUuid}/${kind}`, from ? { from } : undefined, quiet);
    read
      .then((data) => {
        form.reset(contentOf((data["content"] ?? {}) as Values));
        take(metaOf(data));
        setState({ loading: false, failure: "" });
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (error.kind === "aborted") return;
        setState({ loading: false, failure: error.message || translate("platform:error.loadFailed") });
      });
    return () => ended.abort();
  }, [orderUuid, kind, blId, from, round, form, metaNow, take]);
  const reload = useCallback(() => setRound((now) => now + 1), []);
  return { ...state, reload };
}

async function refill(key: BillKey, form: FormStore, overwrite: boolean): Promise<void> {
  const data = await get<Values>(`${BASE}/prefill/${key.orderUuid}/${key.kind}`);
  const fresh = contentOf((data["content"] ?? {}) as Values);
  const now = form.all();
  const wanted = Object.entries(fresh).filter(
    ([name, value]) => name !== "kind" && !isEmpty(value) && (overwrite || isEmpty(now[name])),
  );
  if (wanted.length > 0) form.patch(Object.fromEntries(wanted));
}

/** Sends the form to the check a moment after typing stops; the newest answer wins. */
function useCheck(orderUuid: string, form: FormStore, metaNow: { current: BillMeta }, ready: boolean, closed: boolean): Checked {
  const [answer, setAnswer] = useState(NOTHING);
  const said = useRef<string | null>(null);
  useEffect(() => {
    if (!ready) return;
    said.current = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sent: AbortController | undefined;
    const check = async () => {
      sent?.abort();
      const mine = new AbortController();
      sent = mine;
      const asked = form.all();
      const { blId } = metaNow.current;
      const body = { orderUuid, content: contentOf(asked), ...(blId ? { blId } : {}) };
      try {
        const found = await post<Checked>(`${BASE}/check`, body, { quiet: true, signal: mine.signal });
        if (mine.signal.aborted || form.all() !== asked) return;
        if (!closed) fillTotal(form, found.say, said.current);
        said.current = found.say;
        form.setFindings([...found.findings, ...stillEmpty(form)]);
        setAnswer(found);
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
  }, [orderUuid, form, metaNow, ready, closed]);
  return answer;
}

/** A total nobody typed follows the boxes and pieces; one that was typed stays. */
function fillTotal(form: FormStore, say: string | null, before: string | null): void {
  const now = form.get("totalInWords");
  const followed = isEmpty(now) || (before !== null && now === before);
  if (followed && say !== null && now !== say) form.compute({ totalInWords: say });
}

/** What a refused finish asked for stays asked for until it is filled in; drafts are not asked. */
function stillEmpty(form: FormStore): Finding[] {
  return form.findings().filter((each) => each.key.endsWith(".required") && isEmpty(form.get(each.field)));
}

/** Keeps what was typed once a minute, as long as there is something to keep. */
function useAutosave(form: FormStore, on: boolean, keep: () => Promise<void>): void {
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => {
      if (form.dirty()) void latest.current();
    }, AUTOSAVE_MS);
    return () => clearInterval(timer);
  }, [form, on]);
}
