/**
 * What the server declares about its pages (`contract/pages`). Written by hand, read everywhere. What is not so, empty or nothing
 * stands nowhere.
 */

/** A text in the two languages of the product. */
export interface Label {
  zh: string;
  en: string;
}

export type Kind =
  | "text"
  | "upper"
  | "int"
  | "decimal"
  | "bool"
  | "day"
  | "instant"
  | "select"
  | "reference"
  | "multi"
  | "waybill"
  | "longText"
  | "color"
  | "picture"
  | "state"
  | "richText"
  | "richTitle"
  | "files"
  | "markdown";

/** Meaning of a status, never shown by colour alone. */
export type Tone = "ready" | "warning" | "danger" | "info" | "done" | "neutral";

export interface Option {
  value: string;
  label: Label;
  tone?: Tone;
}

/** The closed condition language of the declarations: field names against values. */
export type When =
  | { is: [string, unknown] }
  | { oneOf: [string, unknown[]] }
  | { set: string }
  | { all: When[] }
  | { any: When[] }
  | { not: When };

export interface Field {
  name: string;
  label: Label;
  kind: Kind;
  required?: boolean;
  maxLength?: number;
  min?: number;
  /** Greatest number; of files, most bytes. */
  max?: number;
  /** Decimals kept for kind `decimal`. */
  digits?: number;
  /** Decimals shown and entered where the user has chosen them; more are kept. */
  places?: number;
  unit?: string;
  /** Member of the same row that names the currency of this money: it has the decimals of that. */
  currencyOf?: string;
  pattern?: string;
  patternMessage?: Label;
  options?: Option[];
  /** Category type of the organisation's dictionary. */
  dictionary?: number;
  /** Name of a select source, with its fixed query: `coop?role=customer`. */
  reference?: string;
  /** Where files of kind `files` are sent. */
  upload?: string;
  readOnly?: boolean;
  readOnlyOnEdit?: boolean;
  initial?: unknown;
  help?: Label;
  /** Shown only when. */
  when?: When;
  requiredWhen?: When;
  readOnlyWhen?: When;
}

export interface Column extends Field {
  width?: number;
  sortable?: boolean;
  shown?: boolean;
  sum?: boolean;
  /** Address opened by the cell, with `{member}` of the row. */
  link?: string;
  copy?: boolean;
  /** Button code without which the server tells nothing of it. */
  needs?: string;
  /** Tells something only while a parameter of the report has one of these values. */
  only?: { filter: string; oneOf: string[] };
  align?: "right";
}

export type FilterKind = "contains" | "starts" | "equals" | "many" | "oneOf" | "range" | "bool" | "keyword";

export interface Filter {
  name: string;
  label: Label;
  kind: FilterKind;
  field: Partial<Field> & { kind: Kind };
  main?: boolean;
  initial?: string;
  /** Ways a text may match, for the user to choose among. */
  modes?: FilterMode[];
  /** Tells which of several pasted values are there. */
  foundCall?: string;
  /** Holds what no view keeps. */
  secret?: boolean;
  /** Button code without which it finds nothing. */
  needs?: string;
  /** The list answers nothing without it: what is said then. */
  asks?: Label;
}

export type FilterMode = "contains" | "starts" | "equals" | "many";

export interface Button {
  code: string;
  label: Label;
  /** `above`: drawn open above the list, a converter, and no button. */
  place: "primary" | "toolbar" | "row" | "batch" | "above";
  /** `ask`: the declared dialog, then the call. */
  action: "create" | "edit" | "copy" | "remove" | "export" | "import" | "call" | "link" | "custom" | "ask";
  /** The path may hold members of the row: `{id}`. */
  call?: { method: string; path: string };
  link?: string;
  confirm?: Label;
  danger?: boolean;
  when?: When;
  /** A row button that works on selected rows too. */
  many?: boolean;
  /** A module's own: declared nowhere, so rows say nothing about it. */
  own?: boolean;
  /** Asked in order; the body of the call has each of them by its name. */
  fields?: Field[];
  /** Asked rows below the fields; the body has them by the keys of their sections. */
  lines?: Section[];
  /** Read for the first values of fields and lines, with the labels of references; may hold `{id}`. */
  first?: string;
  /** Fields whose change has `first` read anew, with what they hold; what it tells goes over what stands there. */
  follows?: string[];
  /** Said above the fields. */
  note?: Label;
  /** The word on the button of the dialog; the button's own label otherwise. */
  ok?: Label;
  /** The version of the row goes into the body. */
  versioned?: boolean;
  /** It writes nothing: what it answers is shown in the dialog, which stays open. */
  tells?: boolean;
  /** Opened after success, with `{member}` of the answer. */
  then?: string;
}

/** What an action tells its user: figures, and tables of them. */
export interface Told {
  lines: { label: Label; value: Label; tone?: Tone }[];
  tables: ToldTable[];
}

export interface ToldTable {
  title?: Label;
  columns: { name: string; label: Label; align?: "right" }[];
  rows: Record<string, Label>[];
}

export interface Tabs {
  filter: string;
  call: string;
  options: { value: string; label: Label }[];
}

export interface ListPage {
  key: string;
  path: string;
  title: Label;
  access: string;
  rowKey: string;
  call: string;
  /** Count and sums of the whole result; without it they come with the rows. */
  totalCall?: string;
  /** Takes a button for many rows as a job for the whole result. */
  batchCall?: string;
  exportCall?: string;
  exportCode?: string;
  printCall?: string;
  columns: Column[];
  filters: Filter[];
  buttons: Button[];
  tabs?: Tabs;
  form?: string;
  editLink?: string;
  sort: string;
  /** Member that names the row above: the list is a tree, read whole and without pages. */
  tree?: string;
  /** A tree beside the list: its call, and the filters its branches set. */
  branches?: { call: string; filters: string[] };
  /** Column of a state whose meaning colours the whole row. */
  toned?: string;
  /** A report: its rows as bars, named by columns, of one measure at a time; otherwise where it is grouped by one column. */
  chart?: { label: string[]; measures: string[]; draws?: Record<string, "bars" | "line" | "pie"> };
  /** Keys of the lists that are drawn as tabs of this one page, each under its own title. */
  tabsOf?: { title: Label; tab?: Label; pages: string[] };
}

export interface Section {
  key: string;
  label: Label;
  columns?: number;
  /** Child rows: the key is the member that holds them, the fields are the columns of a row. */
  rows?: boolean;
  /** Child rows that are edited in a spreadsheet, where the screen has room for one. */
  sheet?: boolean;
  /** Child rows that are named with a new thing alone. */
  newOnly?: boolean;
  /** Shown only when. */
  when?: When;
  fields: Field[];
}

export interface FormPage {
  key: string;
  /** Kind of thing in the operation log. */
  objectType?: string;
  path?: string;
  title: Label;
  access: string;
  view: string;
  create: { method: string; path: string };
  update: { method: string; path: string };
  /** Tells what stands against saving. */
  check?: string;
  /** There are rules the fields don't tell by themselves. */
  ruled?: boolean;
  /** Why such an order is cancelled, as it is stored. */
  cancelReasons?: string[];
  sections: Section[];
  /** What can be done with the thing that is open, as on its row. */
  actions?: Button[];
  versionField: "version" | "rowUuid";
}

/** One of the choices of a filter, counted. */
export interface BoardCard {
  key: string;
  label: Label;
  tone: Tone;
}

export interface BoardPage {
  key: string;
  path: string;
  title: Label;
  access: string;
  call: string;
  /** Page the cards lead to, and its filter they are the choices of. */
  list: string;
  filter: string;
  cards: BoardCard[];
  /** Filters of that page that hold for all cards. */
  switches: { name: string; label: Label }[];
  /** Reports below, by the member of the answer that holds their rows. */
  reports: { member: string; list: ListPage }[];
}

export interface Contract {
  lists: ListPage[];
  forms: FormPage[];
  boards?: BoardPage[];
  /** Addresses of pages the menu plans and nobody has built yet. */
  planned?: string[];
}

/** One row of a list: its declared members, and what the user may do with it. */
export type Row = Record<string, unknown> & { id?: string; can?: string[] };

export interface PageOfRows {
  records: Row[];
  total: number;
  totalCapped?: boolean;
  current: number;
  size: number;
  /** By column; what is no number, as amounts of several currencies, is a text. */
  totals?: Record<string, number | string>;
  more?: boolean;
  /** Where the rows behind and before these begin. */
  next?: string | null;
  prev?: string | null;
}

/** A rule the server found broken, at a field path like `shipper.postCode`. */
export interface Finding {
  field: string;
  severity: "error" | "warning";
  key: string;
  message: string;
}

/** Evaluates a declared condition against values. */
export function holds(when: When | undefined, values: Record<string, unknown>): boolean {
  if (!when) return true;
  if ("is" in when) return isValue(values[when.is[0]], when.is[1]);
  if ("oneOf" in when) {
    const [name, wanted] = when.oneOf;
    return wanted.some((one) => isValue(values[name], one));
  }
  if ("set" in when) return values[when.set] !== undefined && values[when.set] !== null && values[when.set] !== "";
  if ("all" in when) return when.all.every((each) => holds(each, values));
  if ("any" in when) return when.any.some((each) => holds(each, values));
  return !holds(when.not, values);
}

/** A flag nobody has set is not set, and a choice of numbers is declared as texts. */
function isValue(value: unknown, wanted: unknown): boolean {
  if (value === wanted) return true;
  if (value === null || value === undefined) return wanted === false;
  return typeof value === "number" && String(value) === wanted;
}

/** A field as it stands at the moment: whether it must be filled in, and whether it can be. */
export function standing(field: Field, values: Record<string, unknown>): Field {
  if (!field.requiredWhen && !field.readOnlyWhen) return field;
  const needed = field.requiredWhen !== undefined && holds(field.requiredWhen, values);
  const closed = field.readOnlyWhen !== undefined && holds(field.readOnlyWhen, values);
  return { ...field, required: (field.required ?? false) || needed, readOnly: (field.readOnly ?? false) || closed };
}

/** The address of one thing: where a declared path says so, behind it otherwise. */
export function pathOfOne(path: string, id: string): string {
  const one = encodeURIComponent(id);
  return path.includes("{id}") ? path.replace("{id}", one) : `${path}/${one}`;
}
