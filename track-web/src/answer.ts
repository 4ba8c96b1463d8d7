// One answer that a whole page waits for.

import { useEffect, useRef, useState } from "react";
import { useSpeech, type Key } from "./i18n";
import { useNotify } from "./notify";
import { Refusal, type Asking } from "./wire";

/** What a page knows of its answer. */
export type Shown<T> = { is: "loading" } | { is: "failed"; hint: Key } | { is: "ready"; data: T };

/** Why no call is made for an address, and what its reader can do. */
export interface Refused {
  reason: Key;
  hint: Key;
}

interface Question<T> {
  /** What is asked for: another subject is another page, the same one in another language stays on the screen. */
  subject: string;
  refused?: Refused | undefined;
  ask: (asking: Asking) => Promise<T>;
  /** What the reader of a dead link can do. */
  goneHint: Key;
  /** The answer that came with the page, if any. */
  first?: Promise<T> | undefined;
}

const LOADING = { is: "loading" } as const;

/** Asks, and asks again for another subject or language, or when `again` is called. */
export function useAnswer<T>(question: Question<T>): { shown: Shown<T>; again: () => void } {
  const { language } = useSpeech();
  const notify = useNotify();
  const { subject } = question;
  const [state, setState] = useState<{ subject: string; shown: Shown<T> }>({ subject, shown: LOADING });
  // A new object asks again.
  const [round, setRound] = useState({});
  const first = useRef(question.first);
  const latest = useRef(question);
  useEffect(() => {
    latest.current = question;
  });
  useEffect(() => {
    const { refused, ask, goneHint } = latest.current;
    const left = new AbortController();
    const fail = (cause: unknown, hint: Key): void => {
      // What is already on the screen stays there when only its second asking failed.
      setState((before) =>
        before.subject === subject && before.shown.is === "ready" ? before : { subject, shown: { is: "failed", hint } },
      );
      notify(cause, true);
    };
    if (refused) {
      fail({ key: refused.reason }, refused.hint);
      return undefined;
    }
    const asked = first.current ?? ask({ language, signal: left.signal });
    first.current = undefined;
    // An answer for a subject the page has left since is dropped.
    asked.then(
      (data) => left.signal.aborted || setState({ subject, shown: { is: "ready", data } }),
      (cause: unknown) => left.signal.aborted || fail(cause, isGone(cause) ? goneHint : "page.retryHint"),
    );
    return () => left.abort();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [subject, language, notify, round]);
  return { shown: state.subject === subject ? state.shown : LOADING, again: () => setRound({}) };
}

function isGone(cause: unknown): boolean {
  return cause instanceof Refusal && cause.isFinal;
}
