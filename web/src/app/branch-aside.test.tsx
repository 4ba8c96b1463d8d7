import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DECLARED, address, freshApp, logIn, openApp } from "@/app/app-kit";
import type { Branch } from "@/platform/lists/branches";
import type { Field } from "@/platform/contract";
import { setContract } from "@/platform/page-registry";
import type { Answer } from "@/platform/test-kit";

const list = (value: string, zh: string): Branch => ({ filter: "categoryType", value, label: { zh, en: `${zh} (en)` }, branches: [] });
const BRANCHES: Branch[] = [
  { filter: "module", value: "空运", label: { zh: "空运", en: "Air" }, branches: [list("45", "标签尺寸"), list("101", "特殊操作代码")] },
  { filter: "module", value: "通用", label: { zh: "通用", en: "General" }, branches: [list("4", "行业")] },
];
const NUMBER: Field = { name: "categoryType", label: { zh: "类型号", en: "List number" }, kind: "int", required: true };
const rows: Answer = () => ({ records: [{ id: "1", code: "A", name: "甲", used: 0, can: [] }], total: 1, current: 1, size: 10 });

beforeEach(() => {
  freshApp();
  logIn();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  const [category, ...others] = DECLARED.lists;
  const [form] = DECLARED.forms;
  const [section] = form?.sections ?? [];
  if (!category || !form || !section) throw new Error("no list");
  const filter = (name: string, field: Field) => ({ name, label: field.label, kind: "equals" as const, field, main: true });
  const filters = [filter("module", { ...NUMBER, name: "module", kind: "text" }), filter("categoryType", NUMBER)];
  setContract({
    ...DECLARED,
    lists: [{ ...category, filters, branches: { call: "/prm/category/branches", filters: ["module", "categoryType"] } }, ...others],
    forms: [{ ...form, sections: [{ ...section, fields: [NUMBER, ...section.fields] }] }],
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (path = "/prm_category") =>
  openApp(path, { "GET /prm/category": rows, "GET /prm/category/branches": () => BRANCHES });
const tree = () => screen.findByRole("navigation", { name: "分类" });
const narrow = (pixels: number) => Object.defineProperty(window, "innerWidth", { value: pixels, configurable: true });
const last = (server: ReturnType<typeof open>) => Object.fromEntries(server.to("/prm/category").at(-1)?.query ?? []);

it("narrows the list to a branch, to the branch above, and shows all again", async () => {
  const server = open();
  const nav = await tree();
  expect(within(nav).getByRole("button", { name: "全部" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(await within(nav).findByText("标签尺寸"));
  await waitFor(() => expect(last(server)).toMatchObject({ categoryType: "45" }));
  expect(address()).toBe("/prm_category?categoryType=45");
  expect(document.querySelector(".ant-tree-node-selected")?.textContent).toBe("标签尺寸");
  fireEvent.click(within(nav).getByText("空运"));
  await waitFor(() => expect(address()).toBe("/prm_category?module=%E7%A9%BA%E8%BF%90"));
  await waitFor(() => expect(last(server)["categoryType"]).toBeUndefined());
  fireEvent.click(within(nav).getByRole("button", { name: "全部" }));
  await waitFor(() => expect(address()).toBe("/prm_category"));
});

it("begins a new row with the chosen branch", async () => {
  open("/prm_category?categoryType=45");
  expect(within(await tree()).getByRole("button", { name: "全部" }).getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(await screen.findByRole("button", { name: "新增分类" }));
  const drawer = await screen.findByRole("dialog");
  await waitFor(() => expect(within(drawer).getByLabelText<HTMLInputElement>(/类型号/).value).toBe("45"));
});

it("finds branches by their words", async () => {
  open();
  const nav = await tree();
  fireEvent.change(within(nav).getByLabelText("查找分类"), { target: { value: "尺寸" } });
  await waitFor(() => expect(within(nav).queryByText("行业")).toBeNull());
  expect(within(nav).getByText("空运")).toBeTruthy();
  fireEvent.change(within(nav).getByLabelText("查找分类"), { target: { value: "xyz" } });
  expect(await within(nav).findByText("没有匹配的分类")).toBeTruthy();
});

it("is a choice above the filters on a narrow screen", async () => {
  narrow(600);
  try {
    const server = open("/prm_category?categoryType=4");
    const choice = await screen.findByRole("combobox", { name: "分类" });
    expect(choice.closest(".ant-select")?.textContent).toContain("行业");
    fireEvent.mouseDown(choice);
    fireEvent.click(await screen.findByText("通用"));
    await waitFor(() => expect(last(server)).toMatchObject({ module: "通用" }));
  } finally {
    narrow(1440);
  }
});
