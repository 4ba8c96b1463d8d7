import { useMemo } from "react";
import { MenuLink } from "@/app/home/menu-link";
import { MenuIcon } from "@/app/shell/menu-icon";
import { useText } from "@/platform/i18n";
import { type MenuItem, flatMenu, menuOf, usePermission } from "@/platform/permission";

/** 全部功能: every menu of the user, by its group. */
export function AllMenus() {
  const t = useText();
  const tree = usePermission((state) => state.tree);
  const menu = useMemo(() => menuOf(tree ?? []), [tree]);
  return (
    <section className="home-all" aria-labelledby="home-all">
      <h2 id="home-all">{t("home:all")}</h2>
      {menu.length === 0 && <p>{t("home:noEntries")}</p>}
      <div className="home-groups">
        {menu.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </div>
    </section>
  );
}

function Group({ group }: { group: MenuItem }) {
  const pages = group.children.length > 0 ? flatMenu(group.children) : [group];
  return (
    <div className="home-group">
      <h3>
        <MenuIcon name={group.icon} />
        {group.title}
      </h3>
      <div className="home-links">
        {pages.map((item) => (
          <MenuLink key={item.id} name={item.title} path={item.path} />
        ))}
      </div>
    </div>
  );
}
