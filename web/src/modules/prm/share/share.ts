/** Shared partners as the server tells them, to the company that shares and to the one that receives. */
import type { Field, Label, Option, Tone } from "@/platform/contract";
import { labelPair } from "@/platform/i18n";

export const SHARES = "/prm/coopShare";

/** A member of a partner with its present value. */
export interface Member {
  field: string;
  label: Label;
  value: string;
}

/** What can be shared of a partner. */
export interface Shareable {
  coopName: string;
  fields: Member[];
  /** The company it is bound to. */
  company: string | null;
}

/** A share that was just made; the link is told this once. */
export interface Told {
  shareNo: string;
  coopName: string;
  peerName: string;
  url: string;
  expireTime: string;
}

/** A share as its partner lists it. */
export interface Given {
  id: string;
  shareNo: string;
  peerName: string;
  state: string;
  stateLabel: (Label & { tone: Tone }) | null;
  createTime: string;
  expireTime: string;
  handlerName: string | null;
  peerCode: string | null;
  rejectReason: string | null;
  /** The limit of the partner is shared as well. */
  shareCredit: boolean;
}

/** What the receiving company sees behind a link. */
export interface Received {
  shareId: string;
  shareNo: string;
  orgName: string;
  coopName: string;
  coopType: string;
  message: string;
  state: "SENT" | "ACCEPTED" | "REJECTED";
  expireTime: string;
  handlerName: string;
  rejectReason: string;
  mayAnswer: boolean;
  mayChange: boolean;
  /** Whoever accepts goes by the limit of the company that shares. */
  shareCredit?: boolean;
  fields: Member[];
  coopId?: string;
  coopCode?: string;
}

/** Ticks of members that have a value. */
export const optionsOf = (members: Member[]): Option[] =>
  members.filter(({ value }) => value !== "").map(({ field, label }) => ({ value: field, label }));

/** The fields of a share. */
export function shareFields(members: Member[]): Field[] {
  return [
    { name: "company", kind: "text", required: true, maxLength: 100, label: labelPair("prm:share.company"), help: labelPair("prm:share.companyHelp") },
    { name: "fields", kind: "multi", required: true, options: optionsOf(members), label: labelPair("prm:share.fields") },
    { name: "shareCredit", kind: "bool", label: labelPair("prm:share.credit"), help: labelPair("prm:share.creditHelp") },
    { name: "days", kind: "int", required: true, min: 1, max: 90, label: labelPair("prm:share.days") },
    { name: "message", kind: "longText", maxLength: 500, label: labelPair("prm:share.message") },
    {
      name: "email", kind: "text", maxLength: 80, pattern: "[^\\s@]+@[^\\s@]+", patternMessage: labelPair("prm:share.emailForm"),
      label: labelPair("prm:share.email"), help: labelPair("prm:share.emailHelp"),
    },
  ];
}
