/** Incidental charges as the server tells them, and as they are sent. */
import type { ChargeOrder, Side } from "@/platform/charge/charge-model";
import { KINDS } from "@/platform/charge/charge-model";
import { isNothing } from "@/platform/nothing";
import { post } from "@/platform/call/client";
import { roundText } from "@/platform/decimal";
import { plainDecimal } from "@/platform/decimal-text";
import type { Values } from "@/platform/forms/form-store";

export const BASE = "/afbase/incidentals";

export interface IncidentalLine extends Values {
  id: string;
  kind: string;
  serviceItemName: string | null;
  state: string;
  can: string[];
}

export interface IncidentalOrder {
  order: ChargeOrder;
  /** The version of the order's charges that is shown. */
  rowUuid: string;
  lines: IncidentalLine[];
  /** Why a side takes no incidental charges. */
  closed: Record<Side, string | null>;
}

export interface Incidentals {
  orders: IncidentalOrder[];
  mayEnter: boolean;
  mayEnterIncome: boolean;
}

export function call(verb: string, body: Values): Promise<Incidentals> {
  return post<Incidentals>(`${BASE}/${verb}`, body, { quiet: true });
}

/** What was told, with the orders of a newer answer in their places. */
export function withAnswer(told: Incidentals, answer: Incidentals): Incidentals {
  const newer = (one: IncidentalOrder) => answer.orders.find(({ order }) => order.orderUuid === one.order.orderUuid);
  return { ...told, orders: told.orders.map((one) => newer(one) ?? one) };
}

/** The sides the reader may enter charges of now. */
export function openSides({ closed }: IncidentalOrder, { mayEnter, mayEnterIncome }: Incidentals): Side[] {
  if (!mayEnter) return [];
  const sides: Side[] = mayEnterIncome ? ["cost", "income"] : ["cost"];
  return sides.filter((side) => closed[side] === null);
}

const MEMBERS = ["serviceItemId", "coopId", "basis", "quantity", "quantityTyped", "unitPrice", "amountFixed", "currency", "taxRate", "note"];

/** A stored line as it is changed. */
export function editedRow(line: IncidentalLine): Values {
  const told = ["id", "kind", "serviceItemName", "coopName", "amount", ...MEMBERS];
  return { ...Object.fromEntries(told.map((name) => [name, line[name] ?? null])), currencyName: line["currency"] ?? null };
}

/** A row as it is sent. What a new one leaves open is derived from its service item and its order. */
export function sentRow(row: Values, side: Side): Values {
  const says = (name: string) => (row["id"] ? name in row : !isNothing(row[name]));
  const members = Object.fromEntries(MEMBERS.filter(says).map((name) => [name, row[name]]));
  return { ...(row["id"] ? { id: row["id"] } : {}), kind: row["kind"] ?? KINDS[side], ...members };
}

const PERCENT = "百分比";
const CURRENCY = /^[A-Z]{3}$/;
const USUAL_DIGITS = 2;

/** How many decimals amounts of a currency have. */
function digitsOf(currency: string): number {
  if (!CURRENCY.test(currency)) return USUAL_DIGITS;
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? USUAL_DIGITS;
}

/**
 * What a row comes to while it is typed: price times quantity, or what was fixed; nothing where the order says the
 * quantity. Limits and rounding of the item are the server's.
 */
export function amountOf(row: Values): string | null {
  if (row["amountFixed"] === true) return isNothing(row["amount"]) ? null : String(row["amount"]);
  const [price, quantity] = ["unitPrice", "quantity"].map((name) => plainDecimal(String(row[name] ?? "")));
  if (!price || !quantity) return null;
  const places = (text: string) => text.split(".")[1]?.length ?? 0;
  const whole = (text: string) => BigInt(text.replace(".", ""));
  const product = whole(price) * whole(quantity);
  const decimals = places(price) + places(quantity) + (row["basis"] === PERCENT ? 2 : 0);
  const currency = String(row["currency"] ?? row["currencyName"] ?? "");
  const digits = String(product < 0n ? -product : product).padStart(decimals + 1, "0");
  const front = digits.slice(0, digits.length - decimals);
  return roundText(`${product < 0n ? "-" : ""}${front}.${digits.slice(front.length)}`, digitsOf(currency));
}
