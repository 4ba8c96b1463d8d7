/** What a company decided about an event of messages. */
import type { Label } from "@/platform/contract";

export interface Receivers {
  kinds: string[];
  users: string[];
  roles: string[];
}

export interface Named {
  id: string;
  name: string;
}

export interface MessageRule {
  event: string;
  kind: string;
  name: Label;
  explanation: Label;
  takes: { name: string; label: Label }[];
  active: boolean;
  inner: boolean;
  mail: boolean;
  /** Who is told, where the company does not choose. */
  concerned: Label | null;
  /** Whom it may choose. */
  among: { code: string; label: Label }[];
  receivers: Receivers;
  users: Named[];
  roles: Named[];
  titleZh: string;
  titleEn: string;
  textZh: string;
  textEn: string;
  isAhead: boolean;
  days: number[];
  /** 0: nothing was decided. */
  version: number;
  updatedByName?: string | null;
  updatedAt?: string | null;
}

export interface MessageRules {
  rules: MessageRule[];
  /** Whether there is a mailbox mails can go by. */
  mailbox: boolean;
  roles: Named[];
}

export const RULES = "/hrs/messageRule";
export const RULES_KEY = ["message-rules"];

/** Numbers of days as they were typed, the longest first; what is no number is left to the server's refusal. */
export function daysOf(typed: (string | number)[]): number[] {
  const days = typed.map((each) => Number(String(each).trim())).filter((day) => Number.isInteger(day));
  return [...new Set(days)].toSorted((a, b) => b - a);
}
