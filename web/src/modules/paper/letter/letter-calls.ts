/** Addresses of letters, and what their states are called on the wire. */
import { get, post } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import type { ProposedMail } from "@/platform/mail/mail-dialog";
import type { Made } from "@/modules/paper/made";

export const LETTER_PAGE = "/af_shipper_letter";
export const LETTER_BASE = "/afbase/shipperLetter";
export const LETTER_PROPOSE = `${LETTER_BASE}/propose`;

export const BOOKING = "BOOKING";
export const DELIVERY = "DELIVERY";
export const SENT = "SENT";
export const ACCEPTED = "ACCEPTED";
export const REJECTED = "REJECTED";

const QUIET = { quiet: true };
const at = (call: string, row: Row): string => `${LETTER_BASE}/${call}/${encodeURIComponent(String(row.id))}`;

export async function printLetter(row: Row): Promise<string> {
  return (await post<Made>(at("print", row), {}, { long: true })).url;
}

export async function exportLetter(row: Row): Promise<string> {
  return (await post<Made>(at("excel", row), {}, { long: true })).url;
}

export function readMail(row: Row): Promise<ProposedMail> {
  return get<ProposedMail>(at("mail", row), undefined, QUIET);
}

export function sendLetter(row: Row, body: Values): Promise<unknown> {
  return post(at("send", row), { ...body, version: row["version"] }, { quiet: true, long: true });
}

export function registerReply(row: Row, body: Values): Promise<unknown> {
  return post(at("reply", row), { ...body, version: row["version"] }, QUIET);
}

/** What a letter is known by: its master number, or its order. */
export const numberOf = (row: Row): string => String(row["awbNumber"] || row["orderCode"] || "");
