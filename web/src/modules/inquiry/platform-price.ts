/** An inquiry made of a price that was chosen on the page of freight prices. */
import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { create } from "zustand";
import { CallError, post } from "@/platform/call/client";
import type { Values } from "@/platform/forms/form-store";
import type { ListContext } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";

const PAGE = "/af_order_inquiry";
/** Name of what follows once the inquiry is saved. */
const CALL_BACK = "saveCallBackForYC";

type Price = Record<string, string>;

interface Pending {
  price: Price;
  /** The price was stored. */
  stored(): void;
}

const usePending = create<{ pending: Pending | null }>(() => ({ pending: null }));

/** Opens a new inquiry with the price of the address, which is forgotten then. */
export function usePlatformPrice(list: ListContext): void {
  const { flag, name, ...price } = useSearch({ strict: false }) as Record<string, unknown>;
  const latest = useRef(list);
  latest.current = list;
  const text = String(flag) === "1" && name === CALL_BACK ? JSON.stringify(price) : "";
  useEffect(() => {
    if (!text) return;
    const asked = Object.fromEntries(Object.entries(JSON.parse(text) as Values).map(([key, value]) => [key, String(value)]));
    usePending.setState({ pending: { price: asked, stored: () => latest.current.reload() } });
    latest.current.openForm(null, { preset: inquiryOf(asked) });
    goTo(PAGE, { replace: true });
  }, [text]);
}

/** What the price page knows of an inquiry. */
export function inquiryOf(price: Price): Values {
  const given: [string, string | undefined][] = [
    ["platformNo", price["platformNo"]],
    ["departureStation", price["departureStation"]],
    ["arrivalStation", price["arrivalStation"]],
    ["wishFlight", price["flightNo"]],
    ["latestDate", dayOf(price["flightDate"])],
    ["goodsNameCn", price["goodsName"]],
    ["pieces", price["pieces"]],
    ["weight", price["grossWeight"]],
    ["volume", price["volume"]],
  ];
  return Object.fromEntries(given.filter(([, value]) => value));
}

const dayOf = (time: string | undefined) => time?.slice(0, 10);

/** Hangs the price on the inquiry that was made of it. */
export async function inquirySaved(values: Values): Promise<void> {
  const { pending } = usePending.getState();
  if (!pending || !values["platformNo"] || values["platformNo"] !== pending.price["platformNo"]?.toUpperCase()) return;
  usePending.setState({ pending: null });
  const { platformNo, unitPrice, total, currency, carrierCode, flightNo, flightDate, supplierName, validTo } = pending.price;
  const flightPlan = [flightNo, dayOf(flightDate)].filter(Boolean).join(" ");
  try {
    await post(`/afbase/orderInquiry/${CALL_BACK}`, {
      inquiryId: values["id"], version: values["version"], platformNo, currency, carrierCode, flightPlan,
      // Nothing costs nothing: the platform has no price then.
      unitPrice: Number(unitPrice) > 0 ? unitPrice : null,
      total: Number(total) > 0 ? total : null,
      conditions: supplierName, validTo: dayOf(validTo),
    });
    pending.stored();
  } catch (error) {
    // The call has told its failure.
    if (!(error instanceof CallError)) throw error;
  }
}
