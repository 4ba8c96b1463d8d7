import { SettingOutlined } from "@ant-design/icons";
import { Card, Failed } from "@/app/home/card";
import { MenuLink } from "@/app/home/menu-link";
import { useAccessRecords } from "@/app/shell/access-records";
import { openHotMenu } from "@/app/shell/hot-menu-store";
import { useText } from "@/platform/i18n";

/** So many of the common menus stand here. */
const SHOWN_MAX = 6;

/** 常用菜单: the first of the menus the user chose. */
export function CommonMenus() {
  const t = useText();
  const { commonMenus, failed } = useAccessRecords();
  const title = t("home:menus.settings");
  const settings = (
    <button type="button" className="icon-button" aria-label={title} title={title} onClick={openHotMenu}>
      <SettingOutlined aria-hidden="true" />
    </button>
  );
  return (
    <Card title={t("home:menus.title")} extra={settings}>
      {failed && <Failed text={t("platform:error.loadFailed")} />}
      {!failed && commonMenus.length === 0 && <p className="soft">{t("home:menus.none")}</p>}
      <ul className="home-links">
        {commonMenus.slice(0, SHOWN_MAX).map(({ permissionId, permissionName, path }) => (
          <li key={permissionId}>
            <MenuLink name={permissionName} path={path} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
