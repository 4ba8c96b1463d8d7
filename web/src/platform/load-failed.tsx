import { Button } from "antd";
import { useText } from "@/platform/i18n";
import { ToneIcon } from "@/platform/tone-icon";

/** Something could not be loaded: what, why, and the next step. */
export function LoadFailed({ message, retry }: { message?: string; retry(): void }) {
  const t = useText();
  const general = t("platform:error.loadFailed");
  return (
    <div className="load-failed" role="alert">
      <ToneIcon tone="danger" size={20} />
      <p>{general}</p>
      {message && message !== general && <p className="soft">{message}</p>}
      <Button onClick={retry}>{t("platform:action.retry")}</Button>
    </div>
  );
}
