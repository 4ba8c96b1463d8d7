/** What became of several decisions made at once. */

export interface BatchRow {
  taskId: string;
  done: boolean;
  message?: string;
}

/** How many were done, and why each of the others was not. */
export function batchResult(rows: BatchRow[], number: (taskId: string) => string): { done: number; failed: string[] } {
  const failed = rows.filter((row) => !row.done).map((row) => `${number(row.taskId)}：${row.message ?? ""}`);
  return { done: rows.length - failed.length, failed };
}
