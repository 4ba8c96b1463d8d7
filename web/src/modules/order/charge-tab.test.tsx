import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChargeTab } from "@/platform/charge/charge-tab";
import { E1, PAGE, ROUTES, bodyOf } from "@/platform/charge/charge-kit";
import { loadRoom } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { type Answer, stubServer } from "@/platform/test-kit";
import { drawSheets, textAt, typeInto } from "@/platform/test-sheet";
import { press, renderPage } from "@/platform/test-shell";
import { orderEdit } from "./order-edit.page";
import { DECLARED, SE1, UUID, prepare } from "./order-kit";
import { profileOf } from "./profiles";
import { AIR_FORM } from "./air/air-form";
import { PREFIXES } from "./scopes";

const ORDER: Record<string, Answer> = {
  ...ROUTES,
  "GET /hrs/user/getHrsUserExtend": () => ({}),
  "GET /sc/order/se/formRules": () => ({ offered: {}, required: [] }),
  "GET /hrs/user/7": () => ({ orderEditNewPage: false, orderSaveClosePage: false }),
  "GET /platform/select/port": () => [],
  [`GET /sc/order/se/${UUID}`]: () => SE1,
  "POST /sc/order/se/check": () => ({ computed: {}, findings: [] }),
  [`POST /afbase/order/lease/${UUID}`]: () => ({ holder: "操作二", since: "2026-07-15 14:05:00", mine: false }),
  "GET /afbase/order/note/list": () => [],
};

function open(views: string[], routes: Record<string, Answer> = {}, tab = "charge") {
  useSession.getState().setButtons([...SE1.buttons, ...views]);
  const server = stubServer({ ...ORDER, ...routes });
  const Page = orderEdit(profileOf("se")).page!;
  renderPage(<Page />, `/se_order_edit?o=${UUID}&tab=${tab}`);
  return server;
}
const tabs = () => screen.getAllByRole("tab").map((each) => each.textContent);
const there = () => waitFor(() => expect(textAt("income.0.amount")).toBe("19,749.90"));

beforeEach(async () => {
  await prepare();
  setContract({ ...DECLARED, forms: [...DECLARED.forms, PAGE] });
  await loadRoom("css");
  drawSheets();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the tab of charges", () => {
  it("is one of every scope, for who may see one of the sides", async () => {
    for (const prefix of PREFIXES) expect(Object.keys((prefix === "af" ? AIR_FORM : profileOf(prefix)).tabs)).toContain("charge");
    open([], {}, "base");
    await screen.findByRole("heading", { name: "SE-2607150001" });
    expect(tabs().join()).not.toContain("费用");
    cleanup();
    open(["css-cost-view"], {}, "base");
    await screen.findByRole("heading", { name: "SE-2607150001" });
    expect(tabs()[1]).toBe("费用");
  });

  it("opens by the address, asks for the charges of its order, and is not held by the page lock of the form", async () => {
    const server = open(["css-income-view"]);
    await there();
    expect(server.to("/css/charge/list")[0]?.query.get("orderUuid")).toBe(UUID);
    typeInto("income.0.note", "x");
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(server.to("/css/charge/save")).toHaveLength(1));
    expect(bodyOf(server.to("/css/charge/save")[0])).toMatchObject({ orderUuid: UUID });
    // The order is read again: what follows from its money shows in its head.
    await waitFor(() => expect(server.to(`/sc/order/se/${UUID}`).filter(({ method }) => method === "GET").length).toBeGreaterThan(1));
  });

  it("keeps what was typed behind other tabs, where Ctrl+S is not its own, and asks before the page is left", async () => {
    const server = open(["css-income-view"]);
    await there();
    typeInto("income.0.note", "加急");
    fireEvent.click(screen.getByRole("tab", { name: /备注/ }));
    await waitFor(() => expect(document.querySelector(".form-sections-kept .charge-body")?.closest("[hidden]")).toBeTruthy());
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    fireEvent.click(screen.getByRole("tab", { name: "费用" }));
    expect(textAt("income.0.note")).toBe("加急");
    expect(server.to("/css/charge/save")).toEqual([]);
    act(() => goTo("/se_order"));
    expect(await screen.findByText("内容未保存，确认离开？")).toBeTruthy();
    await press("继续编辑");
    expect(textAt("income.0.note")).toBe("加急");
  });

  it("keeps what was read last, whatever comes later of an older call", async () => {
    const answers: ((value: unknown) => void)[] = [];
    stubServer({ ...ORDER, "GET /css/charge/list": () => (answers.length === 0 ? (answers.push(() => undefined), E1) : new Promise((resolve) => answers.push(resolve))) });
    useSession.getState().setButtons(["css-income-view"]);
    const step = { next: () => undefined as void };
    function Reading() {
      const [row, setRow] = useState(1);
      step.next = () => setRow((now) => now + 1);
      return <ChargeTab order={{ orderUuid: UUID, orderCode: "SE", rowUuid: `r${row}`, prefix: "se", buttons: [] }} readOnly={false} changed={() => undefined} />;
    }
    renderPage(<Reading />);
    await there();
    for (const calls of [2, 3]) {
      act(() => step.next());
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(answers).toHaveLength(calls));
    }
    const told = (quantity: string) => ({ ...E1, rowUuid: quantity, income: [{ ...E1.income![0]!, quantity }] });
    await act(async () => answers[2]!(told("800.000")));
    await waitFor(() => expect(textAt("income.0.quantity")).toBe("800"));
    await act(async () => answers[1]!(told("700.000")));
    expect(textAt("income.0.quantity")).toBe("800");
  });

  it("reads again when its order is another by now, and keeps what was typed", async () => {
    let [row, stored] = ["r1", E1];
    open(["css-income-view"], {
      [`GET /sc/order/se/${UUID}`]: () => ({ ...SE1, rowUuid: row }),
      "GET /css/charge/list": () => stored,
      "POST /css/charge/save": () => ((row = "r2"), (stored = { ...E1, rowUuid: "v5", income: [{ ...E1.income![0]!, quantity: "700.000" }, E1.income![1]!] }), { ...E1, rowUuid: "v4" }),
    });
    await there();
    typeInto("income.0.note", "x");
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(textAt("income.0.quantity")).toBe("700"));
  });
});
