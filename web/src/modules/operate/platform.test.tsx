import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";
import platform from "./platform.page";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("tells below the settings what the server's file decides", async () => {
  await setLanguage("zh-CN");
  await loadRoom("operate");
  useSession.getState().setButtons(["hrs_platform", "sys_orgconf_security", "sys_orgconf_mail"]);
  stubServer({
    "GET /hrs/platform": () => ({ version: 1, groups: [] }),
    "GET /hrs/platform/configured": () => [
      { key: "object_store", label: { zh: "存储方式", en: "Where files lie" }, value: { zh: "磁盘", en: "Disk" } },
      { key: "allowed_networks", label: { zh: "允许的内网地址", en: "Inner networks" }, value: { zh: "10.1.0.0/16", en: "10.1.0.0/16" } },
    ],
  });
  const Page = platform.page!;
  renderPage(<Page />, "/hrs_platform");
  const name = await screen.findByText(/存储方式/);
  expect(name.closest("div")?.textContent).toBe("存储方式 object_store磁盘");
  expect(screen.getByText("10.1.0.0/16")).toBeTruthy();
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["安全最低要求（全平台的安全策略）", "/hrs_org_configure?tab=security"],
    ["平台邮箱", "/hrs_org_configure?tab=mail"],
  ]);
});
