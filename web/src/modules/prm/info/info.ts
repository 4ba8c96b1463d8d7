/** A request as it is looked at. */
import type { Label } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

/** Old and new of a member that can be taken over. */
export interface Line {
  field: string;
  label: Label;
  old: string;
  new: string;
  differs: boolean;
}

export interface InfoFile {
  id: string;
  kind: string;
  fileName: string;
  size: number;
}

export interface Info {
  id: string;
  version: number;
  requestNo: string;
  coopId: string | null;
  coopVersion: number | null;
  coopName: string;
  coopType: string;
  email: string;
  state: string;
  returnReason: string;
  expireTime: string;
  /** The sheet; null before anything was filled in. */
  data: Values | null;
  files: InfoFile[];
  comparison: Line[];
}

export interface Adopted {
  coopId: string;
  coopCode: string;
  changes: unknown[];
}

/** What is taken over when nobody chooses otherwise. */
export function differing(lines: Line[]): string[] {
  return lines.filter(({ differs }) => differs).map(({ field }) => field);
}

const INVOICE = ["title", "address", "phone", "bank", "account", "type", "email"] as const;
const ACCOUNT = ["bank", "accountName", "account", "swift", "currency"] as const;

/** One fact of the sheet that is read, and stays where it is. */
export interface Fact {
  /** Key of its words. */
  word: string;
  /** Number of its bank account. */
  place?: number;
  text: string;
}

/** What of a sheet has no place in the partner's own data. */
export function otherFacts(data: Values): Fact[] {
  const text = (row: unknown, name: string) => String((row as Values | null | undefined)?.[name] ?? "");
  const facts: Fact[] = [{ word: "prm:sheet.nature", text: text(data, "nature") }];
  facts.push(...INVOICE.map((name) => ({ word: `prm:invoice.${name}`, text: text(data["invoice"], name) })));
  const accounts = Array.isArray(data["bankAccounts"]) ? (data["bankAccounts"] as Values[]) : [];
  for (const [at, account] of accounts.entries()) {
    facts.push(...ACCOUNT.map((name) => ({ word: `prm:account.${name}`, place: at + 1, text: text(account, name) })));
  }
  return facts.filter((fact) => fact.text !== "");
}
