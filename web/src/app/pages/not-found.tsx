import { OPEN_PATHS } from "@/app/guard";
import { NoticePage } from "@/app/pages/notice-page";
import { useText } from "@/platform/i18n";
import { usePageLocation } from "@/platform/page-location";
import { isPlanned } from "@/platform/page-registry";

/** Where no page is: there is none, or it is yet to be built. */
export default function NotFound() {
  const t = useText();
  const { pathname } = usePageLocation();
  if (isPlanned(pathname) || OPEN_PATHS.includes(pathname)) return <NoticePage title={t("platform:error.unopened")} />;
  return <NoticePage code="404" title={t("app:notice.notFound")} text={t("app:notice.notFoundWhy")} />;
}
