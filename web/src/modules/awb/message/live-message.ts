/** Messages of a waybill as they would be sent now, and how their text and the boxes of the sheet belong together. */
import type { Finding } from "@/platform/contract";

/** Characters that are struck out or refused, from the first to before the last. */
export interface MessageMark {
  from: number;
  to: number;
  kind: "illegal" | "over";
}

/** Text of one element; `field` is the path of its box, empty where there is none. */
export interface MessageSpan {
  text: string;
  field: string;
  marks: MessageMark[];
}

export interface LiveMessage {
  /** FWB or FHL; XFWB and its like as XML. */
  type: string;
  version: string;
  /** Characters as they are counted for sending. */
  length: number;
  lines: MessageSpan[][];
  findings: Finding[];
}

export const FORMATS = ["IMP", "XML"] as const;
export type MessageFormat = (typeof FORMATS)[number];

export interface Preview {
  messages: LiveMessage[];
  /** What the carrier takes; both when it is not told. */
  formats?: MessageFormat[];
}

/** Most characters of one message as text; longer ones are sent in parts. */
export const MESSAGE_CHARS_MAX = 3500;

/** The message as a file or the clipboard holds it. */
export function textOf(message: LiveMessage): string {
  return message.lines.map((line) => line.map(({ text }) => text).join("")).join("\r\n");
}

export interface Piece {
  text: string;
  kind?: MessageMark["kind"];
}

/** The text of a span, cut where its marks begin and end. What is illegal and too long as well is illegal. */
export function piecesOf({ text, marks }: MessageSpan): Piece[] {
  // Marks count characters, not the halves some of them are stored in.
  const pieces: Piece[] = [];
  [...text].forEach((char, at) => {
    const hit = marks.filter(({ from, to }) => from <= at && at < to).map(({ kind }) => kind);
    const kind = hit.includes("illegal") ? "illegal" : hit[0];
    const last = pieces.at(-1);
    if (last && last.kind === kind) last.text += char;
    else pieces.push(kind ? { text: char, kind } : { text: char });
  });
  return pieces;
}

/** Whether a span tells the box at a path, or a part of it. */
export function tells(span: MessageSpan, path: string): boolean {
  return path !== "" && (span.field === path || span.field.startsWith(`${path}.`));
}
