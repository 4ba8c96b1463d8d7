import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadRoom } from "@/platform/i18n";
import { declareAll } from "@/platform/pages-kit";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";
import { OrderMoveDialog, moveItems, movedOrder } from "./order-moves";
import { PREFIXES, type Prefix } from "./scopes";

const allOf = (prefix: Prefix) => ["opfinish", "restore", "cancel", "forcestop"].map((name) => `${prefix}-order-${name}`);

function items(prefix: Prefix, buttons: string[], finished = false) {
  return moveItems(movedOrder(prefix, { orderCode: "X-1" }), finished, buttons, () => undefined);
}

beforeEach(() => {
  declareAll();
  return loadRoom("order");
});
afterEach(() => vi.unstubAllGlobals());

it.each(PREFIXES)("offers the moves an order of %s allows, those that end its life last", (prefix) => {
  const labels = (buttons: string[], finished = false) => items(prefix, buttons, finished).map((item) => item.label);
  expect(labels([...allOf(prefix), "af-lock-lock", "prm-unlock-apply", `${prefix}-order-share`])).toEqual([
    "分享",
    "操作完成",
    "财务锁账",
    "申请解锁",
    "恢复订单",
    "取消订单",
    "强制关闭",
  ]);
  expect(labels([`${prefix}-order-opfinish`], true)).toEqual(["撤销操作完成"]);
  const others = PREFIXES.filter((each) => each !== prefix).flatMap(allOf);
  expect(labels(others)).toEqual([]);
});

it.each(PREFIXES)("asks one question or opens a dialog about an order of %s", async (prefix) => {
  stubServer({});
  const all = items(prefix, allOf(prefix));
  expect(all.filter((item) => item.danger).map((item) => item.key)).toEqual(["cancel", "forceStop"]);
  renderPage(<OrderMoveDialog />);
  for (const [key, question] of [["opFinish", true], ["restore", true], ["cancel", false], ["forceStop", false]] as const) {
    all.find((item) => item.key === key)?.run();
    const word = all.find((item) => item.key === key)?.label ?? "";
    await screen.findByText(`${word} X-1`);
    expect(screen.queryByLabelText("原因", { selector: "input, textarea" }) === null).toBe(question);
    const leave = [...document.querySelectorAll("button")].findLast((button) => button.textContent === "取消");
    fireEvent.click(leave!);
    await waitFor(() => expect(screen.queryByText(`${word} X-1`)).toBeNull());
  }
});
