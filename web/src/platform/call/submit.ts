/**
 * Saving with the conversation of the wire contract: findings go back to the form, questions are asked and the same
 * body is sent again with `confirmed`, a password is asked for where the call wants a fresh proof of identity, a stale
 * version offers to reload.
 *
 *   const result = await submit((confirmed) => post("/afbase/order/doSave", { ...order, confirmed }, { quiet: true }));
 *   if (result.kind === "saved") …
 */
import { CallError } from "@/platform/call/client";
import { PROOF_WANTED, askProof } from "@/platform/call/proof";
import type { Finding } from "@/platform/contract";
import { askQuestion, askStale } from "@/platform/dialog";
import { toast } from "@/platform/toast";

export interface Confirm {
  key: string;
  field?: string;
  message: string;
  /** A no is an answer, too: the call goes on with it. */
  either?: boolean;
}

export type Submitted<T> =
  | { kind: "saved"; data: T; warnings: Finding[] }
  | { kind: "findings"; findings: Finding[] }
  /** The user said 否, or gave no password: the form stays, the focus goes to `field`. */
  | { kind: "declined"; field?: string }
  /** Another user saved first; `reload` is the answer to the dialog. */
  | { kind: "stale"; reload: boolean; current: unknown; changed: string[] }
  | { kind: "failed"; message: string };

/** A server that keeps asking the same thing must not keep the user in a loop. */
const QUESTIONS_MAX = 10;

/** `send` must be quiet: this function shows every failure. */
export async function submit<T>(
  send: (confirmed: string[]) => Promise<T>,
  options: { done?: string | false } = {},
): Promise<Submitted<T>> {
  const confirmed: string[] = [];
  for (let round = 0; round < QUESTIONS_MAX; round++) {
    try {
      const data = await send([...confirmed]);
      if (options.done !== false) toast.done(options.done);
      return { kind: "saved", data, warnings: warningsOf(data) };
    } catch (error) {
      const answer = await settle<T>(error);
      if (!Array.isArray(answer)) return answer;
      confirmed.push(...answer);
    }
  }
  return { kind: "declined" };
}

/** What a failure means: send again with the keys the user confirmed, or the end of the attempt. */
async function settle<T>(error: unknown): Promise<Submitted<T> | string[]> {
  if (!(error instanceof CallError)) throw error;
  if (error.kind === "timeout" || error.kind === "aborted" || error.status === 401) {
    return { kind: "failed", message: error.message };
  }
  if (error.findings.length > 0) return { kind: "findings", findings: error.findings };
  if (error.code === 2) {
    const confirms = (error.data as { confirms?: Confirm[] } | null)?.confirms ?? [];
    return answersTo(confirms);
  }
  if (error.code === PROOF_WANTED) return (await askProof(error.message)) ? [] : { kind: "declined" };
  if (error.code === 3) {
    const { current, changed } = (error.data ?? {}) as { current?: unknown; changed?: string[] };
    const reload = await askStale(error.message, changed ?? []);
    return { kind: "stale", reload, current, changed: changed ?? [] };
  }
  if (error.kind === "refused") toast.failed(error.message);
  else toast.error(error.message);
  return { kind: "failed", message: error.message };
}

/** Before the key of a question that was answered with no. */
const NO = "no:";

/** The questions a no ends the attempt of together, then each that goes on either way. */
async function answersTo(confirms: Confirm[]): Promise<Submitted<never> | string[]> {
  const must = confirms.filter(({ either }) => !either);
  if (must.length > 0 && !(await askQuestion(must.map(({ message }) => message)))) return declined(must[0]);
  const answers = must.map(({ key }) => key);
  for (const { key, message } of confirms.filter(({ either }) => either)) {
    // oxlint-disable-next-line no-await-in-loop
    answers.push((await askQuestion([message])) ? key : NO + key);
  }
  return answers;
}

function declined(confirm: Confirm | undefined): { kind: "declined"; field?: string } {
  return confirm?.field ? { kind: "declined", field: confirm.field } : { kind: "declined" };
}

function warningsOf(data: unknown): Finding[] {
  const findings = (data as { findings?: Finding[] } | null)?.findings;
  return Array.isArray(findings) ? findings : [];
}
