import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { goTo } from "@/platform/navigate";
import { labelText } from "@/platform/i18n";
import { loadContract, setContract, titleOf } from "@/platform/page-registry";

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The pages of the group hrsManager. */
const HRS = [
  "/hrs", "/hrs_org", "/hrs_orgUser", "/hrs_org_configure", "/hrs_permission", "/hrs_role", "/hrs_dept", "/hrs_user",
  "/hrs_user_workgroup", "/hrs_log", "/hrs_notice", "/hrs_version", "/hrs_doc", "/hrs_ics_list", "/hrs_signtemplate",
  "/unDevelop",
];

it("the pages of the group of people stand inside the shell, one after the other", async () => {
  // req: shell-group-hrs
  setContract(null);
  await loadContract();
  logIn();
  const children = HRS.map((path, at) => ({ id: String(at), path, label: path }));
  openApp("/noPermission", { "GET /hrs/permission": () => [{ id: "hrs", label: "组织管理", alwaysShow: true, children }] });
  const menu = await screen.findByRole("navigation", { name: "主导航" });
  for (const path of HRS) {
    goTo(path);
    const title = labelText(titleOf(path));
    expect(title).not.toBe("");
    await waitFor(() => expect(document.title).toBe(`${title} · 示例货代 · OpenForwarder`));
    expect(window.location.pathname).toBe(path);
    expect(screen.getByRole("navigation", { name: "主导航" })).toBe(menu);
  }
});
