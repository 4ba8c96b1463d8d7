/**
 * Which page stands at which path, and how a module changes it.
 *
 * Every list, form and board of `gen/pages.json` has a default page; a module writes code only where the default does not do.
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
import type { Access, FormKey, ListKey } from "@/gen/contract";
import type { BoardPage, Contract, FormPage, Label, ListPage } from "@/platform/contract";
import type { FormOverrides } from "@/platform/forms/form-overrides";
import { loadRoom } from "@/platform/i18n";
import type { ListOverrides } from "@/platform/lists/list-overrides";
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
export type ModuleEntry = PageEntry & { key?: ListKey | FormKey; access?: Access };

export function room(name: string, entries: ModuleEntry[]): Room {
  return { name, entries };
}

export function definePage(definition: PageDefinition): PageDefinition {
  return definition;
}

const rooms: Room[] = [];
let contract: Contract | null = null;

export function registerRooms(found: Room[]): void {
  rooms.splice(0, rooms.length, ...found);
}

/** Replaces the declarations; tests give their own. */
export function setContract(next: Contract | null): void {
  contract = next;
}

/** The declared pages, loaded once. */
export async function loadContract(): Promise<Contract> {
  contract ??= (await import("@/gen/pages.json")).default as unknown as Contract;
  return contract;
}

/** The declaration of a form that a module names. */
export function declaredForm(key: FormKey): FormPage | undefined {
  return formByKey(key);
}

/** The declaration of a list that a module names. */
export function declaredList(key: ListKey): ListPage | undefined {
  return contract?.lists.find((list) => list.key === key);
}

/** The title of the page at a path, in both languages; the declarations must be loaded. */
export function titleOf(path: string): Label | undefined {
  const own = entries().find(({ entry }) => entry.path === path)?.entry.title;
  const { lists = [], forms = [], boards = [] } = contract ?? {};
  const board = boards.find((each) => each.path === path);
  const list = lists.find((each) => each.path === path);
  return own ?? board?.title ?? (list && titleOfList(list)) ?? forms.find((each) => each.path === path)?.title;
}

/** A page of several lists has a title of its own. */
const titleOfList = ({ title, tabsOf }: ListPage): Label => tabsOf?.title ?? title;

/** Whether the menu plans a page at a path that is yet to be built; the declarations must be loaded. */
export function isPlanned(path: string): boolean {
  return contract?.planned?.includes(path) ?? false;
}

/** Whether an address leads to a page of the menu that is yet to be built; the declarations must be loaded. */
export function isUnbuilt(href: string): boolean {
  const [path = ""] = href.split(/[?#]/);
  return isPlanned(path) && !titleOf(path);
}

/** The declaration of a form by a key the declarations told, for drawers. */
export function formByKey(key: string): FormPage | undefined {
  return contract?.forms.find((form) => form.key === key);
}

/** The list that leads to a form page by its edit link. */
export function listOfForm(form: FormPage): ListPage | undefined {
  return contract?.lists.find((list) => list.form === form.key || (form.path && list.editLink?.startsWith(`${form.path}?`)));
}

/** The query parameter that carries the row of a form page, as its list's edit link says: `coopId`. */
export function idParameter(form: FormPage): string {
  return /\?(\w+)=/.exec(listOfForm(form)?.editLink ?? "")?.[1] ?? "id";
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
    if (own.entry.access) await wordPage(await loadContract(), path);
    return ofEntry(path, own.entry, own.room);
  }
  const { lists, forms, boards = [] } = await loadContract();
  const board = boards.find((each) => each.path === path);
  const list = lists.find((each) => each.path === path);
  const form = list ? undefined : forms.find((each) => each.path === path);
  const declared = board ?? list ?? form;
  if (!declared) return null;
  await wordPage(await loadContract(), path);
  const change = changeOf(declared);
  const title = list && !board ? titleOfList(list) : declared.title;
  const resolved: ResolvedPage = { path, title, access: declared.access, open: false };
  if (board) resolved.board = board;
  if (list) resolved.list = list;
  if (form) resolved.form = form;
  return change ? { ...resolved, entry: change.entry, room: change.room } : resolved;
}

/** The module that changes a declared page. */
function changeOf({ key, path }: { key: string; path?: string }): { entry: PageEntry; room: string } | undefined {
  return entries().find(({ entry }) => entry.key === key || `/${entry.key}` === path);
}

/** The lists a page draws as its tabs, its own among them. */
export function listsOfPage({ key, tabsOf }: ListPage): ListPage[] {
  const keys = tabsOf?.pages ?? [];
  const all = keys.includes(key) ? keys : [key, ...keys];
  return all.flatMap((each) => contract?.lists.find((list) => list.key === each) ?? []);
}

/** The module's changes to a list that another page draws, with the words of its own page. */
export async function loadDefinitionOfList(list: ListPage): Promise<PageDefinition> {
  const [definition] = await Promise.all([loadDefinition(changeOf(list) ?? {}), wordPage(await loadContract(), list.path)]);
  return definition;
}

/** The module's code for a page, with the texts of its room. */
export async function loadDefinition(page: { entry?: PageEntry; room?: string }): Promise<PageDefinition> {
  if (!page.entry) return {};
  const [{ default: definition }] = await Promise.all([page.entry.load(), page.room ? loadRoom(page.room) : null]);
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
