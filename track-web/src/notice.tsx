// The delivery notice: what a driver brings, and where to. Made to be printed and scanned.

import { useEffect, useState } from "react";
import { applyColor } from "./brand";
import * as call from "./call";
import { day, joined, pieces, text, volume, weight } from "./format";
import { Bar, Failed, Loading, isGone } from "./frame";
import { Speaking, useSpeech, type Key } from "./i18n";
import { Notices, useNotify } from "./notify";
import { QrCode } from "./qr-code";
import { Fact } from "./section";
import { AIR_EXPORT, noticeFlag, noticeUrl, shareLink } from "./share-link";

/** The whole page. */
export default function NoticePage() {
  return (
    <Speaking>
      <Notices>
        <Reading />
      </Notices>
    </Speaking>
  );
}

type Shown = { is: "loading" } | { is: "failed"; hint: Key } | { is: "ready"; notice: call.DeliveryNotice };

function Reading() {
  const { t } = useSpeech();
  const flag = noticeFlag(location.search);
  const title = t(flag ? `tile.${flag}` : "notice.title");
  const state = useNotice();
  const notice = state.is === "ready" ? state.notice : undefined;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => applyColor(notice?.themeColor), [notice?.themeColor]);
  return (
    <>
      <Bar sender={notice} title={t("notice.title")} />
      <main className="page" aria-busy={state.is === "loading"}>
        {state.is === "loading" ? <Loading /> : null}
        {state.is === "failed" ? <Failed hint={state.hint} /> : null}
        {notice ? <Sheet notice={notice} title={title} /> : null}
      </main>
      {notice?.orgName ? <footer className="foot">{t("page.by", { name: notice.orgName })}</footer> : null}
    </>
  );
}

function useNotice(): Shown {
  const { language } = useSpeech();
  const notify = useNotify();
  const [shown, setShown] = useState<Shown>({ is: "loading" });
  useEffect(() => {
    const left = new AbortController();
    const fail = (cause: unknown, hint: Key): void => {
      setShown((before) => (before.is === "ready" ? before : { is: "failed", hint }));
      notify(cause, true);
    };
    const link = shareLink(location.search);
    const flag = noticeFlag(location.search);
    if (link.scope !== AIR_EXPORT || !flag) {
      fail({ key: "failed.noQuery" }, "notice.hint");
      return undefined;
    }
    call.deliveryNotice({ link, language, signal: left.signal }, flag).then(
      (notice) => left.signal.aborted || setShown({ is: "ready", notice }),
      (cause: unknown) => left.signal.aborted || fail(cause, isGone(cause) ? "notice.hint" : "page.retryHint"),
    );
    return () => left.abort();
  }, [language, notify]);
  return shown;
}

function Sheet({ notice, title }: { notice: call.DeliveryNotice; title: string }) {
  const { t, language } = useSpeech();
  const names = language === "zh-CN" ? [notice.goodsNameCn, notice.goodsNameEn] : [notice.goodsNameEn, notice.goodsNameCn];
  const address = location.origin + noticeUrl(shareLink(location.search), noticeFlag(location.search) ?? "warehouse");
  return (
    <>
      <div className="head">
        <h1 className="head-title">{title}</h1>
        <div className="current">
          <p className="current-label">{t("notice.place")}</p>
          <p className="current-line">{notice.place}</p>
        </div>
      </div>
      <section className="section notice-sheet" aria-label={t("notice.cargo")}>
        <dl className="facts">
          <Fact label={t("notice.master")}>
            <span className="number">{text(notice.awbNumber)}</span>
          </Fact>
          <Fact label={t("order.code")}>
            <span className="number">{text(notice.orderCode)}</span>
          </Fact>
          <Fact label={t("notice.customer")}>{text(notice.customerNumber)}</Fact>
          <Fact label={t("notice.date")}>{day(notice.receiptDate)}</Fact>
          <Fact label={t("notice.goods")}>{joined(names.slice(0, 1), "")}</Fact>
          <Fact label={t("order.pieces")}>{joined([pieces(notice.pieces), notice.packageType], " ")}</Fact>
          <Fact label={`${t("order.weight")} KG`}>{weight(notice.weight)}</Fact>
          <Fact label={`${t("order.volume")} CBM`}>{volume(notice.volume)}</Fact>
        </dl>
        <figure className="order-qr">
          <QrCode content={address} label={t("notice.qr")} />
          <figcaption>{t("head.scan")}</figcaption>
        </figure>
      </section>
    </>
  );
}
