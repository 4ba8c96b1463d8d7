/** What is known of every page before its room is loaded. The build makes it of the declarations (`scripts/pages.ts`). */
import type { Contract, Label, ListPage } from "@/platform/contract";

export interface PageHead {
  key: string;
  path?: string;
  title: Label;
}

export interface ListHead extends PageHead {
  path: string;
  form?: string;
  editLink?: string;
  /** Keys of the lists that are tabs of one page. */
  tabs?: string[];
}

export interface PageIndex {
  lists: ListHead[];
  forms: PageHead[];
  boards: PageHead[];
  /** Addresses of pages the menu plans and nobody has built yet. */
  planned: string[];
}

export function indexOf({ lists, forms, boards = [], planned = [] }: Contract): PageIndex {
  const head = ({ key, path, title }: PageHead): PageHead => (path === undefined ? { key, title } : { key, path, title });
  return { lists: lists.map(listHead), forms: forms.map(head), boards: boards.map(head), planned };
}

/** A page of several lists has a title of its own. */
function listHead({ key, path, title, form, editLink, tabsOf }: ListPage): ListHead {
  const head: ListHead = { key, path, title: tabsOf?.title ?? title };
  if (form) head.form = form;
  if (editLink) head.editLink = editLink;
  if (tabsOf) head.tabs = tabsOf.pages;
  return head;
}

/** The room of a key: what stands before its first dot. */
export const roomOfKey = (key: string): string => key.split(".", 1)[0] ?? key;
