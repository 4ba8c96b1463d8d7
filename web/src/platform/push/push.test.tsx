import { act, cleanup, render } from "@testing-library/react";
import { Activity } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startPush, usePush, usePushed } from "@/platform/push/push";
import { TestSocket, useTestSockets } from "@/platform/push/test-socket";
import { Tabs } from "@/platform/push/tabs";
import { useSession } from "@/platform/session";
import { stubServer } from "@/platform/test-kit";

beforeEach(() => {
  vi.useFakeTimers();
  useTestSockets();
  localStorage.clear();
  useSession.getState().enter("t1", { userId: "7", orgId: "1" }, 0);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Follow({ topic, read }: { topic: string; read: () => void }) {
  usePushed(topic, read);
  return null;
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A page that follows counts and a list, and its socket once the server has answered. */
async function begin() {
  const [counts, rows] = [vi.fn(), vi.fn()];
  const view = render(
    <>
      <Follow topic="counts" read={counts} />
      <Follow topic="list/a.list" read={rows} />
    </>,
  );
  const stop = startPush();
  await wait(0);
  const socket = TestSocket.last();
  act(() => socket.open());
  act(() => socket.hear({ watching: ["list/a.list"] }));
  return { counts, rows, view, stop, socket };
}

describe("live news", () => {
  it("says whose it is in a message, and reads what is said to have changed", async () => {
    const { counts, rows, stop, socket } = await begin();
    expect(socket.address).toBe("ws://localhost:3000/platform/push");
    expect(socket.said).toEqual([{ token: "t1", topics: ["list/a.list"] }]);
    expect(usePush.getState().live).toBe(true);
    act(() => socket.hear({ changed: ["list/a.list"] }));
    expect([counts.mock.calls.length, rows.mock.calls.length]).toEqual([0, 1]);
    act(() => socket.hear({ changed: ["counts", "jobs"] }));
    expect([counts.mock.calls.length, rows.mock.calls.length]).toEqual([1, 1]);
    stop();
    expect(socket.closed).toBe(true);
  });

  it("reads once for all that comes while it reads", async () => {
    const { counts, stop, socket } = await begin();
    for (let n = 0; n < 20; n += 1) act(() => socket.hear({ changed: ["counts"] }));
    expect(counts).toHaveBeenCalledTimes(1);
    await wait(1_000);
    expect(counts).toHaveBeenCalledTimes(2);
    await wait(5_000);
    expect(counts).toHaveBeenCalledTimes(2);
    stop();
  });

  it("says anew what is watched when pages come and go", async () => {
    const { view, stop, socket } = await begin();
    view.rerender(<Follow topic="list/b.list" read={vi.fn()} />);
    await wait(0);
    expect(socket.said.slice(1)).toEqual([{ topics: ["list/b.list"] }]);
    stop();
  });

  it("goes on listening for a page behind others, and reads when it comes back only if there was news", async () => {
    const rows = vi.fn();
    const Kept = ({ shown }: { shown: boolean }) => (
      <Activity mode={shown ? "visible" : "hidden"}>
        <Follow topic="list/a.list" read={rows} />
      </Activity>
    );
    const view = render(<Kept shown />);
    const stop = startPush();
    await wait(0);
    const socket = TestSocket.last();
    act(() => socket.open());
    act(() => socket.hear({ watching: ["list/a.list"] }));
    const show = async (shown: boolean) => {
      view.rerender(<Kept shown={shown} />);
      await wait(0);
    };
    await show(false);
    await show(true);
    expect(rows, "nothing happened").not.toHaveBeenCalled();
    await show(false);
    expect(socket.said.at(-1)).toMatchObject({ topics: ["list/a.list"] });
    act(() => socket.hear({ changed: ["list/a.list"] }));
    expect(rows, "not while it is behind").not.toHaveBeenCalled();
    await show(true);
    expect(rows).toHaveBeenCalledTimes(1);
    await show(false);
    view.unmount();
    await wait(0);
    expect(socket.said.at(-1), "a page that is closed is listened for no more").toEqual({ topics: [] });
    stop();
  });

  it("reads a page that comes back when nothing could be heard meanwhile", async () => {
    vi.stubGlobal("WebSocket", undefined);
    const rows = vi.fn();
    const Kept = ({ shown }: { shown: boolean }) => (
      <Activity mode={shown ? "visible" : "hidden"}>
        <Follow topic="list/a.list" read={rows} />
      </Activity>
    );
    const view = render(<Kept shown />);
    const stop = startPush();
    view.rerender(<Kept shown={false} />);
    view.rerender(<Kept shown />);
    expect(rows).toHaveBeenCalledTimes(1);
    stop();
  });

  it("looks every 60 seconds while the server can't be heard, and stops when the user leaves", async () => {
    // req: notify-refresh
    vi.stubGlobal("WebSocket", undefined);
    const counts = vi.fn();
    render(<Follow topic="counts" read={counts} />);
    const stop = startPush();
    await wait(59_999);
    expect(counts).not.toHaveBeenCalled();
    await wait(1);
    expect(counts).toHaveBeenCalledTimes(1);
    await wait(60_000);
    expect(counts).toHaveBeenCalledTimes(2);
    stop();
    await wait(600_000);
    expect(counts).toHaveBeenCalledTimes(2);
  });

  it("opens a broken line again, later each time, and then reads what it missed", async () => {
    const { counts, stop, socket } = await begin();
    vi.spyOn(Math, "random").mockReturnValue(1);
    act(() => socket.end());
    expect(usePush.getState().live).toBe(false);
    await wait(999);
    expect(TestSocket.all).toHaveLength(1);
    await wait(1);
    expect(TestSocket.all).toHaveLength(2);
    act(() => TestSocket.last().end());
    await wait(1_999);
    expect(TestSocket.all).toHaveLength(2);
    await wait(1);
    expect(TestSocket.all).toHaveLength(3);
    act(() => TestSocket.last().open());
    act(() => TestSocket.last().hear({ watching: ["list/a.list"] }));
    expect(usePush.getState().live).toBe(true);
    expect(counts).toHaveBeenCalledTimes(1);
    stop();
  });

  it("gives up a line that answers no more", async () => {
    const { stop, socket } = await begin();
    await wait(45_000);
    expect(socket.said.at(-1)).toEqual({ topics: ["list/a.list"] });
    await wait(14_999);
    expect(usePush.getState().live).toBe(true);
    await wait(1);
    expect(usePush.getState().live).toBe(false);
    expect(socket.closed).toBe(true);
    stop();
  });

  it("finds out at once that the session was ended", async () => {
    const { stop, socket } = await begin();
    const server = stubServer({});
    act(() => socket.end(4401));
    expect(server.to("/prm/api/toDo")).toHaveLength(1);
    await wait(600_000);
    expect(TestSocket.all, "no line for a session that is over").toHaveLength(1);
    stop();
  });

  it("waits for the user to look", async () => {
    const { counts, stop, socket } = await begin();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    act(() => socket.hear({ changed: ["counts"] }));
    expect(counts).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(counts).toHaveBeenCalledTimes(1);
    stop();
  });
});

describe("the tabs of a browser", () => {
  function tab(tabs: Tabs) {
    const heard: unknown[] = [];
    const port = Object.assign(new EventTarget(), { postMessage: (message: unknown) => heard.push(message), start: () => undefined });
    tabs.add(port as unknown as MessagePort);
    return { heard, say: (data: unknown) => port.dispatchEvent(new MessageEvent("message", { data })) };
  }

  it("share one socket that watches for all of them", () => {
    const tabs = new Tabs();
    const [first, second] = [tab(tabs), tab(tabs)];
    first.say({ token: "t1", topics: ["list/b"] });
    const socket = TestSocket.last();
    socket.open();
    socket.hear({ watching: ["list/b"] });
    second.say({ token: "t1", topics: ["list/a", "list/b"] });
    expect(TestSocket.all).toHaveLength(1);
    expect(socket.said).toEqual([{ token: "t1", topics: ["list/b"] }, { topics: ["list/a", "list/b"] }]);
    socket.hear({ changed: ["list/a"] });
    expect(first.heard).toEqual([{ live: false }, { live: true }, { changed: ["list/a"] }]);
    expect(second.heard).toEqual([{ live: true }, { changed: ["list/a"] }]);
    second.say({ bye: true });
    expect(socket.said.at(-1)).toEqual({ topics: ["list/b"] });
    first.say({ bye: true });
    expect(socket.closed).toBe(true);
  });

  it("forget a tab that crashed, and take a new log-in", async () => {
    const tabs = new Tabs();
    const [first, second] = [tab(tabs), tab(tabs)];
    first.say({ token: "t1", topics: [] });
    second.say({ token: "t2", topics: [] });
    expect(TestSocket.all).toHaveLength(2);
    expect(TestSocket.all[0]?.closed).toBe(true);
    TestSocket.last().open();
    expect(TestSocket.last().said).toEqual([{ token: "t2", topics: [] }]);
    for (let minute = 0; minute < 4; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      second.say({ token: "t2", topics: [] });
    }
    const before = first.heard.length;
    TestSocket.last().open();
    TestSocket.last().hear({ watching: [] });
    expect(first.heard).toHaveLength(before);
    expect(second.heard.at(-1)).toEqual({ live: true });
  });
});
