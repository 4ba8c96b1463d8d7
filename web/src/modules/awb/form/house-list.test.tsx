import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BUTTONS, buttons, fieldAt, openPage, press } from "@/modules/awb/awb-kit";
import house from "@/modules/awb/form/hawb-info.page";
import { useSession } from "@/platform/session";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const HOUSES = [
  { id: "1", hawbId: "1", hawbNumber: "HA001", pieces: 5, weight: 200, awbPrintId: "81", state: "DRAFT" },
  { id: "2", hawbId: "2", hawbNumber: "HA002", pieces: 7, weight: 280, awbPrintId: "82", state: "DONE" },
];
const FORM = { kind: "house", awbNumber: "990-12345675", hawbNumber: "HA001", departureStation: "PVG", arrivalStation: "FRA", lines: [], sizes: [], charges: [] };
const STORED = {
  id: "1", version: 3, hawbNumber: "HA001", pieces: 5, slac: 20, weight: 200, volume: 1.6, chargeWeight: 266.5, departureStation: "PVG",
  arrivalStation: "FRA", goodsNameEn: "AUTO PARTS", printStatus: "DRAFT", shipper: { scName: "DEMO EXPORTER", other: "x" }, consignee: { scName: "DEMO GMBH" },
};
const SAVE = "/afbase/hawb/doSave";

async function open(routes: Record<string, Answer> = {}, hawbs: object[] = HOUSES, hawbId = "1") {
  const server = await openPage(house.page ?? (() => null), `/hawb_info_page?o=${ORDER}&hawbId=${hawbId}`, {
    [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: null, state: "NONE", hawbs }),
    "GET /afbase/awbPrint/view/81": () => ({ ...FORM, awbPrintId: "81", rowUuid: "u", state: "DRAFT" }),
    "GET /afbase/awbPrint/view/82": () => ({ ...FORM, hawbNumber: "HA002", awbPrintId: "82", rowUuid: "v", state: "DONE" }),
    "POST /afbase/awbPrint/check": () => ({ findings: [], sums: null, lines: [] }),
    "GET /afbase/aforder/hawb/page": () => ({ records: [STORED] }),
    [`GET /afbase/order/view/${ORDER}`]: () => ({ departureStation: "PVG", arrivalStation: "FRA", goodsNameEn: "AUTO PARTS", parties: { shipper: { scName: "DEMO EXPORTER" } } }),
    ...routes,
  });
  if (hawbs.length > 0) await screen.findByText("HA002");
  return server;
}

const dialog = async (title: string) => within((await screen.findByText(title)).closest<HTMLElement>("[role=dialog]") ?? document.body);
/** The dialog of a house, once it knows what it begins with. */
const filled = async () => {
  const input = await waitFor(() => screen.getByLabelText(/分单号/, { selector: ".ant-modal input" }));
  return within(input.closest<HTMLElement>("[role=dialog]") ?? document.body);
};
const type = (box: Awaited<ReturnType<typeof dialog>>, label: RegExp, value: string) => {
  const input = box.getByLabelText(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const save = (box: Awaited<ReturnType<typeof dialog>>) => fireEvent.click(box.getByRole("button", { name: /^保\s*存$/ }));

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the houses of a master", () => {
  it("gets one like the open one, without its number, and opens its form", async () => {
    const refused = [{ field: "hawbNumber", severity: "error", key: "hawb.repeated", message: "分单号HA001重复" }];
    const server = await open({
      [`POST ${SAVE}`]: (asked) => {
        const { hawb } = asked.json() as { hawb: { hawbNumber: string } };
        return hawb.hawbNumber === "HA001" ? envelope(200, 1, "分单号HA001重复", { findings: refused }) : { id: "3", version: 1, findings: [] };
      },
    });
    await press("复制");
    const box = await filled();
    expect(box.getByText("复制分单 HA001")).toBeTruthy();
    expect(box.getByLabelText<HTMLInputElement>(/^件数/).value).toBe("5");
    expect(box.getByLabelText<HTMLInputElement>(/分单号/).value).toBe("");
    save(box);
    await box.findByText("请输入分单号");
    expect(server.to(SAVE)).toHaveLength(0);
    type(box, /分单号/, "ha001");
    save(box);
    await box.findByText("分单号HA001重复");
    type(box, /分单号/, "ha003");
    save(box);
    await waitFor(() => expect(screen.queryByText("复制分单 HA001")).toBeNull());
    const { orderUuid, hawb } = server.to(SAVE).map((asked) => asked.json()).at(-1) as { orderUuid: string; hawb: Record<string, unknown> };
    expect(orderUuid).toBe(ORDER);
    expect(hawb).toMatchObject({ hawbNumber: "HA003", pieces: 5, slac: 20, weight: 200, goodsNameEn: "AUTO PARTS", shipper: { scName: "DEMO EXPORTER" } });
    // The stored house stays what it is.
    for (const own of ["id", "version", "printStatus"]) expect(hawb).not.toHaveProperty(own);
    expect(hawb["shipper"]).not.toHaveProperty("other");
    await waitFor(() => expect(server.to(`/afbase/awbPrint/viewByOrderUuid/${ORDER}`).length).toBeGreaterThan(1));
  });

  it.each([
    ["1", "AUTO PARTS", "DEMO EXPORTER"],
    ["0", null, null],
  ])("gets a new one with the stations of the order, and with its goods and parties when the user copies (%s)", async (copies, goods, shipper) => {
    const server = await open({
      "GET /hrs/user/getHrsUserExtend": () => ({ orderAeHawbCopyAwbInfo: copies }),
      [`POST ${SAVE}`]: () => ({ id: "3", version: 1, findings: [] }),
    });
    await press("新增");
    const box = await filled();
    type(box, /分单号/, "HA003");
    type(box, /^件数/, "1");
    type(box, /^毛重/, "20");
    save(box);
    await waitFor(() => expect(server.to(SAVE)).toHaveLength(1));
    const [{ hawb }] = server.to(SAVE).map((asked) => asked.json()) as [{ hawb: Record<string, unknown> }];
    expect(hawb).toMatchObject({ hawbNumber: "HA003", departureStation: "PVG", arrivalStation: "FRA", goodsNameEn: goods, shipper: { scName: shipper } });
  });

  it("loses the open one after a question, and opens the next", async () => {
    let hawbs: object[] = HOUSES;
    const server = await open({
      [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: null, state: "NONE", hawbs }),
      "POST /afbase/hawb/doDelete": () => {
        hawbs = HOUSES.slice(1);
        return null;
      },
    });
    await press("删除");
    const question = await dialog("确认删除分单 HA001？");
    fireEvent.click(question.getByRole("button", { name: /^取\s*消$/ }));
    await waitFor(() => expect(screen.queryByText("确认删除分单 HA001？")).toBeNull());
    expect(server.to("/afbase/hawb/doDelete")).toHaveLength(0);
    await press("删除");
    fireEvent.click((await dialog("确认删除分单 HA001？")).getByRole("button", { name: /^删\s*除$/ }));
    await waitFor(() => expect(server.to("/afbase/hawb/doDelete")[0]?.json()).toEqual({ orderUuid: ORDER, ids: ["1"] }));
    await waitFor(() => expect(screen.queryByText("HA001")).toBeNull());
    expect(toasts()).toEqual(["操作成功"]);
    // A finished one stays.
    await waitFor(() => expect(buttons("删除").map((each) => each.disabled)).toEqual([true]));
  });

  it("says why one can't be taken away", async () => {
    await open({ "POST /afbase/hawb/doDelete": () => envelope(200, 1, "舱单已发送，请先删除舱单") });
    await press("删除");
    fireEvent.click((await dialog("确认删除分单 HA001？")).getByRole("button", { name: /^删\s*除$/ }));
    await waitFor(() => expect(toasts()).toEqual(["操作失败，舱单已发送，请先删除舱单"]));
    expect(screen.getByText("HA001", { selector: ".awb-houses .mono" })).toBeTruthy();
  });

  it("is changed by those who may change orders alone", async () => {
    await open();
    expect(buttons("新增")).toHaveLength(1);
    act(() => useSession.getState().setButtons(BUTTONS.filter((code) => code !== "af-order-edit")));
    for (const words of ["新增", "复制", "删除"]) expect(buttons(words)).toEqual([]);
  });

  it("begins with the first one where there is none", async () => {
    await open({}, []);
    await screen.findByText("该主单为直单，无分单");
    await press("新增分单");
    expect((await filled()).getByText("新增分单")).toBeTruthy();
  });

  it("sends the FHL of the open one", async () => {
    const check = { ready: true, channel: null, accepted: false, rows: [{ awbPrintId: "81", type: "FHL", number: "HA001", findings: [] }] };
    const server = await open({ "POST /afbase/awbPrint/sendCheck": () => check });
    await waitFor(() => expect(fieldAt("hawbNumber").input.value).toBe("HA001"));
    await press("发送FHL");
    await (await dialog("发送电子报文 HA001")).findByText("检查通过");
    expect(server.to("/afbase/awbPrint/sendCheck")[0]?.json()).toEqual({ type: "hawb", awbPrintId: null, slIds: ["1"] });
  });
});
