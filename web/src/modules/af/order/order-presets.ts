/** What a new order begins with, as its user has set up for himself. */
import type { Values } from "@/platform/forms/form-store";
import { dayAfter } from "@/platform/business-time";
import type { ScopeSettings } from "@/platform/personal";

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";

/** Departure so many days from now, and the usual origin, where the order has none of its own. */
export function presetsOf(order: Values, { defaultDays, station }: ScopeSettings, today: string): Values {
  const dated = defaultDays !== null && isEmpty(order["expectDeparture"]);
  const placed = station !== "" && isEmpty(order["departureStation"]);
  return {
    ...(dated ? { expectDeparture: dayAfter(today, defaultDays) } : {}),
    ...(placed ? { departureStation: station } : {}),
  };
}
