import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { labelText, setLanguage } from "@/platform/i18n";
import { setContract, titleOf } from "@/platform/page-registry";
import { wordPage } from "@/platform/page-words";
import { PAGES } from "@/platform/pages-kit";
import { envelope } from "@/platform/test-kit";

const NO_ROWS = { records: [], total: 0, current: 1, size: 10 };
const OWN = { "GET /prm/category": () => NO_ROWS, "GET /platform/listSetting/prm_category": () => null };
const words = (zh: object, en: object = {}) => ({
  "GET /hrs/language/pages": ({ query }: { query: URLSearchParams }) => (query.get("languageCode") === "en-US" ? en : zh),
});

beforeEach(() => {
  freshApp();
  logIn();
});
afterEach(async () => {
  cleanup();
  await setLanguage("zh-CN");
  vi.unstubAllGlobals();
});

// req: i18n-label-map-per-page, i18n-label-cache, auth-client-data-other
it("shows the company's words, the built-in ones where there are none, and another map per language", async () => {
  const routes = words({ title: "客户分类", used: "引用次数" }, { title: "Client groups" });
  const server = openApp("/prm_category", { ...OWN, ...routes });
  await screen.findByRole("columnheader", { name: /引用次数/ });
  expect(screen.getByRole("heading", { name: "客户分类" })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: /名称/ })).toBeTruthy();
  const asked = server.to("/hrs/language/pages").map(({ query }) => Object.fromEntries(query));
  expect(asked).toEqual([{ pageType: "prm_category", languageCode: "zh-CN" }]);
  fireEvent.click(screen.getByRole("button", { name: /^语言/ }));
  await screen.findByRole("heading", { name: "Client groups" });
  expect(screen.getByRole("columnheader", { name: /Used/ })).toBeTruthy();
  expect(server.to("/hrs/language/pages")).toHaveLength(2);
});

it("uses the kept words at once and asks anew only when their version has changed", async () => {
  openApp("/prm_category", { ...OWN, ...words({ title: "客户分类" }) });
  await screen.findByRole("heading", { name: "客户分类" });
  cleanup();
  const { forgetWords } = await import("@/platform/page-words");
  forgetWords();
  const again = openApp("/prm_category", { ...OWN, ...words({ title: "不再询问" }) });
  await screen.findByRole("heading", { name: "客户分类" });
  expect(again.to("/hrs/language/pages")).toHaveLength(0);
  cleanup();
  forgetWords();
  openApp("/prm_category", { ...OWN, ...words({ title: "新名称" }), "GET /hrs/language/version": () => ({ version: "2" }) });
  await screen.findByRole("heading", { name: "新名称" });
});

it("opens the page with the built-in words when the server has none to give", async () => {
  const fails = () => envelope(500, 500, "系统错误");
  const server = openApp("/prm_category", { ...OWN, "GET /hrs/language/pages": fails, "GET /hrs/language/version": fails });
  await screen.findByRole("heading", { name: "合作分类" });
  await waitFor(() => expect(server.to("/prm/category")).not.toHaveLength(0));
});

it("the words of another language are laid over a page whose room came with it", async () => {
  setContract(null);
  const routes = words({ title: "部门一览" }, { title: "Branches", deptName: "Branch" });
  openApp("/hrs_dept", { "GET /hrs/permission": () => [{ id: "1", path: "/hrs_dept", label: "部门管理" }], "GET /hrs/dept/page": () => NO_ROWS, ...routes });
  await screen.findByRole("heading", { name: "部门一览" });
  expect(labelText(titleOf("/hrs_dept"))).toBe("部门一览");
  fireEvent.click(screen.getByRole("button", { name: /^语言/ }));
  await screen.findByRole("heading", { name: "Branches" });
  expect(screen.getByRole("columnheader", { name: /Branch/ })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: /Short name/ }), "built in").toBeTruthy();
});

it("tells apart what shares a name: two buttons of one permission, a column and a filter, list and form", async () => {
  const contract = structuredClone(PAGES);
  const list = (path: string) => contract.lists.find((each) => each.path === path)!;
  const routes = words({ sys_role_edit: "改", "sys_role_edit.2": "停", orderStatus: "节点", "orderStatus.2": "锁", phone: "电话", "phone.2": "手机" });
  openApp("/prm_category", { ...OWN, ...routes });
  await screen.findByRole("heading", { name: "合作分类" });
  for (const path of ["/hrs_role", "/af_order", "/hrs_user"]) await wordPage(contract, path);
  const buttons = list("/hrs_role").buttons.filter(({ code }) => code === "sys_role_edit");
  expect(buttons.map(({ label }) => labelText(label))).toEqual(["改", "停"]);
  const orders = list("/af_order");
  expect(labelText(orders.columns.find(({ name }) => name === "orderStatus")?.label)).toBe("节点");
  expect(labelText(orders.filters.find(({ name }) => name === "orderStatus")?.label)).toBe("锁");
  const fields = contract.forms.find(({ key }) => key === list("/hrs_user").form)!.sections.flatMap((section) => section.fields);
  expect(labelText(fields.find(({ name }) => name === "phone")?.label)).toBe("手机");
});
