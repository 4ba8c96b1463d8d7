import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BoardPageView } from "@/platform/boards/board-page";
import type { BoardPage } from "@/platform/contract";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const flights = {
  key: "t.flights", path: "/desk", title: label("近3天航班"), access: "desk", rowKey: "id", call: "", sort: "", filters: [], buttons: [],
  columns: [
    { name: "flight", label: label("航班"), kind: "text" as const, sortable: true, shown: true, link: "/orders?flight={flight}" },
    { name: "orders", label: label("票数"), kind: "int" as const, sortable: true, shown: true },
  ],
};
const board: BoardPage = {
  key: "t.board", path: "/desk", title: label("空运业务"), access: "desk", call: "/desk/call", list: "/orders", filter: "todo",
  cards: [
    { key: "master", label: label("待配主单"), tone: "warning" },
    { key: "lock", label: label("待锁账"), tone: "ready" },
    { key: "all", label: label("全部"), tone: "info" },
  ],
  switches: [{ name: "mine", label: label("我的") }],
  reports: [{ member: "flights", list: flights }],
};
const answer = {
  cards: [{ key: "master", count: 3, capped: false }, { key: "lock", count: 0, capped: false }, { key: "all", count: 10_000, capped: true }],
  flights: [{ id: "1", flight: "X9101", orders: 2 }],
};

beforeEach(() => Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(path: string) {
  const server = stubServer({ "GET /desk/call": () => answer });
  renderPage(<BoardPageView page={board} />, path);
  return server;
}

const card = (name: RegExp) => screen.getByRole("link", { name });

it("counts what waits and leads to the list that counted it", async () => {
  open("/desk");
  const master = await screen.findByRole("link", { name: /待配主单\s*3/ });
  expect(master.getAttribute("href")).toBe("/orders?todo=master");
  expect(master.className).toContain("tone-warning");
  expect(card(/待锁账\s*0/).className).toBe("board-card");
  expect(card(/全部\s*10,000\+/)).toBeTruthy();
  expect((await screen.findByRole("link", { name: "X9101" })).getAttribute("href")).toBe("/orders?flight=X9101");
});

it("keeps its switches in the address and hands them on", async () => {
  const server = open("/desk?mine=true");
  await screen.findByRole("link", { name: /待配主单/ });
  expect(server.to("/desk/call")[0]?.query.get("mine")).toBe("true");
  expect(card(/待配主单/).getAttribute("href")).toBe("/orders?todo=master&mine=true");
  const mine = screen.getByRole<HTMLInputElement>("checkbox", { name: "我的" });
  expect(mine.checked).toBe(true);
  fireEvent.click(mine);
  await waitFor(() => expect(server.to("/desk/call").at(-1)?.query.get("mine")).toBeNull());
});
