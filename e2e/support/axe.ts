/** What keeps people from using a page, in both looks. */
import AxeBuilder from "@axe-core/playwright";
import type { BrowserContext, Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/** What a look can change: colours. Names, roles and places are the same in both, and looked at once. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Pages of this context are light or dark as the browser says, so that a page can change while it is open. */
export async function followBrowser(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const look = JSON.parse(localStorage.getItem("theme") ?? "{}") as object;
    localStorage.setItem("theme", JSON.stringify({ ...look, mode: "system" }));
  });
}

/** What looks at the page. It runs in the page itself, as no frame is of another site, and tells faults alone. */
function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
}

/** Serious and critical faults of the open page; of a context that follows its browser, of both looks. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const light = await faultsOf(page, axeOf(page).withTags(TAGS));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  const dark = await faultsOf(page, axeOf(page).withRules(OF_COLOUR));
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

/** Serious and critical faults of the main part of the open page, as it looks now. */
export async function seriousFaultsOfMain(page: Page): Promise<string[]> {
  return faultsOf(page, axeOf(page).include("main").withTags(TAGS));
}

async function faultsOf(page: Page, axe: AxeBuilder): Promise<string[]> {
  // Colours that are still on their way are neither the old nor the new ones.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const { violations } = await axe.analyze();
  return violations
    .filter((each) => each.impact === "serious" || each.impact === "critical")
    .map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(" | ")}`);
}
