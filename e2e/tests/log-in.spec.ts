import { PASSWORD, fillLogIn, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test("a page without a session leads to the log-in page and back", async ({ page }) => {
  // req: auth-guard-no-token, auth-route-login, auth-login-success
  await page.goto("/af_order?departureStation=PVG");
  await expect(page).toHaveURL(/\/login\?/);
  await fillLogIn(page, "op01", PASSWORD);
  await expect(page).toHaveURL(/\/af_order\?departureStation=PVG/);
  await expect(page.getByRole("heading", { name: "空运出口订单" })).toBeVisible();
  const kept = await page.evaluate(() => ({
    token: localStorage.getItem("access_token")?.length,
    session: JSON.parse(localStorage.getItem("session") ?? "{}") as { user?: object },
    ids: ["orgId", "userId", "orgVersion"].map((key) => Boolean(localStorage.getItem(key))),
  }));
  expect(kept.token).toBe(43);
  expect(kept.session.user).toMatchObject({ userCname: "操作一", orgCode: "DEMO", loginRole: "user" });
  expect(kept.ids).toEqual([true, true, true]);
});

test("a wrong password is refused, and what was typed stays", async ({ page }) => {
  await page.goto("/login");
  await fillLogIn(page, "op01", "wrong-password");
  await expect(page.getByText("用户名或密码错误")).toBeVisible();
  await expect(page.getByLabel("邮箱地址")).toHaveValue("op01@example.com");
  await expect(page).toHaveURL(/\/login/);
});

test("who may see nothing is told so on every page", async ({ page }) => {
  // req: auth-guard-unpermitted
  await logIn(page, "nobody");
  await page.goto("/af_order");
  await expect(page).toHaveURL(/unPermission/);
});

test("an unknown address is said not to exist", async ({ page }) => {
  await logIn(page, "op01");
  await page.goto("/no_such_page");
  await expect(page.getByText("404")).toBeVisible();
});

test("after logging out the session is of no use", async ({ page }) => {
  await logIn(page, "cs01");
  await page.getByRole("button", { name: "用户菜单" }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  await page.getByRole("button", { name: /^确\s*定$/ }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/af_order");
  await expect(page).toHaveURL(/\/login/);
});

test("going elsewhere while the menus load keeps the session", async ({ page }) => {
  let held: (() => void) | undefined;
  const broken = new Promise<void>((resolve) => (held = resolve));
  await page.route("**/hrs/permission/getButtonInfo", async (route) => {
    // The first call stays open until the browser breaks it off.
    if (held) {
      held();
      held = undefined;
      return;
    }
    await route.continue();
  });
  await page.goto("/login");
  await fillLogIn(page, "op01", PASSWORD);
  await broken;
  await page.goto("/af_order");
  await expect(page.getByRole("heading", { name: "空运出口订单", exact: true })).toBeVisible();
});
