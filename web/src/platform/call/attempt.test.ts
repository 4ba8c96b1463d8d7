import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { get, post, put, remove } from "@/platform/call/client";
import { KEY } from "@/platform/storage";
import { envelope } from "@/platform/test-kit";

const keys: (string | null)[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  keys.length = 0;
  localStorage.setItem(KEY.token, "t1");
  answer = () => Promise.resolve(envelope(200, 0, "操作成功", 1));
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const lose = () => Promise.reject(new TypeError("offline"));
const quiet = { quiet: true };

it("sends what got no answer under the same key, and something new under another", async () => {
  answer = lose;
  await expect(post("/hrs/role", { roleName: "客服" }, quiet)).rejects.toMatchObject({ kind: "offline" });
  await expect(post("/hrs/role", { roleName: "客服" }, quiet)).rejects.toMatchObject({ kind: "offline" });
  await expect(post("/hrs/role", { roleName: "销售" }, quiet)).rejects.toMatchObject({ kind: "offline" });
  answer = () => Promise.resolve(envelope(200, 0, "操作成功", 1));
  await post("/hrs/role", { roleName: "客服" }, quiet);
  await post("/hrs/role", { roleName: "客服" }, quiet);
  const [first, again, other, answered, after] = keys;
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([again, answered]).toEqual([first, first]);
  expect(other).not.toBe(first);
  expect(after, "an answered attempt is over").not.toBe(first);
});

it("ends an attempt with a refusal too, and names no reads", async () => {
  answer = lose;
  await expect(put("/hrs/role/1", { a: 1 }, quiet)).rejects.toThrow();
  answer = () => Promise.resolve(envelope(200, 1, "角色名称已存在"));
  await expect(put("/hrs/role/1", { a: 1 }, quiet)).rejects.toThrow("角色名称已存在");
  await expect(put("/hrs/role/1", { a: 1 }, quiet)).rejects.toThrow();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  answer = () => Promise.resolve(envelope(200, 0, "操作成功", 1));
  await get("/hrs/role/1");
  await remove("/hrs/role/1", { version: 2 });
  await remove("/hrs/role/1", { version: 2 });
  expect(keys[3]).toBeNull();
  expect(keys[4]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[5]).not.toBe(keys[4]);
});

it("names nothing of a visitor who is not logged in", async () => {
  localStorage.removeItem(KEY.token);
  await post("/hrs/contact", { content: "x" });
  expect(keys).toEqual([null]);
});
