/** The charges of one order: read, reckoned while they are typed, saved, proposed, finished and taken back. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { CallError, get, post, put } from "@/platform/call/client";
import { type Submitted, submit } from "@/platform/call/submit";
import type { Section } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import { ask } from "@/platform/dialog";
import type { Change } from "@/platform/forms/drafts";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { RowHistory } from "@/platform/forms/row-history";
import { rowsOf } from "@/platform/forms/rows";
import { translate } from "@/platform/i18n";
import { formByKey } from "@/platform/page-registry";
import { toast } from "@/platform/toast";
import { useLoad } from "@/platform/use-load";
import { allSent, clientFaults, useChargeCheck } from "@/platform/charge/charge-check";
import { isUsual } from "@/platform/charge/charge-fields";
import { besideRows, mergeRows, proposedRows } from "@/platform/charge/charge-merge";
import { type AskedRows, BASE, type Charges, FORM, KINDS, type Proposal, SIDES, type Side, type SideFields, type SideRows, type Totals, isShown } from "@/platform/charge/charge-model";
import { placedFindings, sentRows } from "@/platform/charge/charge-rows";
import { requestIds } from "@/platform/charge/request-ids";
import { StoredRows } from "@/platform/charge/stored-rows";

export interface ChargesHands {
  form: FormStore;
  state: "loading" | "ready" | "failed";
  message: string;
  /** As it was read or saved last; null before. */
  told: Charges | null;
  /** Of the rows as they are typed. */
  totals: Totals;
  /** The sums do not know the last change yet. */
  behind: boolean;
  /** Why the figures are not those of the rows, while nobody asks for them; empty where nobody did. */
  lagging: string | null;
  /** Asks for the figures of the rows as they are. */
  recheck(): void;
  sections: Section[];
  fields: SideFields;
  history: Record<Side, RowHistory>;
  saving: boolean;
  /** What is drawn of the charges. */
  box: RefObject<HTMLDivElement | null>;
  /** All columns are shown, not the usual ones alone. */
  more: boolean;
  showMore(more: boolean): void;
  /** What was typed here, and changed by somebody else before it was saved. */
  kept: Change[];
  reload(): void;
  /** Reads what is stored by now; what was typed stays, where nobody else has changed the same. */
  renew(): Promise<void>;
  save(): Promise<boolean>;
  /** A draft laid over what is stored by now. */
  fit(change: Change): Change;
  /** Whether every cell can be read; else its user is told where one can't. */
  readable(): boolean;
  /** What is asked for with all rows of both grids: see `Proposal`. */
  propose(call: string, asked: Values): Promise<Proposal>;
  /** Puts proposed rows into the grids. */
  take(proposal: Proposal): void;
  finish(side: Side): Promise<void>;
  rollback(side: Side): Promise<void>;
  /** Whether a row is not stored as it stands. */
  isUnsaved(side: Side, row: Values): boolean;
}

const NONE: Change[] = [];
const NO_TOTALS: Totals = {};
const QUIET = { quiet: true } as const;

const fieldsOf = (sections: Section[], side: Side) => sections.find(({ key }) => key === side)?.fields ?? [];

/** `changed`: something was written that the page around shows. */
export function useCharges(orderUuid: string, changed?: () => void): ChargesHands {
  const [form] = useState(() => new FormStore({}));
  const sections = useMemo(() => formByKey(FORM)?.sections.filter(({ key }) => (SIDES as readonly string[]).includes(key)) ?? [], []);
  const fields = useMemo<SideFields>(() => ({ income: fieldsOf(sections, "income"), cost: fieldsOf(sections, "cost") }), [sections]);
  const fieldsNow = useRef(fields);
  fieldsNow.current = fields;
  const history = useMemo(() => ({ income: new RowHistory(form, "income"), cost: new RowHistory(form, "cost") }), [form]);
  const [told, setTold] = useState<Charges | null>(null);
  const [totals, setTotals] = useState(NO_TOTALS);
  const [state, setState] = useState<ChargesHands["state"]>("loading");
  const [message, setMessage] = useState("");
  const [saving, setSaving] = useState(false);
  const [kept, setKept] = useState(NONE);
  /** Answers of calls that were made before the newest tell of what was. */
  const sequence = useRef(0);
  const toldNow = useRef<Charges | null>(null);
  const busy = useRef(false);
  const ids = useRef(requestIds());
  const [stored] = useState(() => new StoredRows());
  const live = useChargeCheck(orderUuid, form, fieldsNow, state === "ready", setTotals);
  const { check, caughtUp } = live;
  const { box, more, showMore, reach } = useReachCells(live.redrawn);

  /** Takes what is stored. */
  const receive = useCallback(
    (answer: Charges, keeps: boolean) => {
      const [before, typed] = [form.cleanValues(), keeps && form.dirty() ? form.all() : null];
      const found = form.findings();
      sequence.current += 1;
      check.forget();
      caughtUp();
      for (const side of SIDES) history[side].forget();
      form.reset(rowsIn(answer));
      stored.take(answer, fields);
      toldNow.current = answer;
      setTold(answer);
      setTotals(answer.totals);
      setKept(typed ? layOver(form, before, typed, answer, fields) : NONE);
      if (typed) form.setFindings(found.filter(({ key }) => key === "client"));
    },
    [caughtUp, check, fields, form, history, stored],
  );
  const read = useCallback(
    async (keeps: boolean) => {
      const number = (sequence.current += 1);
      setState((now) => (now === "ready" ? now : "loading"));
      try {
        const answer = await get<Charges>(`${BASE}/list`, { orderUuid }, QUIET);
        if (number !== sequence.current) return;
        receive(answer, keeps);
        setState("ready");
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (number !== sequence.current) return;
        const why = error.message || translate("platform:error.loadFailed");
        setMessage(why);
        if (keeps && form.dirty()) toast.failed(why);
        else setState("failed");
      }
    },
    [form, orderUuid, receive],
  );
  useLoad(() => void read(false), [orderUuid, read]);

  /** What no answer but a good one leaves to be done; null for that. */
  const settled = async <T>(result: Submitted<T>): Promise<T | null> => {
    if (result.kind === "saved") return result.data;
    if (result.kind === "declined" && result.field) reach(result.field);
    if (result.kind === "stale" && result.reload) await read(true);
    return null;
  };
  const send = async (): Promise<boolean> => {
    const faults = clientFaults(form, fields);
    if (faults[0]) {
      form.setFindings(faults);
      reach(faults[0].field);
      return false;
    }
    const sent = {
      income: sentRows(rowsOf(form.get("income")), fields.income, (row) => stored.differs(row, fields.income)),
      cost: sentRows(rowsOf(form.get("cost")), fields.cost, (row) => stored.differs(row, fields.cost)),
    };
    const deleteIds = stored.gone(form);
    if (sent.income.rows.length + sent.cost.rows.length + deleteIds.length === 0) {
      // Blank rows, and what was typed back to what it was.
      if (toldNow.current) receive(toldNow.current, false);
      return true;
    }
    check.attempted();
    const content = { orderUuid, rowUuid: toldNow.current?.rowUuid, income: sent.income.rows, cost: sent.cost.rows, deleteIds };
    const requestId = ids.current.of(content);
    const result = await submit((confirmed) => post<Charges>(`${BASE}/save`, { requestId, ...content, confirmed }, QUIET));
    // A call that got no answer may have been kept: the same again has the same name.
    if (result.kind !== "failed") ids.current.done();
    if (result.kind === "findings") {
      const found = placedFindings(result.findings, sent);
      form.setFindings(found);
      const first = found.find(({ severity }) => severity === "error") ?? found[0];
      if (first && !reach(first.field)) toast.failed(first.message);
      live.unsaved(false);
      return false;
    }
    const answer = await settled(result);
    if (!answer) {
      live.unsaved(true);
      return false;
    }
    receive(answer, false);
    if (result.kind === "saved") form.setFindings(result.warnings);
    changed?.();
    return true;
  };
  const guarded = async <T>(work: () => Promise<T>, none: T): Promise<T> => {
    if (busy.current) return none;
    busy.current = true;
    setSaving(true);
    try {
      return await work();
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  const move = async (call: "finish" | "rollback", side: Side): Promise<void> => {
    if (form.dirty()) {
      if (!(await ask({ text: translate("platform:form.saveFirst"), yes: translate("platform:action.save") }))) return;
      if (!(await send())) return;
    }
    const word = translate(`css:move.${call}.${side}`);
    // What was saved just now counts.
    if (!(await ask({ title: word, text: sumsText(side, toldNow.current), yes: word }))) return;
    const body = () => ({ orderUuid, orderRowUuid: toldNow.current?.order.orderRowUuid, kind: KINDS[side] });
    const result = await submit((confirmed) => put<Charges>(`${BASE}/${call}`, { ...body(), confirmed }, QUIET), { done: false });
    if (result.kind === "findings") return toast.failed(result.findings[0]?.message ?? "");
    const answer = await settled(result);
    if (!answer) return;
    receive(answer, false);
    if (answer.approving) toast.info(translate("css:move.submitted", { no: answer.approving.instanceNo }));
    else toast.done();
    changed?.();
  };

  return {
    form,
    state,
    message,
    told,
    totals,
    behind: live.behind,
    lagging: live.lagging,
    recheck: live.again,
    sections,
    fields,
    history,
    saving,
    box,
    more,
    showMore,
    kept,
    reload: () => void read(false),
    renew: () => read(true),
    save: () => guarded(send, false),
    fit: ({ path, from, to }) => {
      const side = SIDES.find((each) => each === path);
      return { path, from, to: side ? mergeRows(rowsOf(from), rowsOf(to), rowsOf(form.get(path)), fields[side]).mine : to };
    },
    readable: () => {
      const faults = clientFaults(form, fields);
      const [first] = faults;
      if (!first) return true;
      form.setFindings([...form.findings().filter(({ field }) => !faults.some((each) => each.field === field)), ...faults]);
      reach(first.field);
      toast.warn(translate("css:tool.unread"));
      return false;
    },
    propose: async (call, asked) => {
      const sent = allSent(form, fields);
      const [income, cost] = SIDES.map((side) => ({ rows: rowsOf(form.get(side)), places: sent[side].places })) as [AskedRows, AskedRows];
      const body = { orderUuid, ...placesOf(asked, income.places), income: sent.income.rows, cost: sent.cost.rows };
      try {
        return { ...(await post<Proposal>(`${BASE}/${call}`, body, QUIET)), asked: { income, cost } };
      } catch (error) {
        // Of the rows it is told at their cells; whoever asked says it, too.
        const found = error instanceof CallError ? placedFindings(error.findings, sent).filter(({ field }) => SIDES.some((side) => field.startsWith(`${side}.`))) : [];
        if (found.length > 0) form.setFindings([...form.findings(), ...found]);
        throw error;
      }
    },
    take: (proposal) => {
      const changes: SideRows = {};
      for (const side of SIDES) {
        const [rows, now, asked] = [proposal[side], form.get(side), proposal.asked?.[side]];
        if (!rows || !isShown(now) || (proposal.beside && rows.length === 0)) continue;
        history[side].note();
        if (proposal.beside) changes[side] = besideRows(now, rows, fields[side]);
        else changes[side] = asked ? proposedRows(asked, rows, now, fields[side]) : rows;
      }
      form.patch(changes, []);
      // What was typed meanwhile may be what can't be read.
      form.setFindings(clientFaults(form, fields));
      // The figures of all rows are on their way.
      if (!proposal.beside) setTotals(proposal.totals);
    },
    finish: (side) => guarded(() => move("finish", side), undefined),
    rollback: (side) => guarded(() => move("rollback", side), undefined),
    isUnsaved: (side, row) => stored.differs(row, fields[side]),
  };
}

/** Goes to cells, and shows the columns they stand in. Other pages stay mounted: theirs are none of this one. */
function useReachCells(redrawn: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const [more, showMore] = useState(false);
  const wished = useRef("");
  const jump = (path: string) => jumpTo(path, box.current ?? document);
  useEffect(() => {
    if (wished.current) jump(wished.current);
    wished.current = "";
    redrawn();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [more]);
  const reach = (path: string): boolean => {
    const [, , name] = path.split(".");
    if (name === undefined || more || isUsual(name)) return jump(path);
    wished.current = path;
    showMore(true);
    return true;
  };
  return { box, more, showMore, reach };
}

const rowsIn = (answer: Charges): Values => Object.fromEntries(SIDES.flatMap((side) => (answer[side] ? [[side, answer[side]]] : [])));

/** What was typed over what is stored by now; answers what somebody else has changed meanwhile. */
function layOver(form: FormStore, before: Values, typed: Values, answer: Charges, fields: SideFields): Change[] {
  const changes: Values = {};
  const crossed = SIDES.flatMap((side): Change[] => {
    const theirs = answer[side];
    if (!theirs || !isShown(typed[side])) return [];
    const base = rowsOf(before[side]);
    const merged = mergeRows(base, typed[side], theirs, fields[side]);
    if (JSON.stringify(merged.free) !== JSON.stringify(theirs)) changes[side] = merged.free;
    return merged.crossed ? [{ path: side, from: base, to: merged.mine }] : [];
  });
  if (Object.keys(changes).length > 0) form.patch(changes);
  return crossed;
}

/** Chosen rows, by the places they have among those that are sent. */
function placesOf(asked: Values, places: number[]): Values {
  const { rows } = asked;
  if (!Array.isArray(rows)) return asked;
  return { ...asked, rows: rows.map((each) => places.indexOf(Number(each))).filter((each) => each >= 0) };
}

/** What a side comes to, said before it is finished. */
function sumsText(side: Side, told: Charges | null): string[] {
  const { totals, order } = told ?? {};
  const currency = order?.functionalCurrency ?? "";
  const line = (each: Side) => {
    const sums = totals?.[each];
    return sums ? [translate(`css:move.sum.${each}`, { currency, amount: groupText(sums.functional) })] : [];
  };
  const profit = totals?.profit ? [translate("css:move.sum.profit", { currency, amount: groupText(totals.profit.amount) })] : [];
  return [...line(side), ...line(side === "income" ? "cost" : "income"), ...profit];
}
