/** Calls of arrival notices; a row of their list is an import order. */
import type { ProposedMail } from "@/platform/mail/mail-dialog";
import type { Made } from "@/modules/paper/made";
import { get, post } from "@/platform/call/client";
import type { Label, Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

const BASE = "/afbase/arrivalNotice";
const QUIET = { quiet: true };

/** A mail went out. */
export const SENT = "SENT";

/** A notice as it is, or as it begins. */
export interface ProposedNotice {
  orderId: string;
  number: string;
  actualArrival: string | null;
  expectArrival: string;
  pieces: number;
  arrivedPieces: number | null;
  /** None before anybody made one. */
  version: number | null;
  /** What the paper says. */
  notice: Values;
  terminals: { value: string; label: Label }[];
}

const at = (call: string, row: Row): string => `${BASE}/${call}/${encodeURIComponent(String(row.id))}`;

export function readNotice(row: Row): Promise<ProposedNotice> {
  return get<ProposedNotice>(at("propose", row), undefined, QUIET);
}

/** Keeps what the notice says and answers the address of its paper. */
export async function makeNotice(row: Row, version: number | null, body: Values): Promise<string> {
  const sent = { ...body, orderId: row.id, ...(version === null ? {} : { version }) };
  return (await post<Made>(`${BASE}/make`, sent, { quiet: true, long: true })).url;
}

export interface NoticeMail extends ProposedMail {
  version: number;
}

export function readMail(row: Row): Promise<NoticeMail> {
  return get<NoticeMail>(at("mail", row), undefined, QUIET);
}

export function sendNotice(row: Row, version: number, body: Values): Promise<unknown> {
  return post(`${BASE}/send`, { ...body, orderId: row.id, version }, { quiet: true, long: true });
}

/** `version` is the row's: nothing while no notice was made. */
export function confirmNotice(row: Row, body: Values): Promise<unknown> {
  const version = row["version"] ?? null;
  return post(`${BASE}/confirm`, { ...body, orderId: row.id, ...(version === null ? {} : { version }) }, QUIET);
}

/** What a notice is known by. */
export const numberOf = (row: Row): string => String(row["number"] || row["orderCode"] || "");
