/** What the rates and other charges kept for a route make of a waybill's boxes. */
import { emptyLine } from "@/modules/awb/form/waybill-model";
import type { Params } from "@/platform/call/client";
import { roundText } from "@/platform/decimal";
import type { FormStore, Values } from "@/platform/forms/form-store";

/** A general rate that was compared. */
export interface Candidate {
  rateClass: string;
  /** Its break, in kilograms. */
  from: number;
  rate: number;
  /** Weight it charges. */
  weight: number;
  total: number;
}

/** Answer of getTactForBillMake. */
export interface Priced {
  rateClass: string;
  commodityItemNo: string;
  rate: number;
  chargeWeight: number;
  total: number;
  /** What lies above the pivot weight of a load unit, a line of its own. */
  over: { weight: number; rate: number; total: number } | null;
  candidates: Candidate[];
  /** The next break, and how many kilograms are missing until it is cheaper. */
  next: Candidate | null;
  gapKg: number | null;
  source: "OWN" | "PLATFORM";
  carrierCode: string;
  departure: string;
  arrival: string;
  currency: string;
  validFrom: string;
  validTo: string;
}

/** A row of getSurchargeForBillMake. */
export interface Charged {
  code: string;
  due: string;
  basis: string;
  rate: number;
  quantity: string;
  amount: number;
  pay: string;
}

/** What a waybill tells of its order that bears on prices. */
export interface Cargo {
  goodsType: string;
  houses: number;
}

export const money = (value: number): string => roundText(String(value), 2);

/** One decimal where that is exact, else two, as the server writes weights. */
export function weightText(value: number): string {
  const two = money(value);
  return two.endsWith("0") ? two.slice(0, -1) : two;
}

const cents = (value: number): bigint => BigInt(money(value).replace(".", ""));

/** What choosing the rate saves against the break the weight lies in; empty when it saves nothing. */
export function savedBy({ candidates, total }: Priced): string {
  const own = candidates[0];
  const less = own ? cents(own.total) - cents(total) : 0n;
  return less > 0n ? money(Number(less) / 100) : "";
}

const textAt = (form: FormStore, path: string): string => String(form.get(path) ?? "").trim();

/** The box that is missing before prices can be looked up; none when they can. */
export function missingForRoute(form: FormStore): string | undefined {
  return ["departureStation", "arrivalStation"].find((path) => !/^[A-Z]{3}$/.test(textAt(form, path)));
}

function route(form: FormStore): Params {
  return {
    carrierCode: textAt(form, "airlineCode"),
    departureStation: textAt(form, "departureStation"),
    arrivalStation: textAt(form, "arrivalStation"),
    date: textAt(form, "flightDate") || textAt(form, "executedOn"),
  };
}

/** The weight a line is priced by unless another is typed. */
export function weightOf(form: FormStore, line: number): string {
  return textAt(form, `lines.${line}.chargeWeight`) || textAt(form, `lines.${line}.grossWeight`);
}

/** What is asked for a line: a specific commodity by its number, a load unit by its type. */
export function rateParams(form: FormStore, line: number, weight: string): Params {
  const item = textAt(form, `lines.${line}.commodityItemNo`);
  const unit = textAt(form, `lines.${line}.rateClass`) === "U";
  return {
    ...route(form),
    weight,
    ...(/^\d{4}$/.test(item) ? { itemNo: item } : {}),
    ...(unit && item ? { uldType: item } : {}),
  };
}

/** The boxes of a line with its rate; the part above a pivot weight becomes the line below it. */
export function rateChanges(form: FormStore, line: number, priced: Priced): Record<string, unknown> {
  const { over } = priced;
  const boxes = {
    rateClass: priced.rateClass,
    commodityItemNo: priced.commodityItemNo,
    chargeWeight: weightText(priced.chargeWeight),
    rateCharge: money(priced.rate),
    total: money(over ? priced.rate : priced.total),
  };
  const currency = textAt(form, "currency") === priced.currency ? {} : { currency: priced.currency };
  if (!over) {
    return { ...Object.fromEntries(Object.entries(boxes).map(([name, value]) => [`lines.${line}.${name}`, value])), ...currency };
  }
  const above = { ...emptyLine(), rateClass: "E", chargeWeight: weightText(over.weight), rateCharge: money(over.rate), total: money(over.total) };
  const rows = form.get("lines") as Values[];
  const below = rows.slice(line + 1);
  // Taken again, the line of the last time goes.
  const rest = below[0]?.["rateClass"] === "E" ? below.slice(1) : below;
  return { lines: [...rows.slice(0, line), { ...rows[line], ...boxes }, above, ...rest], ...currency };
}

/** What other charges are counted by: the sums of the lines, and what the order tells. */
export function chargeParams(form: FormStore, { goodsType, houses }: Cargo): Params {
  const lines = (form.get("lines") as Values[] | undefined) ?? [];
  const sum = (name: string, places: number) => {
    const all = lines.map((line) => BigInt(roundText(String(line[name] || "0"), places).replace(".", "")));
    const digits = String(all.reduce((one, other) => one + other, 0n)).padStart(places + 1, "0");
    return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  };
  return {
    ...route(form),
    goodsType,
    currency: textAt(form, "currency"),
    weight: sum("chargeWeight", 2),
    grossWeight: sum("grossWeight", 2),
    pieces: sum("pieces", 0),
    houses,
  };
}

/** The other charges with those that were found: one of the same code and due is replaced, all others stay. */
export function withCharges(now: readonly Values[], found: readonly Charged[]): Values[] {
  const key = (row: { code?: unknown; due?: unknown }) => `${String(row.code ?? "")} ${String(row.due ?? "")}`;
  const left = new Map(found.map((each) => [key(each), row(each)]));
  const known = new Set(left.keys());
  const kept: Values[] = [];
  for (const each of now) {
    const own = key(each);
    const fresh = left.get(own);
    if (fresh) kept.push(fresh);
    else if (!known.has(own) && !isBlank(each)) kept.push(each);
    left.delete(own);
  }
  return [...kept, ...left.values()];
}

function row(found: Charged): Values {
  const { code, due, basis, quantity, pay } = found;
  return { code, due, basis, rate: priceText(found.rate), quantity, amount: money(found.amount), pay };
}

/** A price has up to four decimals, and at least two. */
function priceText(value: number): string {
  return roundText(String(value), 4).replace(/0{1,2}$/, "");
}

/** A line that was added and not filled in; who is entitled stands in it from the beginning. */
function isBlank(charge: Values): boolean {
  return Object.entries(charge).every(([name, value]) => name === "due" || value === "" || value === null || value === undefined);
}
