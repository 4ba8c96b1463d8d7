import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DECLARED, TREE, address, freshApp, logIn, openApp } from "@/app/app-kit";
import type { ListPage } from "@/platform/contract";
import { setContract } from "@/platform/page-registry";
import type { PermissionNode } from "@/platform/permission";
import type { Answer } from "@/platform/test-kit";

const [CATEGORY] = DECLARED.lists;
if (!CATEGORY) throw new Error("no list");
const { form: _, ...plain } = CATEGORY;
const list = (key: string, zh: string): ListPage => ({ ...plain, key, path: `/${key}`, title: { zh, en: `${zh} (en)` }, access: key, call: `/prm/${key}`, buttons: [] });
const LISTS = [
  { ...list("air_rate", "空运价卡"), tabsOf: { title: { zh: "价卡", en: "Rate cards" }, pages: ["air_rate", "sea_rate", "rail_rate"] } },
  list("sea_rate", "海运价卡"),
  list("rail_rate", "铁路价卡"),
];
const nodes = (...keys: string[]): PermissionNode[] => [...TREE, ...keys.map((key, at) => ({ id: `r${at}`, path: `/${key}`, label: key }))];
const rows = (code: string): Answer => () => ({ records: [{ id: code, code, name: code, used: 0 }], total: 1, current: 1, size: 10 });

beforeEach(() => {
  freshApp();
  logIn();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  setContract({ ...DECLARED, lists: LISTS });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (path: string, keys = ["air_rate", "sea_rate"]) =>
  openApp(path, {
    "GET /hrs/permission": () => nodes(...keys),
    "GET /prm/air_rate": rows("AIR1"),
    "GET /prm/sea_rate": rows("SEA1"),
    "GET /prm/rail_rate": rows("RAIL1"),
  });
const tabs = () => screen.queryAllByRole("tab").filter((tab) => tab.closest(".list-tabs")).map((tab) => tab.textContent);

it("draws the lists the user may see as tabs of one page, and keeps the chosen one in the address", async () => {
  const server = open("/air_rate");
  await screen.findAllByText("AIR1");
  expect(screen.getByRole("heading", { level: 1, name: "价卡" })).toBeTruthy();
  expect(tabs()).toEqual(["空运价卡", "海运价卡"]);
  expect(server.to("/prm/sea_rate")).toHaveLength(0);
  fireEvent.click(screen.getByRole("tab", { name: "海运价卡" }));
  await screen.findAllByText("SEA1");
  expect(address()).toBe("/air_rate?tab=sea_rate");
  fireEvent.change(screen.getByLabelText("名称"), { target: { value: "上海" } });
  fireEvent.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(server.to("/prm/sea_rate").at(-1)?.query.get("name")).toBe("上海"));
  expect(address()).toBe("/air_rate?tab=sea_rate&name=%E4%B8%8A%E6%B5%B7");
  expect(tabs()).toEqual(["空运价卡", "海运价卡"]);
});

it("opens at the tab of the address", async () => {
  const server = open("/air_rate?tab=sea_rate");
  await screen.findAllByText("SEA1");
  expect(server.to("/prm/air_rate")).toHaveLength(0);
});

it("shows no tabs where there is one list, and nothing of a list the user may not see", async () => {
  const server = open("/air_rate?tab=rail_rate", ["air_rate"]);
  await screen.findAllByText("AIR1");
  expect(tabs()).toEqual([]);
  expect(server.to("/prm/rail_rate")).toHaveLength(0);
});
