import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchStaticData, staticData } from "@/platform/static-data";
import { stubServer } from "@/platform/test-kit";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.__FORWARDER__;
});

const file = (rows: unknown) => () => new Response(JSON.stringify(rows), { status: 200 });

it("fetches the files at the start and keeps them for the next visit", async () => {
  // req: platform-static-airlines, platform-static-countries, platform-static-hot-cities-import
  // req: platform-static-hot-cities-export, platform-db-cache-persist
  const server = stubServer({
    "GET /static/airlines.json": file([{ code: "CA", prefix: "999" }]),
    "GET /static/countries.json": file([{ code: "CN" }]),
    "GET /static/hotCitiesImport.json": file([{ code: "FRA" }]),
    "GET /static/hotCitiesExport.json": file([{ code: "PVG" }]),
  });
  await fetchStaticData();
  expect(server.asked).toHaveLength(4);
  vi.unstubAllGlobals();
  expect(staticData("airlines")).toEqual([{ code: "CA", prefix: "999" }]);
  expect(staticData("hotCitiesExport")).toEqual([{ code: "PVG" }]);
});

it("goes on with what it has when a file does not come", async () => {
  // req: platform-static-airlines, platform-open-static-host
  stubServer({
    "GET /static/airlines.json": () => new Response("down", { status: 503 }),
    "GET /static/countries.json": file([{ code: "CN" }]),
    "GET /static/hotCitiesImport.json": file({ not: "a list" }),
    "GET /static/hotCitiesExport.json": file([]),
  });
  await expect(fetchStaticData()).resolves.toBeUndefined();
  expect(staticData("airlines")).toEqual([]);
  expect(staticData("countries")).toEqual([{ code: "CN" }]);
  expect(staticData("hotCitiesImport")).toEqual([]);
});

it("asks the host the platform names", async () => {
  // req: platform-open-static-host
  window.__FORWARDER__ = { staticHost: "https://static.example.com/f" };
  const fetched = vi.fn(() => Promise.resolve(new Response("[]")));
  vi.stubGlobal("fetch", fetched);
  await fetchStaticData();
  expect(fetched).toHaveBeenCalledWith("https://static.example.com/f/static/airlines.json");
});
