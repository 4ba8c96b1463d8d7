/** What a new order begins with, as its user has set up for himself. */
import { dayAfter } from "@/platform/business-time";
import type { Field } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import type { ScopeSettings } from "@/platform/personal";
import type { ScScope } from "../scopes";

const IMPORT: ScScope[] = ["ai", "si", "ti"];

/** Exports begin at the usual station and day, imports end there; other business has a day alone. */
function membersOf(scope: ScScope): { station: string; day: string } {
  if (scope === "io") return { station: "", day: "businessDate" };
  if (IMPORT.includes(scope)) return { station: "arrivalStation", day: "expectArrival" };
  return { station: "departureStation", day: "expectDeparture" };
}

/** What the user has set up for the scope, and the terminal his imports arrive at; none of another scope. */
export interface Usual {
  settings: ScopeSettings;
  terminal: string | null;
}

/** The usual station and terminal, and the day so many days from now, where the form has a place for them. */
export function presetsOf(
  scope: ScScope,
  fields: Field[],
  { settings: { defaultDays, station }, terminal }: Usual,
  today: string,
): Values {
  const members = membersOf(scope);
  const has = (name: string) => fields.some((field) => field.name === name);
  return {
    ...(station !== "" && has(members.station) ? { [members.station]: station } : {}),
    ...(terminal !== null && has("arrivalWarehouseId") ? { arrivalWarehouseId: terminal } : {}),
    ...(defaultDays !== null && has(members.day) ? { [members.day]: dayAfter(today, defaultDays) } : {}),
  };
}
