import { useMemo } from "react";
import { post } from "@/platform/call/client";
import type { Field, Kind } from "@/platform/contract";
import { FieldsDialog } from "@/platform/forms/fields-dialog";
import { type Translate, useText } from "@/platform/i18n";
import { type StoredEvent, tellStored } from "@/platform/order/stored-event";
import type { EventOrder } from "../tab-props";
import type { EventCode } from "./track-tab";

const REMARK_MAX = 200;
const PLACE_MAX = 100;
const BOX_MAX = 20;
/** Where the places of a scope are looked up. */
const PLACES: Record<string, string> = {
  se: "place?role=PORT",
  si: "place?role=PORT",
  te: "place?role=RAIL",
  ti: "place?role=RAIL",
  lc: "place?role=CITY",
};

interface EventDialogProps {
  order: EventOrder;
  codes: EventCode[];
  close(): void;
  /** Something was stored. */
  saved(): void;
}

/** 手工录入: one event, typed. */
export function EventDialog({ order, codes, close, saved }: EventDialogProps) {
  const t = useText();
  const fields = useMemo(() => eventFields(t, codes, order), [t, codes, order]);
  const send = (body: Record<string, unknown>) =>
    post<StoredEvent>("/sc/track/doSave", { orderUuid: order.orderUuid, ...body }, { quiet: true });
  return (
    <FieldsDialog
      title={t("order:track.enter")}
      fields={fields}
      initial={{ classifier: "ACT" }}
      send={send}
      saved={(answer) => tellStored(answer as StoredEvent, saved)}
      close={close}
    />
  );
}

/** The fields of an event by hand; a box is chosen where the order has boxes, a place where its scope has some. */
export function eventFields(t: Translate, codes: EventCode[], { prefix, boxes }: Pick<EventOrder, "prefix" | "boxes">): Field[] {
  const field = (name: string, kind: Kind, rest: Partial<Field> = {}): Field => {
    const text = t(`order:track.field.${name}`);
    return { name, kind, label: { zh: text, en: text }, ...rest };
  };
  const options = codes.map(({ code, zh, en }) => ({
    value: code,
    label: { zh: `${code} ${zh}`, en: `${code} ${en}` },
  }));
  const classifiers = ["ACT", "EST"].map((value) => {
    const text = t(`order:track.classifier.${value}`);
    return { value, label: { zh: text, en: text } };
  });
  const reference = PLACES[prefix];
  const box = boxes.map((value) => ({ value, label: { zh: value, en: value } }));
  return [
    field("code", "select", { required: true, options }),
    reference ? field("place", "reference", { reference }) : field("place", "text", { maxLength: PLACE_MAX }),
    field("classifier", "select", { required: true, options: classifiers }),
    field("eventTime", "instant", { required: true }),
    boxes.length > 0
      ? field("containerNo", "select", { options: box })
      : field("containerNo", "upper", { maxLength: BOX_MAX }),
    field("pieces", "int", { min: 1, max: 999_999_999 }),
    field("weight", "decimal", { min: 0.001, max: 9_999_999, digits: 3, unit: "KG" }),
    field("remark", "text", { maxLength: REMARK_MAX }),
  ];
}
