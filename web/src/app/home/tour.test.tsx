import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { placeCard } from "@/app/home/tour-place";
import { useTour } from "@/app/home/tour-store";
import { toasts } from "@/platform/test-shell";
import type { Answer } from "@/platform/test-kit";

beforeEach(() => {
  freshApp();
  useTour.setState({ step: null, finishedBy: "" });
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  logIn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const DOCUMENTS: Record<string, Answer> = {
  "GET /hrs/permission/374": () => ({ helpDocumentUrl: "https://example.com/manual" }),
  "GET /hrs/permission/helpDoc/newUserGuide": () => ({ helpDocUrl: "/helpDoc?id=9" }),
};
const open = async (routes: Record<string, Answer> = DOCUMENTS) => {
  const server = openApp("/dashboard", routes);
  await screen.findByRole("heading", { name: "帮助中心" });
  return server;
};
const offer = () => screen.queryByRole("region", { name: "新手指引" });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const step = (name: string) => screen.findByRole("dialog", { name });
const noStep = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const toLast = async () => {
  press("开始");
  for (const name of ["在线查询", "快捷工具"]) {
    await step(name);
    press("下一步");
  }
  return step("了解更多");
};
/** What the ring of the open step stands around. */
const pointedAt = () => {
  const { left, top } = document.querySelector<HTMLElement>(".home-tour-ring")?.style ?? {};
  return [...document.querySelectorAll<HTMLElement>("[data-tour]")].find(
    (each) => `${each.getBoundingClientRect().left}px` === left && `${each.getBoundingClientRect().top}px` === top,
  );
};

/** Gives what the tour points at places of its own. */
function layOut(): void {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function place(this: Element) {
    const at = [...document.querySelectorAll("[data-tour]")].indexOf(this) + 1;
    return new DOMRect(at * 10, at * 10, 5, 5);
  });
}

describe("the tour", () => {
  it("offers itself at the first visit, by name of the user, and walks over three steps", async () => {
    // req: home-welcome-panel, home-tour-auto, home-tour-start, home-tour-step-1, home-tour-step-2, home-tour-step-3
    layOut();
    await open();
    expect(screen.getByRole("heading", { name: /好，李想$/ }).closest("header")?.contains(offer())).toBe(true);
    press("开始");
    const first = await step("在线查询");
    expect(first.textContent).toContain("1/3");
    expect(pointedAt()?.textContent).toBe("货物追踪");
    expect(offer()).toBeNull();
    press("下一步");
    await step("快捷工具");
    expect(within(pointedAt() as HTMLElement).getByRole("heading").textContent).toBe("快捷工具");
    expect(screen.queryByRole("button", { name: "下载用户手册" })).toBeNull();
    press("上一步");
    await step("在线查询");
    press("下一步");
    press("下一步");
    const last = within(await step("了解更多"));
    expect(within(pointedAt() as HTMLElement).getByRole("heading").textContent).toBe("帮助中心");
    expect(last.queryByRole("button", { name: "下一步" })).toBeNull();
    expect(last.getByRole("button", { name: "下载用户手册" })).toBeTruthy();
  });

  it("is done with by its last button, and offers itself no more", async () => {
    // req: home-tour-finish, home-tour-auto
    await open();
    await toLast();
    press("立即开始");
    await noStep();
    expect(offer()).toBeNull();
    expect(localStorage.getItem("guideFinished-1-7")).toBe("1");
    cleanup();
    await open();
    expect(offer()).toBeNull();
  });

  it("is done with by 不再显示, before it begins and on its way", async () => {
    // req: home-tour-no-longer
    await open();
    press("不再显示");
    await waitFor(() => expect(offer()).toBeNull());
    cleanup();
    await open();
    expect(offer()).toBeNull();
    localStorage.removeItem("guideFinished-1-7");
    cleanup();
    useTour.setState({ finishedBy: "" });
    await open();
    press("开始");
    fireEvent.click(within(await step("在线查询")).getByRole("button", { name: "不再显示" }));
    await noStep();
    expect(localStorage.getItem("guideFinished-1-7")).toBe("1");
  });

  it("offers itself again to who only closed it, by the keyboard or by leaving", async () => {
    await open();
    press("开始");
    const first = await step("在线查询");
    expect(document.activeElement).toBe(within(first).getByRole("button", { name: "下一步" }));
    fireEvent.keyDown(first, { key: "Escape" });
    await noStep();
    expect(offer()).not.toBeNull();
    press("开始");
    await step("在线查询");
    cleanup();
    await open();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(offer()).not.toBeNull();
  });

  it("is one for each user of each company", async () => {
    // req: home-tour-flag-scope
    for (const [user, seen] of [
      [{ userId: "7", orgId: "1" }, false],
      [{ userId: "8", orgId: "1" }, true],
      [{ userId: "7", orgId: "2" }, true],
    ] as const) {
      localStorage.setItem("guideFinished-1-7", "1");
      logIn(user);
      await open();
      expect(offer() !== null, `${user.orgId} ${user.userId}`).toBe(seen);
      cleanup();
    }
  });

  it("begins from the help card, finished or not", async () => {
    // req: home-help-guide
    localStorage.setItem("guideFinished-1-7", "1");
    await open();
    expect(offer()).toBeNull();
    screen.getByRole("button", { name: "新手指引" }).focus();
    press("新手指引");
    await step("在线查询");
    fireEvent.click(screen.getByRole("button", { name: "关闭" }));
    await noStep();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "新手指引" }));
  });

  it("opens the guide for new users, without one the manual, and says when there is neither", async () => {
    // req: home-tour-step-3, shell-open-help-calls
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    let [guide, manual] = ["/helpDoc?id=9", "https://example.com/manual"];
    const server = await open({
      "GET /hrs/permission/374": () => ({ helpDocumentUrl: manual }),
      "GET /hrs/permission/helpDoc/newUserGuide": () => ({ helpDocUrl: guide }),
    });
    await toLast();
    press("下载用户手册");
    await waitFor(() => expect(opened).toHaveBeenLastCalledWith("/helpDoc?id=9", "_blank", "noopener"));
    expect(server.to("/hrs/permission/374")).toHaveLength(0);
    guide = "";
    press("下载用户手册");
    await waitFor(() => expect(opened).toHaveBeenLastCalledWith("https://example.com/manual", "_blank", "noopener"));
    manual = "javascript:alert(1)";
    press("下载用户手册");
    await waitFor(() => expect(toasts()).toEqual(["功能暂未开放，敬请期待"]));
    expect(opened).toHaveBeenCalledTimes(2);
  });
});

describe("its card", () => {
  const card = { width: 340, height: 160 };
  const view = { width: 1440, height: 900 };
  const at = (left: number, top: number) => ({ left, top, width: 300, height: 100 });

  it("stands at the left, else below, else above, always inside the window", () => {
    expect(placeCard(at(1100, 200), card, view)).toEqual({ left: 748, top: 200 });
    expect(placeCard(at(1100, 850), card, view)).toEqual({ left: 748, top: 732 });
    expect(placeCard(at(360, 200), card, view)).toEqual({ left: 8, top: 200 });
    expect(placeCard(at(359, 200), card, view)).toEqual({ left: 359, top: 312 });
    expect(placeCard(at(20, 620), card, view)).toEqual({ left: 20, top: 732 });
    expect(placeCard(at(20, 621), card, view)).toEqual({ left: 20, top: 449 });
    const narrow = placeCard(at(20, 10), { width: 374, height: 160 }, { width: 390, height: 844 });
    expect(narrow).toEqual({ left: 8, top: 122 });
  });
});
