import { expect, it } from "vitest";
import { mapUrl } from "./contact";
import { isPast } from "./deadline";

const ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0 Mobile Safari";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)";
const DESKTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0";

it("opens the reader's own map at the place", () => {
  const spot = { longitude: 121.8, latitude: "31.15", name: "一号库" };
  const name = "%E4%B8%80%E5%8F%B7%E5%BA%93";
  expect(mapUrl(spot, ANDROID)).toBe(`geo:31.15,121.8?q=31.15,121.8(${name})`);
  expect(mapUrl(spot, IPHONE)).toBe(`https://maps.apple.com/?ll=31.15,121.8&q=${name}`);
  expect(mapUrl(spot, DESKTOP)).toBe("https://www.openstreetmap.org/?mlat=31.15&mlon=121.8#map=16/31.15/121.8");
  expect(mapUrl(spot, `${ANDROID} MicroMessenger/8.0`)).toMatch(/^https:/);
});

it("has no map without a position on the earth", () => {
  for (const [longitude, latitude] of [
    [null, 31],
    [121, undefined],
    ["", 31],
    ["x", 31],
    [180.1, 0],
    [0, -90.1],
  ]) {
    expect(mapUrl({ longitude, latitude, name: "x" }, DESKTOP)).toBeUndefined();
  }
  expect(mapUrl({ longitude: 180, latitude: -90, name: "x" }, DESKTOP)).toBeDefined();
  expect(mapUrl({ longitude: 0, latitude: 0, name: "x" }, DESKTOP)).toBeDefined();
});

it("takes a time for past once the clock has gone by", () => {
  const now = new Date(2026, 6, 16, 18, 0, 0);
  expect(isPast("2026-07-16 17:59:59", now)).toBe(true);
  expect(isPast("2026-07-16 18:00:00", now)).toBe(false);
  expect(isPast("2026-07-16 18:00:01", now)).toBe(false);
  expect(isPast("2026-07-16", now)).toBe(false);
  expect(isPast("2026-07-15", now)).toBe(true);
  expect(isPast(null, now)).toBe(false);
});
