import { NoticePage } from "@/app/pages/notice-page";
import { useText } from "@/platform/i18n";

export default function NotFound() {
  const t = useText();
  return <NoticePage code="404" title={t("app:notice.notFound")} text={t("app:notice.notFoundWhy")} />;
}
