// The page: reads the link, gets the order, and shows it.

import { useEffect, useMemo, useRef, useState } from "react";
import { Files, Photos, split } from "./attachments";
import { applyColor } from "./brand";
import * as call from "./call";
import { Bar, Failed, Loading, isGone } from "./frame";
import { Speaking, useSpeech, type Key } from "./i18n";
import { ManifestSection } from "./manifest";
import { Notices, useNotify } from "./notify";
import { OrderInfo } from "./order-info";
import { tracked, type TrackedOrder, type TrackRecord } from "./record";
import { CurrentTrack, RouteSection } from "./route";
import { Section } from "./section";
import { AIR_EXPORT, shareLink, shareUrl, type ShareLink } from "./share-link";
import { Tiles } from "./tiles";
import { WeighingTable } from "./weighing";

/** The answer that came with the page, if any; it belongs to the first address only. */
export type First = Promise<TrackRecord> | undefined;

/** The whole page. */
export function Page({ first }: { first?: First }) {
  return (
    <Speaking>
      <Notices>
        <Tracking first={first} />
      </Notices>
    </Speaking>
  );
}

type Shown = { is: "loading" } | { is: "failed"; hint: Key } | { is: "ready"; order: TrackedOrder };
const LOADING: Shown = { is: "loading" };

function Tracking({ first }: { first: First }) {
  const link = useLink();
  const state = useOrder(link, first);
  const order = state.is === "ready" ? state.order : undefined;
  const { t } = useSpeech();
  useEffect(() => {
    document.title = order ? t("page.titleOf", { number: order.number }) : t("page.title");
  }, [order, t]);
  useEffect(() => applyColor(order?.themeColor), [order?.themeColor]);
  return (
    <>
      <Bar sender={order} title={t("page.title")} />
      <main className="page" aria-busy={state.is === "loading"}>
        {state.is === "loading" ? <Loading /> : null}
        {state.is === "failed" ? <Failed hint={state.hint} /> : null}
        {order ? <Order key={`${link.o} ${link.code}`} order={order} link={link} /> : null}
      </main>
      {order?.orgName ? <footer className="foot">{t("page.by", { name: order.orgName })}</footer> : null}
    </>
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
function refusedLink(link: ShareLink): { reason: Key; hint: Key } | undefined {
  if (link.o === "") return { reason: "failed.noQuery", hint: "page.linkHint" };
  if (link.scope !== AIR_EXPORT) return { reason: "failed.scope", hint: "page.scopeHint" };
  return undefined;
}

function useOrder(link: ShareLink, first: First): Shown {
  const { language } = useSpeech();
  const notify = useNotify();
  const [state, setState] = useState<{ link: ShareLink; shown: Shown }>({ link, shown: LOADING });
  const answered = useRef(first);
  useEffect(() => {
    const left = new AbortController();
    const show = (shown: Shown): void => setState({ link, shown });
    const fail = (cause: unknown, hint: Key): void => {
      // An order that is already on the screen stays there when only its second asking failed.
      setState((before) => (isReady(before, link) ? before : { link, shown: { is: "failed", hint } }));
      notify(cause, true);
    };
    const refused = refusedLink(link);
    if (refused) {
      fail({ key: refused.reason }, refused.hint);
      return undefined;
    }
    const asked = answered.current ?? call.orderTrack({ link, language, signal: left.signal });
    answered.current = undefined;
    // An answer for an order the page has left since is dropped.
    asked.then(
      (record) => left.signal.aborted || show({ is: "ready", order: tracked(record) }),
      (cause: unknown) => left.signal.aborted || fail(cause, isGone(cause) ? "page.linkHint" : "page.retryHint"),
    );
    return () => left.abort();
    // Another language asks again for the words the server writes, while the order stays on the screen.
  }, [link, language, notify]);
  return state.link === link ? state.shown : LOADING;
}

function isReady(state: { link: ShareLink; shown: Shown }, link: ShareLink): boolean {
  return state.link === link && state.shown.is === "ready";
}

function Order({ order, link }: { order: TrackedOrder; link: ShareLink }) {
  const { t } = useSpeech();
  const { files, photos } = useMemo(() => split(order.attachments), [order.attachments]);
  return (
    <>
      <div className="head">
        <h1 className="head-number">{order.number || order.orderCode}</h1>
        <CurrentTrack order={order} />
      </div>
      <Tiles link={link} />
      <Section title={t("section.order")} initiallyOpen>
        <OrderInfo order={order} shareUrl={shareUrl(link, location.origin)} />
      </Section>
      <Section title={t("section.track")} initiallyOpen={order.routeTracks.length > 0}>
        <RouteSection order={order} />
      </Section>
      <Section title={t("section.manifest")} initiallyOpen={order.manifestList.length > 0}>
        <ManifestSection order={order} />
      </Section>
      {order.cargoWeighingList.length > 0 ? (
        <Section title={t("section.weighing")} count={order.cargoWeighingList.length} initiallyOpen>
          <WeighingTable rows={order.cargoWeighingList} />
        </Section>
      ) : null}
      <Section title={t("section.files")} count={files.length} initiallyOpen={Boolean(order.awbNumber) && files.length > 0}>
        <Files files={files} />
      </Section>
      <Section title={t("section.images")} count={photos.length} initiallyOpen={photos.length > 0}>
        <Photos photos={photos} />
      </Section>
    </>
  );
}
