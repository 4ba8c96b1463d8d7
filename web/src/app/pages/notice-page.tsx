import { Button } from "antd";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";

/** A page that only says something, with the way home. */
export function NoticePage({ code, title, text }: { code?: string; title: string; text?: string }) {
  const t = useText();
  return (
    <main className="notice-page">
      {code && <p className="notice-code">{code}</p>}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <p className="notice-actions">
        <Button type="primary" onClick={() => goTo("/dashboard")}>
          {t("app:notice.home")}
        </Button>
      </p>
    </main>
  );
}
