import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BUTTONS, buttons, fieldAt, openPage, press } from "@/modules/awb/awb-kit";
import house from "@/modules/awb/form/hawb-info.page";
import { goTo } from "@/platform/navigate";
import { useSession } from "@/platform/session";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const H1 = { id: "1", hawbId: "1", hawbNumber: "HA001", pieces: 5, weight: 200, awbPrintId: "81", state: "DRAFT" };
const H2 = { id: "2", hawbId: "2", hawbNumber: "HA002", pieces: 7, weight: 280, awbPrintId: "82", state: "DRAFT" };
const H3 = { id: "3", hawbId: "3", hawbNumber: "HA003", pieces: 1, weight: 20, awbPrintId: null, state: "NONE" };
const FORM = { kind: "house", awbNumber: "990-12345675", hawbNumber: "HA001", departureStation: "PVG", arrivalStation: "FRA", lines: [], sizes: [], charges: [] };
const MASTER = {
  ...FORM, kind: "master", awbPrintId: "77", rowUuid: "m", state: "DRAFT", arrivalStation: "LAX", to1: "FRA", by1: "X9", flightNumber: "X9101", flightDate: "2026-07-18",
  shipper: { scName: "MASTER SHIPPER" }, consignee: { scName: "MASTER CONSIGNEE" }, handlingInformation: "KEEP DRY", referenceNumber: "M1",
};
const SAVE = "/afbase/awbPrint/hawb";

let hawbs: object[] = [];

async function open(routes: Record<string, Answer> = {}, hawbId = "1", all: object[] = [H1, H2, H3]) {
  hawbs = all;
  const server = await openPage(house.page ?? (() => null), `/hawb_info_page?o=${ORDER}&hawbId=${hawbId}`, {
    [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: "77", state: "DRAFT", hawbs }),
    "GET /afbase/awbPrint/view/77": () => MASTER,
    "GET /afbase/awbPrint/view/81": () => ({ ...FORM, consignee: { scName: "OWN GMBH" }, awbPrintId: "81", rowUuid: "u1", state: "DRAFT" }),
    "GET /afbase/awbPrint/view/82": () => ({ ...FORM, hawbNumber: "HA002", awbPrintId: "82", rowUuid: "u2", state: "DRAFT" }),
    [`GET /afbase/awbPrint/prefill/${ORDER}`]: () => ({ ...FORM, hawbNumber: "HA003" }),
    "POST /afbase/awbPrint/check": () => ({ findings: [], sums: null, lines: [] }),
    [`PUT ${SAVE}`]: (asked) => ({ awbPrintId: (asked.json() as { awbPrintId: string }).awbPrintId, rowUuid: "new", findings: [] }),
    ...routes,
  });
  if (all.length > 0) await waitFor(() => expect(fieldAt("departureStation").input.value).toBe("PVG"));
  return server;
}
const line = (number: string) => screen.getByText(number, { selector: ".awb-houses .mono" }).closest("button") ?? expect.fail();
const look = async (number: string) => {
  fireEvent.click(line(number));
  await waitFor(() => expect(fieldAt("hawbNumber").input.value).toBe(number));
};
const type = (path: string, value: string) => fireEvent.change(fieldAt(path).input, { target: { value } });
const bodies = (server: Awaited<ReturnType<typeof open>>, path: string) => server.to(path).map((asked) => asked.json() as Record<string, unknown>);

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the forms of several houses", () => {
  it("keep what was typed while another is looked at, and are saved together", async () => {
    const server = await open();
    expect(buttons("保存全部 (1)")).toEqual([]);
    type("handlingInformation", "FIRST");
    await look("HA002");
    // No question is asked between houses, and the list tells what waits.
    expect(screen.queryByText("内容未保存，确认离开？")).toBeNull();
    expect(line("HA001").textContent).toContain("未保存");
    expect(fieldAt("handlingInformation").input.value).toBe("");
    type("osi", "SECOND");
    await look("HA001");
    expect(fieldAt("handlingInformation").input.value).toBe("FIRST");
    await press("保存全部 (2)");
    await waitFor(() => expect(toasts()).toEqual(["成功2条，跳过0条"]));
    expect(bodies(server, SAVE).map((each) => [each["hawbId"], each["rowUuid"], each["handlingInformation"], each["osi"]])).toEqual([
      ["1", "u1", "FIRST", ""],
      ["2", "u2", "", "SECOND"],
    ]);
    await waitFor(() => expect(line("HA001").textContent).not.toContain("未保存"));
    expect(buttons("保存全部 (1)")).toEqual([]);
  });

  it("stay unsaved where one is refused, and say so at its box when it is opened", async () => {
    const wrong = { field: "osi", severity: "error", key: "awb.osi", message: "其他服务信息最多195个字符" };
    await open({
      [`PUT ${SAVE}`]: (asked) =>
        (asked.json() as { hawbId: string }).hawbId === "2" ? envelope(200, 1, wrong.message, { findings: [wrong] }) : { awbPrintId: "81", rowUuid: "new", findings: [] },
      "POST /afbase/awbPrint/check": (asked) => ({ findings: (asked.json() as { osi: string }).osi ? [wrong] : [], sums: null, lines: [] }),
    });
    await look("HA002");
    type("osi", "TOO LONG");
    await look("HA001");
    type("handlingInformation", "FIRST");
    await press("保存全部 (2)");
    await waitFor(() => expect(toasts()).toEqual(["成功1条，跳过1条"]));
    expect([line("HA001"), line("HA002")].map((each) => each.textContent?.includes("未保存"))).toEqual([false, true]);
    await look("HA002");
    await waitFor(() => expect(within(fieldAt("osi").box).getByText(wrong.message)).toBeTruthy());
    expect(fieldAt("osi").input.value).toBe("TOO LONG");
  });

  it("are left only after a question, with the others counted in", async () => {
    await open();
    type("handlingInformation", "FIRST");
    await look("HA002");
    act(() => goTo("/af_awb_print"));
    await screen.findByText("内容未保存，确认离开？");
    await press("继续编辑");
    await waitFor(() => expect(screen.queryByText("内容未保存，确认离开？")).toBeNull());
    expect(fieldAt("hawbNumber").input.value).toBe("HA002");
  });

  it("take stations, flight and parties of the master into empty boxes", async () => {
    await open();
    fireEvent.click(buttons("更多").find((each) => each.closest(".form-buttons")) ?? expect.fail());
    fireEvent.click(await screen.findByText("从主单复制"));
    await screen.findByText("已从主单 990-12345675 复制 5 个空栏目");
    const shown = ["arrivalStation", "to1", "by1", "flightNumber", "shipper.scName", "consignee.scName", "handlingInformation", "referenceNumber"];
    expect(shown.map((path) => fieldAt(path).input.value)).toEqual(["FRA", "FRA", "X9", "X9101", "MASTER SHIPPER", "OWN GMBH", "", ""]);
    await press("撤销");
    expect(fieldAt("shipper.scName").input.value).toBe("");
  });
});

describe("the list of houses", () => {
  it("is put into another order, which the server keeps", async () => {
    const server = await open({
      "POST /afbase/hawb/doSort": () => {
        hawbs = [H2, H1, H3];
        return null;
      },
    });
    expect(buttons("上移").map((each) => each.disabled)).toEqual([true]);
    await press("下移");
    await waitFor(() => expect([...document.querySelectorAll(".awb-houses .mono")].map((each) => each.textContent)).toEqual(["HA002", "HA001", "HA003"]));
    expect(bodies(server, "/afbase/hawb/doSort")).toEqual([{ orderUuid: ORDER, ids: ["2", "1", "3"] }]);
    expect(buttons("上移").map((each) => each.disabled)).toEqual([false]);
    cleanup();
    await open({}, "3");
    expect(buttons("下移").map((each) => each.disabled)).toEqual([true]);
  });

  it("says when others changed it meanwhile, and shows it anew", async () => {
    const server = await open({ "POST /afbase/hawb/doSort": () => envelope(200, 1, "分单有变化，请刷新后重试") });
    const before = server.to(`/afbase/awbPrint/viewByOrderUuid/${ORDER}`).length;
    await press("下移");
    await waitFor(() => expect(toasts()).toEqual(["操作失败，分单有变化，请刷新后重试"]));
    await waitFor(() => expect(server.to(`/afbase/awbPrint/viewByOrderUuid/${ORDER}`).length).toBeGreaterThan(before));
  });

  it("is moved, added to and imported into by those who may change orders alone", async () => {
    await open();
    act(() => useSession.getState().setButtons(BUTTONS.filter((code) => code !== "af-order-edit")));
    for (const words of ["上移", "下移", "导入"]) expect(buttons(words)).toEqual([]);
  });
});

describe("a new house", () => {
  const VIEW: Answer = () => ({ departureStation: "PVG", arrivalStation: "FRA", goodsNameEn: "AUTO PARTS", parties: { shipper: { scName: "DEMO EXPORTER" } } });
  const begin = async (copies: string) => {
    const server = await open({
      [`GET /afbase/order/view/${ORDER}`]: VIEW,
      "GET /hrs/user/getHrsUserExtend": () => ({ orderAeHawbCopyAwbInfo: copies }),
      "GET /afbase/hawb/nextNumber": () => ({ hawbNumber: "DEMO0000007" }),
      "POST /afbase/hawb/doSave": () => ({ id: "9", version: 1, findings: [] }),
    });
    await press("新增");
    await screen.findByText("生成分单号");
    return server;
  };
  const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: ".ant-modal input" }).value;
  const box = () => screen.getByLabelText<HTMLInputElement>("从主单复制品名、付款方式和收发货人");

  it("gets the next number of the company", async () => {
    const server = await begin("1");
    await press("生成分单号");
    await waitFor(() => expect(value(/^分单号/)).toBe("DEMO0000007"));
    expect(server.to("/afbase/hawb/nextNumber")[0]?.query.get("orderUuid")).toBe(ORDER);
  });

  it.each([["1", true, "AUTO PARTS"], ["0", false, ""]])("begins with the goods of the master as the user has set it up (%s), and as he ticks", async (copies, ticked, goods) => {
    const server = await begin(copies);
    expect([box().checked, value(/^英文品名/)]).toEqual([ticked, goods]);
    fireEvent.click(box());
    expect([box().checked, value(/^英文品名/)]).toEqual([!ticked, ticked ? "" : "AUTO PARTS"]);
    await press("生成分单号");
    for (const [label, typed] of [[/^件数/, "1"], [/^毛重/, "20"]] as const) {
      const input = screen.getByLabelText(label, { selector: ".ant-modal input" });
      fireEvent.change(input, { target: { value: typed } });
      fireEvent.blur(input);
    }
    await waitFor(() => expect(value(/^分单号/)).toBe("DEMO0000007"));
    fireEvent.click(within(screen.getByRole("dialog")).getByText(/^保\s*存$/));
    await waitFor(() => expect(server.to("/afbase/hawb/doSave")).toHaveLength(1));
    const { hawb } = bodies(server, "/afbase/hawb/doSave")[0] as { hawb: Record<string, unknown> };
    expect(hawb).toMatchObject({ hawbNumber: "DEMO0000007", departureStation: "PVG", shipper: { scName: ticked ? null : "DEMO EXPORTER" } });
  });
});

describe("houses of a workbook", () => {
  const repeated = { field: "hawbNumber", severity: "error", key: "order.hawb.repeated", message: "分单号HA001重复" };
  const READ = (good: boolean) => ({
    total: 2, bad: good ? 0 : 1,
    rows: [
      { number: 2, hawb: { hawbNumber: "HA004", pieces: "3", weight: "30.5" }, findings: [] },
      { number: 3, hawb: { hawbNumber: good ? "HA005" : "HA001", pieces: "1", weight: "5" }, findings: good ? [] : [repeated] },
    ],
  });
  const cell = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
  const begin = async (routes: Record<string, Answer> = {}) => {
    const server = await open({ "POST /afbase/hawb/import/read": () => READ(false), "POST /afbase/hawb/import/check": () => READ(true), ...routes });
    await press("导入");
    fireEvent.change(await screen.findByLabelText("选择文件"), { target: { files: [new File(["x"], "houses.xlsx")] } });
    return server;
  };

  it("are looked at first: a wrong row is red with its reason, mended here, and all are added", async () => {
    const server = await begin({ "POST /afbase/hawb/import/run": () => ({ added: 2 }) });
    await screen.findByText("共 2 行，1 行有错误；改正或删除后才能导入");
    expect(screen.getByText("分单号：分单号HA001重复")).toBeTruthy();
    const number = await cell("第3行 分单号");
    expect([number.getAttribute("aria-invalid"), (await cell("第2行 分单号")).getAttribute("aria-invalid")]).toEqual(["true", "false"]);
    expect(buttons("导入 2 行").map((each) => each.disabled)).toEqual([true]);
    fireEvent.change(number, { target: { value: "HA005" } });
    // Mended rows are looked at again before they are written.
    expect(buttons("导入 2 行").map((each) => each.disabled)).toEqual([true]);
    await press("重新检查");
    await screen.findByText("共 2 行，检查通过");
    await press("导入 2 行");
    await waitFor(() => expect(toasts()).toEqual(["已导入 2 个分单"]));
    expect(bodies(server, "/afbase/hawb/import/run")).toEqual([
      { orderUuid: ORDER, rows: [{ number: 2, hawb: { hawbNumber: "HA004", pieces: "3", weight: "30.5" } }, { number: 3, hawb: { hawbNumber: "HA005", pieces: "1", weight: "5" } }] },
    ]);
    await waitFor(() => expect(screen.queryByLabelText("导入的分单")).toBeNull());
  });

  it("lose a row that is not wanted, and learn what became wrong meanwhile", async () => {
    await begin({
      "POST /afbase/hawb/import/check": () => ({ total: 1, bad: 0, rows: READ(true).rows.slice(0, 1) }),
      "POST /afbase/hawb/import/run": () => envelope(200, 1, "分单号HA004重复", { findings: [{ ...repeated, field: "rows.0.hawbNumber", message: "分单号HA004重复" }] }),
    });
    await screen.findByText("分单号：分单号HA001重复");
    fireEvent.click(screen.getByLabelText("删除第3行"));
    await press("重新检查");
    await press("导入 1 行");
    await screen.findByText("分单号：分单号HA004重复");
    expect((await cell("第2行 分单号")).getAttribute("aria-invalid")).toBe("true");
    expect(toasts()).toEqual([]);
  });

  it("are refused with the reason of the file", async () => {
    await begin({ "POST /afbase/hawb/import/read": () => envelope(200, 1, "文件中没有数据行") });
    expect((await screen.findByRole("alert")).textContent).toBe("文件中没有数据行");
    expect(screen.queryByLabelText("导入的分单")).toBeNull();
  });
});

describe("the house itself", () => {
  const STORED = { id: "1", version: 3, hawbNumber: "HA001", pieces: 5, slac: 20, weight: 200, departureStation: "PVG", arrivalStation: "FRA", goodsNameEn: "AUTO PARTS", printStatus: "DRAFT", shipper: { scName: "DEMO EXPORTER", other: "x" }, consignee: {}, notify: {} };
  const SEND = "/afbase/hawb/doSave";
  const info = async (routes: Record<string, Answer> = {}, stored: object = STORED) => {
    const server = await open({ "GET /afbase/aforder/hawb/page": () => ({ records: [stored] }), [`POST ${SEND}`]: () => ({ id: "1", version: 4, findings: [] }), ...routes });
    fireEvent.click(screen.getByText("分单信息"));
    await screen.findByText("分单信息 HA001");
    return server;
  };
  const shown = (name: string) => fieldAt(name).input.value;

  it("is changed beside its form, with its version and its parties", async () => {
    const server = await info();
    expect([shown("hawbNumber"), shown("pieces"), shown("shipper.scName")]).toEqual(["HA001", "5", "DEMO EXPORTER"]);
    fireEvent.change(fieldAt("goodsNameEn").input, { target: { value: "LED LAMPS" } });
    fireEvent.blur(fieldAt("goodsNameEn").input);
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(server.to(SEND)).toHaveLength(1));
    const { orderUuid, hawb } = bodies(server, SEND)[0] as { orderUuid: string; hawb: Record<string, unknown> };
    expect(orderUuid).toBe(ORDER);
    expect(hawb).toMatchObject({ id: "1", version: 3, hawbNumber: "HA001", goodsNameEn: "LED LAMPS", shipper: { scName: "DEMO EXPORTER" } });
    expect(hawb).not.toHaveProperty("printStatus");
    expect(hawb["shipper"]).not.toHaveProperty("other");
  });

  it("shows what the server finds wrong at its box, and loses nothing typed", async () => {
    const wrong = { field: "hawbNumber", severity: "error", key: "hawb.repeated", message: "分单号HA002重复" };
    await info({ [`POST ${SEND}`]: () => envelope(200, 1, wrong.message, { findings: [wrong] }) });
    fireEvent.change(fieldAt("hawbNumber").input, { target: { value: "HA002" } });
    fireEvent.blur(fieldAt("hawbNumber").input);
    await press("保存");
    await waitFor(() => expect(within(fieldAt("hawbNumber").box).getByText("分单号HA002重复")).toBeTruthy());
    expect(shown("hawbNumber")).toBe("HA002");
    // What is typed here is kept by no desk: leaving it is asked about.
    fireEvent.click(line("HA002"));
    await screen.findByText("内容未保存，确认离开？");
  });

  it("is shown closed where its form is finished", async () => {
    await info({}, { ...STORED, printStatus: "DONE" });
    expect(buttons("保存")).toEqual([]);
    expect(document.querySelector('[data-field="pieces"] input')).toBeNull();
  });

  it("is not offered to those who may not change orders", async () => {
    await open();
    act(() => useSession.getState().setButtons(BUTTONS.filter((code) => code !== "af-order-edit")));
    expect(screen.queryByText("分单信息")).toBeNull();
  });
});
