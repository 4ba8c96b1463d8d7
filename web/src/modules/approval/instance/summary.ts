/** The summary line of the records, from the sums of the list. */

export type Sums = Partial<Record<"runningCount" | "finishedCount" | "finishedMs" | "decidedTasks" | "lateTasks", number>>;

const HOUR_MS = 3_600_000;

export interface Summary {
  running: number;
  /** Mean hours from application to end; none without a finished one. */
  hours: number | null;
  /** Percent of decisions taken too late; none without a decision. */
  late: number | null;
}

export function summaryOf(sums: Sums): Summary {
  const { runningCount = 0, finishedCount = 0, finishedMs = 0, decidedTasks = 0, lateTasks = 0 } = sums;
  return {
    running: runningCount,
    hours: finishedCount === 0 ? null : finishedMs / finishedCount / HOUR_MS,
    late: decidedTasks === 0 ? null : (lateTasks / decidedTasks) * 100,
  };
}
