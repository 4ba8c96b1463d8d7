// The delivery notices: what a driver brings or fetches, and where. Made to be printed and scanned.

import { useMemo } from "react";
import { useAnswer, type Refused } from "../answer";
import * as call from "../call";
import { Around, Standing } from "../frame";
import { addTexts, useSpeech, type Key } from "../i18n";
import * as texts from "../i18n/carriage";
import type { Sender } from "../record";
import { NOTICE_PATHS, noticeFlag, shareLink, type Place, type ShareLink } from "../share-link";
import { AirSheet, BoxSheet, RoadSheet, type AirNotice, type BoxNotice, type RoadNotice } from "../notice-sheets";

addTexts(texts.zh, texts.en);

/** The whole page; which notice it shows is said by the address. */
export default function NoticePage() {
  return (
    <Around>
      <Reading />
    </Around>
  );
}

/** The name of the page at each address. */
const TITLES: Record<string, Key> = {
  [NOTICE_PATHS.SE ?? ""]: "notice.sea",
  [NOTICE_PATHS.TE ?? ""]: "notice.rail",
};

function Reading() {
  const { t } = useSpeech();
  const { pathname, search } = location;
  const link = useMemo(() => shareLink(search), [search]);
  const flag = noticeFlag(search);
  const { shown } = useAnswer<Sender>({
    subject: pathname + search,
    refused: refusedAddress(link, flag, pathname),
    ask: (asking) => call.deliveryNotice({ ...asking, link }, flag ?? "warehouse"),
    goneHint: "notice.hint",
  });
  const page = t(TITLES[pathname] ?? "notice.title");
  // An air notice is named by its place.
  const title = flag && link.scope === "AF" ? t(flag === "warehouse" ? "tile.warehouse" : "tile.storehouse") : page;
  return (
    <Standing title={page} documentTitle={title} shown={shown}>
      {(notice) => (flag ? <Sheet notice={notice} title={title} link={link} flag={flag} /> : null)}
    </Standing>
  );
}

/** Why no call is made for an address, if none is: it names no order of the page's scopes, or no place. */
function refusedAddress(link: ShareLink, flag: Place | undefined, pathname: string): Refused | undefined {
  if (flag && NOTICE_PATHS[link.scope] === pathname) return undefined;
  return { reason: "failed.noQuery", hint: "notice.hint" };
}

function Sheet({ notice, title, link, flag }: { notice: Sender; title: string; link: ShareLink; flag: Place }) {
  const shared = { title, link, flag };
  if (link.scope === "AF") return <AirSheet notice={notice as AirNotice} {...shared} />;
  if (link.scope === "LC") return <RoadSheet notice={notice as RoadNotice} {...shared} />;
  return <BoxSheet notice={notice as BoxNotice} {...shared} />;
}
