/** What the user decides about the look, in the menu of the top bar. */
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DECLARED, freshApp, logIn, openApp } from "@/app/app-kit";
import { setContract } from "@/platform/page-registry";
import { KEY } from "@/platform/storage";
import type { Answer } from "@/platform/test-kit";
import { wearStyles } from "@/platform/test-shell";
import { useLook } from "@/platform/theme/theme-store";
import { antdTheme } from "@/platform/theme/tokens";

beforeEach(() => {
  freshApp();
  useLook.setState({ compact: true });
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ROUTES = (setting: unknown): Record<string, Answer> => ({
  "GET /prm/category": () => ({ records: [{ id: "1", code: "A", name: "直客", used: 1, can: [] }], total: 1, current: 1, size: 10 }),
  "GET /platform/listView/prm_category": () => ({ views: [], defaultId: null, ownDefaultId: null, settings: { "": setting } }),
});

it("makes rows lower or higher, at once and for the next visit", async () => {
  setContract(DECLARED);
  logIn();
  openApp("/prm_category", ROUTES({}));
  await screen.findByText("直客");
  const takeOff = wearStyles();
  const height = () => window.getComputedStyle(screen.getByText("直客").closest(".ant-table-cell") as Element).height;
  expect(height()).toBe("32px");
  fireEvent.click(screen.getByRole("button", { name: "外观" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "紧凑行高" }));
  expect(height()).toBe("40px");
  expect(JSON.parse(localStorage.getItem(KEY.theme) ?? "{}")).toMatchObject({ compact: false });
  fireEvent.click(screen.getByRole("checkbox", { name: "紧凑行高" }));
  expect(height()).toBe("32px");
  takeOff();
});

it("leaves a list at the height its user has given it there", async () => {
  setContract(DECLARED);
  logIn();
  openApp("/prm_category", ROUTES({ density: "compact" }));
  await screen.findByText("直客");
  const takeOff = wearStyles();
  fireEvent.click(screen.getByRole("button", { name: "外观" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "紧凑行高" }));
  expect(window.getComputedStyle(screen.getByText("直客").closest(".ant-table-cell") as Element).height).toBe("32px");
  takeOff();
});

it("gives other tables rows of the same heights", () => {
  // A line of 20 px between the paddings.
  const height = (compact: boolean) => 20 + 2 * (antdTheme("light", compact, "#0958d9", true).components?.Table?.cellPaddingBlockSM ?? 0);
  expect([height(true), height(false)]).toEqual([32, 40]);
});

it.each([
  [true, false],
  [false, true],
])("with a coarse pointer (%s) begins with low rows: %s", async (coarse, compact) => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) => ({ matches: query === "(pointer: coarse)" && coarse, addEventListener: () => undefined }) as unknown as MediaQueryList,
  );
  vi.resetModules();
  const fresh = await import("@/platform/theme/theme-store");
  expect(fresh.useLook.getState().compact).toBe(compact);
  // What was chosen on this device counts.
  localStorage.setItem(KEY.theme, JSON.stringify({ compact: !compact }));
  vi.resetModules();
  expect((await import("@/platform/theme/theme-store")).useLook.getState().compact).toBe(!compact);
});

it("takes a colour of its user at once, and has it again at the next visit", async () => {
  // req: shell-topbar-theme-picker
  logIn();
  openApp("/noPermission");
  fireEvent.click(await screen.findByRole("button", { name: "外观" }));
  const picker = await screen.findByLabelText<HTMLInputElement>(/主题颜色/);
  fireEvent.change(picker, { target: { value: "#7a1fa2" } });
  const used = () => document.documentElement.style.getPropertyValue("--primary");
  expect(used()).toBe("#7a1fa2");
  // A new visit begins with what the device has kept.
  document.documentElement.style.removeProperty("--primary");
  vi.resetModules();
  const next = await import("@/platform/theme/theme-store");
  next.applyLook();
  expect(used()).toBe("#7a1fa2");
  expect(next.useLook.getState().primary).toBe("#7a1fa2");
  fireEvent.click(screen.getByRole("button", { name: "恢复默认" }));
  expect(used()).toBe("#0958d9");
});

it.each([
  // The shipped blue is too light for white words, so it is drawn darker.
  [{ themeColor: "#1890ff" }, "#1890ff", "#1165b3"],
  [{ themeColor: "#0a5c36" }, "#0a5c36", "#0a5c36"],
  [{ themeColor: "" }, "#0958d9", "#0958d9"],
  [{}, "#0958d9", "#0958d9"],
])("begins with the colour of the platform %j, and stays with the user's own", async (told, primary, drawn) => {
  // req: platform-theme-default
  vi.stubGlobal("__FORWARDER__", told);
  vi.resetModules();
  const fresh = await import("@/platform/theme/theme-store");
  fresh.applyLook();
  expect(fresh.useLook.getState().primary).toBe(primary);
  expect(document.documentElement.style.getPropertyValue("--primary")).toBe(drawn);
  localStorage.setItem(KEY.theme, JSON.stringify({ primary: "#7a1fa2" }));
  vi.resetModules();
  expect((await import("@/platform/theme/theme-store")).useLook.getState().primary).toBe("#7a1fa2");
});
