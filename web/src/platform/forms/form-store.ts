/**
 * Values, findings and dirtiness of one form, with subscriptions by field path, so that typing in one of two hundred
 * fields renders one field. Paths are dotted: `services.pickUp.companyId`, `planDimensions.0.length`.
 */
import { useSyncExternalStore } from "react";
import { type Finding, type Section, holds } from "@/platform/contract";

export type Values = Record<string, unknown>;

export class FormStore {
  private values: Values;
  private clean: string;
  private found: Finding[] = [];
  private readonly listeners = new Set<() => void>();
  private changeListeners = new Set<(path: string) => void>();
  private dirtyNow = false;
  private lostNow = false;

  constructor(initial: Values = {}) {
    this.values = initial;
    this.clean = JSON.stringify(initial);
  }

  all(): Values {
    return this.values;
  }

  get(path: string): unknown {
    return readPath(this.values, path);
  }

  set(path: string, value: unknown): void {
    this.patch({ [path]: value });
  }

  /** Sets several paths at once, with one notification; with the findings as they are afterwards, where these are known. */
  patch(changes: Record<string, unknown>, findings?: Finding[]): void {
    for (const [path, value] of Object.entries(changes)) this.values = writePath(this.values, path, value);
    const paths = Object.keys(changes);
    this.lostNow = false;
    // A finding speaks about the value that was there.
    this.found = findings ?? this.found.filter((finding) => !paths.includes(finding.field));
    this.dirtyNow = JSON.stringify(this.values) !== this.clean;
    this.notify();
    for (const path of paths) for (const listener of this.changeListeners) listener(path);
  }

  /** Takes values from the server: nothing is unsaved afterwards. */
  reset(values: Values): void {
    this.values = values;
    this.clean = JSON.stringify(values);
    this.dirtyNow = false;
    this.lostNow = false;
    this.found = [];
    this.notify();
  }

  /** Writes computed members: they make nothing unsaved, and are no change of the user's, where he had not changed them. */
  compute(changes: Record<string, unknown>): void {
    let clean = this.cleanValues();
    for (const [path, value] of Object.entries(changes)) {
      const own = JSON.stringify(readPath(clean, path)) !== JSON.stringify(readPath(this.values, path));
      if (!own) clean = writePath(clean, path, value);
      this.values = writePath(this.values, path, value);
    }
    this.clean = JSON.stringify(this.dirtyNow ? clean : this.values);
    // What was typed may have been taken back before its figures were.
    if (this.dirtyNow) this.dirtyNow = JSON.stringify(this.values) !== this.clean;
    this.notify();
  }

  findings(): Finding[] {
    return this.found;
  }

  setFindings(findings: Finding[]): void {
    this.found = findings;
    this.notify();
  }

  finding(path: string): Finding | undefined {
    return (
      this.found.find((each) => each.field === path && each.severity === "error") ??
      this.found.find((each) => each.field === path)
    );
  }

  dirty(): boolean {
    return this.dirtyNow;
  }

  /** The values as they were read or saved last. */
  cleanValues(): Values {
    return JSON.parse(this.clean) as Values;
  }

  /** The user has decided to lose what is unsaved: the form goes, and nothing keeps what was typed. */
  giveUp(): void {
    this.lostNow = true;
    this.notify();
  }

  givenUp(): boolean {
    return this.lostNow;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Called with the path of each change made by the user. */
  onChange(listener: (path: string) => void): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The value at a path, rendered again only when it changes. */
export function useValue<T = unknown>(form: FormStore, path: string): T {
  return useSyncExternalStore(form.subscribe, () => form.get(path)) as T;
}

export function useFinding(form: FormStore, path: string): Finding | undefined {
  return useSyncExternalStore(form.subscribe, () => form.finding(path));
}

export function useFindings(form: FormStore): Finding[] {
  return useSyncExternalStore(form.subscribe, () => form.findings());
}

export function useDirty(form: FormStore): boolean {
  return useSyncExternalStore(form.subscribe, () => form.dirty());
}

/** All values; renders on every change, so only for small forms and figures. */
export function useValues(form: FormStore): Values {
  return useSyncExternalStore(form.subscribe, () => form.all());
}

/** The sections whose conditions hold; rendered again only when these are others. */
export function useShownSections(sections: Section[], form: FormStore): Section[] {
  const shown = () => sections.filter(({ when }) => holds(when, form.all()));
  useSyncExternalStore(form.subscribe, () =>
    shown()
      .map(({ key }) => key)
      .join(" "),
  );
  return shown();
}

export function readPath(values: unknown, path: string): unknown {
  let at: unknown = values;
  for (const part of path.split(".")) {
    if (at === null || typeof at !== "object") return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

/** A copy of `values` with `value` at `path`; lists stay lists. */
export function writePath(values: Values, path: string, value: unknown): Values {
  return writeParts(values, path.split("."), value) as Values;
}

function writeParts(at: unknown, parts: string[], value: unknown): unknown {
  const [head, ...rest] = parts;
  if (head === undefined) return value;
  if (Array.isArray(at)) {
    const copy = at.slice();
    copy[Number(head)] = writeParts(copy[Number(head)], rest, value);
    return copy;
  }
  const object = (at ?? {}) as Record<string, unknown>;
  return { ...object, [head]: writeParts(object[head], rest, value) };
}
