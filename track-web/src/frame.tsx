// What every public page stands in: the sender's bar, the time before the answer, and the page without one.

import * as call from "./call";
import { useSpeech, type Key, type Language } from "./i18n";
import { Icon } from "./icons";
import { safeUrl } from "./open-link";
import type { Sender } from "./record";
import { Empty } from "./section";

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

/** Whether asking again cannot help: the server has refused the link itself. */
export function isGone(cause: unknown): boolean {
  return cause instanceof call.Refusal && (cause.key === undefined || cause.key === "failed.gone");
}
