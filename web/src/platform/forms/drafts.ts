/**
 * Drafts: what was typed into a form and not saved, kept on this device for the case that the window goes before its
 * user has decided about it. A draft belongs to one form in one window, so that two forms never write over each other.
 */
import type { Values } from "@/platform/forms/form-store";
import { isNothing } from "@/platform/nothing";
import { randomId } from "@/platform/random-id";
import { session } from "@/platform/session";
import { drop, keysWith, readJson, writeJson } from "@/platform/storage";
import { answerWindows, askWindows } from "@/platform/windows";

/** What a draft is of: a form, and the row it edits; null for a new one. */
export interface DraftPlace {
  form: string;
  id: string | null;
}

/** A member that was changed, by its path: what stood there, and what was typed. */
export interface Change {
  path: string;
  from: unknown;
  to: unknown;
}

export interface Draft {
  /** Its name in the storage. */
  key: string;
  /** When it was written, in milliseconds. */
  at: number;
  changes: Change[];
}

const PREFIX = "draft:";
const CHANNEL = "drafts";
const SLOT_BYTES = 6;
const KEPT_MS = 7 * 86_400_000;

/** Drafts of forms that are open in this window. */
const open = new Set<string>();

export function openDraft(place: DraftPlace): string {
  const key = prefixOf(place) + randomId(SLOT_BYTES);
  open.add(key);
  return key;
}

export function closeDraft(key: string): void {
  open.delete(key);
}

export function keepDraft(key: string, changes: Change[]): void {
  writeJson(key, { at: Date.now(), changes } satisfies Omit<Draft, "key">);
}

export function dropDraft(key: string): void {
  drop(key);
}

/** The newest draft that no window is at work on. */
export async function leftDraft(place: DraftPlace): Promise<Draft | null> {
  sweep();
  const left = keysWith(prefixOf(place)).filter((key) => !open.has(key));
  const drafts = left.flatMap((key): Draft[] => draftOf(key)).toSorted((one, other) => other.at - one.at);
  for (const draft of drafts) {
    // oxlint-disable-next-line no-await-in-loop -- the newest that is free
    if (!(await askWindows(CHANNEL, draft.key))) return draft;
  }
  return null;
}

/** Tells other windows which drafts this one is at work on, until the answer is called. */
export const answerDrafts = (): (() => void) => answerWindows(CHANNEL, (key) => open.has(key));

/** The session has ended: its forms are gone, their drafts stay for the next one of the same user. */
export function releaseDrafts(): void {
  open.clear();
}

/** Who logs out leaves nothing behind on the device. */
export function dropDrafts(): void {
  keysWith(prefixOfUser()).forEach(drop);
}

/** What differs between two states of a form, member by member; lists are one member each. */
export function changesOf(before: Values, now: Values, path = ""): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].flatMap((name): Change[] => {
    const [from, to] = [before[name], now[name]];
    if (same(from, to)) return [];
    const at = path ? `${path}.${name}` : name;
    if (isPlain(to) && (isPlain(from) || isNothing(from))) return changesOf((from ?? {}) as Values, to, at);
    return [{ path: at, from: from ?? null, to: to ?? null }];
  });
}

/** Nothing is nothing, in whatever way it is written. */
export function same(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  return JSON.stringify(one) === JSON.stringify(other);
}

function isPlain(value: unknown): value is Values {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function draftOf(key: string): Draft[] {
  const kept = readJson<Omit<Draft, "key"> | null>(key, null);
  return kept ? [{ ...kept, key }] : [];
}

/** What nobody came back for in a week is of no use any more. */
function sweep(): void {
  const old = Date.now() - KEPT_MS;
  for (const key of keysWith(PREFIX)) if (!open.has(key) && (readJson<{ at?: number } | null>(key, null)?.at ?? 0) < old) drop(key);
}

function prefixOfUser(): string {
  const { user } = session.get();
  return `${PREFIX}${user?.orgId ?? ""}:${user?.userId ?? ""}:`;
}

const prefixOf = ({ form, id }: DraftPlace): string => `${prefixOfUser()}${form}:${id ?? "new"}:`;
