/** What is sent of an order's waybills, and what the server says about it. */
import type { House, Overview } from "@/modules/awb/form/waybill-model";
import type { Finding, Tone } from "@/platform/contract";

export const SCOPES = ["mawb", "hawb", "all"] as const;
export type SendScope = (typeof SCOPES)[number];

/** What the dialog is opened for. */
export interface SendTarget {
  orderUuid: string;
  /** Of the waybill it was opened at. */
  number: string;
  /** The house it was opened at; null at a master. */
  hawbId: string | null;
}

export interface SendBody {
  type: SendScope;
  awbPrintId: string | null;
  slIds: string[];
}

/** What is wrong with a box, in the words of the form. */
export interface SendFinding extends Finding {
  box: string;
}

export interface SendRow {
  /** Null for one that is not made. */
  awbPrintId: string | null;
  /** FWB or FHL. */
  type: string;
  number: string;
  findings: SendFinding[];
}

/** The answer of sendCheck. */
export interface SendCheck {
  ready: boolean;
  channel: { kind: string; name: string } | null;
  rows: SendRow[];
  /** One of them was accepted by its airline before. */
  accepted: boolean;
}

/** A message that was made. */
export interface SentMessage {
  id: string;
  type: string;
  number: string;
  state: string;
}

/** The answer of sendData. */
export interface Sent {
  sent: SentMessage[];
  /** Of all of them as one file, where no channel is set up; it is there for a while. */
  downloadUrl?: string | null;
}

/** How the states of messages look. */
export const EDI_TONES: Record<string, Tone> = {
  WAITING: "warning",
  SENT: "info",
  ACCEPTED: "done",
  REJECTED: "danger",
  TIMEOUT: "warning",
  FAILED: "danger",
  CANCELLED: "neutral",
};

/** What has a form can be sent. */
export function isMade(house: Pick<House, "awbPrintId">): boolean {
  return house.awbPrintId !== null;
}

/** Scopes there is something for. */
export function scopesOf({ awbPrintId, hawbs }: Overview): SendScope[] {
  const houses = hawbs.some(isMade);
  return SCOPES.filter((scope) => (scope === "hawb" || awbPrintId !== null) && (scope === "mawb" || houses));
}

/** From a house that house, from a master all of it. */
export function firstScope(overview: Overview, target: SendTarget): SendScope | undefined {
  const scopes = scopesOf(overview);
  const wanted: SendScope = target.hawbId === null ? "all" : "hawb";
  return scopes.includes(wanted) ? wanted : scopes[0];
}

/** The houses ticked at first, as ids: the one it was opened at, else all that are made. */
export function firstHouses({ hawbs }: Overview, { hawbId }: SendTarget): string[] {
  return hawbs.filter((each) => isMade(each) && (hawbId === null || each.hawbId === hawbId)).map((each) => each.hawbId);
}

/** The body of the calls, or null while nothing is chosen. */
export function sendBody({ awbPrintId }: Overview, type: SendScope, houses: string[]): SendBody | null {
  if (type === "mawb") return { type, awbPrintId, slIds: [] };
  // The server takes no houses for all of them.
  return houses.length > 0 ? { type, awbPrintId, slIds: houses } : null;
}

export function isHouseRow({ type }: Pick<SendRow, "type">): boolean {
  return type === "FHL";
}

/** The address of the form a row is about. */
export function formOf(orderUuid: string, row: SendRow): string {
  if (!isHouseRow(row)) return `/af_mawb_make?o=${orderUuid}`;
  return row.awbPrintId ? `/hawb_info_page?o=${orderUuid}&p=${row.awbPrintId}` : `/hawb_info_page?o=${orderUuid}`;
}
