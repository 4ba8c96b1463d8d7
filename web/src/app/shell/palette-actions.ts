/** What can be done from the palette: "new air order for 华东" begins an order of that scope for that customer. */
import { get } from "@/platform/call/client";
import type { Label } from "@/platform/contract";
import type { Choice } from "@/platform/fields/sources";
import { labelText, translate } from "@/platform/i18n";
import { titleOf } from "@/platform/page-registry";
import { initials } from "@/platform/pinyin";

/** The scopes of orders by their small letters, with what they are called in a hurry. */
const SCOPES: [prefix: string, words: string[]][] = [
  ["af", ["空运出口", "空运", "air export", "ae"]],
  ["ai", ["空运进口", "空运", "air import", "ai"]],
  ["se", ["海运出口", "海运", "sea export", "ocean export", "se"]],
  ["si", ["海运进口", "海运", "sea import", "ocean import", "si"]],
  ["te", ["铁路出口", "铁路", "rail export", "train export", "te"]],
  ["ti", ["铁路进口", "铁路", "rail import", "train import", "ti"]],
  ["lc", ["公路", "陆运", "卡车", "road", "truck", "lc"]],
  ["io", ["其他业务", "其他", "other business", "io"]],
];
const VERB = /^(新增|新增|新开|new|create|add|xj|xz)\s*/i;
/** Between the scope and the customer, and words that say nothing of either. */
const BETWEEN = /\s+|给|为/;
const NOISE = new Set(["for", "order", "orders", "an", "a", "订单"]);
/** Customers offered for what was typed. */
const CUSTOMERS_MAX = 3;

/** A new order that was meant. */
export interface Wished {
  prefix: string;
  title: string;
  /** What was typed of the customer; empty for none. */
  customer: string;
}

/** The orders a text may ask to begin, of those its user may make. */
export function wishedOrders(text: string, held: string[]): Wished[] {
  const verb = VERB.exec(text.trim());
  if (!verb) return [];
  const tokens = text.trim().slice(verb[0].length).split(BETWEEN).filter((word) => word && !NOISE.has(word.toLowerCase()));
  const wishes = SCOPES.filter(([prefix]) => held.includes(`${prefix}-order-add`)).map(([prefix, words]) => ({
    prefix,
    ...parted(tokens, words, titleOf(`/${prefix}_order`)),
  }));
  const best = Math.max(0, ...wishes.map(({ fits }) => fits));
  return wishes
    .filter(({ fits }) => fits === best && (fits > 0 || tokens.length === 0))
    .map(({ prefix, name, customer }) => ({ prefix, customer, title: translate("app:palette.newOrder", { name }) }));
}

/** Which of the words name a scope; the others are of the customer. */
function parted(tokens: string[], words: string[], title: Label | undefined): { name: string; fits: number; customer: string } {
  const name = labelText(title) || (words[0] ?? "");
  const names = [...words, title?.zh ?? "", title?.en ?? ""].filter(Boolean).map((each) => each.toLowerCase());
  const rest: string[] = [];
  let fits = 0;
  for (const token of tokens) {
    const word = token.toLowerCase();
    // 空运出口华东: one word that begins with the scope.
    const begun = names.filter((each) => /[\u4e00-\u9fff]/.test(each) && word.startsWith(each)).toSorted((one, other) => other.length - one.length)[0];
    if (names.some((each) => each.split(" ").some((part) => part.startsWith(word)) || initials(each).startsWith(word))) fits += word.length;
    else if (begun) {
      fits += begun.length;
      rest.push(token.slice(begun.length));
    } else rest.push(token);
  }
  return { name, fits, customer: rest.join(" ").trim() };
}

/** The form of a new order, for a customer where one was meant. */
export function newOrderHref(prefix: string, coopId?: string): string {
  return `/${prefix}_order_edit${coopId ? `?coopId=${encodeURIComponent(coopId)}` : ""}`;
}

/** The customers a text names, of those an order may be made for. */
export async function findCustomers(keyword: string, signal: AbortSignal): Promise<Choice[]> {
  const found = await get<Choice[]>("/platform/select/coop", { role: "customer", keyword }, { quiet: true, signal });
  return found.slice(0, CUSTOMERS_MAX);
}
