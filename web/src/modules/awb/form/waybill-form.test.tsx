import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import house from "@/modules/awb/form/hawb-info.page";
import master from "@/modules/awb/form/mawb-make.page";
import { BUTTONS, buttons, cellOf, fieldAt, openPage, press, typeInto } from "@/modules/awb/awb-kit";
import { pathOf } from "@/platform/forms/form-keys";
import { connectRouter } from "@/platform/navigate";
import { useSession } from "@/platform/session";
import { toasts } from "@/platform/test-shell";
import { type Answer, type Asked, envelope } from "@/platform/test-kit";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const LINE = { pieces: "12", grossWeight: "500.0", weightUnit: "K", rateClass: "Q", chargeWeight: "658.5", rateCharge: "25.88", total: "", volume: "3.950", goodsNameEn: "AUTO PARTS", hsCodes: [] };
const PREFILL = {
  kind: "master", awbNumber: "990-12345675", departureStation: "PVG", arrivalStation: "FRA", airlineCode: "X9", currency: "CNY",
  to1: "FRA", by1: "X9", payMethod: "PP", payMethodOther: "PP", shipper: { scName: "DEMO EXPORTER" }, consignee: {}, notify: {},
  lines: [LINE], sizes: [], charges: [], specialHandlingCodes: [],
};
const STORED = { ...PREFILL, lines: [{ ...LINE, total: "17041.98" }], awbPrintId: "77", rowUuid: "u1", state: "DRAFT", printCount: 0, revision: 0, orderCode: "AE-2611200007" };
const COLUMN = { weight: 0, valuation: 0, tax: 0, dueAgent: 0, dueCarrier: 0, total: 0 };
const SUMS = {
  pieces: 12, grossWeight: 500, freight: 17041.98, prepaid: { ...COLUMN, weight: 17041.98, dueCarrier: 2765.7, dueAgent: 50, total: 19857.68 },
  collect: COLUMN, ccInDestCurrency: null, totalCollect: null,
};

/** The rule the test needs, so that the answer follows what was typed. */
const CHECK: Answer = (asked: Asked) => {
  const body = asked.json() as typeof PREFILL;
  const findings = [];
  if (body.arrivalStation.length !== 3) findings.push({ field: "arrivalStation", severity: "error", key: "awb.arrival", message: "目的站须为3位字母" });
  if (body.lines[0]?.grossWeight === "500.123") findings.push({ field: "lines.0.grossWeight", severity: "error", key: "awb.gross", message: "毛重最多2位小数，总长度不超过7位" });
  return { findings, sums: SUMS, lines: [{ total: "17041.98" }] };
};
const NEW: Record<string, Answer> = {
  [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: null, state: "NONE", hawbs: [] }),
  [`GET /afbase/awbPrint/prefill/${ORDER}`]: () => PREFILL,
  "POST /afbase/awbPrint/check": CHECK,
};
const KNOWN: Record<string, Answer> = {
  [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: "77", state: "DRAFT", hawbs: [] }),
  "GET /afbase/awbPrint/view/77": () => STORED,
  "POST /afbase/awbPrint/check": CHECK,
};
const openMaster = (routes: Record<string, Answer>) => openPage(master.page ?? (() => null), `/af_mawb_make?o=${ORDER}`, routes);

/** Long conversations on a busy machine. */
const SLOW_MS = 60_000;

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the form of a master waybill", () => {
  it("begins with the order, and fills the total and the sums the server computes", async () => {
    const server = await openMaster(NEW);
    await waitFor(() => expect(cellOf(0, "total").text).toBe("17041.98"));
    expect(server.to(`/afbase/awbPrint/prefill/${ORDER}`)[0]?.query.get("type")).toBe("0");
    expect(fieldAt("shipper.scName").input.value).toBe("DEMO EXPORTER");
    expect(screen.getByText("待制单")).toBeTruthy();
    expect(screen.getByText("CNY 19,857.68")).toBeTruthy();
    expect(screen.getByText("2,765.70")).toBeTruthy();
    // What was computed is nothing the user has to save.
    expect(screen.queryByText("未保存")).toBeNull();
  });

  it("marks a wrong box red and says why, in boxes and in rows", async () => {
    // req: awb-red-border
    await openMaster(NEW);
    await waitFor(() => expect(fieldAt("arrivalStation").input.value).toBe("FRA"));
    fireEvent.change(fieldAt("arrivalStation").input, { target: { value: "fr" } });
    expect(fieldAt("arrivalStation").input.value).toBe("FR");
    await waitFor(() => expect(fieldAt("arrivalStation").box.className).toContain("is-wrong"));
    expect(within(fieldAt("arrivalStation").box).getByText("目的站须为3位字母")).toBeTruthy();
    expect(fieldAt("arrivalStation").input.getAttribute("aria-invalid")).toBe("true");
    fireEvent.change(fieldAt("arrivalStation").input, { target: { value: "fra" } });
    typeInto(0, "grossWeight", "500.123");
    await waitFor(() => expect(cellOf(0, "grossWeight").box.className).toContain("is-wrong"));
    expect(fieldAt("arrivalStation").box.className).not.toContain("is-wrong");
    fireEvent.click(within(screen.getByRole("alert")).getByText(/毛重最多2位小数/));
    expect(pathOf(document.activeElement)).toBe("lines.0.grossWeight");
  });

  it("takes a recognised address over only when the user has seen it", async () => {
    // req: address-open-import-recognition
    const german = { scName: "DEMO GMBH", scAddress: "HAUPTSTR 1", postCode: "6054", cityNameEn: "FRANKFURT", nationCode: "DE", telNumber: "" };
    const server = await openMaster({
      ...NEW,
      "POST /afbase/address/recognise": (asked) => {
        const { text } = asked.json() as { text: string };
        if (text === "?") return envelope(200, 1, "请粘贴地址", { findings: [{ field: "text", severity: "error", key: "x", message: "请粘贴地址" }] });
        return { role: null, party: german, findings: [{ field: "postCode", severity: "error", key: "address.post.de", message: "德国邮编须为5位数字" }] };
      },
    });
    await waitFor(() => expect(cellOf(0, "total").text).toBe("17041.98"));
    fireEvent.change(fieldAt("consignee.telNumber").input, { target: { value: "1 2" } });
    fireEvent.click(screen.getByLabelText("识别导入 收货人 Consignee"));
    const text = await screen.findByLabelText("粘贴地址");
    const take = () => buttons("导入")[0];
    expect(take()?.disabled).toBe(true);
    fireEvent.change(text, { target: { value: "?" } });
    await press("识别");
    expect((await screen.findByRole("alert")).textContent).toBe("请粘贴地址");
    fireEvent.change(text, { target: { value: "Demo GmbH\nHauptstr. 1" } });
    expect(screen.queryByRole("alert")).toBeNull();
    await press("识别");
    const result = within(await screen.findByLabelText("识别结果"));
    for (const shown of ["DEMO GMBH", "HAUPTSTR 1", "FRANKFURT", "DE", "德国邮编须为5位数字"]) expect(result.getByText(shown)).toBeTruthy();
    expect(screen.getByText("导入后将替换该方现有的全部内容")).toBeTruthy();
    expect(server.to("/afbase/address/recognise").at(-1)?.json()).toEqual({ text: "Demo GmbH\nHauptstr. 1", role: "consignee" });
    expect(fieldAt("consignee.scName").input.value).toBe("");
    await press("导入");
    await waitFor(() => expect(screen.queryByLabelText("粘贴地址")).toBeNull());
    const got = ["scName", "scAddress", "postCode", "cityNameEn", "nationCode", "telNumber"].map((name) => fieldAt(`consignee.${name}`).input.value);
    expect(got).toEqual(["DEMO GMBH", "HAUPTSTR 1", "6054", "FRANKFURT", "DE", ""]);
    expect(fieldAt("shipper.scName").input.value).toBe("DEMO EXPORTER");
    expect(screen.getByText("未保存")).toBeTruthy();
  });

  it("shows a total that was typed as made by hand and leaves it alone", async () => {
    await openMaster(NEW);
    await waitFor(() => expect(cellOf(0, "total").text).toBe("17041.98"));
    typeInto(0, "total", "17000");
    expect(await screen.findByText("手工")).toBeTruthy();
    await waitFor(() => expect(cellOf(0, "total").text).toBe("17000"));
  });

  it("creates once, keeps the identity it was given, and then changes that form", async () => {
    const server = await openMaster({
      ...NEW,
      "POST /afbase/awbPrint/mawb": () => ({ awbPrintId: "77", rowUuid: "u1", findings: [] }),
      "PUT /afbase/awbPrint/mawb": () => ({ awbPrintId: "77", rowUuid: "u2", findings: [] }),
    });
    await waitFor(() => expect(cellOf(0, "total").text).toBe("17041.98"));
    fireEvent.change(fieldAt("handlingInformation").input, { target: { value: "keep dry" } });
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await screen.findByText("已暂存");
    const created = server.to("/afbase/awbPrint/mawb")[0]?.json() as Record<string, unknown>;
    expect(created["orderUuid"]).toBe(ORDER);
    expect(created["handlingInformation"]).toBe("KEEP DRY");
    expect(created["awbPrintId"]).toBeUndefined();
    expect(screen.queryByText("未保存")).toBeNull();
    fireEvent.change(fieldAt("sci").input, { target: { value: "t1" } });
    await press("保存");
    await waitFor(() => expect(server.to("/afbase/awbPrint/mawb")).toHaveLength(2));
    const changed = server.to("/afbase/awbPrint/mawb")[1];
    expect(changed?.method).toBe("PUT");
    expect(changed?.json()).toMatchObject({ awbPrintId: "77", rowUuid: "u1", sci: "T1", orderUuid: ORDER });
  });

  it("asks what the server asks, and finishes with the reason", async () => {
    const question = "运单与订单不一致：件数 12 / 订单 11，是否继续？";
    let done = false;
    const server = await openMaster({
      ...KNOWN,
      "GET /afbase/awbPrint/view/77": () => ({ ...STORED, state: done ? "DONE" : "DRAFT" }),
      "PUT /afbase/awbPrint/finish/77": (asked) => {
        const body = asked.json() as { confirmed?: string[]; reason?: string };
        if (!body.confirmed) return envelope(200, 2, question, { confirms: [{ key: "awbprint.differs", field: "", message: question }] });
        if (!body.reason) return envelope(200, 1, "请填写差异原因", { findings: [{ field: "reason", severity: "error", key: "awbprint.reason", message: "请填写差异原因" }] });
        done = true;
        return { awbPrintId: "77", rowUuid: "u2", state: "DONE" };
      },
    });
    await press("完成");
    await screen.findByText(question);
    await press("否");
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(server.to("/afbase/awbPrint/finish/77")).toHaveLength(1);
    await press("完成");
    await press("是");
    fireEvent.change(await screen.findByLabelText("差异原因"), { target: { value: "海关查验" } });
    await press("完成");
    await screen.findByText("单证已完成，不能修改");
    expect(server.to("/afbase/awbPrint/finish/77").at(-1)?.json()).toEqual({ rowUuid: "u1", confirmed: ["awbprint.differs"], reason: "海关查验" });
    // A finished form shows values, not inputs.
    expect(document.querySelector('[data-field="arrivalStation"] input')).toBeNull();
    expect(buttons("保存")).toEqual([]);
  }, SLOW_MS);

  it("keeps asking for what a refused finish misses until it is filled in", async () => {
    await openMaster({
      ...KNOWN,
      "PUT /afbase/awbPrint/finish/77": () =>
        envelope(200, 1, "请填写签发人", { findings: [{ field: "issuer", severity: "error", key: "awb.required", message: "请填写签发人" }] }),
    });
    await press("完成");
    await waitFor(() => expect(fieldAt("issuer").box.className).toContain("is-wrong"));
    fireEvent.change(fieldAt("arrivalStation").input, { target: { value: "FR" } });
    await waitFor(() => expect(fieldAt("arrivalStation").box.className).toContain("is-wrong"));
    expect(fieldAt("issuer").box.className).toContain("is-wrong");
    fireEvent.change(fieldAt("issuer").input, { target: { value: "LI" } });
    expect(fieldAt("issuer").box.className).not.toContain("is-wrong");
  });

  it("opens the print from a file of its own, with the chosen copies", async () => {
    const beside = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
    vi.spyOn(window, "open").mockReturnValue(beside as unknown as Window);
    URL.createObjectURL = vi.fn(() => "blob:1");
    const server = await openMaster({
      ...KNOWN,
      "POST /afbase/awbPrint/downloadAWB": () => "/afbase/awbPrint/file/t0k",
      "GET /afbase/awbPrint/file/t0k": () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } }),
    });
    await press("打印");
    fireEvent.click(await screen.findByLabelText("副本9 (代理)"));
    fireEvent.click(screen.getByLabelText(/AS AGREED/));
    await press("打开");
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    expect(server.to("/afbase/awbPrint/downloadAWB")[0]?.json()).toEqual({
      awbPrintType: "PRINT_MAWB", orderUuid: ORDER, printType: "2", paper: "neutral", paperSize: "A4", copies: ["original3", "original1", "original2", "copy4"],
      showRate: false, offsetX: 0, offsetY: 0,
    });
  }, SLOW_MS);

  it("takes eleven digits for the number and shows its dash", async () => {
    // req: awb-master-input
    await openMaster(NEW);
    await waitFor(() => expect(fieldAt("awbNumber").input.value).toBe("990-12345675"));
    const typed = (value: string) => {
      fireEvent.change(fieldAt("awbNumber").input, { target: { value } });
      return fieldAt("awbNumber").input.value;
    };
    expect(typed("99")).toBe("99");
    expect(typed("9901")).toBe("990-1");
    expect(typed("990 1234 5675")).toBe("990-12345675");
    expect(typed("990-123456751")).toBe("990-12345675");
    expect(typed("99O-l2345675")).toBe("992-345675");
  });

  it("prints nothing while a box is wrong, and goes to the box", async () => {
    // req: awb-open-messages
    const server = await openMaster(KNOWN);
    await waitFor(() => expect(fieldAt("arrivalStation").input.value).toBe("FRA"));
    fireEvent.change(fieldAt("arrivalStation").input, { target: { value: "FR" } });
    await waitFor(() => expect(fieldAt("arrivalStation").box.className).toContain("is-wrong"));
    await press("打印");
    expect(toasts()).toEqual(["目的站须为3位字母"]);
    expect(document.activeElement).toBe(fieldAt("arrivalStation").input);
    expect(document.querySelector(".awb-print")).toBeNull();
    expect(server.to("/afbase/awbPrint/mawb")).toHaveLength(0);
  });

  it("tells when the print was refused and closes the empty window", async () => {
    const beside = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
    vi.spyOn(window, "open").mockReturnValue(beside as unknown as Window);
    await openMaster({ ...KNOWN, "POST /afbase/awbPrint/downloadAWB": () => envelope(200, 1, "运单未制单") });
    await press("打印");
    await press("打开");
    await waitFor(() => expect(beside.close).toHaveBeenCalled());
    expect(toasts()).toEqual(["操作失败，运单未制单"]);
  });
});

describe("papers beside a waybill", () => {
  const GOODS: Record<string, Answer> = { ...KNOWN, "GET /afbase/awbPrint/view/77": () => ({ ...STORED, specialHandlingCodes: ["DGR"] }) };
  const offered = async (routes: Record<string, Answer>, held: string[]) => {
    await openMaster(routes);
    act(() => useSession.getState().setButtons([...BUTTONS, ...held]));
    // Other menus are called so too.
    fireEvent.click(await waitFor(() => buttons("更多").find((each) => each.closest(".form-buttons")) ?? expect.fail()));
    await screen.findByText("取订单数据");
    return ["标签打印", "危险品申报单"].filter((words) => screen.queryByText(words));
  };

  it("are labels for who prints them, and a declaration where the goods are dangerous", async () => {
    expect(await offered(GOODS, ["af-order-label", "af-dgd-add"])).toEqual(["标签打印", "危险品申报单"]);
    const gone: string[] = [];
    connectRouter((href) => gone.push(href));
    fireEvent.click(screen.getByText("标签打印"));
    fireEvent.click(screen.getByText("危险品申报单"));
    expect(gone).toEqual([`/af_label_print?orderUuids=${ORDER}`, `/af_dgd_print?o=${ORDER}`]);
  });

  it("are the cargo manifest for who prints it, shown beside", async () => {
    const beside = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
    vi.spyOn(window, "open").mockReturnValue(beside as unknown as Window);
    URL.createObjectURL = vi.fn(() => "blob:1");
    const call = `/afbase/aforder/airCargoManifestPrint/${ORDER}`;
    const pdf: Answer = () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } });
    await offered({ ...KNOWN, [`POST ${call}`]: () => ({ url: "/afbase/awbPrint/file/m" }), "GET /afbase/awbPrint/file/m": pdf }, ["af-order-manifest"]);
    fireEvent.click(screen.getByText("打印货物清单"));
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    cleanup();
    await offered(KNOWN, []);
    expect(screen.queryByText("打印货物清单")).toBeNull();
  });

  it("are none for other goods and other users", async () => {
    expect(await offered(KNOWN, ["af-order-label", "af-dgd-add"])).toEqual(["标签打印"]);
    cleanup();
    expect(await offered(GOODS, [])).toEqual([]);
  });
});

describe("the form of a house waybill", () => {
  const HOUSES = [
    { id: "1", hawbId: "1", hawbNumber: "HA001", pieces: 5, weight: 200, awbPrintId: null, state: "NONE" },
    { id: "2", hawbId: "2", hawbNumber: "HA002", pieces: 7, weight: 280, awbPrintId: "9", state: "DRAFT" },
  ];
  const ROUTES: Record<string, Answer> = {
    [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: null, state: "NONE", hawbs: HOUSES }),
    [`GET /afbase/awbPrint/prefill/${ORDER}`]: () => ({ ...PREFILL, kind: "house", hawbNumber: "HA001" }),
    "POST /afbase/awbPrint/check": CHECK,
  };

  it("shows what the carrier of the master's prefix demands, as the master's form does", async () => {
    const demanded = { "GET /afbase/carrier/noteOf/990": () => ({ carrierCode: "X9", text: "<p>收货人须填电话</p>" }) };
    await openPage(house.page ?? (() => null), `/hawb_info_page?o=${ORDER}&hawbId=1`, { ...ROUTES, ...demanded });
    expect(await screen.findByText("收货人须填电话")).toBeTruthy();
    cleanup();
    await openMaster({ ...NEW, ...demanded });
    expect((await screen.findByText("X9 航司要求")).closest("details")?.parentElement?.querySelector(".awb-sheet")).toBeTruthy();
  });

  it("fills from the house, cleans its number, and saves it for that house", async () => {
    // req: awb-house-clean
    const server = await openPage(house.page ?? (() => null), `/hawb_info_page?o=${ORDER}&hawbId=1`, {
      ...ROUTES,
      "POST /afbase/awbPrint/hawb": () => ({ awbPrintId: "8", rowUuid: "h1", findings: [] }),
    });
    await waitFor(() => expect(fieldAt("hawbNumber").input.value).toBe("HA001"));
    expect(Object.fromEntries(server.to(`/afbase/awbPrint/prefill/${ORDER}`)[0]?.query ?? [])).toEqual({ type: "1", hawbId: "1" });
    expect(screen.getByText("HA002")).toBeTruthy();
    fireEvent.change(fieldAt("hawbNumber").input, { target: { value: "ha-003中" } });
    expect(fieldAt("hawbNumber").input.value).toBe("HA003中");
    fireEvent.change(fieldAt("hawbNumber").input, { target: { value: "HA00123456789" } });
    expect(fieldAt("hawbNumber").input.value).toBe("HA0012345678");
    await press("保存");
    await waitFor(() => expect(server.to("/afbase/awbPrint/hawb")).toHaveLength(1));
    expect(server.to("/afbase/awbPrint/hawb")[0]?.json()).toMatchObject({ kind: "house", hawbId: "1", hawbNumber: "HA0012345678", orderUuid: ORDER });
  });

  it("adds the houses up beside their master, and marks what is outside the tolerance", async () => {
    const sums = {
      houses: { pieces: 12, weight: 480, volume: 3.95 },
      master: { pieces: 12, weight: 500, volume: 3.95 },
      marks: { weight: { level: "outside", text: "差 -20.0（-4.00%）" } },
    };
    await openPage(house.page ?? (() => null), `/hawb_info_page?o=${ORDER}&hawbId=1`, {
      ...ROUTES,
      [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: null, state: "NONE", hawbs: HOUSES, sums }),
    });
    expect((await screen.findByText("480.0")).className).toContain("is-outside");
    expect(screen.getByText("差 -20.0（-4.00%）")).toBeTruthy();
    expect(screen.getAllByText("500.0").find((each) => each.tagName === "TD")?.className).not.toContain("is-");
  });

  it("says that a direct shipment has none", async () => {
    const none: Answer = () => ({ awbNumber: "990-12345675", awbPrintId: null, state: "NONE", hawbs: [] });
    await openPage(house.page ?? (() => null), `/hawb_info_page?o=${ORDER}`, { [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: none });
    expect(await screen.findByText("该主单为直单，无分单")).toBeTruthy();
  });
});
