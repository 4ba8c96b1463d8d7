// Failures, as notices at the bottom right. Every one begins with the words for "operation failed".

import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Refusal } from "./wire";
import { useSpeech, type Key } from "./i18n";
import { Icon } from "./icons";

/** What failed: a text of the catalogue, or the server's own words. */
type Reason = { key: Key } | { message: string };

interface Notice {
  id: number;
  reason: Reason;
  /** It tells why the page is empty, so it stays until it is closed. */
  stays: boolean;
}

type Notify = (cause: unknown, stays?: boolean) => void;

const SHOWN_MS = 8000;
const MOST = 3;

const Context = createContext<Notify>(() => {});

/** Reports a failure to the reader: a reason, or whatever a call threw. */
export function useNotify(): Notify {
  return useContext(Context);
}

/** Holds the notices of everything inside. */
export function Notices({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const last = useRef(0);
  const notify = useCallback<Notify>((cause, stays = false) => {
    last.current += 1;
    const notice = { id: last.current, reason: reasonOf(cause), stays };
    setNotices((shown) => [...shown, notice].slice(-MOST));
  }, []);
  const close = useCallback((id: number) => setNotices((shown) => shown.filter((notice) => notice.id !== id)), []);
  const list = useMemo(() => notices.map((notice) => <Line key={notice.id} notice={notice} close={close} />), [notices, close]);
  return (
    <Context value={notify}>
      {children}
      <div className="notices">{list}</div>
    </Context>
  );
}

function Line({ notice, close }: { notice: Notice; close: (id: number) => void }) {
  const { t } = useSpeech();
  useEffect(() => {
    if (notice.stays) return undefined;
    const timer = setTimeout(() => close(notice.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, close]);
  const { reason } = notice;
  return (
    <div className="notice" role="alert">
      <Icon name="warning" />
      <p>{t("failed", { reason: "key" in reason ? t(reason.key) : reason.message })}</p>
      <button type="button" className="plain" aria-label={t("notify.close")} onClick={() => close(notice.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function reasonOf(cause: unknown): Reason {
  if (cause instanceof Refusal) return cause.key ? { key: cause.key } : { message: cause.message };
  if (typeof cause === "object" && cause !== null && "key" in cause) return { key: cause.key as Key };
  return { key: "failed.fetch" };
}
