/** The page lock: taken when the form opens, renewed while it is open, given back when it closes. */
import { useCallback, useEffect, useRef, useState } from "react";
import { CallError, post, remove } from "@/platform/call/client";
import { randomId } from "@/platform/random-id";

export interface Lease {
  holder: string;
  since: string;
  mine: boolean;
}

const RENEW_EVERY_MS = 60_000;

const isSame = (one: Lease, other: Lease): boolean =>
  one.holder === other.holder && one.since === other.since && one.mine === other.mine;

export interface LeaseHands {
  /** Null until the server has answered, or when no lock is wanted. */
  lease: Lease | null;
  /** Names this window; saving says it. */
  tab: string;
  /** Asks again for the lock: the other may have left. */
  again(): Promise<void>;
  takeOver(): Promise<void>;
}

/** The lock of the thing `id` names among those below a path. */
export function useLease(base: string, id: string | null, wanted: boolean): LeaseHands {
  const [tab] = useState(() => randomId());
  const [lease, setLease] = useState<Lease | null>(null);
  const held = useRef(false);
  const call = useCallback(
    async (path: string, body: object) => {
      try {
        const answer = await post<Lease>(`${base}/${path}/${encodeURIComponent(id ?? "")}`, { tab, ...body }, { quiet: true });
        held.current = answer.mine;
        // A renewal that changes nothing draws nothing.
        setLease((before) => (before && isSame(before, answer) ? before : answer));
      } catch (error) {
        // A lock that could not be renewed is found out by the next renewal or by saving.
        if (!(error instanceof CallError)) throw error;
      }
    },
    [base, id, tab],
  );
  useEffect(() => {
    if (!id || !wanted) return;
    void call("lease", {});
    const timer = setInterval(() => void call("lease", { renew: true }), RENEW_EVERY_MS);
    return () => {
      clearInterval(timer);
      if (held.current) void remove(`${base}/lease/${encodeURIComponent(id)}`, { tab }, { quiet: true }).catch(() => undefined);
      held.current = false;
    };
  }, [base, call, id, tab, wanted]);
  return { lease, tab, again: () => call("lease", {}), takeOver: () => call("takeover", {}) };
}
