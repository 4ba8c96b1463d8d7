// The data sheet of a partner as the form holds it: every member is there, lists have their rows.

type Text = string | null | undefined;

/** A person to speak to. */
export interface Contact {
  name: string;
  duty: string;
  mobile: string;
  email: string;
}

/** What an invoice needs. */
export interface Invoice {
  title: string;
  taxNumber: string;
  address: string;
  phone: string;
  bank: string;
  account: string;
  type: string;
  email: string;
}

/** An account to pay to. */
export interface BankAccount {
  bank: string;
  accountName: string;
  account: string;
  swift: string;
  currency: string;
}

/** The sheet. */
export interface Sheet {
  fullName: string;
  nameEn: string;
  socialCode: string;
  nationCode: string;
  addressCn: string;
  addressEn: string;
  phone: string;
  nature: string;
  industry: string;
  contacts: Contact[];
  invoice: Invoice;
  bankAccounts: BankAccount[];
  declared: boolean;
}

/** The sheet as the server keeps it: members may be absent. */
export type StoredSheet = {
  [Member in keyof Sheet]?: Sheet[Member] extends string | boolean ? Sheet[Member] | null : unknown;
};

/** Most contacts and accounts a sheet can hold. */
export const MOST_ROWS = 5;

/** A contact still to be typed. */
export const blankContact = (): Contact => ({ name: "", duty: "", mobile: "", email: "" });
/** An account still to be typed. */
export const blankAccount = (): BankAccount => ({ bank: "", accountName: "", account: "", swift: "", currency: "" });

const blankInvoice = (): Invoice => ({
  title: "",
  taxNumber: "",
  address: "",
  phone: "",
  bank: "",
  account: "",
  type: "",
  email: "",
});

function blank(): Sheet {
  return {
    fullName: "",
    nameEn: "",
    socialCode: "",
    nationCode: "CN",
    addressCn: "",
    addressEn: "",
    phone: "",
    nature: "",
    industry: "",
    contacts: [blankContact()],
    invoice: blankInvoice(),
    bankAccounts: [],
    declared: false,
  };
}

/** The sheet to begin with: what was kept, and blanks for the rest. */
export function sheetOf(stored: StoredSheet | null | undefined): Sheet {
  const sheet = over(blank(), stored);
  const rows = <Row extends object>(list: unknown, row: () => Row): Row[] =>
    Array.isArray(list) ? list.map((one: Partial<Record<keyof Row, Text>>) => over(row(), one)) : [];
  const contacts = rows(stored?.contacts, blankContact);
  return {
    ...sheet,
    contacts: contacts.length > 0 ? contacts : [blankContact()],
    invoice: over(blankInvoice(), stored?.invoice as Partial<Invoice> | null | undefined),
    bankAccounts: rows(stored?.bankAccounts, blankAccount),
  };
}

/** The blanks with the given values over them; null is no value. */
function over<T extends object>(blanks: T, given: object | null | undefined): T {
  const isGiven = ([name, value]: [string, unknown]): boolean => name in blanks && value !== null && value !== undefined;
  const there = Object.entries(given ?? {}).filter(isGiven);
  return { ...blanks, ...Object.fromEntries(there) };
}

/** The text at a place of the sheet, such as "contacts.0.mobile". */
export function textAt(sheet: Sheet, path: string): string {
  const found = path.split(".").reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], sheet);
  return typeof found === "string" ? found : "";
}

/** The sheet with another value at a place. */
export function withValue(sheet: Sheet, path: string, value: unknown): Sheet {
  return changed(sheet, path.split("."), value) as Sheet;
}

function changed(node: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(node)) return node.map((one, at) => (String(at) === name ? changed(one, rest, value) : one));
  const before = node as Record<string, unknown>;
  return { ...before, [name]: changed(before[name], rest, value) };
}
