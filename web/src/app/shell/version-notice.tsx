import { memo } from "react";
import { checkVersion, useNewVersion } from "@/app/version";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { ToneIcon } from "@/platform/tone-icon";

/** Says that a newer deployment waits until everything is saved, and goes over to it. */
export const VersionNotice = memo(function VersionNotice() {
  const t = useText();
  const waiting = useNewVersion((state) => state.waiting);
  if (!waiting) return null;
  const refresh = async () => {
    await checkVersion();
    if (useNewVersion.getState().waiting) toast.warn(t("app:version.unsaved"));
  };
  return (
    <div className="browser-notice tone-warning" role="alert">
      <ToneIcon tone="warning" />
      <span>{t("app:version.waiting")}</span>
      <button type="button" className="link-button" onClick={() => void refresh()}>
        {t("app:version.refresh")}
      </button>
    </div>
  );
});
