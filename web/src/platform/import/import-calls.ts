/** The calls of an import and what they answer. `base` is the beginning of them all: `/afbase/carrier/import`. */
import { download, downloadFrom, get, post, upload } from "@/platform/call/client";
import type { Field } from "@/platform/contract";

/** A column the document takes. */
export interface TakenColumn {
  field: Field & { name: string };
  note: string;
  required: boolean;
  /** Which rows need it beside those that all do: 客户必填. */
  needed: string;
  /** What it may hold, where that can be listed. */
  values: string[];
}

/** A file as it was read. */
export interface ReadFile {
  fileName: string;
  headerRow: number;
  headers: string[];
  /** Field of each column; null: passed over. */
  matched: (string | null)[];
  columns: TakenColumn[];
  /** Columns that held one value in all rows of the file before. */
  fixed: Record<string, string>;
  keys: string[];
  canUpdate: boolean;
  hasAnswers: boolean;
  numbers: number[];
  rows: string[][];
}

export interface BadCell {
  place: number;
  row: number;
  /** Empty: the row as a whole. */
  field: string;
  value: string;
  message: string;
  question: boolean;
}

/** A column with cells that were written otherwise than they are read. */
export interface ReadAs {
  field: string;
  row: number;
  count: number;
  message: string;
}

export interface Checked {
  total: number;
  good: number;
  bad: number;
  doubts: number;
  added: number;
  changed: number;
  cells: BadCell[];
  read?: ReadAs[];
}

export type Mode = "add" | "update";
export type OnError = "all" | "skip";

/** Rows as they are checked and imported. */
export interface Rows {
  fileName: string;
  fields: string[];
  headers: string[];
  numbers: number[];
  rows: string[][];
  mode: Mode;
  onError: OnError;
  accept: boolean;
  fixed: Record<string, string>;
}

/** States of the job, as the server keeps them. */
export const OPEN = ["排队中", "执行中"];
export const FAILED = "失败";
export const REVERTED = "已撤销";
export const CANCELLED = "已取消";

export interface ImportResult {
  id: string;
  status: string;
  total: number | null;
  ok: number;
  bad: number;
  progress: number;
  error: string | null;
  fileName: string | null;
  fileKept: boolean;
  added: number;
  changed: number;
  faults: { place: number; row: number; message: string }[];
  hasAnswers: boolean;
  undoUntil: string | null;
  canUndo: boolean;
}

const QUIET = { quiet: true, long: true };

export function readFile(base: string, file: File, headerRow?: number): Promise<ReadFile> {
  const form = new FormData();
  form.append("files", file, file.name);
  return upload<ReadFile>(`${base}/read`, form, { quiet: true, params: { header: headerRow } });
}

export const importColumns = (base: string): Promise<{ columns: TakenColumn[] }> => get(`${base}/columns`, undefined, { quiet: true });
export const fetchTemplate = (base: string): Promise<void> => downloadFrom(`${base}/template`);
export const checkRows = (base: string, rows: Rows): Promise<Checked> => post<Checked>(`${base}/check`, rows, QUIET);
export const fetchBadRows = (base: string, rows: Rows): Promise<string | null> => download(`${base}/errors`, rows);
export const runImport = (base: string, rows: Rows): Promise<{ taskId: string }> => post(`${base}/run`, rows, QUIET);
export const importResult = (base: string, id: string): Promise<ImportResult> => get<ImportResult>(`${base}/job/${id}`, undefined, { quiet: true });
export const undoImport = (base: string, id: string): Promise<unknown> => post(`${base}/undo/${id}`, {}, QUIET);
export const fetchAnswers = (base: string, id: string): Promise<string | null> => download(`${base}/answers/${id}`, {});
export const fetchBadFile = (id: string): Promise<void> => downloadFrom(`/hrs/task/file/${id}`);
