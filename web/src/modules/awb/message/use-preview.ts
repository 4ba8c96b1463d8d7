/** The messages of a form as it stands: asked for a moment after typing stops, the newest answer wins. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { MessageFormat, Preview } from "@/modules/awb/message/live-message";
import type { WaybillKey } from "@/modules/awb/form/store-form";
import { CallError, post } from "@/platform/call/client";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";

const CALL = "/afbase/awbPrint/messagePreview";
const PREVIEW_AFTER_MS = 400;

interface Live {
  /** The newest answer; stays while a later one is on its way, or has failed. */
  preview: Preview | null;
  format: MessageFormat;
  /** What is shown is not what the form says now. */
  waiting: boolean;
  failure: string;
}

export interface LivePreview extends Live {
  retry(): void;
}

export function usePreview(form: FormStore, key: WaybillKey, format: MessageFormat): LivePreview {
  const { orderUuid, hawbId } = key;
  const [round, setRound] = useState(0);
  const [live, setLive] = useState<Live>({ preview: null, format, waiting: true, failure: "" });
  const told = useRef({ asked: null as Values | null, of: "" });
  useEffect(() => {
    const of = JSON.stringify([orderUuid, hawbId, format, round]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sent: AbortController | undefined;
    let asked: Values | undefined;
    const ask = async () => {
      sent?.abort();
      const mine = new AbortController();
      sent = mine;
      asked = form.all();
      setLive((now) => ({ ...now, waiting: true }));
      const body = { ...asked, orderUuid, ...(hawbId ? { hawbId } : {}), format };
      try {
        const preview = await post<Preview>(CALL, body, { quiet: true, signal: mine.signal });
        if (mine.signal.aborted) return;
        told.current = { asked, of };
        setLive({ preview, format, waiting: form.all() !== asked, failure: "" });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (mine.signal.aborted) return;
        const failure = error.message || translate("platform:error.loadFailed");
        setLive((now) => ({ ...now, waiting: false, failure }));
      }
    };
    // Computed members change the message too, findings do not.
    const soon = () => {
      if (form.all() === asked) return;
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), PREVIEW_AFTER_MS);
    };
    // A page that was behind others and is shown again has its answer.
    const known = told.current.of === of && told.current.asked === form.all();
    if (known) asked = form.all();
    else void ask();
    const stop = form.subscribe(soon);
    return () => {
      stop();
      clearTimeout(timer);
      sent?.abort();
    };
  }, [form, orderUuid, hawbId, format, round]);
  const retry = useCallback(() => setRound((now) => now + 1), []);
  // The text of one format is nothing to look at in the other.
  return { ...live, preview: live.format === format ? live.preview : null, retry };
}
