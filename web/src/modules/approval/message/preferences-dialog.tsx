/** 消息偏好: what a user turns off for himself, and when he wants no mails. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Checkbox, Input } from "antd";
import { useState } from "react";
import { AskedDialog, FindingText } from "@/modules/approval/asked-dialog";
import { get, put } from "@/platform/call/client";
import type { Label } from "@/platform/contract";
import { useLabel, useText } from "@/platform/i18n";
import "./message.css";

const PATH = "/hrs/messageRule/mine";
const KEY = ["message-preferences"];
const DIALOG_WIDTH = 640;

interface Wish {
  event: string;
  name: Label;
  explanation: Label;
  /** How far it may be turned off. */
  mute: "nothing" | "mail" | "all";
  /** What the company sends. */
  sendsInner: boolean;
  sendsMail: boolean;
  inner: boolean;
  mail: boolean;
}

interface Preferences {
  events: Wish[];
  quietFrom: string | null;
  quietUntil: string | null;
  /** Where his mails go. */
  email: string;
}

export function PreferencesDialog({ close }: { close(): void }) {
  const { data } = useQuery({ queryKey: KEY, gcTime: 0, queryFn: () => get<Preferences>(PATH) });
  return data ? <Fields present={data} close={close} /> : null;
}

function Fields({ present, close }: { present: Preferences; close(): void }) {
  const t = useText();
  const queries = useQueryClient();
  const [events, setEvents] = useState(present.events);
  const [from, setFrom] = useState(present.quietFrom ?? "");
  const [until, setUntil] = useState(present.quietUntil ?? "");
  const change = (event: string, part: Partial<Wish>) => setEvents(events.map((wish) => (wish.event === event ? { ...wish, ...part } : wish)));
  const send = () => {
    const wishes = events.map(({ event, inner, mail }) => ({ event, inner, mail }));
    return put(PATH, { events: wishes, quietFrom: from || null, quietUntil: until || null }, { quiet: true });
  };
  const done = () => void queries.invalidateQueries({ queryKey: KEY });
  return (
    <AskedDialog title={t("approval:mine.title")} width={DIALOG_WIDTH} send={send} done={done} close={close}>
      {(finding) => (
        <>
          <p className="soft message-lead">
            {present.email ? t("approval:mine.email", { email: present.email }) : t("approval:mine.noEmail")}
          </p>
          <Wishes events={events} change={change} />
          <div className="message-quiet">
            <span>{t("approval:mine.quiet")}</span>
            <Input type="time" value={from} aria-label={t("approval:mine.from")} status={finding("quietFrom") ? "error" : ""} onChange={(event) => setFrom(event.target.value)} />
            <span>{t("approval:mine.to")}</span>
            <Input type="time" value={until} aria-label={t("approval:mine.until")} status={finding("quietUntil") ? "error" : ""} onChange={(event) => setUntil(event.target.value)} />
            <span className="soft">{t("approval:mine.quietWhy")}</span>
          </div>
          <FindingText text={finding("quietFrom") ?? finding("quietUntil")} />
        </>
      )}
    </AskedDialog>
  );
}

function Wishes({ events, change }: { events: Wish[]; change(event: string, part: Partial<Wish>): void }) {
  const t = useText();
  const label = useLabel();
  return (
    <div className="message-wishes">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t("approval:rule.event")}</th>
            <th className="message-tick">{t("approval:rule.inner")}</th>
            <th className="message-tick">{t("approval:rule.mail")}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((wish) => (
            <tr key={wish.event}>
              <td title={label(wish.explanation)}>{label(wish.name)}</td>
              <td className="message-tick">
                {wish.sendsInner && (
                  <Checkbox
                    checked={wish.inner}
                    disabled={wish.mute !== "all"}
                    aria-label={`${label(wish.name)} ${t("approval:rule.inner")}`}
                    onChange={(event) => change(wish.event, { inner: event.target.checked })}
                  />
                )}
              </td>
              <td className="message-tick">
                {wish.sendsMail && (
                  <Checkbox
                    checked={wish.mail}
                    disabled={wish.mute === "nothing"}
                    aria-label={`${label(wish.name)} ${t("approval:rule.mail")}`}
                    onChange={(event) => change(wish.event, { mail: event.target.checked })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">{t("approval:mine.why")}</p>
    </div>
  );
}
