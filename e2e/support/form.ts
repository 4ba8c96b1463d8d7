/** Filling declared forms by their labels. */
import { type Locator, type Page, expect } from "@playwright/test";

export const SAVE = /^保\s*存$/;
export const CONFIRM = /^(确\s*定|是)$/;

/** The page that is shown; opened ones are kept behind it. */
export const shown = (page: Page): Locator => page.locator(".page-panel:visible");

/** The editor of a label; required ones have a star behind it. Pages kept behind the shown one have fields too. */
export function field(scope: Page | Locator, label: string): Locator {
  return scope.getByLabel(new RegExp(`^${label}\\*?$`)).filter({ visible: true });
}

/** Types into the field of a label; leaves it, so that its value settles. */
export async function fill(scope: Page | Locator, label: string, value: string): Promise<void> {
  await field(scope, label).fill(value);
  await field(scope, label).press("Tab");
}

/** Types a keyword into a choice and takes the option that has it. */
export async function choose(page: Page, scope: Page | Locator, label: string, keyword: string, option: string | RegExp = keyword): Promise<void> {
  await field(scope, label).click();
  await field(scope, label).fill(keyword);
  const list = page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)");
  await list.locator(".ant-select-item-option").filter({ hasText: option }).first().click();
  await expect(list).toHaveCount(0);
}

/** The finding shown under a field. */
export function finding(page: Page, path: string): Locator {
  return page.locator(`[data-field="${path}"] .finding`);
}
