import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp } from "@/app/app-kit";
import { logout } from "@/app/logout";
import { useCounts } from "@/platform/counts";
import { TestSocket, useTestSockets } from "@/platform/push/test-socket";

beforeEach(() => {
  freshApp();
  useCounts.setState({ approvals: 0, messages: 0 });
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const waiting = (approvals: number, messages: number) => ({
  "GET /prm/api/toDo": () => ({ total: approvals, records: [] }),
  "GET /prm/api/haveMessage": () => messages,
});

describe("the bell", () => {
  it("shows both counts and their sum, capped", async () => {
    // req: notify-hover-box, notify-dots, notify-total-cap, notify-counts-fields
    logIn();
    const server = openApp("/dashboard", waiting(60, 50));
    fireEvent.click(await screen.findByRole("button", { name: "消息，99+条待处理" }));
    const box = within(await screen.findByRole("menu"));
    expect(box.getByRole("menuitem", { name: /待审批/ }).textContent).toBe("待审批60");
    expect(box.getByRole("menuitem", { name: /未读消息/ }).textContent).toBe("未读消息50");
    expect(box.getByText("合计").textContent).toBe("合计99+");
    expect(screen.getByTestId("dot-approvals")).toBeTruthy();
    expect(screen.getByTestId("dot-messages")).toBeTruthy();
    const asked = Object.fromEntries(server.to("/prm/api/toDo")[0]?.query ?? []);
    expect(asked).toEqual({ orgId: "1", userId: "7", current: "1", size: "10" });
  });

  it("opens under the pointer, and each count leads to its tab", async () => {
    // req: notify-hover-box, notify-total-cap
    logIn();
    openApp("/noPermission", waiting(150, 100));
    const bell = await screen.findByRole("button", { name: "消息，99+条待处理" });
    expect(screen.queryByRole("menu")).toBeNull();
    fireEvent.mouseEnter(bell);
    const box = within(await screen.findByRole("menu"));
    const lines = box.getAllByRole("menuitem");
    expect([...lines.map((line) => line.textContent), box.getByText("合计").textContent]).toEqual(["待审批99+", "未读消息99+", "合计99+"]);
    fireEvent.click(lines[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe("/notification?id=0"));
    fireEvent.click(lines[1] as HTMLElement);
    await waitFor(() => expect(address()).toBe("/notification?id=1"));
  });

  it("shows no dot where nothing waits, and 99 as it is", async () => {
    // req: notify-dots, notify-total-cap
    logIn();
    openApp("/dashboard", waiting(0, 99));
    await screen.findByRole("button", { name: "消息，99条待处理" });
    expect(screen.queryByTestId("dot-approvals")).toBeNull();
    expect(screen.getByTestId("dot-messages")).toBeTruthy();
  });

  it("reads its counts every 60 seconds, and no more after a logout", async () => {
    // req: notify-refresh
    vi.useFakeTimers({ shouldAdvanceTime: true });
    logIn();
    let messages = 0;
    const server = openApp("/dashboard", { ...waiting(0, 0), "GET /prm/api/haveMessage": () => messages, "DELETE /auth/token/logout": () => null });
    await screen.findByRole("button", { name: "消息，0条待处理" });
    messages = 3;
    await vi.advanceTimersByTimeAsync(60_000);
    await screen.findByRole("button", { name: "消息，3条待处理" });
    await logout("/login");
    const asked = server.to("/prm/api/haveMessage").length;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(server.to("/prm/api/haveMessage")).toHaveLength(asked);
    vi.useRealTimers();
  });

  it("reads its counts when the server says so", async () => {
    useTestSockets();
    logIn();
    let messages = 0;
    openApp("/dashboard", { ...waiting(0, 0), "GET /prm/api/haveMessage": () => messages });
    await screen.findByRole("button", { name: "消息，0条待处理" });
    act(() => TestSocket.last().open());
    act(() => TestSocket.last().hear({ watching: [] }));
    messages = 1;
    act(() => TestSocket.last().hear({ changed: ["counts"] }));
    await screen.findByRole("button", { name: "消息，1条待处理" });
  });
});
