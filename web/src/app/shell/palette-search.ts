/** What the palette finds: menus here, orders and waybills by their numbers and partners by their names on the server. */
import { type OpenMenu, menuHref, openMenus } from "@/app/shell/menus";
import { get } from "@/platform/call/client";
import type { PageOfRows, Row } from "@/platform/contract";
import { fillLink } from "@/platform/navigate";
import { titleOf } from "@/platform/page-registry";
import type { PermissionNode } from "@/platform/permission";
import { initials } from "@/platform/pinyin";
import { airlineOf } from "@/platform/static-data";

/** Most results shown. */
export const RESULTS_MAX = 20;

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

/** Answers what a number leads to: orders of every scope, waybills without an order, masters of the stock. */
export const NUMBERS = "/afbase/order/find";
/** Pages of which something has a number; who may open none of them is not looked for. */
export const NUMBERED = [
  "/af_order", "/ai_order", "/se_order", "/si_order", "/te_order", "/ti_order", "/lc_order", "/io_order", "/os_waybill", "/af_awb",
];
/** Signs of a number, dashes left out. */
const SIGNS_MIN = 4;
const SIGNS_MAX = 30;

/** The list whose rows are found by name or code, and the form they open. */
export const PARTNERS = { access: "/prm_coop", call: "/prm/coop/page", form: "/prm_coop_edit?coopId={id}" };
/** Most partners a text brings. */
const PARTNERS_MAX = 5;
/** Fewer letters fit half the partners there are. */
const NAME_MIN = 2;

/** Something found on the server, and the page it opens. */
export interface Found {
  id: string;
  title: string;
  note: string;
  href: string;
  /** What bears a number; absent for partners. */
  kind?: NumberKind;
}

export type NumberKind = "ORDER" | "WAYBILL" | "MASTER";

/** Part of an order or waybill number, or of a customer's reference (`PO 2026/15`): letters, digits, dashes and the signs of references, single blanks between, with a digit among them. */
export function isNumber(text: string): boolean {
  const trimmed = text.trim();
  const signs = trimmed.replaceAll(/[- ]/g, "").length;
  return /^[a-z\d/.#-]+( [a-z\d/.#-]+)*$/i.test(trimmed) && /\d/.test(trimmed) && signs >= SIGNS_MIN && signs <= SIGNS_MAX;
}

/** An answer of the call of numbers. */
interface Numbered {
  kind: NumberKind;
  id: string;
  code: string;
  number: string;
  departureStation: string | null;
  arrivalStation: string | null;
  coopName: string | null;
  link: string;
}

/** What bears a number that holds the text, of what the user may open. */
export async function findNumbers(text: string, signal: AbortSignal): Promise<Found[]> {
  const found = await get<Numbered[]>(NUMBERS, { number: text.trim() }, { quiet: true, signal });
  return found.map(({ kind, id, code, number, departureStation, arrivalStation, coopName, link }) => {
    const route = [departureStation, arrivalStation].filter(Boolean).join("–");
    const airline = /^\d{3}-/.test(number) ? airlineOf(number.slice(0, 3)) : "";
    const note = [number === code ? "" : number, airline, route, coopName].filter(Boolean).join(" · ");
    return { kind, id, title: code || number, note, href: link };
  });
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
