import { act, screen, waitFor } from "@testing-library/react";
import type { Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { KEY } from "@/platform/storage";
import { type Answer, stubServer } from "@/platform/test-kit";

/** What the application drew into: a page draws until it is closed, these are closed before the window goes. */
const roots: Root[] = [];
vi.mock("react-dom/client", async (original) => {
  const dom = await original<typeof import("react-dom/client")>();
  const createRoot = (...given: Parameters<typeof dom.createRoot>) => {
    const root = dom.createRoot(...given);
    roots.push(root);
    return root;
  };
  return { ...dom, createRoot };
});

const file = (rows: unknown): Answer => () => new Response(JSON.stringify(rows), { status: 200 });
const ROUTES: Record<string, Answer> = {
  "GET /hrs/permission": () => [],
  "GET /hrs/permission/getButtonInfo": () => [],
  "GET /hrs/language/version": () => ({ version: "1" }),
  "GET /hrs/language/pages": () => ({}),
};
const FILES: Record<string, Answer> = {
  "GET /static/airlines.json": file([{ code: "CA", prefix: "999", nameCn: "中国国际航空", nameEn: "Air China" }]),
  "GET /static/countries.json": file([{ code: "AD", nameCn: "安道尔", nameEn: "Andorra", dial: "376" }]),
  "GET /static/hotCitiesImport.json": file([{ code: "FRA", cityCn: "法兰克福", cityEn: "Frankfurt", country: "DE" }]),
  "GET /static/hotCitiesExport.json": file([{ code: "PVG", cityCn: "上海", cityEn: "Shanghai", country: "CN" }]),
};

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, "", "/noPermission");
  document.body.innerHTML = '<div id="root"></div>';
  vi.resetModules();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(async () => {
  await act(() => roots.splice(0).forEach((root) => root.unmount()));
  vi.clearAllTimers();
  vi.useRealTimers();
  // What React had put on the event loop before.
  await new Promise((resolve) => setImmediate(resolve));
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

/** The application as the page starts it. */
async function start(version: string, routes: Record<string, Answer> = {}) {
  const server = stubServer({ "GET /version.json": file({ pack_vue_version: version }), ...ROUTES, ...FILES, ...routes });
  const { page } = await import("@/platform/navigate");
  const reload = vi.spyOn(page, "reload").mockImplementation(() => undefined);
  await act(() => import("@/app/main"));
  return { server, reload };
}

const stored = () => [localStorage.getItem(KEY.token), localStorage.getItem(KEY.version)];

it("another tab that logs in or out reloads this one", async () => {
  // req: auth-token-mismatch-reload
  localStorage.setItem(KEY.token, "t1");
  localStorage.setItem(KEY.version, "2");
  const { reload } = await start("2");
  await waitFor(() => expect(document.getElementById("root")?.textContent).not.toBe(""));
  reload.mockClear();
  const tell = (key: string) => window.dispatchEvent(new StorageEvent("storage", { key }));
  tell(KEY.token);
  expect(reload, "the token is the same").not.toHaveBeenCalled();
  localStorage.setItem(KEY.token, "t2");
  tell(KEY.theme);
  expect(reload, "something else has changed").not.toHaveBeenCalled();
  tell(KEY.token);
  expect(reload).toHaveBeenCalledOnce();
});

it("a start with another version deployed ends the session and reloads", async () => {
  // req: auth-version-mismatch
  localStorage.setItem(KEY.token, "t1");
  localStorage.setItem(KEY.version, "1");
  const { reload } = await start("2");
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(stored()).toEqual([null, "2"]);
});

it("the first start notes the version, fetches the files of reference data, and keeps them", async () => {
  // req: auth-version-first-visit, platform-version-json, platform-static-airlines, platform-static-countries
  // req: platform-static-hot-cities-import, platform-static-hot-cities-export, platform-db-cache-persist
  localStorage.setItem(KEY.token, "t1");
  const { server, reload } = await start("2");
  await waitFor(() => expect(stored()).toEqual(["t1", "2"]));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  for (const name of ["airlines", "countries", "hotCitiesImport", "hotCitiesExport"]) {
    await waitFor(() => expect(server.to(`/static/${name}.json`)).toHaveLength(1));
  }
  expect(reload).not.toHaveBeenCalled();
  // The next visit finds them before any file has come.
  vi.resetModules();
  const { airlineOf } = await import("@/platform/static-data");
  await waitFor(() => expect(airlineOf("999")).toBe("中国国际航空"));
  const { hotAirports } = await import("@/platform/fields/sources");
  const codes = (name: string, reference = "airport") => hotAirports({ name, reference }).map(({ value }) => value);
  expect(codes("departureStation"), "goods leave from the own country").toEqual(["PVG", "FRA"]);
  expect(codes("arrivalStation")).toEqual(["FRA", "PVG"]);
  expect([codes("departureStation", "place?role=PORT"), codes("agentStation")]).toEqual([[], []]);
  const { diallingOptions } = await import("@/app/login/dialling-codes");
  const dials = diallingOptions("zh-CN").map(({ code }) => code);
  expect([dials[0], dials.at(-1)], "those most users have come first").toEqual(["86", "376"]);
});

it("files that do not come keep nobody from logging in", async () => {
  // req: platform-static-airlines, platform-static-countries, platform-static-hot-cities-import
  // req: platform-static-hot-cities-export
  const down: Answer = () => new Response("down", { status: 503 });
  await start("2", Object.fromEntries(Object.keys(FILES).map((name) => [name, down])));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await screen.findByRole("heading", { name: "登录" });
});
