// What every public page stands in: the sender's bar, the time before the answer, and the page without one.

import { useEffect, type ReactNode } from "react";
import type { Shown } from "./answer";
import { applyColor } from "./brand";
import { Speaking, useSpeech, type Key, type Language } from "./i18n";
import { Icon } from "./icons";
import { Notices } from "./notify";
import { safeUrl } from "./open-link";
import type { Sender } from "./record";
import { Empty } from "./section";

/** What a page needs around it: the texts of its language and a place for what fails. */
export function Around({ children }: { children: ReactNode }) {
  return (
    <Speaking>
      <Notices>{children}</Notices>
    </Speaking>
  );
}

interface StandingProps<T> {
  /** The name of the page, shown until the sender's name is known. */
  title: string;
  documentTitle: string;
  shown: Shown<T>;
  children: (data: T) => ReactNode;
}

/** A page around its answer: the sender's bar and colour, the answer or what stands in its place, the sender's name. */
export function Standing<T extends Sender>({ title, documentTitle, shown, children }: StandingProps<T>) {
  const { t } = useSpeech();
  const data = shown.is === "ready" ? shown.data : undefined;
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  useEffect(() => applyColor(data?.themeColor), [data?.themeColor]);
  return (
    <>
      <Bar sender={data} title={title} />
      <main className="page" aria-busy={shown.is === "loading"}>
        {shown.is === "loading" ? <Loading /> : null}
        {shown.is === "failed" ? <Failed hint={shown.hint} /> : null}
        {data ? children(data) : null}
      </main>
      {data?.orgName ? <footer className="foot">{t("page.by", { name: data.orgName })}</footer> : null}
    </>
  );
}

/** The bar with the name of the sender; without one nothing can be printed yet. */
export function Bar({ sender, title }: { sender: Sender | undefined; title: string }) {
  const { t, language, choose } = useSpeech();
  const logo = safeUrl(sender?.orgLogo);
  const others: { language: Language; name: string }[] = [
    { language: "zh-CN", name: "\u4e2d\u6587" },
    { language: "en-US", name: "EN" },
  ];
  return (
    <header className="bar">
      <div className="bar-inside">
        <p className="brand">
          {logo ? <img src={logo} alt="" /> : null}
          <span>{sender?.orgName || title}</span>
        </p>
        <div className="languages" role="group" aria-label={t("page.language")}>
          {others.map((one) => (
            <button key={one.name} type="button" lang={one.language} aria-pressed={one.language === language} onClick={() => choose(one.language)}>
              {one.name}
            </button>
          ))}
        </div>
        {sender ? (
          <button type="button" className="plain print-button" aria-label={t("page.print")} onClick={() => window.print()}>
            <Icon name="print" />
          </button>
        ) : null}
      </div>
    </header>
  );
}

/** What stands there until the answer comes. */
export function Loading() {
  const { t } = useSpeech();
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{t("page.loading")}</span>
      <span className="bone wide" />
      <span className="bone" />
      <span className="bone tall" />
    </div>
  );
}

/** Why there is nothing to see, and what can be done about it. */
export function Failed({ hint }: { hint: Key }) {
  const { t } = useSpeech();
  return (
    <div className="failed">
      <Empty>{t("empty.data")}</Empty>
      <p>{t(hint)}</p>
      {hint === "page.retryHint" ? (
        <button type="button" className="tile" onClick={() => location.reload()}>
          {t("page.retry")}
        </button>
      ) : null}
    </div>
  );
}
