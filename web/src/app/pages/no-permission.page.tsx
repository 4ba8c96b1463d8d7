import { useSearch } from "@tanstack/react-router";
import { NoticePage } from "@/app/pages/notice-page";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";

function NoPermission() {
  const t = useText();
  const { name } = useSearch({ strict: false }) as { name?: string };
  const title = t("app:notice.noPermission");
  return (
    <NoticePage
      code="403"
      title={name ? t("app:notice.named", { title, name }) : title}
      text={t("app:notice.noPermissionWhy")}
    />
  );
}

export default definePage({ page: NoPermission });
