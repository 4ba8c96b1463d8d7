import { memo, useState } from "react";
import { isMobile, isSupported } from "@/app/login/browser";
import { useText } from "@/platform/i18n";
import { KEY, read, write } from "@/platform/storage";
import { ToneIcon } from "@/platform/tone-icon";

/** Advice about the browser, shown until it is closed once on this device. */
export const BrowserNotice = memo(function BrowserNotice() {
  const t = useText();
  const agent = navigator.userAgent;
  const mobile = isMobile(agent);
  const key = mobile ? KEY.mobileFlag : KEY.browserFlag;
  const [closed, setClosed] = useState(() => read(key) !== null);
  if (closed || (!mobile && isSupported(agent))) return null;
  const close = () => {
    write(key, "1");
    setClosed(true);
  };
  return (
    <div className="browser-notice tone-warning" role="note">
      <ToneIcon tone="warning" />
      <span>{t(mobile ? "app:warn.mobile" : "app:warn.browser")}</span>
      <button type="button" aria-label={t("app:warn.close")} onClick={close}>
        ×
      </button>
    </div>
  );
});
