/** What a new order begins with, as its user has set up for himself. */
import { businessDay, dayAfter } from "@/platform/business-time";
import type { Field } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { isNothing } from "@/platform/nothing";
import { EXPORT_TERMINALS, IMPORT_TERMINALS, usualTerminal } from "@/platform/order/usual-terminal";
import type { Personal, ScopeSettings } from "@/platform/personal";
import { type Prefix, scopeOf } from "./scopes";

const IMPORT: Prefix[] = ["ai", "si", "ti"];

/** Exports begin at the usual station and day, imports end there; other business has a day alone. */
function membersOf(prefix: Prefix): { station: string; day: string } {
  if (prefix === "io") return { station: "", day: "businessDate" };
  if (IMPORT.includes(prefix)) return { station: "arrivalStation", day: "expectArrival" };
  return { station: "departureStation", day: "expectDeparture" };
}

/** The usual station, and the day so many days from now, where the form has a place for them and the order none of its own. */
export function presetsOf(
  prefix: Prefix,
  fields: Field[],
  order: Values,
  { defaultDays, station }: ScopeSettings,
  today: string,
): Values {
  const members = membersOf(prefix);
  const lacks = (name: string) => isNothing(order[name]) && fields.some((field) => field.name === name);
  return {
    ...(station !== "" && lacks(members.station) ? { [members.station]: station } : {}),
    ...(defaultDays !== null && lacks(members.day) ? { [members.day]: dayAfter(today, defaultDays) } : {}),
  };
}

/** The station the user's air freight is brought to or arrives at, while it is offered. */
async function terminalOf(prefix: Prefix, order: Values, { aeWarehouseId, aiWarehouseId }: Personal): Promise<Values> {
  if (prefix === "ai") return (await usualTerminal(IMPORT_TERMINALS, aiWarehouseId)) ? { arrivalWarehouseId: aiWarehouseId } : {};
  if (prefix !== "af" || order["departureWarehouse"]) return {};
  const terminal = await usualTerminal(EXPORT_TERMINALS, aeWarehouseId);
  return terminal ? { departureWarehouse: terminal.warehouseName } : {};
}

/** A new order with all of it. */
export async function begunOrder(prefix: Prefix, fields: Field[], order: Values, personal: Personal): Promise<Values> {
  const presets = presetsOf(prefix, fields, order, personal.scopes[scopeOf(prefix)], businessDay(new Date()));
  return { ...order, ...presets, ...(await terminalOf(prefix, order, personal)) };
}
