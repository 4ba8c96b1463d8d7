import { useEffect, useRef, useState } from "react";
import { AnswerText } from "@/app/shell/answer-text";
import { type Message, useAssistant } from "@/app/shell/assistant-store";
import { put } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { KeptPicture } from "@/platform/rich/kept-picture";

/** What was said, the newest in sight. */
export function Conversation() {
  const t = useText();
  const { messages, pending, partial } = useAssistant();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = end.current?.parentElement;
    if (box) box.scrollTop = box.scrollHeight;
  }, [messages, partial, pending]);
  return (
    <div className="assistant-talk" role="log" aria-label={t("app:assistant.talk")} tabIndex={0}>
      {messages.map((message, at) => (
        <Said key={at} message={message} />
      ))}
      {pending && (
        <div className="assistant-said is-reply">
          {partial ? <AnswerText text={partial} /> : <p className="soft">{t("app:assistant.pending")}</p>}
        </div>
      )}
      <div ref={end} />
    </div>
  );
}

function Said({ message }: { message: Message }) {
  const t = useText();
  const { sender, type, content, references = [] } = message;
  const places = references.filter(({ url }) => /^\/(?!\/)/.test(url));
  return (
    <div className={`assistant-said is-${sender}`}>
      <span className="sr-only">{t(sender === "user" ? "app:assistant.mine" : "app:assistant.reply")}</span>
      {type === "image" ? <KeptPicture path={content} alt="" /> : <AnswerText text={content} />}
      {places.length > 0 && (
        <ul className="assistant-places" aria-label={t("app:assistant.places")}>
          {places.map(({ title, url }) => (
            <li key={url}>
              <PageLink href={url}>{title}</PageLink>
            </li>
          ))}
        </ul>
      )}
      {message.logId && <Judge logId={message.logId} />}
    </div>
  );
}

/** 有用 or 没用: the last word counts. */
function Judge({ logId }: { logId: string }) {
  const t = useText();
  const [useful, setUseful] = useState<boolean | null>(null);
  const judge = async (wanted: boolean) => {
    await put("/hrs/aiLog/feedback", { logId, useful: wanted });
    setUseful(wanted);
  };
  return (
    <p className="assistant-judge">
      {[true, false].map((wanted) => (
        <button
          key={String(wanted)}
          type="button"
          className="link-button"
          aria-pressed={useful === wanted}
          // A failed call has told so by itself.
          onClick={() => void judge(wanted).catch(() => undefined)}
        >
          {t(wanted ? "app:assistant.useful" : "app:assistant.useless")}
        </button>
      ))}
    </p>
  );
}
