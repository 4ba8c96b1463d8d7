/** Keeps what is typed into a form as a draft, and finds the draft a window before left behind. */
import { useEffect, useRef, useState } from "react";
import {
  type Change,
  type Draft,
  type DraftPlace,
  changesOf,
  closeDraft,
  dropDraft,
  keepDraft,
  leftDraft,
  openDraft,
  same,
} from "@/platform/forms/drafts";
import type { FormStore } from "@/platform/forms/form-store";
import { usePageTab } from "@/platform/page-tab";

/** Enough that not every letter writes, and little enough that a crash takes no sentence. */
const QUIET_MS = 1_000;

export interface LeftDraft {
  draft: Draft | null;
  /** Writes these members into the form; the draft becomes the form's own. */
  take(changes: Change[]): void;
  discard(): void;
}

/** The form must be ready: a draft says what differs from what was read. */
export function useDraft(form: FormStore, { form: name, id }: DraftPlace): LeftDraft {
  const [left, setLeft] = useState<Draft | null>(null);
  const own = useRef<string | null>(null);
  const tab = usePageTab();
  useEffect(() => {
    own.current ??= openDraft({ form: name, id });
    const key = own.current;
    const stop = follow(form, key, id === null);
    return () => {
      stop();
      // A page behind others holds its draft on.
      if (tab && !tab.inFront()) return;
      closeDraft(key);
      own.current = null;
    };
  }, [form, name, id, tab]);
  useEffect(() => {
    let here = true;
    void leftDraft({ form: name, id }).then((draft) => here && setLeft(draft && worthwhile(draft, form)));
    return () => {
      here = false;
    };
  }, [form, name, id]);
  const done = () => {
    if (left) dropDraft(left.key);
    setLeft(null);
  };
  const take = (changes: Change[]) => {
    form.patch(Object.fromEntries(changes.map(({ path, to }) => [path, to])));
    if (own.current) write(form, own.current, id === null);
    done();
  };
  return { draft: left, take, discard: done };
}

/** A draft of what stands in the form already is none. */
function worthwhile(draft: Draft, form: FormStore): Draft | null {
  if (draft.changes.some(({ path, to }) => !same(form.get(path), to))) return draft;
  dropDraft(draft.key);
  return null;
}

/** Writes the draft as the form changes, and drops it with the reason for it. */
function follow(form: FormStore, key: string, whole: boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
    write(form, key, whole);
  };
  const look = () => {
    if (!form.dirty() || form.givenUp()) return settle();
    clearTimeout(timer);
    timer = setTimeout(settle, QUIET_MS);
  };
  const goes = () => timer !== undefined && settle();
  const stop = form.subscribe(look);
  window.addEventListener("pagehide", goes);
  document.addEventListener("visibilitychange", goes);
  return () => {
    stop();
    goes();
    window.removeEventListener("pagehide", goes);
    document.removeEventListener("visibilitychange", goes);
  };
}

/** A new thing is kept whole: another new one may begin with other values. */
function write(form: FormStore, key: string, whole: boolean): void {
  if (form.dirty() && !form.givenUp()) keepDraft(key, changesOf(whole ? {} : form.cleanValues(), form.all()));
  else dropDraft(key);
}
