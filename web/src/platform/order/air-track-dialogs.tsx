import { Alert, Input, Modal } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { type RefObject, useMemo, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, post } from "@/platform/call/client";
import type { Field, Kind } from "@/platform/contract";
import { FieldsDialog } from "@/platform/forms/fields-dialog";
import { type Translate, useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { CODES, statusName } from "@/platform/order/event-texts";
import { type StoredEvent, tellStored } from "@/platform/order/stored-event";
import type { AirOrderRead } from "@/platform/order/tab-props";

const REMARK_MAX = 300;
/** Doubtful dates of a message that are told at once. */
const NOTES_SHOWN = 3;
interface DialogProps {
  order: Pick<AirOrderRead, "awbNumber">;
  close(): void;
  /** Something was stored. */
  saved(): void;
}

/** The fields of an event by hand, with the limits of the server. */
export function airEventFields(t: Translate): Field[] {
  const field = (name: string, kind: Kind, rest: Partial<Field> = {}): Field => {
    const text = t(`order:track.field.${name}`);
    return { name, kind, label: { zh: text, en: text }, ...rest };
  };
  const option = (value: string, text: string) => ({ value, label: { zh: text, en: text } });
  return [
    field("awbNumber", "waybill", { readOnly: true }),
    field("code", "select", { required: true, options: CODES.map((code) => option(code, `${code} ${statusName(code)}`)) }),
    field("airport", "reference", { required: true, reference: "airport" }),
    field("eventTime", "instant", { required: true }),
    field("flightNo", "upper", { maxLength: 20 }),
    field("pieces", "int", { min: 1, max: 999_999_999 }),
    field("weight", "decimal", { min: 0.001, max: 9_999_999, digits: 3, unit: "KG" }),
    field("part", "select", { options: [option("T", t("order:air.total")), option("P", t("order:air.partial"))] }),
    field("remark", "text", { maxLength: REMARK_MAX }),
  ];
}

/** 手工录入: one event, typed. */
export function EventDialog({ order, close, saved }: DialogProps) {
  const t = useText();
  const fields = useMemo(() => airEventFields(t), [t]);
  return (
    <FieldsDialog
      title={t("order:track.enter")}
      fields={fields}
      initial={{ awbNumber: order.awbNumber }}
      send={(body) => post<StoredEvent>("/afbase/track/doSave", body, { quiet: true })}
      saved={(answer) => tellStored(answer as StoredEvent, saved)}
      close={close}
    />
  );
}

interface Place {
  line: number;
  column: number;
  message: string;
}

interface Received {
  stored: number;
  repeated: number;
  awbNumber: string;
  /** Dates that are none, or were read with a doubt. */
  notes?: Place[];
}

/** 粘贴报文: a status message as it came; a refusal stands beside the text, which stays. */
export function MessageDialog({ order, close, saved }: DialogProps) {
  const t = useText();
  const [text, setText] = useState("");
  const [place, setPlace] = useState<Place | null>(null);
  const [sending, setSending] = useState(false);
  const area = useRef<TextAreaRef>(null);
  const send = async () => {
    if (sending) return;
    setSending(true);
    try {
      const received = await post<Received>("/afbase/track/receive", { text }, { quiet: true });
      const { stored, repeated, awbNumber } = received;
      toast.done(t("order:air.received", { stored, repeated }));
      if (awbNumber !== order.awbNumber) toast.warn(t("order:air.otherNumber", { number: awbNumber }));
      for (const { line, column, message } of (received.notes ?? []).slice(0, NOTES_SHOWN)) {
        toast.warn(t("order:air.refused", { line, column, reason: message }));
      }
      saved();
      close();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const wrong = placeOf(error);
      setPlace(wrong);
      if (wrong) select(area, text, wrong);
      else if (error.message) toast.failed(error.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal
      open
      title={t("order:air.paste")}
      width={640}
      onCancel={close}
      onOk={() => void send()}
      okButtonProps={{ disabled: text.trim() === "", loading: busy(sending) }}
      okText={t("order:air.send")}
      cancelText={t("platform:action.cancel")}
    >
      <p className="soft">{t("order:air.pasteHint")}</p>
      <Input.TextArea
        ref={area}
        className="mono track-message"
        rows={12}
        spellCheck={false}
        autoFocus
        aria-label={t("order:air.message")}
        {...(place ? { status: "error" as const, "aria-describedby": "track-refusal" } : {})}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPlace(null);
        }}
      />
      {place && <Refusal place={place} text={text} />}
    </Modal>
  );
}

function Refusal({ place, text }: { place: Place; text: string }) {
  const t = useText();
  return (
    <Alert
      id="track-refusal"
      className="track-refusal"
      type="error"
      title={t("order:air.refused", { line: place.line, column: place.column, reason: place.message })}
      description={
        <pre className="mono">
          {linesOf(text)[place.line - 1] ?? ""}
          {"\n"}
          {" ".repeat(Math.max(0, place.column - 1))}
          {"^"}
        </pre>
      }
    />
  );
}

function placeOf(error: CallError): Place | null {
  const data = error.data as Partial<Place> | null;
  if (typeof data?.line !== "number" || typeof data.column !== "number") return null;
  return { line: data.line, column: data.column, message: data.message ?? error.message };
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Marks the refused line in the text. */
function select(area: RefObject<TextAreaRef | null>, text: string, place: Place): void {
  const input = area.current?.resizableTextArea?.textArea;
  if (!input) return;
  // A text area counts every line break as one character.
  const before = linesOf(text).slice(0, place.line - 1).join("\n");
  const start = before.length + (place.line > 1 ? 1 : 0);
  input.focus();
  input.setSelectionRange(start + place.column - 1, start + (linesOf(text)[place.line - 1] ?? "").length);
}
