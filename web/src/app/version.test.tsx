import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { changeTab, useTabs } from "@/app/tabs/tab-store";
import { answerWindows, unsavedAnywhere } from "@/app/unsaved";
import { checkVersion, useNewVersion, watchVersion } from "@/app/version";
import { page } from "@/platform/navigate";
import { usePush } from "@/platform/push/push";
import { KEY } from "@/platform/storage";
import { toasts } from "@/platform/test-shell";

let deployed = "1";
const reload = vi.fn();
const FILE = { "GET /version.json": () => new Response(JSON.stringify({ pack_vue_version: deployed })) };
const stored = () => [localStorage.getItem(KEY.token), localStorage.getItem(KEY.version)];

beforeEach(() => {
  freshApp();
  useNewVersion.setState({ waiting: false });
  usePush.setState({ live: false });
  reload.mockReset();
  vi.spyOn(page, "reload").mockImplementation(reload);
  deployed = "1";
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open() {
  logIn();
  const server = openApp("/noPermission", FILE);
  await screen.findByText("抱歉，您没有权限访问该页面");
  return server;
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its own origin alone
const say = (channel: BroadcastChannel, word: string) => channel.postMessage(word);
const openTab = () => useTabs.getState().active;

describe("a new deployment", () => {
  it("ends the session and reloads", async () => {
    // req: auth-version-mismatch
    localStorage.setItem(KEY.version, "1");
    await open();
    await checkVersion();
    expect(reload).not.toHaveBeenCalled();
    deployed = "2";
    await checkVersion();
    expect(reload).toHaveBeenCalledOnce();
    expect(stored()).toEqual([null, "2"]);
  });

  it("is only noted at the first visit", async () => {
    // req: auth-version-first-visit, auth-client-data-other
    deployed = "2";
    await open();
    await checkVersion();
    expect(reload).not.toHaveBeenCalled();
    expect(stored()).toEqual(["t1", "2"]);
  });

  it("waits for what is unsaved, and says so", async () => {
    localStorage.setItem(KEY.version, "1");
    await open();
    deployed = "2";
    act(() => changeTab(openTab(), { unsaved: true }));
    await act(checkVersion);
    expect(screen.getByRole("alert").textContent).toContain("新版本已发布，请保存后刷新");
    expect(reload).not.toHaveBeenCalled();
    expect(stored()).toEqual(["t1", "1"]);
    fireEvent.click(screen.getByRole("button", { name: "刷新" }));
    await waitFor(() => expect(toasts()).toEqual(["尚有未保存的内容，请保存后再刷新"]));
    expect(reload).not.toHaveBeenCalled();
    act(() => changeTab(openTab(), { unsaved: false }));
    fireEvent.click(screen.getByRole("button", { name: "刷新" }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(stored()).toEqual([null, "2"]);
  });

  it("waits for what is unsaved in another window, which shares the session", async () => {
    localStorage.setItem(KEY.version, "1");
    await open();
    deployed = "2";
    const other = new BroadcastChannel("unsaved");
    other.addEventListener("message", ({ data }) => data === "asked" && say(other, "held"));
    await act(checkVersion);
    other.close();
    expect(useNewVersion.getState().waiting).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    // Nobody answers any more.
    await act(checkVersion);
    expect(reload).toHaveBeenCalledOnce();
  });

  it("is told of by a window that holds something, and by no other", async () => {
    await open();
    const stop = answerWindows();
    const other = new BroadcastChannel("unsaved");
    const heard: unknown[] = [];
    other.addEventListener("message", ({ data }) => data === "held" && heard.push(data));
    expect(await unsavedAnywhere()).toBe(false);
    act(() => changeTab(openTab(), { unsaved: true }));
    say(other, "asked");
    await waitFor(() => expect(heard).toEqual(["held"]));
    stop();
    other.close();
  });
});

describe("the look for a new deployment", () => {
  const hide = (hidden: boolean) => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
    document.dispatchEvent(new Event("visibilitychange"));
  };

  async function watch() {
    const server = await open();
    vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
    const stop = watchVersion();
    return { stop, looks: () => server.to("/version.json").length, later: (ms: number) => vi.setSystemTime(Date.now() + ms) };
  }

  it("comes when the window is shown again, every three minutes at most", async () => {
    const { stop, looks, later } = await watch();
    later(179_999);
    hide(false);
    expect(looks()).toBe(0);
    later(1);
    hide(true);
    expect(looks(), "nobody looks at a hidden window").toBe(0);
    hide(false);
    expect(looks()).toBe(1);
    hide(false);
    expect(looks()).toBe(1);
    stop();
    later(180_000);
    hide(false);
    expect(looks()).toBe(1);
  });

  it("comes when the line for news is there again, not when it is there first", async () => {
    const { stop, looks, later } = await watch();
    const live = (is: boolean) => act(() => usePush.setState({ live: is }));
    later(60_000);
    live(true);
    expect(looks()).toBe(0);
    live(false);
    live(true);
    expect(looks()).toBe(1);
    later(9_999);
    live(false);
    live(true);
    expect(looks(), "a line that breaks all the time").toBe(1);
    later(1);
    hide(true);
    live(false);
    live(true);
    expect(looks()).toBe(1);
    hide(false);
    expect(looks(), "as soon as it is looked at").toBe(2);
    stop();
  });
});
