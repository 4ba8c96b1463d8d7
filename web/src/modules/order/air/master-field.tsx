/**
 * 主单号 of an air export: the stock offers its numbers below the box, which holds none of them; F2 takes the next one, which
 * is the user's until the end of the day (af-orders.md 4.1, 取号).
 */
import { useQuery } from "@tanstack/react-query";
import { AutoComplete } from "antd";
import { type KeyboardEvent, useRef, useState } from "react";
import { CallError, get, post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { tidyWaybill } from "@/platform/fields/text-editors";
import { toHalfWidth } from "@/platform/fields/typed-number";
import { useSettled } from "@/platform/fields/use-settled";
import { FieldFrame } from "@/platform/forms/field-frame";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";
import { type KeyLine, useKeyPart } from "@/platform/keys/key-sheet-store";
import { toast } from "@/platform/toast";

interface OwnFieldProps {
  form: FormStore;
  field: Field;
  readOnly: boolean;
}

/** A number of the stock that the order may have. */
interface Offered {
  awbNumber: string;
  awbStatus: string;
  awbFromType: string;
  awbFromName: string;
}

const NEXT_KEY = "F2";
const KEYS: readonly KeyLine[] = [[[NEXT_KEY], "order:master.next"]];
const NUMBER_MAX = 20;

export function MasterField({ form, field, readOnly }: OwnFieldProps) {
  if (readOnly || field.readOnly) return <FormField form={form} field={field} readOnly />;
  return <Picker form={form} field={field} />;
}

function Picker({ form, field }: Omit<OwnFieldProps, "readOnly">) {
  const t = useText();
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const value = useValue<string | null | undefined>(form, field.name) ?? "";
  const asked = useAsked(form);
  const offered = useOffered(asked, value, open);
  const take = useTake(asked);
  useKeyPart("form", KEYS);
  const change = (text: string) => form.set(field.name, toHalfWidth(text).toUpperCase().slice(0, NUMBER_MAX) || null);
  const takeNext = async () => {
    const number = await take();
    if (number) form.set(field.name, number);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== NEXT_KEY || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(false);
    void takeNext();
  };
  return (
    <FieldFrame form={form} path={field.name} label={label(field.label)} required={field.required ?? false}>
      {({ id, invalid, warned, describedBy }) => (
        <span className="master-box">
          <AutoComplete
            id={id}
            className="wide mono"
            value={value}
            open={open && offered.length > 0}
            options={offered.map((each) => ({ value: each.awbNumber, label: <OfferedRow offered={each} /> }))}
            defaultActiveFirstOption={false}
            popupMatchSelectWidth={false}
            placeholder={t("order:master.hint")}
            status={invalid ? "error" : warned ? "warning" : ""}
            {...(describedBy ? { "aria-describedby": describedBy } : {})}
            {...(invalid ? { "aria-invalid": true } : {})}
            aria-keyshortcuts={NEXT_KEY}
            onOpenChange={setOpen}
            onChange={(text: string) => change(text ?? "")}
            onKeyDown={press}
            onBlur={() => {
              const tidy = tidyWaybill(value);
              if (tidy !== value) change(tidy);
            }}
          />
          {/* The key does the same: the way through the form is not made longer. */}
          <button type="button" className="text-button" tabIndex={-1} title={NEXT_KEY} onClick={() => void takeNext()}>
            {t("order:master.next")}
          </button>
        </span>
      )}
    </FieldFrame>
  );
}

/** What a number is wanted for. */
interface Asked {
  flight: string;
  station: string;
  coopId: string;
}

function useAsked(form: FormStore): Asked {
  return {
    flight: useValue<string | null | undefined>(form, "expectFlight") ?? "",
    station: useValue<string | null | undefined>(form, "departureStation") ?? "",
    coopId: useValue<string | null | undefined>(form, "coopId") ?? "",
  };
}

/** What the stock offers for what is typed. */
function useOffered(asked: Asked, typed: string, open: boolean): Offered[] {
  const number = useSettled(typed);
  const { data } = useQuery({
    queryKey: ["awb-offer", number, asked.flight, asked.station, asked.coopId],
    // Others take numbers meanwhile.
    staleTime: 0,
    queryFn: () => get<Offered[]>("/afbase/awb/offer", { number, ...asked }, { quiet: true }),
    enabled: open,
    placeholderData: (before) => before,
  });
  return data ?? [];
}

/** Takes the next number of the stock; for the same flight, station and customer the form takes one alone. */
function useTake(asked: Asked): () => Promise<string | null> {
  const taken = useRef<{ key: string; number: Promise<string | null> }>(null);
  return () => {
    const key = JSON.stringify(asked);
    if (taken.current?.key === key) return taken.current.number;
    const number = takeNext(asked);
    const own = { key, number };
    taken.current = own;
    void number.then((told) => {
      // Where nothing was taken, the next press tries again.
      if (told === null && taken.current === own) taken.current = null;
    });
    return number;
  };
}

async function takeNext({ flight, station, coopId }: Asked): Promise<string | null> {
  try {
    const { awbNumber } = await post<{ awbNumber: string }>("/afbase/awb/take", { flight, station, coopId: coopId || null }, { quiet: true });
    return awbNumber;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    toast.failed(error.message);
    return null;
  }
}

function OfferedRow({ offered: { awbNumber, awbStatus, awbFromType, awbFromName } }: { offered: Offered }) {
  const t = useText();
  const hints = [awbFromType, awbFromName, awbStatus === "RESERVED" ? t("order:master.reserved") : ""];
  return (
    <span className="choice-row">
      <span className="mono">{awbNumber}</span>
      <span className="choice-hint">{hints.filter(Boolean).join(" · ")}</span>
    </span>
  );
}
