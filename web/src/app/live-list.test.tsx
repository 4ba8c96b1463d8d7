import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { TestSocket, useTestSockets } from "@/platform/push/test-socket";

const TOPIC = "list/prm_category";
let rows: { id: string; code: string; name: string; used: number }[];

beforeEach(() => {
  freshApp();
  logIn();
  useTestSockets();
  rows = [
    { id: "2", code: "B", name: "乙类", used: 1 },
    { id: "1", code: "A", name: "甲类", used: 3 },
  ];
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The list is open and its socket watches it. */
async function begin() {
  const server = openApp("/prm_category", {
    "GET /prm/category": () => ({ records: rows, total: rows.length, current: 1, size: 20 }),
    "GET /prm/category/2": () => ({ ...rows[0], version: 1 }),
  });
  await screen.findByText("乙类");
  const socket = TestSocket.last();
  act(() => socket.open());
  await waitFor(() => expect(JSON.stringify(socket.said)).toContain(TOPIC));
  act(() => socket.hear({ watching: [TOPIC] }));
  return { server, news: () => act(() => socket.hear({ changed: [TOPIC] })) };
}

it("shows what changed in its place, without the user's doing", async () => {
  const { news } = await begin();
  rows = [{ id: "2", code: "B", name: "乙类（改）", used: 1 }, ...rows.slice(1)];
  news();
  await screen.findByText("乙类（改）");
  expect(screen.queryByText(/行已更新/)).toBeNull();
});

it("takes over rows that come when nobody is at the rows, and only offers them when somebody is", async () => {
  const { news } = await begin();
  rows = [{ id: "3", code: "C", name: "丙类", used: 0 }, ...rows];
  news();
  await screen.findByText("丙类");
  fireEvent.click(screen.getByText("甲类"));
  rows = [{ id: "4", code: "D", name: "丁类", used: 0 }, ...rows];
  news();
  await screen.findByText("1 行已更新");
  expect(screen.queryByText("丁类")).toBeNull();
  fireEvent.click(screen.getAllByRole("button", { name: /^刷\s?新$/ })[0]!);
  await screen.findByText("丁类");
  await waitFor(() => expect(screen.queryByText(/行已更新/)).toBeNull());
});

it("changes no row under an open form", async () => {
  const { news } = await begin();
  fireEvent.doubleClick(screen.getByText("乙类"));
  await screen.findByRole("dialog");
  rows = rows.map((row) => ({ ...row, name: `${row.name}！` }));
  news();
  await screen.findByText("2 行已更新");
  expect(screen.getByText("甲类")).toBeTruthy();
});

it("draws nothing anew when what it shows is as it was", async () => {
  const { server, news } = await begin();
  const asked = server.to("/prm/category").length;
  news();
  await waitFor(() => expect(server.to("/prm/category")).toHaveLength(asked + 1));
  expect(screen.queryByText(/行已更新/)).toBeNull();
});
