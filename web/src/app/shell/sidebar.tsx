import { SettingOutlined } from "@ant-design/icons";
import { Input } from "antd";
import { type MouseEvent, memo, useMemo, useRef, useState } from "react";
import { isBookingEdition } from "@/app/edition";
import { type MenuEntry, useAccessRecords } from "@/app/shell/access-records";
import { openHotMenu } from "@/app/shell/hot-menu-store";
import { MenuIcon } from "@/app/shell/menu-icon";
import { goToMenu, menuHref } from "@/app/shell/menus";
import { useText } from "@/platform/i18n";
import { type MenuItem, flatMenu, menuOf, usePermission } from "@/platform/permission";
import { useSession } from "@/platform/session";
import "./sidebar.css";

interface SidebarProps {
  pathname: string;
  chosen(): void;
}

/** The permission tree as a menu, with a search over it, the user's own choice and the last visits. */
export const Sidebar = memo(function Sidebar({ pathname, chosen }: SidebarProps) {
  const t = useText();
  const tree = usePermission((state) => state.tree);
  const menu = useMemo(() => menuOf(tree ?? []), [tree]);
  const [keyword, setKeyword] = useState("");
  const [isUnder, setUnder] = useState(false);
  const found = keyword ? search(menu, keyword) : null;
  const pointer = { onPointerEnter: () => setUnder(true), onPointerLeave: () => setUnder(false) };
  return (
    <nav className="sidebar" aria-label={t("app:nav.main")} {...pointer}>
      <div className="sidebar-find">
        <Input
          allowClear
          placeholder={t("app:nav.find")}
          aria-label={t("app:nav.find")}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
      </div>
      <div className="sidebar-scroll">
        {found ? (
          <ul className="menu">
            {found.length === 0 && <li className="menu-empty">{t("app:nav.findEmpty")}</li>}
            {found.map((item) => (
              <Entry key={item.id} item={item} pathname={pathname} chosen={chosen} />
            ))}
          </ul>
        ) : (
          <>
            <OwnMenus chosen={chosen} isUnder={isUnder} />
            <ul className="menu">
              <HomeEntry pathname={pathname} chosen={chosen} />
              {menu.map((item) => (
                <Entry key={item.id} item={item} pathname={pathname} chosen={chosen} />
              ))}
            </ul>
          </>
        )}
      </div>
    </nav>
  );
});

function search(menu: MenuItem[], keyword: string): MenuItem[] {
  const wanted = keyword.trim().toLowerCase();
  return flatMenu(menu).filter(
    ({ title, path }) => title.toLowerCase().includes(wanted) || path.toLowerCase().includes(wanted),
  );
}

function HomeEntry({ pathname, chosen }: SidebarProps) {
  const t = useText();
  const item: MenuItem = { id: "home", path: "/dashboard", title: t("app:user.home"), icon: "home", children: [] };
  return <Entry item={item} pathname={pathname} chosen={chosen} />;
}

/**
 * What the user chose as his common menus, and where he has been. The visits stand still while the pointer is over the menu: what
 * it aims at would move away from under it.
 */
const OwnMenus = memo(function OwnMenus({ chosen, isUnder }: Pick<SidebarProps, "chosen"> & { isUnder: boolean }) {
  const t = useText();
  const { commonMenus, recent: visits, failed } = useAccessRecords();
  const stood = useRef(visits);
  if (!isUnder) stood.current = visits;
  const recent = stood.current;
  const booking = useSession((state) => isBookingEdition(state.user));
  return (
    <>
      {!booking && (
        <section className="sidebar-own" aria-label={t("app:nav.common")}>
          <h2>
            {t("app:nav.common")}
            <button type="button" className="icon-button" aria-label={t("app:hotMenu.title")} title={t("app:hotMenu.title")} onClick={openHotMenu}>
              <SettingOutlined aria-hidden="true" />
            </button>
          </h2>
          {failed && <p className="menu-empty">{t("platform:error.loadFailed")}</p>}
          {!failed && commonMenus.length === 0 && <p className="menu-empty">{t("app:nav.noCommon")}</p>}
          <MenuEntries entries={commonMenus} chosen={chosen} />
        </section>
      )}
      {recent.length > 0 && (
        <section className="sidebar-own" aria-label={t("app:nav.recent")}>
          <h2>{t("app:nav.recent")}</h2>
          <MenuEntries entries={recent} chosen={chosen} />
        </section>
      )}
    </>
  );
});

function MenuEntries({ entries, chosen }: { entries: MenuEntry[]; chosen(): void }) {
  return (
    <ul className="menu">
      {entries.map(({ permissionId, permissionName, path }) => (
        <Leaf key={permissionId} item={{ id: permissionId, title: permissionName, path, children: [] }} active={false} chosen={chosen} />
      ))}
    </ul>
  );
}

function Entry({ item, pathname, chosen }: SidebarProps & { item: MenuItem }) {
  const inside = holdsPath(item, pathname);
  const [open, setOpen] = useState(inside);
  // Going to a page opens the section it belongs to, whichever way led there; what the user opened stays open.
  const [was, setWas] = useState(inside);
  if (was !== inside) {
    setWas(inside);
    if (inside) setOpen(true);
  }
  if (item.children.length === 0) return <Leaf item={item} active={leadsTo(item, pathname)} chosen={chosen} />;
  return (
    <li>
      <button type="button" className="menu-group" aria-expanded={open} onClick={() => setOpen(!open)}>
        <MenuIcon name={item.icon} />
        <span className="menu-title">{item.title}</span>
        <i className="menu-arrow" aria-hidden="true" />
      </button>
      {open && (
        <ul className="menu menu-sub">
          {item.children.map((child) => (
            <Entry key={child.id} item={child} pathname={pathname} chosen={chosen} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Of a large menu only the two entries are drawn anew between which the user goes. */
const Leaf = memo(function Leaf({ item, active, chosen }: { item: MenuItem; active: boolean; chosen(): void }) {
  const menu = { name: item.title, path: item.path };
  const click = (event: MouseEvent) => {
    // The browser's own ways of opening a link stay as they are.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    chosen();
    goToMenu(menu);
  };
  return (
    <li>
      <a className="menu-leaf" href={menuHref(menu)} aria-current={active ? "page" : undefined} onClick={click}>
        <MenuIcon name={item.icon} />
        <span className="menu-title">{item.title}</span>
      </a>
    </li>
  );
});

function holdsPath(item: MenuItem, pathname: string): boolean {
  return leadsTo(item, pathname) || item.children.some((child) => holdsPath(child, pathname));
}

/** A page may have further addresses below its own: its tabs. */
function leadsTo({ path }: MenuItem, pathname: string): boolean {
  return path === pathname || (path !== "" && pathname.startsWith(`${path}/`));
}
