/** What the palette finds: menus here, orders by their numbers and partners by their names on the server. */
import { type OpenMenu, menuHref, openMenus } from "@/app/shell/menus";
import { get } from "@/platform/call/client";
import type { PageOfRows, Row } from "@/platform/contract";
import { fillLink } from "@/platform/navigate";
import { titleOf } from "@/platform/page-registry";
import type { PermissionNode } from "@/platform/permission";
import { initials } from "@/platform/pinyin";

/** Most results shown. */
export const RESULTS_MAX = 20;
/** Most orders a number brings, by each of the two numbers. */
const ORDERS_MAX = 5;

/** A menu with everything it can be found by, in small letters. */
export interface FoundMenu extends OpenMenu {
  href: string;
  names: string[];
  letters: string[];
}

/** The menus of the user, ready to be searched. */
export function menuIndex(tree: PermissionNode[]): FoundMenu[] {
  return openMenus(tree).map((menu) => {
    const title = titleOf(menu.path);
    const names = [menu.name, title?.zh ?? "", title?.en ?? ""].filter(Boolean);
    return {
      ...menu,
      href: menuHref(menu),
      names: [...new Set(names.map((name) => name.toLowerCase()))],
      letters: [...new Set(names.map(initials))],
    };
  });
}

/** The menus that fit best, best first. */
export function findMenus(index: FoundMenu[], text: string): FoundMenu[] {
  const wanted = text.trim().toLowerCase();
  return index
    .map((menu) => ({ menu, rank: rankOf(menu, wanted) }))
    .filter(({ rank }) => rank < NO_RANK)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, RESULTS_MAX)
    .map(({ menu }) => menu);
}

/** A name that begins so comes before one that holds it, a name before its letters, both before the address. */
function rankOf({ names, letters, path }: FoundMenu, wanted: string): number {
  const words = wanted.split(/\s+/);
  const tests = [
    names.some((name) => name.startsWith(wanted)),
    letters.some((each) => each.startsWith(wanted)),
    names.some((name) => name.includes(wanted)),
    letters.some((each) => each.includes(wanted)),
    names.some((name) => words.every((word) => name.includes(word))),
    path.toLowerCase().includes(wanted),
  ];
  const rank = tests.indexOf(true);
  return rank < 0 ? NO_RANK : rank;
}

const NO_RANK = 99;

/** The list whose rows are found by number, and the form they open. */
export const ORDERS = { access: "/af_order", call: "/afbase/order/page", form: "/af_order_edit?o={orderUuid}" };

/** The list whose rows are found by name or code, and the form they open. */
export const PARTNERS = { access: "/prm_coop", call: "/prm/coop/page", form: "/prm_coop_edit?coopId={id}" };
/** Most partners a text brings. */
const PARTNERS_MAX = 5;
/** Fewer letters fit half the partners there are. */
const NAME_MIN = 2;

/** An order found by one of its numbers, or a partner by his name. */
export interface Found {
  id: string;
  title: string;
  note: string;
  href: string;
}

/** Part of an order or waybill number: letters, digits and dashes, with a digit among them. */
export function isNumber(text: string): boolean {
  const trimmed = text.trim();
  return /^[a-z\d-]{4,30}$/i.test(trimmed) && /\d/.test(trimmed);
}

/** Orders whose own number or waybill number holds the text. */
export async function findOrders(text: string, signal: AbortSignal): Promise<Found[]> {
  const ask = (filter: string) =>
    get<PageOfRows>(ORDERS.call, { current: 1, size: ORDERS_MAX, part: "rows", [filter]: text.trim() }, { quiet: true, signal });
  const found = await Promise.all([ask("orderCode"), ask("awbNumber")]);
  const orders = found.flatMap(({ records }) => records).map(orderOf);
  return orders.filter((order, at) => orders.findIndex((each) => each.id === order.id) === at);
}

function orderOf(row: Row): Found {
  const text = (name: string) => String(row[name] ?? "");
  const route = [text("departureStation"), text("arrivalStation")].filter(Boolean).join("–");
  return {
    id: text("orderUuid"),
    title: text("orderCode"),
    note: [text("awbNumber"), route, text("coopName")].filter(Boolean).join(" · "),
    href: fillLink(ORDERS.form, row),
  };
}

/** Whether a text may be part of a partner's name, code or memory aid. */
export function isName(text: string): boolean {
  return [...text.trim()].length >= NAME_MIN;
}

/** Partners whose name, code or memory aid holds the text. */
export async function findPartners(text: string, signal: AbortSignal): Promise<Found[]> {
  const asked = { current: 1, size: PARTNERS_MAX, part: "rows", keyword: text.trim() };
  const { records } = await get<PageOfRows>(PARTNERS.call, asked, { quiet: true, signal });
  return records.map(partnerOf);
}

function partnerOf(row: Row): Found {
  const text = (name: string) => String(row[name] ?? "");
  const full = text("coopFullName") === text("coopName") ? "" : text("coopFullName");
  return {
    id: text("id"),
    title: text("coopName"),
    note: [text("coopCode"), full].filter(Boolean).join(" · "),
    href: fillLink(PARTNERS.form, row),
  };
}
