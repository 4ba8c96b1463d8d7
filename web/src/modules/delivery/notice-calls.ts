/** Addresses of delivery notices, and what their states and places are called on the wire. */
import { get, post } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import type { ProposedMail } from "@/platform/mail/mail-dialog";

export const NOTICE_PAGE = "/af_delivery_notice";
export const NOTICE_BASE = "/afbase/deliveryNotice";
export const NOTICE_PROPOSE = `${NOTICE_BASE}/propose`;

/** Where cargo goes: to the terminal at the airport, or to the forwarder's own warehouse. */
export const TERMINAL = "warehouse";
export const UNSENT = "UNSENT";
export const VOID = "VOID";

/** The public address of a notice. */
export interface NoticeLink {
  url: string;
  /** Until when it works, in words. */
  expireText: string;
}

const QUIET = { quiet: true };

export const numberOf = (row: Row): string => String(row["noticeCode"] ?? "");

function at(row: Row, call: string): string {
  return `${NOTICE_BASE}/${encodeURIComponent(String(row.id))}/${call}`;
}

export function readLink(row: Row): Promise<NoticeLink> {
  return post<NoticeLink>(at(row, "link"), {}, QUIET);
}

export function readMail(row: Row): Promise<ProposedMail> {
  return get<ProposedMail>(at(row, "letter"), undefined, QUIET);
}

export function sendMail(row: Row, body: Values): Promise<unknown> {
  return post(at(row, "send"), body, QUIET);
}

/** A move in the version that is shown. */
export function moveNotice<T = unknown>(row: Row, move: "arrive" | "void", body: Values): Promise<T> {
  return post<T>(at(row, move), { ...body, version: row["version"] }, QUIET);
}
