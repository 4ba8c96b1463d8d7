/** The public delivery notices of an order, opened with the code of its share link. */

/** Where a notice is picked up: outside by the forwarder's field staff, or at his warehouse. */
export const NOTICE_FLAGS = ["warehouse", "storehouse"] as const;
export type NoticeFlag = (typeof NOTICE_FLAGS)[number];

/** The page of the notices, by the letters a public order name begins with. Other scopes deliver nothing by notice. */
const PAGES: Record<string, string> = {
  af: "/externalOrderDeliveryNotice",
  lc: "/externalOrderDeliveryNotice",
  se: "/seExternalOrderDeliveryNotice",
  te: "/teExternalOrderDeliveryNotice",
};

export interface NoticeLink {
  flag: NoticeFlag;
  url: string;
}

/** The notices of the order a share link leads to; none where its scope has none. */
export function noticeLinks(shareUrl: string): NoticeLink[] {
  const { origin, searchParams } = new URL(shareUrl, window.location.origin);
  const [o, code] = [searchParams.get("o") ?? "", searchParams.get("code") ?? ""];
  const page = PAGES[o.slice(0, 2).toLowerCase()];
  if (!page || !code) return [];
  return NOTICE_FLAGS.map((flag) => ({
    flag,
    url: `${origin}${page}?${new URLSearchParams({ o, flag, code }).toString()}`,
  }));
}
