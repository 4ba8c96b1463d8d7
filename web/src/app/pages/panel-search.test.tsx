import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp } from "@/app/app-kit";
import { panelAddress } from "@/app/pages/panel-search.page";

beforeEach(freshApp);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const BASE = "https://prices.example/embed";

it("frames the outside page, as high as the window leaves room", async () => {
  // req: pages-route-panel-search, pages-panel-frame-height, pages-panel-query
  vi.stubGlobal("__FORWARDER__", { panelUrl: BASE });
  vi.stubGlobal("innerHeight", 900);
  logIn();
  openApp("/panelSearch?f=pvg&t=lax");
  // The tab of the page has the same title.
  const frame = await waitFor(() => {
    const framed = screen.getAllByTitle("运价搜索").find((each) => each.tagName === "IFRAME");
    if (!framed) throw new Error("no frame yet");
    return framed;
  });
  expect(frame.getAttribute("src")).toBe(`${BASE}?f=PVG&t=LAX`);
  expect(frame.getAttribute("height")).toBe("814");
  vi.stubGlobal("innerHeight", 500);
  act(() => {
    window.dispatchEvent(new Event("resize"));
  });
  expect(frame.getAttribute("height")).toBe("414");
});

it("passes on letters alone", () => {
  expect(panelAddress(BASE, "p v&g", "")).toBe(`${BASE}?f=PVG`);
  expect(panelAddress(`${BASE}?x=1`, "pvg", "l1ax")).toBe(`${BASE}?x=1&f=PVG&t=LAX`);
  expect(panelAddress(BASE)).toBe(BASE);
});

it("says that it is not open where no address is set", async () => {
  // req: pages-open-panel-url
  logIn();
  openApp("/panelSearch?f=pvg&t=lax");
  expect(await screen.findByText("功能暂未开放，敬请期待")).toBeTruthy();
  expect(document.querySelector("iframe")).toBeNull();
});

it("asks for a log-in first", async () => {
  openApp("/panelSearch");
  await vi.waitFor(() => expect(address()).toBe("/login?redirect=/panelSearch"), { timeout: 30_000 });
});
