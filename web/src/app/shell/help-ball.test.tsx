import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp } from "@/app/app-kit";
import { type Answer, envelope } from "@/platform/test-kit";
import { setLook } from "@/platform/theme/theme-store";

const KEPT = "helpBall.7";
const size = (width: number, height = 660) => {
  Object.defineProperty(window, "innerWidth", { value: width, configurable: true });
  Object.defineProperty(window, "innerHeight", { value: height, configurable: true });
  act(() => void window.dispatchEvent(new Event("resize")));
};

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  size(1440);
  act(() => setLook({ ball: true }));
});
afterEach(() => {
  cleanup();
  size(1024, 768);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(routes: Record<string, Answer> = {}) {
  logIn();
  const server = openApp("/noPermission", routes);
  return { server, ball: await screen.findByRole("button", { name: "AI助手" }) };
}

const at = (x: number, y: number) => ({ clientX: x, clientY: y, button: 0, pointerId: 1 });
const drag = (ball: HTMLElement, from: [number, number], to: [number, number]) => {
  fireEvent.pointerDown(ball, at(...from));
  fireEvent.pointerMove(ball, at(...to));
  const { left, top } = ball.style;
  fireEvent.pointerUp(ball, at(...to));
  fireEvent.click(ball);
  return [left, top];
};
const stands = (ball: HTMLElement) => [ball.style.left, ball.style.right, ball.style.getPropertyValue("--down")];
const panel = () => screen.queryByRole("dialog", { name: "AI助手" });
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "null") as unknown;

describe("the floating ball", () => {
  it("lets figures below it be read while the pointer is among rows, and is there when the pointer comes to it", async () => {
    const { ball } = await open();
    const rows = document.createElement("div");
    rows.className = "row-table";
    rows.append(document.createElement("span"));
    document.body.append(rows);
    fireEvent.pointerOver(rows.firstElementChild!);
    expect(ball.className).toBe("help-ball is-faint");
    fireEvent.pointerOver(ball);
    expect(ball.className).toBe("help-ball");
    fireEvent.pointerOver(rows);
    fireEvent.click(ball);
    await waitFor(() => expect(panel()).not.toBeNull());
    expect(ball.className).toBe("help-ball");
    rows.remove();
  });

  it("is dragged, held inside the window, goes to the nearer side and stays there", async () => {
    // req: ai-button-drag, ai-button-size
    const { ball } = await open();
    expect([ball.style.width, ball.style.height]).toEqual(["60px", "60px"]);
    expect(stands(ball)).toEqual(["", "8px", "0.8"]);
    expect(drag(ball, [1400, 500], [300, 330])).toEqual(["270px", "300px"]);
    expect(stands(ball)).toEqual(["8px", "", "0.5"]);
    expect(drag(ball, [38, 330], [5000, -40])).toEqual(["1380px", "0px"]);
    expect(kept()).toEqual({ side: "right", down: 0 });
    expect(panel()).toBeNull();
    cleanup();
    const again = await open();
    expect(stands(again.ball)).toEqual(["", "8px", "0"]);
  });

  it("is clicked by a press that moved three pixels, dragged by one that moved more", async () => {
    // req: ai-button-click-threshold
    const { ball } = await open();
    drag(ball, [1400, 500], [1397, 500]);
    await waitFor(() => expect(panel()).not.toBeNull());
    drag(ball, [1400, 500], [1400, 503]);
    expect(panel()).toBeNull();
    drag(ball, [1400, 500], [1396, 500]);
    expect(panel()).toBeNull();
    expect(kept()).toMatchObject({ side: "right" });
  });

  it("is moved by arrow keys, and by a button for who cannot drag", async () => {
    const { ball } = await open();
    fireEvent.keyDown(ball, { key: "ArrowLeft" });
    fireEvent.keyDown(ball, { key: "ArrowUp" });
    expect(kept()).toEqual({ side: "left", down: 0.75 });
    for (let press = 0; press < 20; press++) fireEvent.keyDown(ball, { key: "ArrowDown" });
    expect(kept()).toEqual({ side: "left", down: 1 });
    fireEvent.click(ball);
    fireEvent.click(await screen.findByRole("button", { name: "移到另一侧" }));
    expect(kept()).toEqual({ side: "right", down: 1 });
  });

  it("keeps the places of users apart, and mends a place it cannot read", async () => {
    localStorage.setItem("helpBall.8", JSON.stringify({ side: "left", down: 0.2 }));
    localStorage.setItem(KEPT, JSON.stringify({ side: "top", down: 7 }));
    const { ball } = await open();
    expect(stands(ball)).toEqual(["", "8px", "1"]);
  });

  it("is not there below 768 px, nor for who has switched it off", async () => {
    await open();
    size(767);
    expect(screen.queryByRole("button", { name: "AI助手" })).toBeNull();
    size(768);
    expect(screen.getByRole("button", { name: "AI助手" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "外观" }));
    fireEvent.click(await screen.findByLabelText("显示悬浮帮助球"));
    expect(screen.queryByRole("button", { name: "AI助手" })).toBeNull();
    expect(JSON.parse(localStorage.getItem("theme") ?? "{}")).toMatchObject({ ball: false });
  });
});

describe("the panel of the ball", () => {
  const found = [{ id: "9", title: "订单操作", heading: "如何解锁订单", excerpt: "锁账后申请解锁" }];

  it("finds help documents and menus, and closes behind what was chosen", async () => {
    const { server, ball } = await open({ "GET /hrs/helpDoc/search": () => found });
    fireEvent.click(ball);
    const input = await screen.findByRole("searchbox", { name: "提问，或搜索帮助文档和菜单" });
    expect(document.activeElement).toBe(input);
    fireEvent.change(input, { target: { value: "订单" } });
    const box = within(panel()!);
    expect(box.getByRole("link", { name: /空运出口订单/ }).getAttribute("href")).toBe("/af_order");
    const hit = await box.findByRole("link", { name: /订单操作 · 如何解锁订单/ });
    expect(server.to("/hrs/helpDoc/search").map(({ query }) => query.get("q"))).toEqual(["订单"]);
    fireEvent.click(hit);
    await waitFor(() => expect(address()).toBe("/helpDoc?id=9"));
    expect(panel()).toBeNull();
  });

  it("says that nothing was found, and that the search failed", async () => {
    let broken = false;
    const { ball } = await open({ "GET /hrs/helpDoc/search": () => (broken ? envelope(500, 500, "") : []) });
    fireEvent.click(ball);
    const input = await screen.findByRole("searchbox");
    fireEvent.change(input, { target: { value: "zzz" } });
    await screen.findByText("没有匹配的结果");
    broken = true;
    fireEvent.change(input, { target: { value: "zzzz" } });
    await screen.findByText("帮助文档查找失败");
  });

  it("offers manual and tutorials first, and gives the focus back on Escape", async () => {
    const { ball } = await open();
    fireEvent.click(ball);
    const input = await screen.findByRole("searchbox");
    const box = within(panel()!);
    expect(box.getByRole("button", { name: "用户手册" })).toBeTruthy();
    expect(box.getByRole("link", { name: "视频教程" }).getAttribute("href")).toBe("/tutorial");
    fireEvent.keyDown(input, { key: "Escape" });
    expect(panel()).toBeNull();
    expect(document.activeElement).toBe(ball);
  });
});
