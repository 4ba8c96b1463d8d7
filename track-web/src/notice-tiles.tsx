// The way to the delivery notices of an order by sea, rail or road. Each appears when the server says it may be shown.

import { useEffect, useState } from "react";
import * as call from "./call";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";
import { linkTarget } from "./open-link";
import { NOTICE_PATHS, noticeUrl, type Place, type ShareLink } from "./share-link";
import { placeName } from "./notice-place";

const PLACES: Place[] = ["warehouse", "storehouse"];

/** The tiles of the order behind the link. */
export function NoticeTiles({ link }: { link: ShareLink }) {
  const { t, language } = useSpeech();
  const [allowed, setAllowed] = useState<Place[]>([]);
  useEffect(() => {
    if (!NOTICE_PATHS[link.scope]) return undefined;
    const left = new AbortController();
    const asking = { link, language, signal: left.signal };
    // What is refused or cannot be asked simply does not appear.
    Promise.all(PLACES.map((place) => call.hasNotice(asking, place).catch(() => false))).then((answers) => {
      if (!left.signal.aborted) setAllowed(PLACES.filter((_, at) => answers[at]));
    });
    return () => left.abort();
    // The tiles do not depend on the language; asking again for it would only make them flicker.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [link]);
  if (allowed.length === 0) return null;
  return (
    <nav className="tiles" aria-label={t("section.actions")}>
      {allowed.map((place) => (
        <a key={place} className="tile" href={noticeUrl(link, place)} {...linkTarget()}>
          <Icon name={place === "warehouse" ? "truck" : "store"} />
          {t("tile.notice", { place: t(placeName(link.scope, place)) })}
        </a>
      ))}
    </nav>
  );
}
