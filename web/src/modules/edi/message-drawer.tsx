/** One message as it was sent or came: what it says, its lines with what is wrong in them, and what happened to it. */
import { useQuery } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { type ReactNode, useState } from "react";
import { BASE, CHANNELS, type EdiMessage, SOURCES, STATE_TONES, nameOf, nameOfRow } from "@/modules/edi/edi-model";
import { downloadMessage, moveMessage } from "@/modules/edi/edi-moves";
import { openReceive } from "@/modules/edi/edi-store";
import { MessageLines } from "@/modules/edi/message-lines";
import { busy } from "@/platform/busy";
import { CallError, get } from "@/platform/call/client";
import { copyText } from "@/platform/clipboard";
import type { Row } from "@/platform/contract";
import { Copyable } from "@/platform/fields/field-value";
import { EMPTY } from "@/platform/format";
import { type Translate, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { useSession } from "@/platform/session";
import { toast } from "@/platform/toast";
import { ToneIcon } from "@/platform/tone-icon";
import { ToneTag } from "@/platform/tone-tag";
import "./edi.css";

interface MessageDrawerProps {
  row: Row;
  close(): void;
  /** The message has another state; the list shows it. */
  changed(): void;
}

export function MessageDrawer({ row, close, changed }: MessageDrawerProps) {
  const t = useText();
  const id = String(row.id);
  const { data, error, refetch } = useQuery({
    queryKey: ["edi-message", id],
    staleTime: 0,
    queryFn: ({ signal }) => get<EdiMessage>(`${BASE}/${encodeURIComponent(id)}`, undefined, { quiet: true, signal }),
    retry: false,
  });
  const renew = () => {
    changed();
    void refetch();
  };
  const failure = error instanceof CallError ? error.message : t("platform:error.server");
  return (
    <Drawer
      open
      size={960}
      rootClassName="edi-drawer"
      title={data ? nameOf(data) : nameOfRow(row)}
      onClose={close}
      footer={data && <Buttons message={data} can={data.can ?? row.can} changed={renew} />}
    >
      {!data && error && <LoadFailed message={failure} retry={() => void refetch()} />}
      {!data && !error && <PageLoading />}
      {data && <Reading message={data} />}
    </Drawer>
  );
}

interface ButtonsProps {
  message: EdiMessage;
  /** What the server lets be done with it. */
  can: string[] | undefined;
  changed(): void;
}

function Buttons({ message, can, changed }: ButtonsProps) {
  const t = useText();
  const held = useSession((session) => session.buttons);
  const [moving, setMoving] = useState(false);
  const may = (code: string) => (held ?? []).includes(code) && (can === undefined || can.includes(code));
  const run = async (work: () => Promise<boolean>) => {
    if (moving) return;
    setMoving(true);
    try {
      if (await work()) changed();
    } finally {
      setMoving(false);
    }
  };
  const download = async () => {
    await downloadMessage(message.id);
    return false;
  };
  return (
    <div className="drawer-buttons">
      {may("af-edi-cancel") && (
        <Button danger disabled={moving} onClick={() => void run(() => moveMessage("cancel", message, nameOf(message)))}>
          {t("edi:message.cancel")}
        </Button>
      )}
      <span className="top-space" />
      {message.direction === "IN" && message.errorText && (held ?? []).includes("af-edi-receive") && (
        <Button onClick={() => openReceive(message.lines.join("\n"))}>{t("edi:message.mend")}</Button>
      )}
      {may("af-edi-download") && (
        <Button disabled={moving} onClick={() => void run(download)}>
          {t("edi:message.download")}
        </Button>
      )}
      {may("af-edi-retry") && (
        <Button type="primary" loading={busy(moving)} onClick={() => void run(() => moveMessage("retry", message, nameOf(message)))}>
          {t("edi:message.retry")}
        </Button>
      )}
    </div>
  );
}

function Reading({ message }: { message: EdiMessage }) {
  const t = useText();
  return (
    <div className="edi-reading">
      <Head message={message} />
      {message.errorText && (
        <p className="edi-fault">
          <ToneIcon tone="danger" />
          {message.errorText}
        </p>
      )}
      <div className="edi-parts">
        <Values message={message} />
        <section aria-label={t("edi:message.body")}>
          <header className="edi-part-head">
            <h3>{t("edi:message.body")}</h3>
            <span className="soft">{t("edi:message.lines", { n: message.lines.length })}</span>
            <span className="top-space" />
            <CopyButton message={message} />
          </header>
          <MessageLines message={message} />
        </section>
      </div>
      <History message={message} />
    </div>
  );
}

function CopyButton({ message }: { message: EdiMessage }) {
  const t = useText();
  const copy = async () => {
    if (await copyText(message.lines.join("\r\n"))) toast.info(t("edi:message.copied"));
    else toast.warn(t("edi:message.copyByHand"));
  };
  return (
    <Button size="small" type="text" onClick={() => void copy()}>
      {t("platform:action.copy")}
    </Button>
  );
}

/** A known word of a list, anything else as it is. */
function wordOf(group: "channel" | "source", value: string | null, t: Translate): string {
  const known: readonly string[] = group === "channel" ? CHANNELS : SOURCES;
  if (!value) return EMPTY;
  return known.includes(value) ? t(`edi:${group}.${value}`) : value;
}

type Figure = [label: string, value: ReactNode];

/** What both kinds of messages have. */
function commonFigures(message: EdiMessage, t: Translate): Figure[] {
  const tone = STATE_TONES[message.state];
  const { orderUuid, orderCode } = message;
  return [
    [t("edi:head.direction"), t(`edi:direction.${message.direction}`)],
    [t("edi:head.state"), tone ? <ToneTag tone={tone}>{t(`edi:state.${message.state}`)}</ToneTag> : message.state],
    [t("edi:head.awbNumber"), message.awbNumber ? <Copyable text={message.awbNumber} /> : EMPTY],
    ...(message.hawbNumber ? [[t("edi:head.hawbNumber"), <Copyable key="hawb" text={message.hawbNumber} />] satisfies Figure] : []),
    [t("edi:head.order"), orderUuid ? <PageLink href={`/af_order_edit?o=${orderUuid}`}>{orderCode}</PageLink> : EMPTY],
  ];
}

function ownFigures(message: EdiMessage, t: Translate): Figure[] {
  if (message.direction === "IN") {
    return [
      [t("edi:head.source"), wordOf("source", message.source, t)],
      [t("edi:head.received"), message.receiptTime || message.createTime || EMPTY],
    ];
  }
  return [
    [t("edi:head.channel"), wordOf("channel", message.channel, t)],
    [t("edi:head.sender"), message.sender || EMPTY],
    [t("edi:head.sendTime"), message.sendTime || EMPTY],
    [t("edi:head.tries"), String(message.tries)],
    [t("edi:head.revision"), String(message.revision)],
    [t("edi:head.receiptTime"), message.receiptTime || EMPTY],
    [t("edi:head.receipt"), message.receipt || EMPTY],
  ];
}

function Head({ message }: { message: EdiMessage }) {
  const t = useText();
  return (
    <dl className="edi-head">
      {[...commonFigures(message, t), ...ownFigures(message, t)].map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the message says in the words of the trade. */
function Values({ message: { values } }: { message: EdiMessage }) {
  const t = useText();
  return (
    <section aria-label={t("edi:message.values")}>
      <header className="edi-part-head">
        <h3>{t("edi:message.values")}</h3>
      </header>
      {values.length === 0 ? (
        <p className="soft">{t("edi:message.noValues")}</p>
      ) : (
        <dl className="edi-values">
          {values.map(({ label, value }, place) => (
            // Two lines of charges have the same words.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={place}>
              <dt>{label}</dt>
              <dd>{value || EMPTY}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function History({ message: { events } }: { message: EdiMessage }) {
  const t = useText();
  return (
    <section aria-label={t("edi:message.history")}>
      <header className="edi-part-head">
        <h3>{t("edi:message.history")}</h3>
      </header>
      {events.length === 0 && <p className="soft">{t("edi:message.noHistory")}</p>}
      <ol className="edi-history">
        {events.map(({ time, name, function: did, text }, place) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <time className="tabular soft">{time}</time>
            <span>{[name, did, text].filter(Boolean).join(" ")}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
