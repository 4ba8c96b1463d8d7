/** Parties of orders and waybills, and what the server reads out of a pasted address. */
import { get, post } from "@/platform/call/client";
import type { Finding } from "@/platform/contract";

export type PartyRole = "shipper" | "consignee" | "notify";

export interface AddressField {
  name: string;
  label: string;
}

export interface Recognised {
  role: PartyRole | null;
  party: Record<string, string>;
  findings: Finding[];
}

/** Most characters of a pasted address. */
export const ADDRESS_MAX = 5000;

/** Recognition stores nothing; a refusal is shown where the text stands. */
export function recognise(text: string, role: PartyRole): Promise<Recognised> {
  return post<Recognised>("/afbase/address/recognise", { text, role }, { quiet: true });
}

/** A party of the company's book. */
export interface BookedParty {
  id: string;
  mnemonicCode: string;
  usedCount: number;
  party: Record<string, string>;
}

/** The parties a form offers for a role: those of its customer first, then those used most. */
export function partiesOfBook(role: PartyRole, keyword: string, coopId: string | undefined): Promise<BookedParty[]> {
  return get<BookedParty[]>("/prm/shipperConsignee/select", { role, keyword, coopId });
}

/** Keeps a party in the book, or counts that it was used again. */
export function keepParty(role: PartyRole, party: Record<string, string>, coopId: string | undefined): Promise<{ added: boolean }> {
  return post("/prm/shipperConsignee/keep", { role, party, ...(coopId ? { coopId } : {}) });
}

/** One block of a pasted text. */
export interface Block {
  role: PartyRole | null;
  fields: Record<string, string>;
  notes: Finding[];
}

/** The parties of pasted blocks with empty lines between; stores nothing. */
export function recogniseBlocks(text: string): Promise<Block[]> {
  return post<Block[]>("/prm/shipperConsignee/recognize", { text }, { quiet: true });
}
