// The shared order: reads the link, gets the order, and shows it by its scope.

import { Suspense, useEffect, useMemo, useState, type ComponentType } from "react";
import { useAnswer, type Refused } from "../answer";
import * as call from "../call";
import { Around, Loading, Standing } from "../frame";
import { useSpeech } from "../i18n";
import { later } from "../later";
import { tracked, type TrackedOrder, type TrackRecord } from "../record";
import { shareLink, type ShareLink } from "../share-link";
import { AirExport } from "./air-export";

/** The answer that came with the page, if any; it belongs to the first address only. */
export type First = Promise<TrackRecord> | undefined;

type View = ComponentType<{ order: TrackedOrder; link: ShareLink }>;

const Sea = later(() => import("./sea"));
const Road = later(() => import("./road"));

/** The view of each scope; sea has the layout of rail, of air import and of other orders too. */
const VIEWS: Record<string, View> = { AF: AirExport, AI: Sea, SE: Sea, SI: Sea, TE: Sea, TI: Sea, IO: Sea, LC: Road };

/** The whole page. */
export function TrackPage({ first }: { first?: First }) {
  return (
    <Around>
      <Tracking first={first} />
    </Around>
  );
}

function Tracking({ first }: { first: First }) {
  const { t } = useSpeech();
  const link = useLink();
  const { shown } = useAnswer({
    subject: `${link.o} ${link.code}`,
    refused: refusedLink(link),
    ask: (asking) => call.orderTrack({ ...asking, link }),
    goneHint: "page.linkHint",
    first,
  });
  const order = useMemo(() => (shown.is === "ready" ? tracked(shown.data, link.scope) : undefined), [shown, link.scope]);
  const documentTitle = order ? t("page.titleOf", { number: order.number || order.orderCode || "" }) : t("page.title");
  const View = VIEWS[link.scope];
  return (
    <Standing title={t("page.title")} documentTitle={documentTitle} shown={shown}>
      {() => (
        <Suspense fallback={<Loading />}>
          {View && order ? <View key={`${link.o} ${link.code}`} order={order} link={link} /> : null}
        </Suspense>
      )}
    </Standing>
  );
}

/** The link in the address bar; it changes when the reader goes back to another order. */
function useLink(): ShareLink {
  const [search, setSearch] = useState(location.search);
  useEffect(() => {
    const moved = (): void => setSearch(location.search);
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  return useMemo(() => shareLink(search), [search]);
}

/** Why no call is made for a link, if none is. */
function refusedLink(link: ShareLink): Refused | undefined {
  if (link.o === "") return { reason: "failed.noQuery", hint: "page.linkHint" };
  if (!VIEWS[link.scope]) return { reason: "failed.scope", hint: "page.scopeHint" };
  return undefined;
}
