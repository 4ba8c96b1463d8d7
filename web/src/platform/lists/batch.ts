/** One piece of work on many rows: a call a row, so that each is checked and logged for itself, and each has its answer. */
import { create } from "zustand";
import { CallError } from "@/platform/call/client";
import { PROOF_WANTED, withProof } from "@/platform/call/proof";
import type { Row } from "@/platform/contract";
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";

export interface BatchWork {
  /** What is done, as the button says it. */
  title: string;
  rows: Row[];
  nameOf(row: Row): string;
  call(row: Row): Promise<unknown>;
  /** Takes a finished row back, given what its call answered; absent where nothing brings a row back. */
  undo?: ((row: Row, answer: unknown) => Promise<unknown>) | undefined;
  /** Something was written. */
  changed(): void;
}

export interface Refused {
  row: Row;
  name: string;
  reason: string;
}

export interface BatchState {
  work: BatchWork;
  finished: { row: Row; answer: unknown }[];
  refused: Refused[];
  running: boolean;
  /** The user takes no more rows. */
  stopped: boolean;
}

/** The dialog that shows it hangs on this; null while there is nothing to show. */
export const useBatch = create<{ state: BatchState | null }>(() => ({ state: null }));

const change = (part: Partial<BatchState>) => useBatch.setState(({ state }) => ({ state: state && { ...state, ...part } }));

export function closeBatch(): void {
  useBatch.setState({ state: null });
}

export function stopBatch(): void {
  change({ stopped: true });
}

/** Works through the rows one after the other; what was refused stays to be read and tried again. */
export async function runBatch(work: BatchWork): Promise<void> {
  useBatch.setState({ state: { work, finished: [], refused: [], running: true, stopped: false } });
  const finished: BatchState["finished"] = [];
  const refused: Refused[] = [];
  for (const row of work.rows) {
    if (useBatch.getState().state?.stopped) break;
    try {
      finished.push({ row, answer: await withProof(() => work.call(row)) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // Who gives no password for one row does not want to be asked again for the next.
      if (error.code === PROOF_WANTED) break;
      refused.push({ row, name: work.nameOf(row), reason: error.message });
    }
    change({ finished: [...finished], refused: [...refused] });
  }
  change({ running: false });
  if (finished.length > 0) {
    work.changed();
    told(work, finished);
  }
  if (refused.length === 0) closeBatch();
}

/** The rows that were refused once more, under the same rules. */
export function retryRefused(): void {
  const state = useBatch.getState().state;
  if (state) void runBatch({ ...state.work, rows: state.refused.map(({ row }) => row) });
}

function told(work: BatchWork, finished: BatchState["finished"]): void {
  const text = translate("platform:list.batchDone", { done: finished.length });
  const { undo } = work;
  if (!undo) return toast.done(text);
  const answers = new Map(finished.map(({ row, answer }) => [row, answer]));
  const back = () =>
    void runBatch({
      ...work,
      title: translate("platform:batch.undoing", { action: work.title }),
      rows: finished.map(({ row }) => row),
      call: (row) => undo(row, answers.get(row)),
      undo: undefined,
    });
  toast.undoable(text, { text: translate("platform:batch.undo"), run: back });
}
