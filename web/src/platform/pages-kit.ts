/** The pages as they are declared, all at once: in tests nobody waits for a room. */
import declared from "virtual:pages/all";
import type { Contract } from "@/platform/contract";
import { setContract } from "@/platform/page-registry";

export const PAGES: Contract = declared;

export function declareAll(): Contract {
  setContract(PAGES);
  return PAGES;
}
