/** /hrs_platform 平台设置: what those who run the platform decide for everyone. */
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { SettingsPanel } from "@/platform/settings/settings-panel";
import "./operate.css";

function PlatformSettings() {
  const t = useText();
  const edit = useCan("sys_platform_edit");
  return (
    <main className="operate-page">
      <header className="list-head">
        <h1>{t("operate:platform.title")}</h1>
      </header>
      <div className="operate-settings">
        <SettingsPanel path="/hrs/platform" edit={edit} />
      </div>
    </main>
  );
}

export default definePage({ page: PlatformSettings });
