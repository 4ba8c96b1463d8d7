import { useMemo } from "react";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { type MenuItem, flatMenu, menuOf, usePermission } from "@/platform/permission";

/** Pages of which the overview has something to say. */
const DESCRIBED = new Set([
  "dept", "user", "role", "user_workgroup", "blacklist", "session", "login_log", "log", "task",
  "ics_list", "ics_instance", "org", "edition", "permission", "job",
]);

/** Ways to the pages of the module the user may open. */
export function PageCards() {
  const t = useText();
  const cards = useCards();
  return (
    <section className="ov-block ov-pages" aria-labelledby="ov-pages">
      <header>
        <h2 id="ov-pages">{t("hrs:overview.pages")}</h2>
      </header>
      {cards.length === 0 && <p className="ov-nothing soft">{t("hrs:overview.pagesNone")}</p>}
      <ul className="ov-cards">
        {cards.map((card) => {
          const name = card.path.replace("/hrs_", "");
          return (
            <li key={card.id}>
              <PageLink href={card.path} className="ov-card">
                <b>{card.title}</b>
                {DESCRIBED.has(name) && <span>{t(`hrs:overview.about.${name}`)}</span>}
              </PageLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** In the order of the menu; an administrator's tree holds pages he has not got, too. */
function useCards(): MenuItem[] {
  const tree = usePermission((state) => state.tree);
  const paths = usePermission((state) => state.paths);
  return useMemo(
    () => flatMenu(menuOf(tree ?? [])).filter(({ path }) => path.startsWith("/hrs_") && paths.has(path)),
    [tree, paths],
  );
}
