/** The costs a payment is made of, as they are found, matched and sent. */
import { SEVERAL, label } from "@/modules/payable/fields";
import { thousandths } from "@/modules/payable/sums";
import { post } from "@/platform/call/client";
import type { Field, Finding, Option, Told } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import type { SheetField } from "@/platform/grid/cell-text";
import { labelPair } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";

const BASE = "/css/payment";
const NUMBERS_MAX = 20_000;
const QUIET = { quiet: true } as const;
/** Where the costs stand in the form. */
export const PARTS = "parts";

/** The sheets whose confirmed costs are asked for. */
export const CONFIRMED = "confirmationIds";

/** What the address asks for: a supplier, a currency, and sheets of confirmed costs (/prm_cost_confirmation). */
export function givenOf(search: string): Values {
  const query = new URLSearchParams(search);
  const [coopId, currency, sheets] = ["coopId", "currency", CONFIRMED].map((name) => query.get(name));
  return coopId && currency && sheets ? { coopId, currency, [CONFIRMED]: sheets.split(",") } : {};
}

/** A cost of which something is left, with what the payment takes of it. */
export interface Part extends Values {
  chargeId: string;
  rest: string;
  /** 本次对账金额. */
  now: string | null;
  coopId: string;
  coopName: string;
  currency: string;
}

export interface Pool {
  lines: (Values & { chargeId: string; rest: string })[];
  /** There are more than are told. */
  more: boolean;
  /** Pasted numbers that are none of an order. */
  missing: string[];
  /** Only costs of orders whose cost is done are reconciled. */
  onlyDone: boolean;
}

export interface Made {
  id: string;
  paymentNum: string;
}

export const readPool = (asked: Values): Promise<Pool> => post<Pool>(`${BASE}/pool`, asked, QUIET);
export const match = (asked: Values): Promise<{ amounts: { chargeId: string; amount: string }[]; difference: string }> => post(`${BASE}/match`, asked, QUIET);
export const makeOne = (body: Values): Promise<Made> => post<Made>(`${BASE}/doSave`, body, QUIET);
export const makeEach = (body: Values): Promise<{ payments: Made[]; told: Told }> => post(`${BASE}/batchSave`, body, QUIET);

/** What costs are looked for by, beside their partner. */
export function poolFields(): Field[] {
  const option = (value: string, word: string): Option => ({ value, label: labelPair(`platform:action.${word}`) });
  const either = (name: string, word: string): Field => ({ name, label: label(word), kind: "select", options: [option("true", "yes"), option("false", "no")] });
  return [
    { name: "bizDateFrom", label: label("from"), kind: "day" },
    { name: "bizDateTo", label: label("to"), kind: "day" },
    either("costDone", "costDone"),
    either("locked", "locked"),
    { name: "numbers", label: label("numbers"), kind: "longText", maxLength: NUMBERS_MAX },
  ];
}

/** The columns of the costs. */
export function partFields(): SheetField[] {
  const text = (name: string, width: number): SheetField => ({ name, label: label(`line.${name}`), kind: "text", readOnly: true, cell: { width } });
  const figure = (name: string): SheetField => ({ name, label: label(`line.${name}`), kind: "decimal", digits: 3, readOnly: true, cell: { width: 96, exact: { least: 2 } } });
  return [
    text("bizNumber", 120),
    text("orderCode", 132),
    text("customerNumber", 112),
    text("bizDate", 88),
    text("route", 88),
    text("serviceName", 96),
    text("orderCoopName", 120),
    text("coopName", 120),
    text("currency", 60),
    figure("amount"),
    figure("reconciled"),
    figure("rest"),
    { ...figure("now"), readOnly: false, min: -1e12, max: 1e12 },
    text("salesName", 72),
    text("servicerName", 72),
  ];
}

/** As the server takes it: 是 and 否 are no texts there, and nothing is not sent. */
export function askedOf(values: Values): Values {
  const flags = ["costDone", "locked"];
  const filled = Object.entries(values).filter(([name, value]) => !isNothing(value) && !name.endsWith("Name"));
  const told = filled.map(([name, value]) => [name, flags.includes(name) ? value === "true" : value]);
  return { businessScope: SEVERAL, ...(Object.fromEntries(told) as Values) };
}

/** The costs that were found, each with all that is left of it. */
export function partsOf(pool: Pool, { coopId, coopName, currency }: Values): Part[] {
  const of = { coopId: String(coopId), coopName: String(coopName ?? ""), currency: String(currency) };
  return pool.lines.map((line) => ({ ...line, ...of, now: line.rest }));
}

/** Those that stand there already stay as they are. */
export function added(parts: Part[], found: Part[]): Part[] {
  const there = new Set(parts.map(({ chargeId }) => chargeId));
  return [...parts, ...found.filter(({ chargeId }) => !there.has(chargeId))];
}

/** The costs of a partner in a currency with what an amount takes of each; the others stay. */
export function matched(parts: Part[], { coopId, currency }: Values, amounts: { chargeId: string; amount: string }[]): Part[] {
  const taken = new Map(amounts.map(({ chargeId, amount }) => [chargeId, amount]));
  return parts.map((part) => (part.coopId === coopId && part.currency === currency ? { ...part, now: taken.get(part.chargeId) ?? null } : part));
}

/** The costs of which something is taken, and the places they have in the grid. */
export function takenOf(parts: Part[]): { parts: Part[]; places: number[] } {
  const taken = parts.map((part, place) => ({ part, place })).filter(({ part }) => thousandths(part.now) !== 0n);
  return { parts: taken.map(({ part }) => part), places: taken.map(({ place }) => place) };
}

export const sentParts = (parts: Part[]): Values[] => parts.map(({ chargeId, now }) => ({ chargeId, amount: now }));

/** Whether all of them are of one partner in one currency. */
export const isOne = (parts: Part[]): boolean => new Set(parts.map(({ coopId, currency }) => `${coopId} ${currency}`)).size <= 1;

/** Findings of what was sent, at the cells of the grid. */
export function placed(findings: Finding[], places: number[]): Finding[] {
  return findings.map((finding) => {
    const [, place] = /^parts\.(\d+)\./.exec(finding.field) ?? [];
    const row = place === undefined ? undefined : places[Number(place)];
    return row === undefined ? finding : { ...finding, field: `${PARTS}.${row}.now` };
  });
}
