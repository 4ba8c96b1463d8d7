/** 航司将收到的报文: the messages of a waybill as they would be sent now, traced to its boxes. */
import { Button, Segmented } from "antd";
import { useId, useState } from "react";
import { placeOf } from "@/modules/awb/form/box";
import { atBoxes } from "@/modules/awb/form/waybill-model";
import type { WaybillKey } from "@/modules/awb/form/store-form";
import { useBoxInHand, useLinkedBox } from "@/modules/awb/message/linked";
import { FORMATS, type LiveMessage, MESSAGE_CHARS_MAX, type MessageFormat, textOf } from "@/modules/awb/message/live-message";
import { MessageText } from "@/modules/awb/message/message-text";
import { type LivePreview, usePreview } from "@/modules/awb/message/use-preview";
import { copyText } from "@/platform/clipboard";
import type { Finding } from "@/platform/contract";
import type { FormStore } from "@/platform/forms/form-store";
import { formatNumber } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading, useLate } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import { ToneIcon } from "@/platform/tone-icon";
import "./message.css";

interface MessagePanelProps {
  form: FormStore;
  waybillKey: WaybillKey;
  /** Goes to a box of the sheet. */
  jump(path: string): void;
  /** Without it the panel stands in a drawer, which has a title and a button of its own. */
  close?: () => void;
}

export function MessagePanel({ form, waybillKey, jump, close }: MessagePanelProps) {
  const t = useText();
  const title = useId();
  const [format, setFormat] = useState<MessageFormat>("IMP");
  const [pointed, setPointed] = useState("");
  const inHand = useBoxInHand();
  const live = usePreview(form, waybillKey, format);
  const late = useLate(live.waiting);
  useLinkedBox(pointed);
  const offered = live.preview?.formats ?? FORMATS;
  return (
    <aside className="awb-message" aria-labelledby={title}>
      <header className="awb-message-head">
        <h2 id={title} className={close ? "" : "sr-only"}>
          {t("awb:message.title")}
        </h2>
        <span className="soft" role="status">
          {late && t("awb:message.waiting")}
        </span>
        <span className="top-space" />
        {offered.length > 1 && (
          <Segmented
            size="small"
            aria-label={t("awb:message.format")}
            value={format}
            onChange={setFormat}
            options={FORMATS.map((value) => ({ value, label: t(`awb:message.${value}`) }))}
          />
        )}
        {close && (
          <button type="button" className="icon-button" aria-label={t("awb:message.hide")} onClick={close}>
            ×
          </button>
        )}
      </header>
      <div className="awb-message-body">
        <Body live={live} format={format} box={pointed || inHand} point={setPointed} jump={jump} />
      </div>
    </aside>
  );
}

interface BodyProps {
  live: LivePreview;
  format: MessageFormat;
  box: string;
  point(path: string): void;
  jump(path: string): void;
}

function Body({ live, format, ...rest }: BodyProps) {
  const t = useText();
  const { preview, failure, retry } = live;
  if (!preview && failure) return <LoadFailed message={failure} retry={retry} />;
  if (!preview) return <PageLoading rows={10} />;
  return (
    <>
      {failure && (
        <div className="awb-message-failure" role="alert">
          <ToneIcon tone="danger" />
          <p>{t("awb:message.outdated", { reason: failure })}</p>
          <Button size="small" onClick={retry}>
            {t("platform:action.retry")}
          </Button>
        </div>
      )}
      {preview.messages.length === 0 && <p className="soft">{t("awb:message.none")}</p>}
      {preview.messages.map((message, place) => (
        // Parts of a message that is too long for one have nothing else to tell them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <Message key={place} message={message} limited={format === "IMP"} {...rest} />
      ))}
    </>
  );
}

interface MessageProps extends Omit<BodyProps, "live" | "format"> {
  message: LiveMessage;
  /** As XML a message may be as long as it is. */
  limited: boolean;
}

function Message({ message, limited, box, point, jump }: MessageProps) {
  const t = useText();
  const name = `${message.type}/${message.version}`;
  const over = limited && message.length > MESSAGE_CHARS_MAX;
  const length = formatNumber(message.length, 0);
  const copy = async () => {
    if (await copyText(textOf(message))) toast.info(t("awb:message.copied", { name }));
    else toast.warn(t("awb:message.copyByHand"));
  };
  return (
    <section className="awb-message-one" aria-label={name}>
      <header>
        <b className="mono">{name}</b>
        <span className={over ? "awb-over tabular" : "soft tabular"}>
          {over && <ToneIcon tone="warning" />}
          {limited ? t("awb:message.lengthOf", { n: length, max: formatNumber(MESSAGE_CHARS_MAX, 0) }) : t("awb:message.length", { n: length })}
          {over && <span>{t("awb:message.parts")}</span>}
        </span>
        <span className="top-space" />
        <Button size="small" type="text" onClick={() => void copy()}>
          {t("platform:action.copy")}
        </Button>
      </header>
      <MessageText message={message} name={t("awb:message.textOf", { name })} box={box} point={point} jump={jump} />
      <Findings findings={atBoxes(message.findings)} jump={jump} />
    </section>
  );
}

/** What the airline would not take, with ways to the boxes. */
function Findings({ findings, jump }: { findings: Finding[]; jump(path: string): void }) {
  const t = useText();
  if (findings.length === 0) {
    return (
      <p className="awb-message-fine">
        <ToneIcon tone="done" />
        {t("awb:message.fine")}
      </p>
    );
  }
  return (
    <ul className="awb-message-findings" aria-label={t("awb:message.findings")}>
      {findings.map((each) => {
        const place = placeOf(each.field, t);
        const text = place && !each.message.includes(place) ? t("awb:send.finding", { box: place, message: each.message }) : each.message;
        return (
          <li key={`${each.field} ${each.key} ${each.message}`} className={each.severity === "error" ? "is-error" : "is-warning"}>
            <ToneIcon tone={each.severity === "error" ? "danger" : "warning"} />
            <span className="sr-only">{t(`awb:message.${each.severity}`)}</span>
            {each.field ? (
              <button type="button" onClick={() => jump(each.field)}>
                {text}
              </button>
            ) : (
              <span>{text}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
