import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AUTOSAVE_MS } from "@/modules/bill/use-bill";
import page from "@/modules/bill/se-bill-make.page";
import { loadRoom } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { type Answer, type Asked, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { buttons, fieldAt, press, renderPage, toasts } from "@/platform/test-shell";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const BASE = "/sc/blPrint";
const BUTTONS = ["se-bl-make", "se-bl-finish", "se-bl-back", "se-bl-print", "se-bl-reprint"];
const HOUSE_RULE = "分提单号为不超过30位的字母或数字";
const BOX = { containerNo: "CSQU3054383", sealNo: "TS00001", containerType: "40HQ", pieces: "600", weight: "9300.000", volume: "59.500" };
const CONTENT = {
  kind: "MBL", number: "TSTSHA260701", issueType: "ORIGINAL", originals: "3", copies: "3", billType: "ON_BOARD",
  shipper: { scName: "DEMO SHIPPER CO. LTD" }, consignee: {}, notify: {}, notify2: {}, vessel: "TEST OCEAN", voyage: "025W",
  portOfLoading: "SHANGHAI", portOfDischarge: "HAMBURG", marks: "N/M", pieces: "1200", packageKind: "CTNS",
  goodsDesc: "MACHINE PARTS", grossWeight: "18700.000", volume: "118.500", hsCodes: [], containers: [BOX], charges: [],
  freightPrepaid: true, freightCollect: false, totalInWords: "SAY TWO (2) CONTAINERS ONLY", freightText: "AS ARRANGED",
};
const TOLD = { blId: "77", rowUuid: "u1", kind: "MBL", docState: "DRAFT", custodyState: "UNSIGNED", orderCode: "SE-2607150001", printCount: 0, originalPrints: 0, finishedTimes: 0, editor: "操作一", editTime: "2026-07-15 10:00:00" };
const row = (blId: string, kind: string, number: string, more = {}) => ({
  blId, rowUuid: "u1", kind, number, issueType: "ORIGINAL", originals: "3", copies: "3", docState: "DRAFT", custodyState: "UNSIGNED", ...more,
});
const bills = (rows: unknown[], more = {}) => ({
  orderUuid: ORDER, orderCode: "SE-2607150001", coopName: "客户海甲", noHouses: false, closed: false, differs: [], bills: rows, ...more,
});

/** The rules the tests need, so that the answer follows what was typed. */
const CHECK: Answer = (asked: Asked) => {
  const { content } = asked.json() as { content: typeof CONTENT };
  const findings = [];
  const error = (field: string, message: string) => findings.push({ field, severity: "error", key: "x", message });
  if (content.kind === "HBL" && /[^A-Z0-9]/.test(content.number)) error("number", HOUSE_RULE);
  if (content.freightPrepaid && content.freightCollect) error("freightCollect", "运费条款冲突");
  if (content.pieces !== "1200") findings.push({ field: "containers", severity: "warning", key: "y", message: "箱合计与提单不一致" });
  return {
    findings,
    say: `SAY ${content.containers.length} CONTAINERS ONLY`,
    differs: content.pieces === "1199" ? ["件数 1199 / 订单 1200"] : [],
    containerLines: content.containers.map((each) => `${each.containerNo}/${each.sealNo}`),
  };
};

const ROUTES: Record<string, Answer> = {
  [`GET ${BASE}/list/${ORDER}`]: () => bills([row("77", "MBL", "TSTSHA260701")]),
  [`GET ${BASE}/view/77`]: () => ({ ...TOLD, content: CONTENT }),
  [`GET ${BASE}/revisions/77`]: () => [],
  [`POST ${BASE}/check`]: CHECK,
  [`GET ${BASE}/seals`]: () => ({ seals: [], withheld: false }),
};
const NEW: Record<string, Answer> = {
  [`GET ${BASE}/list/${ORDER}`]: () => bills([]),
  [`GET ${BASE}/prefill/${ORDER}/HBL`]: () => ({ ...TOLD, blId: null, rowUuid: "", kind: "HBL", docState: "NONE", editTime: "", content: { ...CONTENT, kind: "HBL", number: "" } }),
};

async function open(routes: Record<string, Answer> = {}, address = `?orderUuid=${ORDER}`): Promise<StubServer> {
  localStorage.clear();
  useSession.getState().setButtons(BUTTONS);
  await loadRoom("bill");
  const server = stubServer({ ...ROUTES, ...routes });
  const Page = page.page ?? (() => null);
  renderPage(<Page />, `/seOrderWaybillMake${address}`);
  return server;
}

const opened = () => waitFor(() => expect(fieldAt("vessel").input.value).toBe("TEST OCEAN"));
const type = (path: string, value: string) => fireEvent.change(fieldAt(path).input, { target: { value } });
const sent = (server: StubServer, method: string, path = BASE) =>
  server.to(path).filter((each) => each.method === method).map((each) => each.json() as Record<string, unknown>);

const SLOW_MS = 60_000;

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the bills of an order", () => {
  // req: sea-route-se-order-waybill-make
  it("open the first one with its boxes, checks and history", async () => {
    const server = await open({
      [`GET ${BASE}/revisions/77`]: () => [
        { rev: 2, by: "操作一", at: "2026-07-15 10:05:00", changes: [{ field: "shipper.scName", old: "DEMO", new: "DEMO SHIPPER CO. LTD" }] },
        { rev: 1, by: "操作一", at: "2026-07-15 10:00:00", changes: [] },
      ],
    });
    await opened();
    expect(server.to(`${BASE}/view/77`)).toHaveLength(1);
    expect(fieldAt("number").input.value).toBe("TSTSHA260701");
    expect(fieldAt("grossWeight").input.value).toBe("18700.000");
    expect(await screen.findByText("CSQU3054383/TS00001")).toBeTruthy();
    expect(within(screen.getByLabelText("订单提单")).getByText("TSTSHA260701")).toBeTruthy();
    const history = within(await screen.findByLabelText("修改记录"));
    await history.findByText("第2版");
    expect(history.getByText("发货人 Shipper · 名称")).toBeTruthy();
    expect(history.getByText("DEMO").tagName).toBe("DEL");
    expect(history.getByText("DEMO SHIPPER CO. LTD").tagName).toBe("INS");
    expect(screen.queryByText("未保存")).toBeNull();
  }, SLOW_MS);

  it("say so when the address names no order, or one that is not there", async () => {
    await open({}, "");
    expect(await screen.findByText("未获取到订单信息")).toBeTruthy();
    cleanup();
    await open({ [`GET ${BASE}/list/${ORDER}`]: () => envelope(404, 404, "数据不存在", null) });
    expect(await screen.findByText("404，网络请求不存在")).toBeTruthy();
  });

  it("begin a house bill like the master, put house bills in order, and have none under the carrier's bill", async () => {
    const rows = [row("77", "MBL", "TSTSHA260701"), row("78", "HBL", "HB1"), row("79", "HBL", "HB2")];
    const server = await open({
      ...NEW,
      [`GET ${BASE}/list/${ORDER}`]: () => bills(rows, { differs: ["59.999 / 60.000 CBM"] }),
      [`PUT ${BASE}/sort`]: () => null,
    });
    await opened();
    expect(screen.getByText("分提单合计与主提单不一致：59.999 / 60.000 CBM")).toBeTruthy();
    fireEvent.click(screen.getByLabelText("上移 HB2"));
    await waitFor(() => expect(sent(server, "PUT", `${BASE}/sort`)).toEqual([{ orderUuid: ORDER, blIds: ["79", "78"] }]));
    await press("复制新增");
    fireEvent.click(await screen.findByText("从主提单复制"));
    await waitFor(() => expect(server.to(`${BASE}/prefill/${ORDER}/HBL`)[0]?.query.get("from")).toBe("77"));
    expect(await screen.findByText("新分提单")).toBeTruthy();
    cleanup();
    await open({ [`GET ${BASE}/list/${ORDER}`]: () => bills([row("77", "MBL", "TSTSHA260701")], { noHouses: true }) });
    await opened();
    expect(buttons("新增分提单")).toHaveLength(0);
    expect(screen.getByText("船东单只有主提单")).toBeTruthy();
  }, SLOW_MS);
});

describe("the form of a bill", () => {
  // req: awb-house-sea-30
  it("cleans, upper-cases and cuts a house number, and says what is wrong with it", async () => {
    // req: awb-red-border
    await open(NEW, `?orderUuid=${ORDER}&kind=HBL`);
    await opened();
    type("number", "ts-分2607 01");
    expect(fieldAt("number").input.value).toBe("TS分260701");
    await waitFor(() => expect(within(fieldAt("number").box).getByText(HOUSE_RULE)).toBeTruthy());
    expect(fieldAt("number").input.getAttribute("aria-invalid")).toBe("true");
    type("number", "a".repeat(30));
    expect(fieldAt("number").input.value).toBe("A".repeat(30));
    await waitFor(() => expect(fieldAt("number").input.getAttribute("aria-invalid")).toBe("false"));
    type("number", `${"a".repeat(30)}b`);
    expect(fieldAt("number").input.value).toBe("A".repeat(30));
  }, SLOW_MS);

  it("takes a number made by the company's rule", async () => {
    const server = await open({ ...NEW, [`GET ${BASE}/nextNumber/${ORDER}`]: () => ({ number: "TSTHAM26070001" }) }, `?orderUuid=${ORDER}&kind=HBL`);
    await opened();
    await press("生成分提单号");
    await waitFor(() => expect(fieldAt("number").input.value).toBe("TSTHAM26070001"));
    expect(server.to(`${BASE}/nextNumber/${ORDER}`)).toHaveLength(1);
  }, SLOW_MS);

  it("counts its boxes in words until somebody writes others", async () => {
    const server = await open();
    await opened();
    await waitFor(() => expect(server.to(`${BASE}/check`).length).toBeGreaterThan(0));
    // What the bill was stored with is left alone.
    expect(fieldAt("totalInWords").input.value).toBe("SAY TWO (2) CONTAINERS ONLY");
    type("totalInWords", "");
    await waitFor(() => expect(fieldAt("totalInWords").input.value).toBe("SAY 1 CONTAINERS ONLY"));
  }, SLOW_MS);

  it("shows at its clause, its rows and in the check list what is wrong", async () => {
    await open();
    await opened();
    const clause = () => [...document.querySelectorAll<HTMLElement>("[data-field]")].find((each) => each.dataset["field"] === "freightCollect")!;
    fireEvent.click(within(clause()).getByRole("checkbox"));
    await waitFor(() => expect(within(clause()).getByText("运费条款冲突")).toBeTruthy());
    type("pieces", "1199");
    await screen.findByText("件数 1199 / 订单 1200");
    const list = within(screen.getByLabelText("检查清单"));
    expect(list.getByText("条款").closest("li")?.className).toBe("tone-danger");
    expect(list.getByText("箱").closest("li")?.className).toBe("tone-warning");
    expect(list.getByText("航程").closest("li")?.className).toBe("tone-done");
  }, SLOW_MS);

  // req: address-open-import-recognition
  it("takes a recognised address over", async () => {
    const server = await open({
      "POST /afbase/address/recognise": () => ({ role: null, party: { scName: "DEMO CONSIGNEE INC", cityNameEn: "LOS ANGELES", nationCode: "US" }, findings: [] }),
    });
    await opened();
    fireEvent.click(screen.getByLabelText("识别导入 收货人 Consignee"));
    fireEvent.change(await screen.findByLabelText("粘贴地址"), { target: { value: "Demo Consignee Inc" } });
    await press("识别");
    await screen.findByLabelText("识别结果");
    await press("导入");
    await waitFor(() => expect(fieldAt("consignee.scName").input.value).toBe("DEMO CONSIGNEE INC"));
    expect(server.to("/afbase/address/recognise")[0]?.json()).toEqual({ text: "Demo Consignee Inc", role: "consignee" });
  }, SLOW_MS);

  it("is created once, keeps its identity and sends emptied boxes as empty texts", async () => {
    const server = await open(
      {
        ...NEW,
        [`POST ${BASE}`]: () => ({ blId: "80", rowUuid: "u1", docState: "DRAFT", findings: [] }),
        [`PUT ${BASE}`]: () => ({ blId: "80", rowUuid: "u2", docState: "DRAFT", findings: [] }),
        [`GET ${BASE}/revisions/80`]: () => [],
      },
      `?orderUuid=${ORDER}&kind=HBL`,
    );
    await opened();
    type("marks", "");
    type("number", "hb1");
    await press("保存");
    await waitFor(() => expect(sent(server, "POST")).toHaveLength(1));
    const [created] = sent(server, "POST");
    expect(created?.["orderUuid"]).toBe(ORDER);
    expect(created?.["blId"]).toBeUndefined();
    expect(created?.["content"]).toMatchObject({ kind: "HBL", number: "HB1", marks: "", notify2: { scName: "" }, containers: [BOX] });
    await waitFor(() => expect(screen.queryByText("未保存")).toBeNull());
    type("marks", "haijia");
    await press("保存");
    await waitFor(() => expect(sent(server, "PUT")).toHaveLength(1));
    expect(sent(server, "PUT")[0]).toMatchObject({ blId: "80", rowUuid: "u1" });
  }, SLOW_MS);

  it("is kept by the clock once a minute while something is unsaved", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const server = await open({ [`PUT ${BASE}`]: () => ({ blId: "77", rowUuid: "u2", docState: "DRAFT", findings: [] }) });
    await opened();
    await act(async () => void vi.advanceTimersByTime(AUTOSAVE_MS));
    expect(sent(server, "PUT")).toHaveLength(0);
    type("voyage", "026w");
    await act(async () => void vi.advanceTimersByTime(AUTOSAVE_MS - 1));
    expect(sent(server, "PUT")).toHaveLength(0);
    await act(async () => void vi.advanceTimersByTime(1));
    await waitFor(() => expect(sent(server, "PUT")).toHaveLength(1));
    expect(sent(server, "PUT")[0]).toMatchObject({ auto: true, blId: "77", content: { voyage: "026W" } });
    expect(await screen.findByText("自动保存")).toBeTruthy();
    expect(toasts()).toEqual([]);
  }, SLOW_MS);

  it("asks what differs and for a reason before it is finished", async () => {
    const server = await open({
      [`PUT ${BASE}/finish/77`]: (asked) => {
        const body = asked.json() as { confirmed?: string[]; reason?: string };
        if (!body.confirmed) return envelope(200, 2, "请确认后继续", { confirms: [{ key: "bill.differs", message: "提单与订单不一致：件数 1199 / 订单 1200，是否继续？" }] });
        if (!body.reason) return envelope(200, 1, "请填写原因", { findings: [{ field: "reason", severity: "error", key: "bill.reason", message: "请填写原因" }] });
        return { blId: "77", rowUuid: "u2", docState: "DONE", findings: [] };
      },
    });
    await opened();
    await press("完成");
    await screen.findByText("提单与订单不一致：件数 1199 / 订单 1200，是否继续？");
    await press("是");
    const dialog = await screen.findByRole("dialog", { name: "请填写原因" });
    fireEvent.change(dialog.querySelector("textarea")!, { target: { value: "短装一件" } });
    fireEvent.click(within(dialog).getByRole("button", { name: /完\s*成/ }));
    await waitFor(() => expect(sent(server, "PUT", `${BASE}/finish/77`)).toHaveLength(3));
    expect(sent(server, "PUT", `${BASE}/finish/77`)[2]).toEqual({ rowUuid: "u1", confirmed: ["bill.differs"], reason: "短装一件" });
    await waitFor(() => expect(server.to(`${BASE}/view/77`)).toHaveLength(2));
  }, SLOW_MS);

  it("is closed when it is finished, and taken back by a question", async () => {
    const server = await open({
      [`GET ${BASE}/view/77`]: () => ({ ...TOLD, docState: "DONE", differenceReason: "短装一件", content: CONTENT }),
      [`PUT ${BASE}/back/77`]: () => envelope(200, 1, "正本未收回，不能退回", null),
    });
    expect(await screen.findByText("提单已完成，内容只读。差异原因：短装一件")).toBeTruthy();
    expect(document.querySelector("[data-field=vessel] input")).toBeNull();
    expect(buttons("保存")).toHaveLength(0);
    await press("退回");
    await screen.findByText("退回后可修改，需再次完成，是否继续？");
    await press("退回");
    await waitFor(() => expect(toasts()).toContain("操作失败，正本未收回，不能退回"));
    expect(sent(server, "PUT", `${BASE}/back/77`)).toEqual([{ rowUuid: "u1" }]);
  }, SLOW_MS);

  it("is read-only without the permission", async () => {
    await open();
    await opened();
    cleanup();
    const Page = page.page ?? (() => null);
    stubServer(ROUTES);
    useSession.getState().setButtons([]);
    renderPage(<Page />, `/seOrderWaybillMake?orderUuid=${ORDER}`);
    await screen.findAllByText("TEST OCEAN");
    for (const words of ["保存", "完成", "打印", "新增分提单"]) expect(buttons(words), words).toHaveLength(0);
  }, SLOW_MS);
});

describe("printing a bill", () => {
  const DONE = { ...TOLD, docState: "DONE", originalPrints: 1 };

  it("prints originals once more only with a reason", async () => {
    const server = await open({
      [`GET ${BASE}/view/77`]: () => ({ ...DONE, content: CONTENT }),
      [`POST ${BASE}/downloadBL`]: () => envelope(200, 1, "x", null),
    });
    vi.stubGlobal("open", () => null);
    await press("打印");
    const original = await screen.findByLabelText("正本 ORIGINAL");
    expect(buttons("打开PDF")[0]?.disabled).toBe(false);
    fireEvent.click(screen.getByLabelText("副本 COPY NON-NEGOTIABLE"));
    expect(buttons("打开PDF")[0]?.disabled).toBe(true);
    fireEvent.click(original);
    expect(buttons("打开PDF")[0]?.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText("重打原因", { selector: "textarea" }), { target: { value: "打印机卡纸" } });
    fireEvent.click(screen.getByLabelText("不显示运费"));
    await press("打开PDF");
    await waitFor(() => expect(sent(server, "POST", `${BASE}/downloadBL`)).toHaveLength(1));
    expect(sent(server, "POST", `${BASE}/downloadBL`)[0]).toEqual({
      blPrintType: "PRINT_MBL", orderUuid: ORDER, blId: "77", printType: "2", showCharge: false, offsetX: 0, offsetY: 0,
      copies: ["ORIGINAL"], reason: "打印机卡纸",
    });
  }, SLOW_MS);

  it("offers the seals of its kind, and prints with what is ticked", async () => {
    const seals = [{ id: "5", name: "提单章", kind: "印章", isDefault: false }];
    const server = await open({
      [`GET ${BASE}/seals`]: () => ({ seals, withheld: false }),
      [`POST ${BASE}/downloadBL`]: () => envelope(200, 1, "x", null),
    });
    vi.stubGlobal("open", () => null);
    await press("打印");
    const seal = await screen.findByLabelText<HTMLInputElement>("提单章");
    expect(seal.checked).toBe(false);
    expect(server.to(`${BASE}/seals`)[0]?.query.get("blPrintType")).toBe("PRINT_MBL");
    fireEvent.click(seal);
    await press("打开PDF");
    await waitFor(() => expect(sent(server, "POST", `${BASE}/downloadBL`)).toHaveLength(1));
    expect(sent(server, "POST", `${BASE}/downloadBL`)[0]).toMatchObject({ blPrintType: "PRINT_MBL", sealIds: ["5"] });
  }, SLOW_MS);

  it("says that a draft is marked, and offers no originals of it", async () => {
    await open();
    await opened();
    await press("打印");
    expect(await screen.findByText("提单未完成，每页将印 DRAFT 水印")).toBeTruthy();
    expect(screen.queryByLabelText("正本 ORIGINAL")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("草稿 DRAFT").checked).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>("副本 COPY NON-NEGOTIABLE").checked).toBe(true);
  }, SLOW_MS);

  it("prints no bill with a wrong box", async () => {
    await open();
    await opened();
    const clause = [...document.querySelectorAll<HTMLElement>("[data-field]")].find((each) => each.dataset["field"] === "freightCollect")!;
    fireEvent.click(within(clause).getByRole("checkbox"));
    await waitFor(() => expect(within(clause).getByText("运费条款冲突")).toBeTruthy());
    await press("打印");
    await waitFor(() => expect(toasts()).toContain("运费条款冲突"));
    expect(screen.queryByLabelText("草稿 DRAFT")).toBeNull();
  }, SLOW_MS);
});
