/** The live calculation: the server is asked a moment after each change, and its figures go back into the rows. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { post } from "@/platform/call/client";
import type { Finding } from "@/platform/contract";
import { fieldFinding } from "@/platform/forms/client-rules";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { LiveCheck } from "@/platform/forms/live-check";
import { rowsOf } from "@/platform/forms/rows";
import { unreadFinding } from "@/platform/grid/unread";
import { cellInHand } from "@/platform/charge/cell-in-hand";
import { BASE, type Reckoned, SIDES, type Side, type SideFields, type Totals, isShown } from "@/platform/charge/charge-model";
import { isNothing } from "@/platform/nothing";
import { type Sent, placedFindings, sentRows, withFigures } from "@/platform/charge/charge-rows";

/** Both sides as they stand in the page; a side the user may not see is sent empty. */
export function allSent(form: FormStore, fields: SideFields): Record<Side, Sent> {
  return { income: sentRows(rowsOf(form.get("income")), fields.income), cost: sentRows(rowsOf(form.get("cost")), fields.cost) };
}

interface CheckHands {
  check: LiveCheck<Reckoned>;
  /** Something was changed that the sums do not know yet. */
  behind: boolean;
  /** Why the figures are not those of the rows, and nobody asks for them at present; null while they are, or are asked for. */
  lagging: string | null;
  /** What is stored was read. */
  caughtUp(): void;
  /** Asks for the figures of the rows as they are. */
  again(): void;
  /** Nothing was saved; what was to be asked before was dropped. */
  unsaved(asks: boolean): void;
  /** Columns came or went, and with them the cell that was typed in. */
  redrawn(): void;
}

export function useChargeCheck(orderUuid: string, form: FormStore, fields: RefObject<SideFields>, ready: boolean, told: (totals: Totals) => void): CheckHands {
  const [behind, setBehind] = useState(false);
  const [lagging, setLagging] = useState<string | null>(null);
  const behindNow = useRef(false);
  const left = useRef<() => void>(nothing);
  const keepUp = useCallback((is: boolean) => {
    behindNow.current = is;
    setBehind(is);
    setLagging(null);
  }, []);
  const asked = useRef<{ sent: Record<Side, Sent>; rows: unknown[] } | null>(null);
  const [check] = useState(
    () =>
      new LiveCheck<Reckoned>(form, () => {
        const sent = allSent(form, fields.current);
        asked.current = { sent, rows: SIDES.map((side) => form.get(side)) };
        return post<Reckoned>(`${BASE}/check`, { orderUuid, income: sent.income.rows, cost: sent.cost.rows }, { quiet: true });
      }),
  );
  const latest = useRef(told);
  latest.current = told;
  useEffect(() => {
    if (!ready) return;
    let skipped = false;
    const stop = check.listen(
      (answer, attempted) => {
        const of = asked.current;
        // The rows are others by now: the next answer is on its way.
        if (!of || SIDES.some((side, at) => form.get(side) !== of.rows[at])) return;
        skipped = writeFigures(form, fields.current, answer, of.sent);
        showFindings(form, fields.current, placedFindings(answer.findings, of.sent), attempted);
        latest.current(answer.totals);
        keepUp(false);
      },
      (why) => setLagging(why),
    );
    const unfollow = form.onChange(() => keepUp(true));
    // A figure that came while its cell was typed in is asked for again when the cell is left.
    const leave = () => {
      if (!skipped || cellInHand() !== "") return;
      skipped = false;
      void check.look();
    };
    left.current = leave;
    // What was under way when the page went behind others was lost.
    if (behindNow.current) void check.look();
    document.addEventListener("keyup", leave);
    document.addEventListener("focusout", leave);
    return () => {
      stop();
      unfollow();
      left.current = nothing;
      document.removeEventListener("keyup", leave);
      document.removeEventListener("focusout", leave);
    };
  }, [check, form, fields, keepUp, ready]);
  const caughtUp = useCallback(() => keepUp(false), [keepUp]);
  const again = () => {
    setLagging(null);
    void check.look();
  };
  // What saving found stands: another check might not find it, so its user decides when the figures are asked for.
  const unsaved = (asks: boolean) => {
    if (!behindNow.current) return;
    if (asks) void check.look();
    else setLagging("");
  };
  return { check, behind, lagging, caughtUp, again, unsaved, redrawn: () => left.current() };
}

const nothing = () => undefined;

/** Writes the figures of an answer; true when one was kept back from a cell that is typed in. */
function writeFigures(form: FormStore, fields: SideFields, answer: Reckoned, sent: Record<Side, Sent>): boolean {
  const hand = cellInHand();
  let skipped = false;
  const changes: Values = {};
  for (const side of SIDES) {
    const [rows, answered] = [form.get(side), answer[side]];
    if (!isShown(rows) || !answered) continue;
    const inHand = (place: number, name: string) => {
      const mine = hand === `${side}.${place}.${name}`;
      skipped ||= mine;
      return mine;
    };
    const next = withFigures(rows, answered, sent[side].places, fields[side], inHand);
    if (next !== rows) changes[side] = next;
  }
  if (Object.keys(changes).length > 0) form.compute(changes);
  return skipped;
}

/** What the server finds, and what the client knows to be wrong still. That something is missing is said when it is saved. */
function showFindings(form: FormStore, fields: SideFields, findings: Finding[], attempted: boolean): void {
  const told = new Set(findings.map(({ field }) => field));
  const own = form.findings().filter(({ key, field }) => key === "client" && !told.has(field) && clientFault(form, fields, field) !== null);
  const hand = cellInHand();
  const shown = findings.filter(({ key, field }) => attempted || (field !== hand && !(key.endsWith("required") && isNothing(form.get(field)))));
  form.setFindings([...own, ...shown]);
}

/** What the client knows to be wrong at a path; emptiness is the server's to judge, as it fills in what follows. */
function clientFault(form: FormStore, fields: SideFields, path: string): string | null {
  const [side = "", at = "", name] = path.split(".");
  const field = side in fields ? fields[side as Side].find((each) => each.name === name) : undefined;
  const row = rowsOf(form.get(side))[Number(at)];
  if (!field || !row) return null;
  const unread = unreadFinding(field, row);
  return unread ?? (isNothing(row[field.name]) ? null : fieldFinding(field, row[field.name]));
}

/** All the client knows to be wrong in the rows. */
export function clientFaults(form: FormStore, fields: SideFields): Finding[] {
  return SIDES.flatMap((side) =>
    rowsOf(form.get(side)).flatMap((row, place) =>
      row["closed"]
        ? []
        : fields[side].flatMap(({ name }): Finding[] => {
            const field = `${side}.${place}.${name}`;
            const message = clientFault(form, fields, field);
            return message === null ? [] : [{ field, severity: "error", key: "client", message }];
          }),
    ),
  );
}
