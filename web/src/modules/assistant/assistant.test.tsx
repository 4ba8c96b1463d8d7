import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ComponentType } from "react";
import aiLog from "@/modules/assistant/ai-log.page";
import aiSetting from "@/modules/assistant/ai-setting.page";
import manual from "@/modules/assistant/manual.page";
import { loadRoom } from "@/platform/i18n";
import type { ListPage } from "@/platform/contract";
import { ListPageView } from "@/platform/lists/list-page";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

const Manual = manual.page!;
const Setting = aiSetting.page!;

async function open(Page: ComponentType, path: string, routes: Record<string, Answer>, buttons: string[] = []): Promise<StubServer> {
  useSession.getState().setButtons(buttons);
  await loadRoom("assistant");
  const server = stubServer(routes);
  renderPage(<Page />, path);
  return server;
}

beforeEach(() => {
  localStorage.clear();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const MANUAL: Record<string, Answer> = {
  "GET /hrs/manual": () => [
    { key: "login", title: "登录与账号安全", group: "入门" },
    { key: "lock", title: "财务锁账与解锁", group: "空运" },
  ],
  "GET /hrs/manual/read/lock": () => ({
    key: "lock",
    title: "财务锁账与解锁",
    group: "空运",
    html: "<h2>如何解锁订单</h2><p>选中订单点解锁<img src=x onerror=alert(1)></p>",
    pages: [{ path: "/af_order", title: "空运出口订单" }],
  }),
};

describe("the manual", () => {
  it("shows its contents, a page, and the pages of the product it is about", async () => {
    const seen: (string | null)[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      seen.push(this.textContent);
    };
    await open(Manual, "/manual?page=lock&at=%E5%A6%82%E4%BD%95%E8%A7%A3%E9%94%81%E8%AE%A2%E5%8D%95", MANUAL);
    await screen.findByRole("heading", { name: "财务锁账与解锁", level: 1 });
    const contents = within(await screen.findByRole("navigation", { name: "目录" }));
    expect(contents.getAllByRole("link").map((link) => link.textContent)).toEqual(["登录与账号安全", "财务锁账与解锁"]);
    await waitFor(() => expect(seen).toContain("如何解锁订单"));
    const article = document.querySelector(".manual-article")!;
    expect(article.querySelector("img")?.getAttribute("onerror") ?? null).toBeNull();
    expect(within(article as HTMLElement).getByRole("link", { name: "空运出口订单" }).getAttribute("href")).toBe("/af_order");
  });

  it("is searched", async () => {
    const url = "/manual?page=lock&at=x";
    const found = () => [{ title: "财务锁账与解锁", heading: "如何解锁订单", excerpt: "选中订单", url }];
    const server = await open(Manual, "/manual?page=lock", { ...MANUAL, "GET /hrs/manual/search": found });
    const input = await screen.findByRole("searchbox", { name: "搜索手册" });
    fireEvent.change(input, { target: { value: "解锁" } });
    fireEvent.keyDown(input, { key: "Enter", code: "Enter", keyCode: 13 });
    const hit = await screen.findByRole("link", { name: "财务锁账与解锁 · 如何解锁订单" });
    expect(hit.getAttribute("href")).toBe(url);
    expect(server.to("/hrs/manual/search")[0]?.query.get("q")).toBe("解锁");
  });
});

const LIST: ListPage = {
  key: "hrs.aiLog.list",
  path: "/hrs_ai_log",
  title: { zh: "AI问答记录", en: "AI question log" },
  access: "hrs_ai_log",
  rowKey: "id",
  call: "/hrs/aiLog/page",
  sort: "",
  columns: [],
  filters: [],
  buttons: [],
};

describe("the question log", () => {
  it("tells figures above its rows, and a rate of nothing as none", async () => {
    await open(() => <ListPageView page={LIST} overrides={aiLog.list ?? {}} />, "/hrs_ai_log", {
      "GET /hrs/aiLog/page": () => ({ records: [], total: 0 }),
      "GET /hrs/aiLog/figures": () => ({ count: 10, successRate: "90.0", usefulRate: null, took: 120 }),
    });
    const figures = await screen.findByText("次数");
    expect(figures.parentElement?.textContent).toBe("次数 10成功率 90.0%有用率 -平均用时 120 ms");
  });
});

describe("the settings", () => {
  it("try the connection and tell reply or cause", async () => {
    let ok = true;
    const routes = {
      "GET /hrs/aiSetting": () => ({ version: 1, groups: [] }),
      "POST /hrs/aiSetting/test": () => (ok ? { ok, took: 12, reply: "您好" } : { ok, took: 3, cause: "HTTP 401" }),
    };
    await open(Setting, "/hrs_ai_setting", routes, ["sys_ai_test"]);
    fireEvent.click(await screen.findByRole("button", { name: "测试连接" }));
    await screen.findByText("用时 12 ms，回复：您好");
    ok = false;
    fireEvent.click(screen.getByRole("button", { name: "测试连接" }));
    await screen.findByText("用时 3 ms，失败：HTTP 401");
  });
});
