import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { useCounts } from "@/platform/counts";

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
    // req: notify-hover-box, notify-dots
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

  it("shows no dot where nothing waits, and 99 as it is", async () => {
    // req: notify-dots
    logIn();
    openApp("/dashboard", waiting(0, 99));
    await screen.findByRole("button", { name: "消息，99条待处理" });
    expect(screen.queryByTestId("dot-approvals")).toBeNull();
    expect(screen.getByTestId("dot-messages")).toBeTruthy();
  });
});
