import { useMemo } from "react";
import { HelpBlock } from "@/app/pages/home-help";
import { MenuIcon } from "@/app/shell/menu-icon";
import { RECENT_MAX, recentPaths } from "@/app/shell/recent";
import { language, useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { definePage } from "@/platform/page-registry";
import { type MenuItem, flatMenu, menuOf, usePermission } from "@/platform/permission";
import { session, useSession } from "@/platform/session";

/** The edition for those who only book; there is more to be had. */
const SMALL_EDITION = "ONLINE_BOOKING";

/** The first page of the day: who, when, and the ways to the work. */
function Home() {
  const t = useText();
  const user = useSession((state) => state.user);
  const tree = usePermission((state) => state.tree);
  const menu = useMemo(() => menuOf(tree ?? []), [tree]);
  const pages = useMemo(() => flatMenu(menu), [menu]);
  const recent = recentPaths()
    .map((path) => pages.find((each) => each.path === path))
    .filter((item) => item !== undefined)
    .slice(0, RECENT_MAX);
  const name = (language() === "en-US" && user?.userEname) || user?.userCname || user?.userName || "";
  return (
    <main className="home">
      <header className="home-head">
        <h1>{t(greeting(new Date().getHours()), { name })}</h1>
        <p>{t("app:home.today", { day: dayText() })}</p>
        {user?.orgVersion === SMALL_EDITION && !session.isPrivate() && (
          <p>
            <PageLink href="/contactUs">{t("app:home.upgrade")}</PageLink>
          </p>
        )}
      </header>
      {recent.length > 0 && (
        <section className="home-block">
          <h2>{t("app:home.recent")}</h2>
          <div className="home-links">
            {recent.map((item) => (
              <PageLink key={item.id} href={item.path} className="home-link">
                {item.title}
              </PageLink>
            ))}
          </div>
        </section>
      )}
      <HelpBlock />
      <section className="home-block">
        <h2>{t("app:home.all")}</h2>
        {menu.length === 0 && <p className="home-empty">{t("app:home.noEntries")}</p>}
        <div className="home-groups">
          {menu.map((group) => (
            <Group key={group.id} group={group} />
          ))}
        </div>
      </section>
    </main>
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
          <PageLink key={item.id} href={item.path} className="home-link">
            {item.title}
          </PageLink>
        ))}
      </div>
    </div>
  );
}

const NOON = 12;
const EVENING = 18;

export function greeting(hour: number): string {
  if (hour < NOON) return "app:home.morning";
  return hour < EVENING ? "app:home.afternoon" : "app:home.evening";
}

function dayText(): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "full", timeZone: "Asia/Shanghai" }).format(new Date());
}

export default definePage({ page: Home });
