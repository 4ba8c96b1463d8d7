import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Values } from "@/platform/forms/form-store";
import { setLanguage } from "@/platform/i18n";
import { envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, renderPage, toasts } from "@/platform/test-shell";
import { UUID, prepare } from "../order-kit";
import { OrderMoveDialog, moveItems, movedOrder } from "../order-moves";

const CHECK = `/sc/order/se/${UUID}/splitCheck`;
const SPLIT = `/sc/order/se/${UUID}/split`;
const ORDER = { orderUuid: UUID, rowUuid: "r1", orderCode: "SE-2607150001", coopName: "客户海甲" };

interface Body {
  parts: Values[];
}

/** Divides 20 pieces of 1000 kilograms as the server does: by pieces, what is not typed shares the rest. */
function divided({ parts }: Body) {
  const typed = parts.map(({ planPieces }) => planPieces as number | null | undefined);
  const open = typed.filter((pieces) => pieces === null || pieces === undefined).length;
  const rest = 20 - typed.reduce<number>((sum, pieces) => sum + (pieces ?? 0), 0);
  return {
    orderCode: ORDER.orderCode, rowUuid: "r2", masterNumber: "TSTSHA260701", houses: true, charges: true,
    parts: typed.map((pieces) => {
      const own = pieces ?? Math.floor(rest / open);
      return { planPieces: own, planWeight: own * 50, planVolume: own / 4, planChargeWeight: own / 4, confirmPieces: null };
    }),
    containers: [{ id: "31", text: "CSQU3054383 40HQ" }, { id: "32", text: "TSTU1000019 40HQ" }],
    containerList: [{ id: "41", containerType: "40HQ", quantity: 2, parts: parts.map((_, part) => (part === 0 ? 2 : 0)) }],
    planDimensions: [], confirmDimensions: [], hawbs: [], bills: [], findings: [],
  };
}

const served = (split: () => unknown) => {
  return stubServer({ [`POST ${CHECK}`]: (asked) => divided(asked.json() as Body), [`POST ${SPLIT}`]: split });
};

beforeEach(prepare);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the dialog from the menu of an order, as its page does. */
async function open(done = vi.fn()): Promise<typeof done> {
  renderPage(<OrderMoveDialog />, "/se_order_edit");
  moveItems(movedOrder("se", ORDER), false, ["se-order-split"], done)[0]?.run();
  await waitFor(() => expect(fieldAt("parts.1.planPieces").input.value).toBe("10"));
  return done;
}

const dialogButton = () => document.querySelector<HTMLButtonElement>(".ant-modal-footer .ant-btn-primary")!;
const lanes = () => [...document.querySelectorAll(".split-lane")].map((lane) => lane.textContent);

function type(path: string, value: string): void {
  const { input } = fieldAt(path);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}

it("divides by the pieces that are typed and sends no more than that", async () => {
  const server = served(() => ({ codes: ["SE-2607150004"] }));
  const done = await open();
  type("parts.1.planPieces", "8");
  await waitFor(() => expect(fieldAt("parts.0.planPieces").input.value).toBe("12"));
  expect(fieldAt("parts.1.planWeight").input.value).toMatch(/^400(\.0+)?$/);
  fireEvent.click(dialogButton());
  await waitFor(() => expect(done).toHaveBeenCalled());
  const sent = server.to(SPLIT)[0]?.json() as Body & Values;
  expect(sent).toMatchObject({ rowUuid: "r2", master: "STAY", charges: "STAY" });
  expect(sent["count"]).toBeUndefined();
  expect(sent.parts.map(({ planPieces, planWeight }) => [planPieces, planWeight])).toEqual([[null, null], [8, null]]);
  expect(toasts()).toContain("拆单完成，新订单 SE-2607150004");
});

it("gives a box to another part by the arrow keys and by dragging, and keeps the hand on it", async () => {
  const server = served(() => ({ codes: [] }));
  await open();
  expect(lanes()).toEqual(["SE-2607150001CSQU3054383 40HQTSTU1000019 40HQ", "新单1"]);
  const second = () => document.querySelector<HTMLElement>("[data-row='32']")!;
  fireEvent.keyDown(second(), { key: "ArrowRight" });
  await waitFor(() => expect(lanes()[1]).toBe("新单1TSTU1000019 40HQ"));
  expect(document.activeElement).toBe(second());
  expect(second().getAttribute("aria-label")).toBe("TSTU1000019 40HQ，归属新单1");
  fireEvent.dragStart(document.querySelector("[data-row='31']")!);
  fireEvent.drop(document.querySelectorAll(".split-lane")[1]!);
  await waitFor(() => expect(lanes()[0]).toBe("SE-2607150001"));
  fireEvent.keyDown(second(), { key: "ArrowLeft" });
  await waitFor(() => expect(lanes()[0]).toBe("SE-2607150001TSTU1000019 40HQ"));
  fireEvent.click(dialogButton());
  await waitFor(() => expect(server.to(SPLIT).length).toBe(1));
  expect(server.to(SPLIT)[0]?.json()).toMatchObject({ containers: [{ id: "31", part: 1 }] });
});

it("shows at its cell what does not add up", async () => {
  const finding = { field: "parts.0.planPieces", severity: "error", key: "order.split.sum", message: "拆分合计与原单不一致" };
  served(() => envelope(200, 1, finding.message, { findings: [finding] }));
  await open();
  fireEvent.click(dialogButton());
  await waitFor(() => expect(fieldAt("parts.0.planPieces").box.textContent).toContain("拆分合计与原单不一致"));
});

it("says why an order can't be split, and speaks English", async () => {
  stubServer({ [`POST ${CHECK}`]: () => envelope(200, 1, "订单已操作完成，不能拆单") });
  renderPage(<OrderMoveDialog />, "/se_order_edit");
  moveItems(movedOrder("se", ORDER), false, ["se-order-split"], vi.fn())[0]?.run();
  await screen.findByText("订单已操作完成，不能拆单");
  await setLanguage("en-US");
  expect(moveItems(movedOrder("se", ORDER), false, ["se-order-split"], vi.fn())[0]?.label).toBe("Split order");
  await setLanguage("zh-CN");
});
