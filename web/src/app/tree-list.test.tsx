import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DECLARED, freshApp, logIn, openApp } from "@/app/app-kit";
import type { Row } from "@/platform/contract";
import { setContract } from "@/platform/page-registry";
import type { Answer } from "@/platform/test-kit";

const row = (id: string, parentId: string | null, name: string): Row => ({ id, parentId, code: `C${id}`, name, used: 0, can: [] });
const ROWS = [row("1", null, "总部"), row("2", "1", "销售部"), row("3", "2", "销售一部"), row("4", "1", "操作部")];
const answer = (rows: Row[], total = rows.length): Answer => () => ({ records: rows, total, current: 1, size: 500 });

beforeEach(() => {
  freshApp();
  logIn();
  Element.prototype.scrollIntoView = () => undefined;
  const [category, ...others] = DECLARED.lists;
  const [code, name, used] = category?.columns ?? [];
  if (!category || !code || !name || !used) throw new Error("no list");
  setContract({ ...DECLARED, lists: [{ ...category, tree: "parentId", columns: [name, code, used] }, ...others] });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (list: Answer, path = "/prm_category") =>
  openApp(path, { "GET /prm/category": list, "GET /platform/listView/prm_category": () => ({ views: [], defaultId: null, ownDefaultId: null, settings: { "": { size: 20 } } }) });
const rows = () => [...document.querySelectorAll<HTMLElement>(".ant-table-row")];
const shown = () => rows().map((each) => `${each.getAttribute("aria-level")} ${each.querySelector(".tree-text")?.textContent}`);
const press = (key: string) => fireEvent.keyDown(document.body, { key });

it("reads a tree whole and draws it with levels, marks and the count", async () => {
  const server = open(answer(ROWS), "/prm_category?current=3&size=10");
  await screen.findByText("销售一部");
  expect(Object.fromEntries(server.to("/prm/category")[0]?.query ?? [])).toEqual({ current: "1", size: "500", sort: "code,asc" });
  expect(shown()).toEqual(["1 总部", "2 销售部", "3 销售一部", "2 操作部"]);
  expect(rows().map((each) => each.getAttribute("aria-expanded"))).toEqual(["true", "true", null, null]);
  expect(screen.getByText("共 4 条")).toBeTruthy();
  expect(document.querySelector(".ant-pagination")).toBeNull();
  expect(within(screen.getByRole("treegrid", { name: "合作分类列表" })).getAllByRole("row")).toHaveLength(4);
});

it("collapses and expands by mark, button and arrows, and remembers it while the page is open", async () => {
  open(answer(ROWS));
  fireEvent.click(await screen.findByRole("button", { name: "收起 销售部" }));
  await waitFor(() => expect(shown()).toEqual(["1 总部", "2 销售部", "2 操作部"]));
  fireEvent.click(screen.getByRole("button", { name: "收起 总部" }));
  await waitFor(() => expect(shown()).toEqual(["1 总部"]));
  fireEvent.click(screen.getByRole("button", { name: "刷新" }));
  press("ArrowRight");
  await waitFor(() => expect(shown()).toEqual(["1 总部", "2 销售部", "2 操作部"]));
  press("ArrowDown");
  press("ArrowRight");
  await waitFor(() => expect(shown()).toHaveLength(4));
  press("ArrowLeft");
  await waitFor(() => expect(rows()[1]?.getAttribute("aria-expanded")).toBe("false"));
  press("ArrowLeft");
  await waitFor(() => expect(document.querySelector(".is-active")?.textContent).toContain("总部"));
  fireEvent.click(screen.getByRole("button", { name: "全部收起" }));
  await waitFor(() => expect(shown()).toEqual(["1 总部"]));
  fireEvent.click(screen.getByRole("button", { name: "全部展开" }));
  await waitFor(() => expect(shown()).toHaveLength(4));
});

it("draws only visible rows of a large tree, as rows of a tree too, and says that some are missing", async () => {
  const many = Array.from({ length: 500 }, (_, at) => row(String(at + 1), at === 0 ? null : "1", `部门${at + 1}`));
  open(answer(many, 620));
  await screen.findByText("部门2");
  expect(document.querySelector(".ant-table-tbody-virtual")).not.toBeNull();
  expect(rows().length).toBeLessThan(100);
  expect(shown().slice(0, 2)).toEqual(["1 部门1", "2 部门2"]);
  const grid = screen.getByRole("treegrid");
  expect(grid.getAttribute("aria-rowcount")).toBe("500");
  expect(within(grid).getAllByRole("row")[1]?.getAttribute("aria-rowindex")).toBe("2");
  expect(screen.getByText("仅显示前 500 条，请用筛选条件缩小范围")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "收起 部门1" }));
  await waitFor(() => expect(shown()).toEqual(["1 部门1"]));
});
