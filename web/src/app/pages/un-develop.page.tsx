import { useSearch } from "@tanstack/react-router";
import { NoticePage } from "@/app/pages/notice-page";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";

function UnDevelop() {
  const t = useText();
  const { name } = useSearch({ strict: false }) as { name?: string };
  return <NoticePage title={t("platform:error.unopened")} {...(name ? { text: name } : {})} />;
}

export default definePage({ page: UnDevelop });
