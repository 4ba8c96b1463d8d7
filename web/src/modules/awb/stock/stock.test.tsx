import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeList, fieldAt, openPage, press } from "@/modules/awb/awb-kit";
import { toasts } from "@/platform/test-shell";
import { ReceiptDialogs } from "@/modules/awb/stock/receipt-dialogs";
import { StockDialogs } from "@/modules/awb/stock/stock-dialogs";
import { StockTiles } from "@/modules/awb/stock/stock-tiles";
import { closeStock, openStock } from "@/modules/awb/stock/stock-store";
import { declareAll } from "@/platform/pages-kit";
import { type Answer, type Asked, envelope } from "@/platform/test-kit";

const ROWS = [
  { id: "1", version: 1, awbNumber: "990-12345701" },
  { id: "2", version: 1, awbNumber: "990-12345675" },
];

/** Long conversations on a busy machine. */
const SLOW_MS = 60_000;

beforeEach(() => {
  declareAll();
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  closeStock();
  cleanup();
  vi.unstubAllGlobals();
});

describe("the stock of numbers", () => {
  const list = fakeList();

  it("reserves until a day and tells what was skipped", async () => {
    const server = await openPage(() => <StockDialogs list={list} />, "/af_awb", {
      "POST /afbase/awb/bookAwbList": (asked) => {
        const body = asked.json() as { coopId?: string };
        const missing = { field: "coopId", severity: "error", key: "awb.reserve_whom", message: "请填写预订单位或预订人" };
        if (!body.coopId) return envelope(200, 1, missing.message, { findings: [missing] });
        return { changed: 1, skipped: 1, messages: ["990-12345675 已配单"] };
      },
      "GET /platform/select/coop": () => [{ value: "5", label: "华东化工", hint: "KH001" }],
      "GET /platform/select/user": () => [],
    });
    openStock("reserve", ROWS);
    await screen.findByText("预订 2 个主单号");
    const ok = () => press("确定");
    await ok();
    await waitFor(() => expect(fieldAt("coopId").box.querySelector(".finding")?.textContent).toBe("请填写预订单位或预订人"));
    fireEvent.mouseDown(fieldAt("coopId").input);
    fireEvent.click(await screen.findByText("华东化工"));
    fireEvent.change(fieldAt("until").input, { target: { value: "20991231" } });
    fireEvent.blur(fieldAt("until").input);
    await ok();
    await waitFor(() => expect(toasts()).toEqual(["成功1条，跳过1条 990-12345675 已配单"]));
    expect(server.to("/afbase/awb/bookAwbList").at(-1)?.json()).toEqual({ ids: ["1", "2"], coopId: "5", until: "2099-12-31" });
    expect([list.reloads, list.cleared]).toEqual([1, 1]);
    await waitFor(() => expect(screen.queryByText("预订 2 个主单号")).toBeNull());
  });

  // Issue 25, 17.
  it("gives a number to an order by the order's own save", async () => {
    const found = { orderUuid: "o1", orderCode: "AE-2607150002", departureStation: "PVG", arrivalStation: "FRA", coopName: "客户甲" };
    const told = { field: "awbNumber", severity: "warning", key: "order.carrier.other", message: "主单号前缀990不是航班承运人X8的，请核对" };
    const server = await openPage(() => <StockDialogs list={list} />, "/af_awb", {
      "GET /afbase/aforder/page": () => ({ records: [found] }),
      "GET /afbase/order/view/o1": () => ({ orderUuid: "o1", rowUuid: "r7" }),
      "POST /afbase/order/doUpdate": () => ({ orderUuid: "o1", rowUuid: "r8", findings: [told] }),
    });
    openStock("assign", [{ ...ROWS[0], departureStation: "PVG" }]);
    await screen.findByText("主单号 990-12345701 配单");
    await waitFor(() => expect(server.to("/afbase/aforder/page")[0]?.query.get("departureStation")).toBe("PVG"));
    fireEvent.mouseDown(fieldAt("awbNumber").input);
    fireEvent.click(await screen.findByText("PVG-FRA · 客户甲"));
    await press("确定");
    await waitFor(() => expect(toasts()).toContain(told.message));
    const body = { orderUuid: "o1", rowUuid: "r7", awbNumber: "990-12345701", confirmed: [] };
    expect(server.to("/afbase/order/doUpdate")[0]?.json()).toEqual(body);
  });

  it("wants a reason before numbers become void", async () => {
    const server = await openPage(() => <StockDialogs list={list} />, "/af_awb", {
      "POST /afbase/awb/doVoid": () => ({ changed: 2, skipped: 0, messages: [] }),
    });
    openStock("void", ROWS);
    const ok = await screen.findByRole<HTMLButtonElement>("button", { name: /确\s*定/ });
    expect(ok.disabled).toBe(true);
    fireEvent.click(screen.getByLabelText("其他"));
    expect(ok.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText("补充说明"), { target: { value: "退关" } });
    fireEvent.click(ok);
    await waitFor(() => expect(toasts()).toEqual(["成功2条，跳过0条"]));
    expect(server.to("/afbase/awb/doVoid")[0]?.json()).toEqual({ ids: ["1", "2"], reason: "其他：退关" });
  });

  it("shows how many numbers are in which state", async () => {
    await openPage(() => <StockTiles list={{ ...list, filters: { awbStatus: "UNUSED" } }} />, "/af_awb", {
      "GET /afbase/awb/tiles": () => [
        { state: "UNUSED", name: "未使用", count: 3 },
        { state: "ALLOCATED", name: "已配单", count: 2 },
      ],
    });
    const tile = await screen.findByRole("button", { name: /未使用\s*3/ });
    expect(tile.getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByRole("button", { name: /已配单\s*2/ }).getAttribute("aria-pressed")).toBe("false");
  });
});

describe("the receipt of numbers", () => {
  const wrong = { field: "start", severity: "error", key: "awb.start", message: "起始号校验位错误" };
  const PREVIEW: Answer = (asked: Asked) => {
    const body = asked.json() as { start?: string; numbers?: string };
    if (body.start === "12345670") return envelope(200, 1, wrong.message, { findings: [wrong] });
    return [
      { no: 1, awbNumber: "990-12345734", level: "ready", result: "可登记" },
      { no: 2, awbNumber: "990-12345745", level: "danger", result: "990-12345745已存在，不能登记" },
    ];
  };
  const ROUTES: Record<string, Answer> = {
    "POST /afbase/awb/getAwbList": PREVIEW,
    "GET /platform/select/coop": () => [{ value: "5", label: "供应商甲", hint: "GYS001" }],
    "GET /platform/select/airport": () => [],
  };
  const type = (path: string, value: string) => fireEvent.change(fieldAt(path).input, { target: { value } });

  it("previews the numbers, and says at the field what is wrong with the first", async () => {
    const server = await openPage(() => <ReceiptDialogs list={fakeList()} />, "/af_awb_receipt?new=1", ROUTES);
    await screen.findByText("填写航司前缀、起始号和数量后显示预览");
    type("prefix", "990");
    type("start", "12345670");
    type("count", "2");
    await waitFor(() => expect(fieldAt("start").box.querySelector(".finding")?.textContent).toBe("起始号校验位错误"));
    type("start", "12345734");
    await screen.findByText("共 2 个，可登记 1 个");
    expect(screen.getByText("990-12345734")).toBeTruthy();
    expect(screen.getByText("990-12345745已存在，不能登记")).toBeTruthy();
    expect(fieldAt("start").box.querySelector(".finding")).toBeNull();
    expect(server.to("/afbase/awb/getAwbList").at(-1)?.json()).toEqual({ prefix: "990", start: "12345734", count: 2 });
  });

  it("asks for what is missing, answers the question and saves pasted numbers", async () => {
    const list = fakeList();
    const question = "990-12345734一年前已登记，是否继续？";
    const server = await openPage(() => <ReceiptDialogs list={list} />, "/af_awb_receipt?new=1", {
      ...ROUTES,
      "POST /afbase/awb/saveReceipt": (asked) => {
        const body = asked.json() as { confirmed?: string[] };
        if (!body.confirmed) return envelope(200, 2, question, { confirms: [{ key: "awb.existed", field: "numbers", message: question }] });
        return { receiptId: "3", receiptCode: "LD-2611210001", count: 2 };
      },
    });
    fireEvent.click(await screen.findByText("粘贴单号"));
    const save = () => press("保存");
    type("prefix", "990");
    await save();
    await waitFor(() => expect(fieldAt("numbers").box.querySelector(".finding")).toBeTruthy());
    expect(server.to("/afbase/awb/saveReceipt")).toHaveLength(0);
    type("numbers", "990-1234 5734\n99012345745");
    fireEvent.mouseDown(fieldAt("awbFromType").input);
    fireEvent.click(await screen.findByText("一级代理"));
    fireEvent.mouseDown(fieldAt("awbFromId").input);
    fireEvent.click(await screen.findByText("供应商甲"));
    await save();
    await press("是");
    await waitFor(() => expect(toasts()).toEqual(["LD-2611210001 已登记 2 个主单号"]));
    const body = server.to("/afbase/awb/saveReceipt").at(-1)?.json();
    expect(body).toMatchObject({ prefix: "990", numbers: "990-1234 5734\n99012345745", awbFromType: "一级代理", awbFromId: "5", kind: "中性", confirmed: ["awb.existed"] });
    expect(body).not.toHaveProperty("start");
    expect(body).not.toHaveProperty("awbFromName");
    expect(list.reloads).toBe(1);
  }, SLOW_MS);
});
