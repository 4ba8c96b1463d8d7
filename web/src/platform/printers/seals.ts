/** The seals and signatures there are to put on what is printed. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";

export interface SealOffer {
  id: string;
  name: string;
  kind: string;
  /** Stands there unless others are ticked. */
  isDefault: boolean;
}

export interface SealOffers {
  seals: SealOffer[];
  /** A default one is not for the roles of the user. */
  withheld: boolean;
}

/** As the server calls it. */
const SIGNATURE = "签字";

export const isSignature = ({ kind }: SealOffer): boolean => kind === SIGNATURE;

export function useSeals(path: string, params: Record<string, string>): UseQueryResult<SealOffers> {
  return useQuery({
    queryKey: ["seals", path, params],
    staleTime: 0,
    queryFn: ({ signal }) => get<SealOffers>(path, params, { quiet: true, signal }),
  });
}

/** What was ticked in the words of a print; without a word the server puts its default ones there. */
export function sealsAsked(ticked: string[] | null): { sealIds?: string[] } {
  return ticked ? { sealIds: ticked } : {};
}
