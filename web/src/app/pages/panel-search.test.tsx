import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp } from "@/app/app-kit";
import { pricesOf } from "@/app/pages/panel-message";
import { panelAddress } from "@/app/pages/panel-search.page";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

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

const FIND = "GET /afbase/orderInquiry/getFourYCWhenInquiry";
const CREATE = "POST /afbase/orderInquiry/createFourYCWhenInquiry";
const AGENT = { agentId: "8", agentName: "运价平台", coopId: "9" };
const VALUE = { platformNo: "YC-1", departureStation: "PVG", arrivalStation: "LAX", unitPrice: 28.5, pieces: 10 };
const GONE = "/af_order_inquiry?flag=1&name=saveCallBackForYC&platformNo=YC-1&departureStation=PVG&arrivalStation=LAX&pieces=10&unitPrice=28.5";

function tell(data: unknown, origin = "https://prices.example"): void {
  act(() => {
    window.dispatchEvent(new MessageEvent("message", { data, origin }));
  });
}

async function framed(answers: Record<string, Answer>) {
  vi.stubGlobal("__FORWARDER__", { panelUrl: BASE });
  logIn();
  const server = openApp("/panelSearch", answers);
  await waitFor(() => expect(document.querySelector("iframe")).not.toBeNull());
  return server;
}

const chosen = { key: "create-yctop-order", value: VALUE };
const counted = (server: { to(path: string): unknown[] }) => server.to(FIND.slice(4)).length;

describe("a price chosen within the frame", () => {
  it("goes to an inquiry of it where the agent exists", async () => {
    // req: af-panel-message, af-panel-agent-exists
    const server = await framed({ [FIND]: () => AGENT });
    tell(chosen, "https://elsewhere.example");
    tell({ ...chosen, key: "another" });
    tell("create-yctop-order");
    tell({ key: "create-yctop-order", value: "PVG" });
    expect(counted(server)).toBe(0);
    tell(chosen);
    tell(chosen);
    await waitFor(() => expect(address()).toBe(GONE));
    expect(counted(server)).toBe(1);
    expect(server.to(CREATE.slice(5))).toHaveLength(0);
  });

  it("asks whether to create the agent, and goes on once it is saved", async () => {
    // req: af-panel-agent-confirm, af-panel-agent-yes, af-panel-agent-saved
    const server = await framed({ [FIND]: () => null, [CREATE]: () => AGENT });
    tell(chosen);
    await screen.findByText("询价代理不存在，是否创建？");
    expect(server.to(CREATE.slice(5))).toHaveLength(0);
    expect(address()).toBe("/panelSearch");
    fireEvent.click(screen.getByText("是"));
    await waitFor(() => expect(address()).toBe(GONE));
    expect(server.to(CREATE.slice(5))).toHaveLength(1);
    expect(toasts()).toContain("保存成功");
  });

  it("goes on without the agent where that is declined", async () => {
    // req: af-panel-agent-no
    const server = await framed({ [FIND]: () => null, [CREATE]: () => AGENT });
    tell(chosen);
    fireEvent.click(await screen.findByText("否"));
    await waitFor(() => expect(address()).toBe(GONE));
    expect(server.to(CREATE.slice(5))).toHaveLength(0);
  });

  it("says why the agent could not be created", async () => {
    // req: af-panel-agent-failed
    await framed({ [FIND]: () => null, [CREATE]: () => envelope(200, 1, "代码已存在") });
    tell(chosen);
    fireEvent.click(await screen.findByText("是"));
    await waitFor(() => expect(toasts()).toContain("操作失败，代码已存在"));
    expect(toasts()).not.toContain("保存成功");
    await waitFor(() => expect(address()).toBe(GONE));
  });

  it("stays where it could not be asked for", async () => {
    await framed({ [FIND]: () => envelope(200, 1, "暂不可用") });
    tell(chosen);
    await waitFor(() => expect(toasts()).toContain("操作失败，暂不可用"));
    expect(address()).toBe("/panelSearch");
  });

  it("takes over known values alone, cut and counted", () => {
    const value = {
      platformNo: ` ${"9".repeat(101)} `, goodsName: "", other: "x", carrierCode: 7,
      pieces: "12", grossWeight: -1, volume: Number.NaN, total: 0, unitPrice: "much",
    };
    const query = pricesOf({ origin: "https://prices.example", data: { key: "create-yctop-order", value } }, BASE);
    expect(Object.fromEntries(query ?? [])).toEqual({ platformNo: "9".repeat(100), pieces: "12", total: "0" });
  });
});
