import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ROWS, openActions, type } from "@/platform/actions/action-kit";
import type { Button } from "@/platform/contract";
import { type Answer, envelope } from "@/platform/test-kit";
import { fieldAt } from "@/platform/test-shell";

const WIDE = 1440;
const width = (px: number) => Object.defineProperty(window, "innerWidth", { value: px, configurable: true });

afterEach(() => {
  width(WIDE);
  cleanup();
  vi.unstubAllGlobals();
});

const CONVERT: Button = {
  code: "rate-convert",
  label: { zh: "汇率换算", en: "Convert" },
  place: "above",
  action: "ask",
  tells: true,
  call: { method: "POST", path: "/rate/convert" },
  fields: [
    { name: "amount", label: { zh: "金额", en: "Amount" }, kind: "decimal", required: true },
    { name: "currency", label: { zh: "币种", en: "Currency" }, kind: "upper", required: true, initial: "USD" },
  ],
};
const answer: Answer = (asked) => {
  const { amount, currency } = asked.json() as { amount: number; currency: string };
  if (currency === "XXX") {
    return envelope(200, 1, "没有该币种", { findings: [{ field: "currency", severity: "error", key: "x", message: "没有该币种" }] });
  }
  return { told: { lines: [{ label: { zh: "折合人民币", en: "CNY" }, value: { zh: String(amount * 7), en: String(amount * 7) } }], tables: [] } };
};
const open = (more: Partial<Button> = {}, routes: Record<string, Answer> = {}) =>
  openActions([{ ...CONVERT, ...more }], { rows: ROWS, routes: { "POST /rate/convert": answer, ...routes } });

it("asks nothing before its fields are filled in, works out what is typed, and follows it", async () => {
  const server = await open();
  const panel = within(await screen.findByRole("region", { name: "汇率换算" }));
  expect(screen.queryByRole("button", { name: "汇率换算" })).toBeNull();
  expect(server.to("/rate/convert")).toHaveLength(0);
  type("amount", "10");
  await panel.findByText("70");
  panel.getByText("折合人民币");
  type("amount", "20");
  await panel.findByText("140");
  expect(server.to("/rate/convert").map((each) => each.json())).toEqual([{ amount: 10, currency: "USD" }, { amount: 20, currency: "USD" }]);
});

it("shows findings at the fields in place of a result, and goes on from there", async () => {
  await open();
  const panel = within(await screen.findByRole("region", { name: "汇率换算" }));
  type("amount", "10");
  await panel.findByText("70");
  type("currency", "XXX");
  await waitFor(() => expect(within(fieldAt("currency").box).getByText("没有该币种")).toBeTruthy());
  expect(panel.queryByText("70")).toBeNull();
  type("currency", "USD");
  await panel.findByText("70");
  await waitFor(() => expect(within(fieldAt("currency").box).queryByText("没有该币种")).toBeNull());
});

it("says why it was refused where no field is to blame", async () => {
  await open({ first: "/rate/first" }, { "GET /rate/first": () => ({ amount: 3 }), "POST /rate/convert": () => envelope(200, 1, "今日无汇率") });
  const panel = within(await screen.findByRole("region", { name: "汇率换算" }));
  expect((await panel.findByRole("alert")).textContent).toBe("今日无汇率");
  expect(Number(fieldAt("amount").input.value)).toBe(3);
});

it("is closed on a narrow screen until it is wanted", async () => {
  width(390);
  await open();
  const words = await screen.findByText("汇率换算", { selector: "summary" });
  expect(words.closest("details")?.open).toBe(false);
});

it("is there for those who hold it", async () => {
  await openActions([CONVERT], { buttons: [] });
  expect(document.querySelector(".above-panel")).toBeNull();
});

it("asks again when the list below is read again, also after a refusal", async () => {
  let rate = 0;
  const told = () => {
    if (rate === 0) return envelope(200, 1, "今日无汇率");
    return { told: { lines: [{ label: { zh: "折合人民币", en: "CNY" }, value: { zh: `=${rate}`, en: `=${rate}` } }], tables: [] } };
  };
  await open({ first: "/rate/first" }, { "GET /rate/first": () => ({ amount: 3 }), "POST /rate/convert": told });
  const panel = within(await screen.findByRole("region", { name: "汇率换算" }));
  await panel.findByText("今日无汇率");
  for (rate = 7; rate < 9; rate += 1) {
    fireEvent.click(screen.getByRole("button", { name: /刷\s?新/ }));
    await panel.findByText(`=${rate}`);
    expect(panel.queryByRole("alert")).toBeNull();
  }
});
