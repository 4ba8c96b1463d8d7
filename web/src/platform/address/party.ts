/** Parties of orders and waybills, and what the server reads out of a pasted address. */
import { post } from "@/platform/call/client";
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
