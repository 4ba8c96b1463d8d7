// The query of a shared link: o is a two-letter scope with the order's UUID behind it, code proves the link.

/** What the address bar says. */
export interface ShareLink {
  o: string;
  code: string;
  scope: string;
  orderUuid: string;
}

/** Reads the query; blanks around o do not count, and the scope is not case-sensitive. */
export function shareLink(search: string): ShareLink {
  const members = new URLSearchParams(search);
  const o = (members.get("o") ?? "").trim();
  return { o, code: (members.get("code") ?? "").trim(), scope: o.slice(0, 2).toUpperCase(), orderUuid: o.slice(2) };
}

/** The full address a QR code carries. */
export function shareUrl(link: ShareLink, origin: string): string {
  return `${origin}/externalOrderTrack?${query({ o: link.o, code: link.code })}`;
}

/** The page of delivery notices of each scope that has them. */
export const NOTICE_PATHS: Record<string, string> = {
  AF: "/externalOrderDeliveryNotice",
  LC: "/externalOrderDeliveryNotice",
  SE: "/seExternalOrderDeliveryNotice",
  TE: "/teExternalOrderDeliveryNotice",
};

/** Where cargo is brought: the terminal, and the forwarder's own warehouse; on the road where it is loaded and unloaded. */
export type Place = "warehouse" | "storehouse";

/** The place a notice's address asks for, if it is one. */
export function noticeFlag(search: string): Place | undefined {
  const flag = new URLSearchParams(search).get("flag")?.trim();
  return flag === "warehouse" || flag === "storehouse" ? flag : undefined;
}

/** The address of a delivery notice of the same order; the code goes along, since the notice checks it too. */
export function noticeUrl({ scope, orderUuid, code }: ShareLink, flag: Place): string {
  return `${NOTICE_PATHS[scope]}?${query({ o: scope.toLowerCase() + orderUuid, flag, code })}`;
}

/** A query string of the members that are not empty. */
export function query(members: Record<string, string>): string {
  return new URLSearchParams(Object.entries(members).filter(([, value]) => value !== "")).toString();
}
