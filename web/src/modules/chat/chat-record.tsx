/** The conversations of a user, and the messages of one; each look is written into the log. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MessagePage } from "@/modules/chat/chat-calls";
import { get } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";

const PATH = "/hrs/im/conversation";
const SIZE = 50;

interface Conversation {
  accid: string;
  nickName: string;
  company: string;
  unread: number;
  lastTime: string;
}

export function ChatRecord({ userId }: { userId: string }) {
  const t = useText();
  const [shown, setShown] = useState<Conversation | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["chat-record", userId],
    queryFn: () => get<Conversation[]>(PATH, { userId }, { quiet: true }),
    gcTime: 0,
  });
  if (shown) return <Messages userId={userId} with={shown} back={() => setShown(null)} />;
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={4} />;
  if (data.length === 0) return <p className="soft">{t("chat:record.none")}</p>;
  return (
    <div className="chat-record">
      {data.map((talk) => (
        <button key={talk.accid} type="button" className="chat-record-row" onClick={() => setShown(talk)}>
          <span>
            {talk.nickName} <span className="soft">{talk.company}</span>
          </span>
          <span className="soft">{talk.lastTime}</span>
        </button>
      ))}
    </div>
  );
}

function Messages({ userId, with: { accid, nickName }, back }: { userId: string; with: Conversation; back(): void }) {
  const t = useText();
  const [current, setCurrent] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ["chat-record", userId, accid, current],
    queryFn: () => get<MessagePage>(PATH, { userId, accid, current, size: SIZE }, { quiet: true }),
    gcTime: 0,
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={6} />;
  return (
    <div className="chat-record">
      <p>
        <button type="button" className="text-button" onClick={back}>
          {t("chat:back")}
        </button>
        {current > 1 && (
          <button type="button" className="text-button" onClick={() => setCurrent(current - 1)}>
            {t("chat:record.newer")}
          </button>
        )}
        {current * SIZE < data.total && (
          <button type="button" className="text-button" onClick={() => setCurrent(current + 1)}>
            {t("chat:older")}
          </button>
        )}
      </p>
      {data.records.toReversed().map((message) => (
        <div key={message.seq} className={`chat-message${message.mine ? " is-mine" : ""}`}>
          <div className="chat-bubble">{message.content || message.file?.name}</div>
          <time className="soft">
            {!message.mine && `${nickName} `}
            {message.sentAt}
          </time>
        </div>
      ))}
    </div>
  );
}
