/** Rows of charges as they go to the server, and what comes back into them. */
import type { Field, Finding } from "@/platform/contract";
import { plainDecimal } from "@/platform/decimal-text";
import { labelMember } from "@/platform/fields/editor-props";
import type { Values } from "@/platform/forms/form-store";
import { isBlank } from "@/platform/forms/rows";
import { FLAGS, type Side } from "@/platform/charge/charge-model";
import { unreadReference } from "@/platform/grid/unread";
import { isNothing } from "@/platform/nothing";

/** Members the server alone writes. */
const TOLD = new Set([
  "functionalAmount",
  "amountNotTax",
  "amountTax",
  "functionalNotTax",
  "functionalTax",
  "cut",
  "tags",
  "closed",
  "state",
  "financialDate",
  "creatorName",
  "createTime",
  "adjustNum",
  "debitNoteId",
  "debitNoteName",
  "reconciled",
  "correctsId",
  "reason",
]);
/** Members a row claims, and the server decides about. */
const DECIDED = new Set(["cardId", "templateId", "tag", "source"]);
/** Its quantity follows the charges it is a part of, and so the server makes it anew. */
const PERCENT = "百分比";

/** A row as it is sent: figures as decimal texts, no words of references, nothing the server alone writes. */
export function rowBody(row: Values, fields: Field[]): Values {
  const words = new Set(fields.filter(({ kind }) => kind === "reference").map(({ name }) => labelMember(name)));
  const decimals = new Set(fields.filter(({ kind }) => kind === "decimal").map(({ name }) => name));
  const members = Object.entries(row).filter(([name]) => !TOLD.has(name) && !words.has(name));
  return Object.fromEntries(
    members.map(([name, value]) => [name, decimals.has(name) && typeof value === "number" ? String(value) : value]),
  );
}

/** The rows of a side that are something, with the places they have in the grid. */
export interface Sent {
  rows: Values[];
  places: number[];
}

export function sentRows(rows: Values[], fields: Field[], wanted: (row: Values) => boolean = () => true): Sent {
  const kept = rows.flatMap((row, place) => (!isBlank(fields, row) && wanted(row) ? [{ row: rowBody(row, fields), place }] : []));
  return { rows: kept.map(({ row }) => row), places: kept.map(({ place }) => place) };
}

/** Findings about what was sent, where that stands in the grids. */
export function placedFindings(findings: Finding[], sent: Record<Side, Sent>): Finding[] {
  return findings.map((found) => {
    const [side = "", at = "", ...rest] = found.field.split(".");
    const place = side in sent ? sent[side as Side].places[Number(at)] : undefined;
    return at === "" || place === undefined ? found : { ...found, field: [side, place, ...rest].join(".") };
  });
}

/** Who entered a member: figures that follow, and the price of a fixed amount, are nobody's. The quantity of a rate card is its own. */
function isEntered(row: Values, name: string): boolean {
  const flag = FLAGS[name];
  if (name === "quantity" && !isNothing(row["cardId"])) return true;
  if (flag !== undefined) return row[flag] === true;
  return name !== "unitPrice" || row["amountFixed"] !== true;
}

/** The members of a row that somebody entered, each in one way of writing it. */
export function entered(row: Values, fields: Field[]): Values {
  const body = Object.entries(rowBody(row, fields)).filter(([name, value]) => !isNothing(value) && value !== false && isEntered(row, name));
  // A text that is looked for yet was entered, too.
  const unread = fields.filter((field) => field.kind === "reference" && unreadReference(field, row) !== null);
  const all = [...body, ...unread.map(({ name }): [string, unknown] => [labelMember(name), row[labelMember(name)]])];
  return Object.fromEntries(all.map(([name, value]) => [name, plain(value)]).toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
}

/** What a row has to be written for: what was entered, and a quantity that is another by now. */
export function written(row: Values, fields: Field[]): Values {
  const quantity = row["quantity"];
  const told = row["basis"] === PERCENT || isNothing(quantity) ? {} : { quantity: plain(quantity) };
  return { ...told, ...entered(row, fields) };
}

/** "31.00" and 31 are the same figure. */
function plain(value: unknown): unknown {
  if (typeof value === "boolean") return value;
  const text = String(value);
  const figure = plainDecimal(text);
  return figure?.includes(".") ? figure.replace(/\.?0+$/, "") : text;
}

export const sameEntered = (one: Values, other: Values, fields: Field[]): boolean =>
  JSON.stringify(entered(one, fields)) === JSON.stringify(entered(other, fields));

/**
 * Rows with the figures the server answered, those that did not change as they are. What is typed in at the moment, and
 * what somebody entered that the server could not read, stays.
 */
export function withFigures(rows: Values[], answered: Values[], places: number[], fields: Field[], inHand: (place: number, name: string) => boolean): Values[] {
  const next = rows.slice();
  answered.forEach((answer, at) => {
    const place = places[at];
    const row = place === undefined ? undefined : rows[place];
    if (place === undefined || !row) return;
    const words = new Map(fields.filter(({ kind }) => kind === "reference").map(({ name }) => [labelMember(name), name]));
    const stays = (name: string, value: unknown): boolean => {
      if (inHand(place, name)) return true;
      const of = words.get(name);
      // The words of a reference go where its value goes.
      if (of !== undefined) return (isNothing(row[of]) && isNothing(answer[of]) && !isNothing(row[name])) || inHand(place, of);
      return isNothing(value) && !isNothing(row[name]) && !TOLD.has(name) && !DECIDED.has(name) && isEntered(row, name);
    };
    const changes = Object.entries(answer).filter(([name, value]) => !isSame(row[name], value) && !stays(name, value));
    if (changes.length > 0) next[place] = { ...row, ...(Object.fromEntries(changes) as Values) };
  });
  return next.every((row, at) => row === rows[at]) ? rows : next;
}

const isSame = (one: unknown, other: unknown): boolean => (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other);
