/**
 * Which page stands at which path, and how a module changes it.
 *
 * Every declared list, form and board has a default page; a module writes code only where the default does not do. An index of
 * all pages is loaded once; what a page declares comes with its room, before the page is drawn.
 * A module announces its pages in `modules/<room>/pages.ts` (small: it is part of the first script) and keeps the code
 * in lazily loaded `*.page.tsx` files:
 *
 *   // modules/<room>/pages.ts
 *   export default room("<room>", [
 *     { key: "x.thing.list", load: () => import("./thing-list.page") },                          // changes a declared page
 *     { path: "/thing_map", access: "x_thing", title, load: () => import("./thing-map.page") },  // a page of its own
 *   ]);
 *
 *   // modules/<room>/thing-list.page.tsx: cells, buttons and header of the declared list change, the rest stays
 *   export default definePage({ list: { cells: { number: NumberCell }, actions: { "x-thing-copy": copyThing } } });
 *
 *   // modules/<room>/thing-map.page.tsx: the whole page
 *   export default definePage({ page: ThingMapPage });
 *
 * One file may make the pages of several declarations by a function (`modules/order/order-edit.page.tsx`).
 * `list` is described in `lists/list-page.tsx`, `form` in `forms/form-page.tsx`. The key is the key of the declaration.
 */
import type { ComponentType } from "react";
import { ROOMS, loadIndex } from "virtual:pages";
import type { Access, FormKey, ListKey } from "@/gen/contract";
import type { BoardPage, Contract, FormPage, Label, ListPage } from "@/platform/contract";
import type { FormOverrides } from "@/platform/forms/form-overrides";
import { loadRoom } from "@/platform/i18n";
import type { ListOverrides } from "@/platform/lists/list-overrides";
import { type ListHead, type PageHead, type PageIndex, indexOf, roomOfKey } from "@/platform/page-index";
import { wordPage } from "@/platform/page-words";

/** What a `*.page.tsx` file exports. */
export interface PageDefinition {
  list?: ListOverrides;
  form?: FormOverrides;
  /** Replaces the whole page. */
  page?: ComponentType;
}

/** One line of a module's `pages.ts`. */
export interface PageEntry {
  /** Key of the declared page that is changed. */
  key?: string;
  /** Path of a page of its own; a declared page has its path already. */
  path?: string;
  /** Path of the permission node that admits to it, without slash; absent for open pages. */
  access?: string;
  title?: Label;
  /** Open to any logged-in user. */
  open?: boolean;
  /** Lists and forms of other rooms, or of any where the page is one of its own, whose declarations its code reads. */
  needs?: string[];
  load: () => Promise<{ default: PageDefinition }>;
}

export interface Room {
  name: string;
  entries: PageEntry[];
}

/** A page found for a path: what is declared, and who changes it. */
export interface ResolvedPage {
  path: string;
  title?: Label;
  access?: string;
  open: boolean;
  list?: ListPage;
  form?: FormPage;
  board?: BoardPage;
  entry?: PageEntry;
  room?: string;
}

/** What a module writes: its keys and permissions are those of the declarations. */
export type ModuleEntry = PageEntry & { key?: ListKey | FormKey; access?: Access; needs?: (ListKey | FormKey)[] };

export function room(name: string, entries: ModuleEntry[]): Room {
  return { name, entries };
}

export function definePage(definition: PageDefinition): PageDefinition {
  return definition;
}

const rooms: Room[] = [];
let index: PageIndex | null = null;
/** What is declared, as far as it is loaded. */
let contract: Required<Pick<Contract, "lists" | "forms" | "boards">> = { lists: [], forms: [], boards: [] };
const asked = new Map<string, Promise<void>>();
const loaded = new Set<string>();
/** Whether all is there that will ever be: what a test gave. */
let whole = false;

export function registerRooms(found: Room[]): void {
  rooms.splice(0, rooms.length, ...found);
}

/** Replaces the declarations, all rooms of them; nothing: they are loaded anew. Tests give their own. */
export function setContract(next: Contract | null): void {
  index = next && indexOf(next);
  contract = { lists: next?.lists ?? [], forms: next?.forms ?? [], boards: next?.boards ?? [] };
  whole = next !== null;
  asked.clear();
  loaded.clear();
}

/** Loads what is known of all pages, once. */
export async function loadPageIndex(): Promise<PageIndex> {
  if (index) return index;
  const { default: all } = await loadIndex();
  index ??= all;
  return index;
}

/** Loads the rooms of lists and forms, by their keys. */
export async function loadPages(...keys: (ListKey | FormKey)[]): Promise<void> {
  await loadRooms(keys);
}

async function loadRooms(keys: string[]): Promise<void> {
  await loadPageIndex();
  if (!whole) await Promise.all([...new Set(keys.map(roomOfKey))].map(declaredRoom));
}

function declaredRoom(room: string): Promise<void> | undefined {
  const load = ROOMS[room];
  const known = asked.get(room);
  if (known || !load) return known;
  const begun = load().then(({ default: found }) => {
    // The declarations may have been replaced meanwhile.
    if (asked.get(room) !== begun) return;
    const { lists, forms, boards } = contract;
    contract = { lists: [...lists, ...found.lists], forms: [...forms, ...found.forms], boards: [...boards, ...(found.boards ?? [])] };
    loaded.add(room);
  });
  asked.set(room, begun);
  // A room that failed to come is asked for again.
  begun.catch(() => asked.get(room) === begun && asked.delete(room));
  return begun;
}

/** The declaration of a form that a module names. */
export function declaredForm(key: FormKey): FormPage | undefined {
  return formByKey(key);
}

/** The declaration of a list that a module names. */
export function declaredList(key: ListKey): ListPage | undefined {
  return listByKey(key);
}

/** The declaration of a form by a key the declarations told, for drawers. */
export function formByKey(key: string): FormPage | undefined {
  return inRoom(key, contract.forms.find((form) => form.key === key));
}

function listByKey(key: string, path?: string): ListPage | undefined {
  return inRoom(key, contract.lists.find((list) => list.key === key && (path === undefined || list.path === path)));
}

/** Who asks for a declaration before its room is loaded would draw a page that lacks something, and nobody would see why. */
function inRoom<T>(key: string, found: T | undefined): T | undefined {
  if (found || whole || key === "" || loaded.has(roomOfKey(key))) return found;
  if (index && ![...index.lists, ...index.forms].some((head) => head.key === key)) return undefined;
  throw new Error(`The declarations of ${key} aren't loaded: its page needs them, or awaits loadPages.`);
}

/** The title of the page at a path, in both languages; the index must be loaded. */
export function titleOf(path: string): Label | undefined {
  const own = entries().find(({ entry }) => entry.path === path)?.entry.title;
  return own ?? declaredTitle(path) ?? headsAt(path)[0]?.title;
}

/** What is loaded may have been put in the company's own words. A page of several lists has a title of its own. */
function declaredTitle(path: string): Label | undefined {
  const at = (each: { path?: string }) => each.path === path;
  const list = contract.lists.find(at);
  return contract.boards.find(at)?.title ?? list?.tabsOf?.title ?? list?.title ?? contract.forms.find(at)?.title;
}

/** What is declared at a path: a page shows the first of it. */
function headsAt(path: string): PageHead[] {
  const { boards = [], lists = [], forms = [] } = index ?? {};
  return [boards, lists, forms].flatMap((heads: PageHead[]) => heads.find((each) => each.path === path) ?? []);
}

/** Whether the menu plans a page at a path that is yet to be built; the index must be loaded. */
export function isPlanned(path: string): boolean {
  return index?.planned.includes(path) ?? false;
}

/** Whether an address leads to a page of the menu that is yet to be built; the index must be loaded. */
export function isUnbuilt(href: string): boolean {
  const [path = ""] = href.split(/[?#]/);
  return isPlanned(path) && !titleOf(path);
}

/** The list that leads to a form page by its edit link. */
export function listOfForm(form: FormPage): ListPage | undefined {
  const head = headOfForm(form);
  return head && listByKey(head.key, head.path);
}

function headOfForm({ key, path }: Pick<FormPage, "key" | "path">): ListHead | undefined {
  return index?.lists.find((list) => list.form === key || (path && list.editLink?.startsWith(`${path}?`)));
}

/** The query parameter that carries the row of a form page, as its list's edit link says: `coopId`. */
export function idParameter(form: FormPage): string {
  return /\?(\w+)=/.exec(headOfForm(form)?.editLink ?? "")?.[1] ?? "id";
}

/** The page of its own at a path: one that needs no declarations. */
export function ownPage(path: string): ResolvedPage | null {
  const own = entries().find(({ entry }) => entry.path === path);
  return own ? ofEntry(path, own.entry, own.room) : null;
}

/** The page at a path, or null where nothing is. */
export async function findPage(pathname: string): Promise<ResolvedPage | null> {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  const own = entries().find(({ entry }) => entry.path === path);
  if (own) {
    if (own.entry.access) await wordPage(await pagesAt(path), path);
    return ofEntry(path, own.entry, own.room);
  }
  await wordPage(await pagesAt(path), path);
  const board = contract.boards.find((each) => each.path === path);
  const list = contract.lists.find((each) => each.path === path);
  const form = list ? undefined : contract.forms.find((each) => each.path === path);
  const declared = board ?? list ?? form;
  if (!declared) return null;
  const change = changeOf(declared);
  const resolved: ResolvedPage = { path, title: declaredTitle(path) ?? declared.title, access: declared.access, open: false };
  if (board) resolved.board = board;
  if (list) resolved.list = list;
  if (form) resolved.form = form;
  return change ? { ...resolved, entry: change.entry, room: change.room } : resolved;
}

/** Loads what is declared at a path, and what that leads to: its form, its tabs with theirs, the list of a form. */
export async function pagesAt(path: string): Promise<Contract> {
  const { lists, forms } = await loadPageIndex();
  const here = lists.find((each) => each.path === path);
  const tabs = (here?.tabs ?? []).flatMap((key) => lists.find((each) => each.key === key) ?? []);
  const form = forms.find((each) => each.path === path);
  const list = form && headOfForm(form);
  const keys = [...headsAt(path), ...tabs, ...(list ? [list] : [])].map(({ key }) => key);
  const led = [here, ...tabs].flatMap((each) => each?.form ?? []);
  await loadRooms([...keys, ...led]);
  return contract;
}

/** The module that changes a declared page. */
function changeOf({ key, path }: { key: string; path?: string }): { entry: PageEntry; room: string } | undefined {
  return entries().find(({ entry }) => entry.key === key || `/${entry.key}` === path);
}

/** The lists a page draws as its tabs, its own among them. */
export function listsOfPage({ key, tabsOf }: ListPage): ListPage[] {
  const keys = tabsOf?.pages ?? [];
  const all = keys.includes(key) ? keys : [key, ...keys];
  return all.flatMap((each) => listByKey(each) ?? []);
}

/** The module's changes to a list that another page draws, with the words of its own page. */
export async function loadDefinitionOfList(list: ListPage): Promise<PageDefinition> {
  const [definition] = await Promise.all([loadDefinition(changeOf(list) ?? {}), wordPage(await pagesAt(list.path), list.path)]);
  return definition;
}

/** The module's code for a page, with the texts of its room and the declarations it needs. */
export async function loadDefinition({ entry, room: name }: { entry?: PageEntry; room?: string }): Promise<PageDefinition> {
  if (!entry) return {};
  const { needs = [] } = entry;
  const declared = needs.length > 0 ? loadRooms(needs) : null;
  const [{ default: definition }] = await Promise.all([entry.load(), name ? loadRoom(name) : null, declared]);
  return definition;
}

/** The module's changes to a declared form that another page opens in a drawer. */
export async function loadDefinitionByKey(key: string): Promise<PageDefinition> {
  const change = entries().find(({ entry }) => entry.key === key);
  return change ? loadDefinition(change) : {};
}

function entries(): { entry: PageEntry; room: string }[] {
  return rooms.flatMap(({ name, entries: own }) => own.map((entry) => ({ entry, room: name })));
}

function ofEntry(path: string, entry: PageEntry, roomName: string): ResolvedPage {
  const page: ResolvedPage = { path, open: entry.open ?? false, entry, room: roomName };
  if (entry.title) page.title = entry.title;
  if (entry.access) page.access = entry.access;
  return page;
}
