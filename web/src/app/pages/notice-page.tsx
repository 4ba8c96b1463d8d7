import { Button } from "antd";
import type { ReactNode } from "react";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";

interface NoticePageProps {
  code?: string;
  title: string;
  text?: string;
  /** Beside the way home. */
  actions?: ReactNode;
}

/** A page that only says something, with the way home. */
export function NoticePage({ code, title, text, actions }: NoticePageProps) {
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
        {actions}
      </p>
    </main>
  );
}
