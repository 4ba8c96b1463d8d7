import { useMatch } from "@tanstack/react-router";

export interface PageLocation {
  pathname: string;
  /** With its question mark; empty without a query. */
  searchStr: string;
}

/**
 * The address of the page that is drawn. While another page loads, the router's location is that one's already: who
 * reads it, reads the query of a page he is not on.
 */
export function usePageLocation(): PageLocation {
  return useMatch({
    strict: false,
    structuralSharing: true,
    select: ({ pathname, search }): PageLocation => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return { pathname, searchStr: text ? `?${text}` : "" };
    },
  });
}
