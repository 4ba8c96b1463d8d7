import { beforeEach, expect, it, vi } from "vitest";
import { loadRoom } from "@/platform/i18n";
import { lifeItems } from "./life-moves";

const ALL = ["opfinish", "restore", "cancel", "forcestop"].map((name) => `lc-order-${name}`);

function items(buttons: string[], finished = false) {
  const asked = { ask: vi.fn(), open: vi.fn() };
  return { asked, items: lifeItems({ prefix: "lc", buttons, finished, ...asked }) };
}

beforeEach(() => loadRoom("order"));

it("offers the moves an order allows, those that end its life last", () => {
  const labels = (buttons: string[], finished = false) => items(buttons, finished).items.map((item) => item.label);
  expect(labels([...ALL, "af-lock-lock", "prm-unlock-apply"])).toEqual([
    "操作完成",
    "财务锁账",
    "申请解锁",
    "恢复订单",
    "取消订单",
    "强制关闭",
  ]);
  expect(labels(["lc-order-opfinish"], true)).toEqual(["撤销操作完成"]);
  expect(labels(["se-order-opfinish", "af-order-cancel"])).toEqual([]);
});

it("asks one question or opens a dialog", () => {
  const { asked, items: all } = items(ALL);
  for (const item of all) item.run();
  expect(asked.ask.mock.calls.flat()).toEqual(["opFinish", "restore"]);
  expect(asked.open.mock.calls.flat()).toEqual(["cancel", "forceStop"]);
  expect(all.filter((item) => item.danger).map((item) => item.key)).toEqual(["cancel", "forceStop"]);
});
