import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { guard } from "@/app/guard";
import { goTo } from "@/platform/navigate";
import { labelText } from "@/platform/i18n";
import { loadPageIndex, setContract, titleOf } from "@/platform/page-registry";

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

it("the other-business orders stand in a group of their own inside the shell", async () => {
  // req: shell-group-io
  setContract(null);
  await loadPageIndex();
  logIn();
  const orders = [{ id: "2", path: "/io_order", label: "其他业务订单" }];
  openApp("/noPermission", {
    "GET /hrs/permission": () => [{ id: "io", label: "其他业务", alwaysShow: true, children: orders }],
    "GET /afbase/ioOrder/page": () => ({ records: [], total: 0, totalCapped: false, current: 1, size: 10 }),
  });
  const menu = await screen.findByRole("navigation", { name: "主导航" });
  expect(within(menu).getByRole("button", { name: "其他业务" }).getAttribute("aria-expanded")).toBe("false");
  goTo("/io_order");
  await waitFor(() => expect(document.title).toContain(labelText(titleOf("/io_order"))));
  expect(window.location.pathname, "the group is no part of the address").toBe("/io_order");
  expect(screen.getByRole("navigation", { name: "主导航" })).toBe(menu);
  const links = await within(menu).findAllByRole("link", { name: "其他业务订单" });
  expect(links.map((link) => link.getAttribute("aria-current")), "in its section, beside the last visits").toContain("page");
  await screen.findByRole("heading", { level: 1, name: labelText(titleOf("/io_order")) });
});

it("going to a page opens the section of its group, and leaves open what the user opened", async () => {
  // req: shell-open-layout-groups
  setContract(null);
  await loadPageIndex();
  logIn();
  const group = (id: string, label: string, path: string) => ({ id, label, alwaysShow: true, children: [{ id: `${id}1`, path, label: path }] });
  openApp("/noPermission", { "GET /hrs/permission": () => [group("prm", "客商", "/prm_coop"), group("af", "空运", "/af_order")] });
  const menu = await screen.findByRole("navigation", { name: "主导航" });
  const open = () => ["客商", "空运"].map((name) => within(menu).getByRole("button", { name }).getAttribute("aria-expanded"));
  expect(open()).toEqual(["false", "false"]);
  goTo("/prm_coop");
  await waitFor(() => expect(open()).toEqual(["true", "false"]));
  expect(window.location.pathname).toBe("/prm_coop");
  goTo("/af_order");
  await waitFor(() => expect(open()).toEqual(["true", "true"]));
  fireEvent.click(within(menu).getByRole("button", { name: "客商" }));
  expect(open()).toEqual(["false", "true"]);
  // A user who folds the section he is in finds it folded.
  fireEvent.click(within(menu).getByRole("button", { name: "空运" }));
  expect(open()).toEqual(["false", "false"]);
});

it("the pages of the group of people stand inside the shell, one after the other", async () => {
  // req: shell-group-hrs
  setContract(null);
  await loadPageIndex();
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

it("the pages every user has open without a menu, each with its title and heading", async () => {
  // req: pages-route-tutorial, pages-route-investigate, pages-route-contact-us, notify-route-notification
  setContract(null);
  await loadPageIndex();
  const pages = [["/tutorial", "视频教程"], ["/investigate", "问卷调查"], ["/contactUs", "联系我们"], ["/notification", "消息中心"]] as const;
  for (const [path] of pages) expect(await guard(path, "")).toEqual({ kind: "go", href: `/login?redirect=${path}` });
  logIn();
  openApp("/noPermission", {
    "GET /hrs/permission": () => [],
    "GET /hrs/permission/getButtonInfo": () => [],
    "GET /hrs/tutorial/list": () => ({ modules: [], tutorials: [] }),
    "GET /hrs/questionnaire/open": () => [],
    "GET /hrs/platform/contact": () => ({ privateSaas: true, adminName: "管理员", adminEmail: "admin@example.com" }),
    "GET /prm/api/toDo": () => ({ records: [], total: 0, current: 1, size: 10 }),
    "GET /prm/api/haveMessage": () => 0,
  });
  await screen.findByText("抱歉，您没有权限访问该页面");
  for (const [path, title] of pages) {
    goTo(path);
    await screen.findByRole("heading", { level: 1, name: title });
    expect(window.location.pathname).toBe(path);
    expect(document.title).toBe(`${title} · 示例货代 · OpenForwarder`);
  }
});
