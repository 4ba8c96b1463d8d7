import { Input } from "antd";
import { type MouseEvent, useMemo, useState } from "react";
import { MenuIcon } from "@/app/shell/menu-icon";
import { RECENT_MAX, recentPaths } from "@/app/shell/recent";
import { plainLoadPath } from "@/app/guard";
import { useText } from "@/platform/i18n";
import { goTo, page } from "@/platform/navigate";
import { type MenuItem, flatMenu, menuOf, usePermission } from "@/platform/permission";

interface SidebarProps {
  pathname: string;
  chosen(): void;
}

/** The permission tree as a menu, with a search over it and the last visits. */
export function Sidebar({ pathname, chosen }: SidebarProps) {
  const t = useText();
  const tree = usePermission((state) => state.tree);
  const menu = useMemo(() => menuOf(tree ?? []), [tree]);
  const [keyword, setKeyword] = useState("");
  const found = keyword ? search(menu, keyword) : null;
  return (
    <nav className="sidebar" aria-label={t("app:nav.main")}>
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
            <Recent menu={menu} chosen={chosen} />
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
}

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

function Recent({ menu, chosen }: Pick<SidebarProps, "chosen"> & { menu: MenuItem[] }) {
  const t = useText();
  const pages = useMemo(() => flatMenu(menu), [menu]);
  const items = recentPaths()
    .map((path) => pages.find((each) => each.path === path))
    .filter((item) => item !== undefined)
    .slice(0, RECENT_MAX);
  if (items.length === 0) return null;
  return (
    <section className="sidebar-recent" aria-label={t("app:nav.recent")}>
      <h2>{t("app:nav.recent")}</h2>
      <ul className="menu">
        {items.map((item) => (
          <Entry key={item.id} item={{ ...item, icon: "", children: [] }} pathname="" chosen={chosen} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ item, pathname, chosen }: SidebarProps & { item: MenuItem }) {
  const inside = holdsPath(item, pathname);
  const [open, setOpen] = useState(inside);
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

function Leaf({ item, active, chosen }: { item: MenuItem; active: boolean; chosen(): void }) {
  const plain = item.path.includes("/unDevelop") || item.path.includes("/unPermission");
  const href = plain ? plainLoadPath(item.path, item.title) : item.path;
  const click = (event: MouseEvent) => {
    // The browser's own ways of opening a link stay as they are.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    chosen();
    if (plain) page.open(href);
    else goTo(href);
  };
  return (
    <li>
      <a className="menu-leaf" href={href} aria-current={active ? "page" : undefined} onClick={click}>
        <MenuIcon name={item.icon} />
        <span className="menu-title">{item.title}</span>
      </a>
    </li>
  );
}

function holdsPath(item: MenuItem, pathname: string): boolean {
  return leadsTo(item, pathname) || item.children.some((child) => holdsPath(child, pathname));
}

/** A page may have further addresses below its own: its tabs. */
function leadsTo({ path }: MenuItem, pathname: string): boolean {
  return path === pathname || (path !== "" && pathname.startsWith(`${path}/`));
}
