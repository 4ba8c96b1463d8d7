/** Messages between the company and its airlines, as the calls tell them. */
import type { Row, Tone } from "@/platform/contract";

export const BASE = "/afbase/ediMessage";

/** Something wrong in the text, by line and column from one. */
export interface LineFinding {
  line: number;
  column: number;
  message: string;
}

export interface EdiMessage {
  id: string;
  direction: "OUT" | "IN";
  /** FWB, FHL, FSU, FNA, FMA … */
  type: string;
  /** Version of the message, `16`. */
  messageVersion: string;
  awbNumber: string | null;
  hawbNumber: string | null;
  state: string;
  channel: string | null;
  /** How it came. */
  source: string | null;
  orderUuid: string | null;
  orderCode: string;
  createTime: string;
  sender: string | null;
  sendTime: string | null;
  /** When the answer came, or the message itself. */
  receiptTime: string | null;
  receipt: string | null;
  errorText: string | null;
  tries: number;
  revision: number;
  /** Version of the row, sent back with every change. */
  version: number;
  lines: string[];
  findings: LineFinding[];
  /** Newest first. */
  events: { time: string; name?: string | null; function?: string | null; text: string | null }[];
  /** What the message says, for reading. */
  values: { label: string; value: string }[];
  can?: string[];
}

/** What became of one message that was brought in. */
export interface ReceivedRow {
  /** Name of the file, empty for a pasted text. */
  file: string;
  type: string;
  awbNumber: string | null;
  result: string;
  message: string;
  /** What the reader of the message noticed. */
  notes?: string[];
}

export const STATE_TONES: Record<string, Tone> = {
  WAITING: "warning",
  SENT: "info",
  ACCEPTED: "done",
  REJECTED: "danger",
  TIMEOUT: "warning",
  FAILED: "danger",
  CANCELLED: "neutral",
  RECEIVED: "done",
  UNREAD: "danger",
};

export const RESULT_TONES: Record<string, Tone> = {
  ACCEPTED: "done",
  REJECTED: "danger",
  UNMATCHED: "warning",
  EVENTS: "done",
  RECEIVED: "done",
  UNREAD: "warning",
  REPEATED: "neutral",
  FAILED: "danger",
};

export const SOURCES = ["PASTE", "FILE", "FOLDER", "HTTP"] as const;
export const CHANNELS = ["FILE", "MAIL", "HTTP", "DOWNLOAD"] as const;

/** The words a message goes by: `FWB/16 990-12345675`. */
export function nameOf({ type, messageVersion, awbNumber, hawbNumber }: Pick<EdiMessage, "type" | "messageVersion" | "awbNumber" | "hawbNumber">): string {
  const kind = messageVersion ? `${type}/${messageVersion}` : type;
  return [kind, hawbNumber || awbNumber].filter(Boolean).join(" ");
}

/** The same of a row of the list. */
export function nameOfRow(row: Row): string {
  const text = (name: string) => String(row[name] ?? "");
  return nameOf({
    type: text("type"),
    messageVersion: text("messageVersion"),
    awbNumber: text("awbNumber"),
    hawbNumber: text("hawbNumber"),
  });
}

/** Texts with the findings of their line; a finding beyond the last line stands at the last. */
export function withFindings({ lines, findings }: Pick<EdiMessage, "lines" | "findings">): { text: string; findings: LineFinding[] }[] {
  const place = ({ line }: LineFinding) => Math.min(Math.max(line, 1), lines.length);
  return lines.map((text, at) => ({ text, findings: findings.filter((each) => place(each) === at + 1) }));
}
