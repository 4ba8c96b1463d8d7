/** Declared actions that ask for something: the call, and what follows from its answer. */
import { sendJson } from "@/platform/call/client";
import type { Button, Row, Told } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { saveMade } from "@/platform/made-file";
import { fillLink, goTo } from "@/platform/navigate";

/** An action whose dialog is open. */
export interface OpenAction {
  button: Button;
  rows: Row[];
  /** What it answered without asking for anything. */
  answer?: unknown;
}

/** Anything else is done at once. */
export function asksFields({ fields = [], lines = [] }: Button): boolean {
  return fields.length > 0 || lines.length > 0;
}

/** One call for all selected rows together. */
export function callsTogether({ place, call }: Button): boolean {
  return place === "batch" && !(call?.path ?? "").includes("{");
}

/** The quiet call of an action for one row; `body` is what was asked, and the questions that were answered. */
export function callAsked<T>({ call, versioned }: Button, row: Row, body: Values): Promise<T> {
  const whole = versioned ? { ...body, version: row["version"] } : body;
  return sendJson<T>(call?.method ?? "POST", fillLink(call?.path ?? "", row), whole, { quiet: true });
}

/** Where the first values are read; of several rows no single one knows them. */
export function firstPath({ first }: Button, rows: Row[]): string | null {
  if (!first || (rows.length > 1 && first.includes("{"))) return null;
  return fillLink(first, rows[0] ?? {});
}

/** What an answer tells its user. */
export function toldOf(answer: unknown): Told | null {
  return (answer as { told?: Told | null } | null | undefined)?.told ?? null;
}

/** Goes where the action leads; a file that waits at an address is stored. */
export function follow({ then }: Button, answer: unknown): void {
  const file = (answer as { fileUrl?: string } | null | undefined)?.fileUrl;
  if (file) void saveMade(() => Promise.resolve(file));
  if (then) goTo(fillLink(then, (answer ?? {}) as Row));
}
