/** What holds for the orders of all eight scopes, with the forms and lists as the server declares them. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Activity, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prepareOrders } from "@/platform/order/tabs-kit";
import { useSession } from "@/platform/session";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { buttons, fieldAt, press, renderPage } from "@/platform/test-shell";
import { AIR_FORM } from "./air/air-form";
import { AIR_LIST } from "./air/air-list";
import { orderEdit } from "./order-edit.page";
import { orderList } from "./order-list.page";
import { profileOf } from "./profiles";
import { PREFIXES, type Prefix, formOf, listPath } from "./scopes";

const UUID = "0b2f1c6a-0000-4000-8000-000000000003";
const MOVES = ["edit", "cancel", "restore", "forcestop", "opfinish", "share"];
const AIR_SECTIONS = ["header", "parties", "routing", "cargo", "figures", "price", "services", "addresses", "remarks"];

/** Where the orders of a scope are read, checked, saved and moved, as the interface has it. */
const calls = (prefix: Prefix) => {
  const base = prefix === "af" ? "/afbase/order" : `/sc/order/${prefix}`;
  const one = `${base}/${UUID}`;
  const air = { view: `${base}/view/${UUID}`, save: ["POST", `${base}/doUpdate`], move: (name: string) => `${base}/${name}`, named: { orderUuid: UUID } };
  const others = { view: one, save: ["PUT", one], move: (name: string) => `${one}/${name}`, named: {} };
  return { base, check: `${base}/check`, rules: `${base}/formRules`, ...(prefix === "af" ? air : others) };
};

const storedOf = (prefix: Prefix) => ({
  orderUuid: UUID,
  rowUuid: "r1",
  orderId: "43",
  orderCode: "X-2607150001",
  lifecycle: "OPEN",
  customerNumber: "C1",
  internalNumber: "I1",
  coopId: "11",
  coopName: "客户甲",
  planPieces: 12,
  buttons: MOVES.map((name) => `${prefix}-order-${name}`),
});

type Routes = Record<string, Answer>;
const baseRoutes = (prefix: Prefix): Routes => {
  const { view, check, rules } = calls(prefix);
  return {
    "GET /hrs/user/getHrsUserExtend": () => ({}),
    "GET /hrs/user/7": () => ({ orderEditNewPage: false, orderSaveClosePage: false }),
    [`GET ${rules}`]: () => ({ offered: {}, required: [] }),
    [`GET ${view}`]: () => storedOf(prefix),
    [`POST ${check}`]: () => ({ computed: {}, findings: [], marks: {} }),
    [`POST /afbase/order/lease/${UUID}`]: () => ({ holder: "李想", since: "2026-07-15 10:00:00", mine: true }),
    "GET /afbase/order/new": () => ({ lifecycle: "OPEN", buttons: ["af-order-edit"] }),
  };
};

const pageOf = (prefix: Prefix) => orderEdit(prefix === "af" ? AIR_FORM : profileOf(prefix)).page!;

async function open(prefix: Prefix, routes: Routes = {}, path = `${listPath(prefix)}_edit?o=${UUID}`) {
  const server = stubServer({ ...baseRoutes(prefix), ...routes });
  const Page = pageOf(prefix);
  renderPage(<Page />, path);
  await waitFor(() => fieldAt("customerNumber"));
  return server;
}

const type = (path: string, text: string) => fireEvent.change(fieldAt(path).input, { target: { value: text } });
const valueOf = (path: string) => fieldAt(path).input.value;
const choose = async (name: string) => {
  await press("更多操作");
  const item = await screen.findByText(name, { selector: "[role=menuitem] *" });
  // The menu takes the focus some frames after it opens: nobody is faster than that.
  await waitFor(() => expect(document.activeElement?.closest("[role=menu]")).toBeTruthy());
  fireEvent.click(item);
};
const dialogOf = async (title: string) => within((await screen.findByText(title)).closest<HTMLElement>(".ant-modal")!);

beforeEach(async () => {
  localStorage.clear();
  useSession.getState().enter("t1", { userId: "7", orgId: "1" }, 0);
  await prepareOrders(["af-order-price", ...PREFIXES.flatMap((prefix) => storedOf(prefix).buttons)]);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe.each(PREFIXES)("an order of %s", (prefix) => {
  const { base, save, move, named, view } = calls(prefix);
  const [method, path] = save as [string, string];
  const saves = (server: Awaited<ReturnType<typeof open>>) => server.to(path).filter((asked) => asked.method === method);

  it("shows the sections of its declaration with their fields, and its head", async () => {
    await open(prefix);
    const drawn = [...document.querySelectorAll(".form-section")].map(({ id }) => id.replace("section-", ""));
    const declared = formOf(prefix)!.sections;
    expect(drawn).toEqual(prefix === "af" ? AIR_SECTIONS : declared.map(({ key }) => key));
    const boxes = new Set([...document.querySelectorAll<HTMLElement>("[data-field]")].map((box) => box.dataset["field"]));
    const shown = declared.filter((section) => !section.rows).flatMap(({ fields }) => fields.map(({ name }) => name));
    // Whether air export asks for dangerous goods and a temperature depends on others; who charged by hand says a mark.
    const hidden = /^(dangerousType|undg|celsiusRequire|thermometer|planChargeManual|confirmChargeManual)/;
    expect(shown.filter((name) => !boxes.has(name) && !hidden.test(name))).toEqual([]);
    expect(document.querySelector(".order-figures")?.textContent).toContain("客户甲");
  });

  it("saves by its address and with its body, and takes what came back", async () => {
    const answer = { ...storedOf(prefix), rowUuid: "r2", customerNumber: "C2" };
    let stored: unknown = storedOf(prefix);
    const server = await open(prefix, {
      [`GET ${view}`]: () => stored,
      [`${method} ${path}`]: () => (stored = answer) && (prefix === "af" ? { orderUuid: UUID, rowUuid: "r2" } : answer),
    });
    type("customerNumber", "C2");
    await press("保存");
    await waitFor(() => expect(screen.queryByText("未保存")).toBeNull());
    const body = saves(server)[0]?.json() as Record<string, unknown>;
    expect(body).toMatchObject({ orderUuid: UUID, rowUuid: "r1", customerNumber: "C2", internalNumber: "I1", coopId: "11", planPieces: 12 });
    expect(body["tab"]).toHaveLength(32);
    // What was never told is not sent, what is computed and what stands beside a reference neither; rows always are.
    const rows = formOf(prefix)!.sections.filter(({ key, rows }) => rows && !/[.]|^(party|hawb|dimensions)$/.test(key)).map(({ key }) => key);
    for (const key of rows) expect(body[key], key).toEqual([]);
    for (const absent of ["coopName", "buttons", "lifecycle", "goodsNameEn"]) expect(body).not.toHaveProperty(absent);
    type("internalNumber", "I2");
    await press("保存");
    await waitFor(() => expect(saves(server)).toHaveLength(2));
    expect(saves(server)[1]?.json()).toMatchObject({ rowUuid: "r2", internalNumber: "I2" });
  });

  it("keeps what was typed when somebody else has saved first", async () => {
    let stored = storedOf(prefix);
    const server = await open(prefix, {
      [`GET ${view}`]: () => stored,
      [`${method} ${path}`]: () => envelope(200, 3, "数据有变化", { current: null, changed: ["内部编号"] }),
    });
    type("customerNumber", "C2");
    await press("保存");
    await press("保留当前内容");
    await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
    expect(valueOf("customerNumber")).toBe("C2");
    stored = { ...stored, rowUuid: "r2", internalNumber: "I2" };
    await press("保存");
    await press("重新加载");
    await waitFor(() => expect(valueOf("internalNumber")).toBe("I2"));
    expect(valueOf("customerNumber")).toBe("C2");
    expect(screen.getByText("未保存")).toBeTruthy();
    await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
    await press("保存");
    await waitFor(() => expect(saves(server).at(-1)?.json()).toMatchObject({ rowUuid: "r2", customerNumber: "C2", internalNumber: "I2" }));
    // The same was changed by both: its user chooses.
    await press("保留当前内容");
    stored = { ...stored, rowUuid: "r3", customerNumber: "C3" };
    await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
    await press("保存");
    await press("重新加载");
    await waitFor(() => expect(valueOf("customerNumber")).toBe("C3"));
    await press("恢复");
    const box = within((await screen.findByText("选择要保留的内容")).closest<HTMLElement>(".ant-modal")!);
    fireEvent.click(box.getByText("恢复", { selector: ".ant-btn *" }));
    await waitFor(() => expect(valueOf("customerNumber")).toBe("C2"));
  });

  it("asks for what its moves want, the first field in hand, and keeps what was typed over a move", async () => {
    const reasons = formOf(prefix)!.cancelReasons ?? [];
    let stored = storedOf(prefix);
    const server = await open(prefix, {
      [`GET ${view}`]: () => stored,
      [`PUT ${move("cancel")}`]: () => null,
      [`PUT ${move("forceStop")}`]: () => null,
      [`PUT ${move("opFinish")}`]: () => ((stored = { ...stored, rowUuid: "r2" }), null),
    });
    type("customerNumber", "C2");
    await choose("操作完成");
    await screen.findByText("操作完成 X-2607150001");
    await press("确定");
    await waitFor(() => expect(server.to(move("opFinish"))[0]?.json()).toEqual({ ...named, rowUuid: "r1" }));
    await waitFor(() => expect(server.to(view).filter((asked) => asked.method === "GET")).toHaveLength(2));
    expect(valueOf("customerNumber")).toBe("C2");
    await choose("取消订单");
    const cancel = await dialogOf("取消订单 X-2607150001");
    const reason = cancel.getByLabelText("原因", { selector: "input" });
    await waitFor(() => expect(document.activeElement).toBe(reason));
    fireEvent.mouseDown(reason);
    await screen.findByText(reasons[0]!, { selector: ".ant-select-item *" });
    expect([...document.querySelectorAll(".ant-select-item-option-content")].map((each) => each.textContent)).toEqual(reasons);
    fireEvent.click(screen.getByText(reasons[0]!, { selector: ".ant-select-item *" }));
    fireEvent.change(cancel.getByLabelText("备注"), { target: { value: "改期" } });
    fireEvent.click(cancel.getByText("取消订单", { selector: ".ant-btn *" }));
    const sent = { ...named, rowUuid: "r2" };
    await waitFor(() => expect(server.to(move("cancel"))[0]?.json()).toEqual({ ...sent, reason: reasons[0], remark: "改期" }));
    await waitFor(() => expect(screen.queryByText("取消订单 X-2607150001")).toBeNull());
    await choose("强制关闭");
    const stop = await dialogOf("强制关闭 X-2607150001");
    fireEvent.change(stop.getByLabelText("原因"), { target: { value: "客户破产" } });
    fireEvent.click(stop.getByText("强制关闭", { selector: ".ant-btn *" }));
    await waitFor(() => expect(server.to(move("forceStop"))[0]?.json()).toEqual({ ...sent, reason: "客户破产" }));
  });

  it("says all that is wrong with a new one at once, what the server finds in the words of the server", async () => {
    const findings = [
      { field: "coopId", severity: "error", key: "x", message: "请填写客户" },
      { field: "customerNumber", severity: "error", key: "y", message: "客户单号重复" },
    ];
    const server = await open(
      prefix,
      { [`POST ${calls(prefix).check}`]: () => ({ computed: {}, findings, marks: {} }) },
      `${listPath(prefix)}_edit`,
    );
    await press("保存");
    await waitFor(() => expect(fieldAt("customerNumber").box.textContent).toContain("客户单号重复"));
    expect(fieldAt("coopId").box.textContent).toContain("请填写客户");
    expect(fieldAt("salesId").box.textContent).toContain("请选择责任销售");
    expect(server.asked.filter(({ path: to }) => to === base || to.endsWith("/doSave"))).toEqual([]);
  });

  it("that is new keeps what was typed while its page stands behind others", async () => {
    const server = stubServer(baseRoutes(prefix));
    const Page = pageOf(prefix);
    function Behind() {
      const [shown, setShown] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setShown(!shown)}>
            turn
          </button>
          <Activity mode={shown ? "visible" : "hidden"}>
            <Page />
          </Activity>
        </>
      );
    }
    renderPage(<Behind />, `${listPath(prefix)}_edit`);
    await waitFor(() => fieldAt("customerNumber"));
    type("customerNumber", "C2");
    await press("turn");
    await waitFor(() => expect(screen.queryByText("未保存")?.closest("[style*=none]") ?? null).not.toBeNull());
    await press("turn");
    await waitFor(() => expect(screen.queryByText("未保存")?.closest("[style*=none]") ?? null).toBeNull());
    expect(valueOf("customerNumber")).toBe("C2");
    expect(server.to("/afbase/order/new")).toHaveLength(prefix === "af" ? 1 : 0);
  });

  it("opens from its list, which makes the moves of a row", async () => {
    const row = { ...storedOf(prefix), id: "43", can: storedOf(prefix).buttons };
    const server = stubServer({
      ...baseRoutes(prefix),
      [`GET ${base}/page`]: () => ({ records: [row], total: 1, current: 1, size: 10 }),
      [`PUT ${move("forceStop")}`]: () => null,
    });
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    localStorage.setItem("orderEditNewPage", "1");
    localStorage.setItem("orderSaveClosePage", "0");
    const Page = orderList(prefix, prefix === "af" ? AIR_LIST : {}).page!;
    renderPage(<Page />, listPath(prefix));
    await press("编辑");
    expect(opened).toHaveBeenCalledWith(`${listPath(prefix)}_edit?o=${UUID}`, "_blank");
    // It stands beside the row, or behind its three dots where there are many.
    if (buttons("强制关闭").length === 0) fireEvent.click(screen.getByRole("button", { name: "更多操作" }));
    fireEvent.click(await screen.findByText("强制关闭", { selector: "button, [role=menuitem] *" }));
    const stop = await dialogOf("强制关闭 X-2607150001");
    fireEvent.change(stop.getByLabelText("原因"), { target: { value: "客户破产" } });
    fireEvent.click(stop.getByText("强制关闭", { selector: ".ant-btn *" }));
    await waitFor(() => expect(server.to(move("forceStop"))[0]?.json()).toEqual({ ...named, rowUuid: "r1", reason: "客户破产" }));
  });
});
