import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import awb from "@/modules/awb/pages";
import list from "@/modules/awb/form/os-waybill.page";
import make from "@/modules/awb/form/os-waybill-make.page";
import { buttons, fieldAt, openPage, press } from "@/modules/awb/awb-kit";
import type { ListPage, Row } from "@/platform/contract";
import { openDeclared } from "@/platform/lists/declared-kit";
import { connectRouter } from "@/platform/navigate";
import { useSession } from "@/platform/session";
import { type Answer, type Asked, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const CODES = ["os-waybill-add", "os-waybill-finish", "os-waybill-back", "os-waybill-print", "os-waybill-del"];
const LINE = { pieces: "", grossWeight: "", weightUnit: "K", rateClass: "", chargeWeight: "", rateCharge: "", total: "", volume: "", goodsNameEn: "", hsCodes: [] };
const BLANK = {
  kind: "master", awbNumber: "990-12346003", hawbNumber: "", airlineCode: "X9", currency: "CNY", payMethod: "PP", payMethodOther: "PP",
  shipper: {}, consignee: {}, notify: {}, lines: [LINE], sizes: [], charges: [], specialHandlingCodes: [],
};
const HOUSE = { ...BLANK, kind: "house", arrivalStation: "FRA" };
const STORED = { ...BLANK, awbPrintId: "77", rowUuid: "u1", state: "DRAFT", printCount: 0, revision: 0, orderUuid: null, orderCode: null, hawbId: null };
const COLUMN = { weight: 0, valuation: 0, tax: 0, dueAgent: 0, dueCarrier: 0, total: 0 };
const CHECKED = { findings: [], sums: { pieces: 0, grossWeight: 0, freight: 0, prepaid: COLUMN, collect: COLUMN, ccInDestCurrency: null, totalCollect: null }, lines: [{ total: null }] };

/** What else there is to do with the form; other menus are called so too. */
async function openMenu(): Promise<void> {
  fireEvent.click(await waitFor(() => buttons("更多").find((each) => each.closest(".form-buttons")) ?? expect.fail()));
}

/** As the server says of a Dutch party without its post code. */
const CHECK: Answer = (asked: Asked) => {
  const { consignee } = asked.json() as typeof BLANK & { consignee: { nationCode?: string } };
  const missing = { field: "consignee.postCode", severity: "error", key: "address.post", message: "该国家邮编不能为空" };
  return { ...CHECKED, findings: consignee.nationCode === "NL" ? [missing] : [] };
};

/** The address as the page last wrote it. */
let gone: string[] = [];

async function openMake(search: string, routes: Record<string, Answer>, codes = CODES) {
  const server = await openPage(make.page ?? (() => null), `/osWaybillMake${search}`, { "POST /afbase/awbPrint/check": CHECK, ...routes });
  useSession.getState().setButtons(codes);
  gone = [];
  connectRouter((href) => gone.push(href));
  return server;
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the form of a waybill that is of no order", () => {
  it("begins with what the company fills, is kept as a draft and stays the same form at its own address", async () => {
    // req: awb-open-form-place
    const server = await openMake("?type=0&masterNo=990-12346003", {
      "GET /os/waybill/view": () => BLANK,
      "POST /afbase/awbPrint/mawb": () => ({ awbPrintId: "77", rowUuid: "u1" }),
      "PUT /afbase/awbPrint/mawb": () => ({ awbPrintId: "77", rowUuid: "u2" }),
    });
    await waitFor(() => expect(fieldAt("awbNumber").input.value).toBe("990-12346003"));
    const asked = server.to("/os/waybill/view")[0]?.query;
    expect([asked?.get("type"), asked?.get("masterNo")]).toEqual(["0", "990-12346003"]);
    expect(screen.getByText("无订单")).toBeTruthy();
    fireEvent.change(fieldAt("arrivalStation").input, { target: { value: "fra" } });
    await press("保存");
    await waitFor(() => expect(gone).toEqual(["/osWaybillMake?type=0&awbPrintId=77"]));
    const sent = server.to("/afbase/awbPrint/mawb")[0]?.json() as Record<string, unknown>;
    expect([sent["orderUuid"], sent["awbNumber"], sent["arrivalStation"]]).toEqual(["", "990-12346003", "FRA"]);
    expect(screen.getByText("已暂存")).toBeTruthy();
    expect(buttons("打印")).toHaveLength(1);
    // What needs an order is not offered.
    expect(buttons("发送FWB")).toHaveLength(0);
    await openMenu();
    const words = (await screen.findAllByRole("menuitem")).map((each) => each.textContent);
    expect(words).toEqual(["复制上票", "新增分单", "操作日志", "删除"]);
    fireEvent.click(screen.getByRole("menuitem", { name: "新增分单" }));
    await waitFor(() => expect(gone.at(-1)).toBe("/osWaybillMake?type=1&masterNo=990-12346003"));
  });

  it("cleans a house number, writes it in capitals and cuts it to twelve, and shows what the server refuses", async () => {
    const server = await openMake("?type=1&masterNo=990-12346003", {
      "GET /os/waybill/view": () => HOUSE,
      "POST /afbase/awbPrint/hawb": () =>
        envelope(200, 1, "该国家邮编不能为空", {
          findings: [{ field: "consignee.postCode", severity: "error", key: "address.post", message: "该国家邮编不能为空" }],
        }),
    });
    await waitFor(() => expect(fieldAt("arrivalStation").input.value).toBe("FRA"));
    fireEvent.change(fieldAt("hawbNumber").input, { target: { value: "ec-00000010001" } });
    expect(fieldAt("hawbNumber").input.value).toBe("EC0000001000");
    fireEvent.change(fieldAt("consignee.nationCode").input, { target: { value: "nl" } });
    await press("保存");
    await waitFor(() => expect(fieldAt("consignee.postCode").box.className).toContain("is-wrong"));
    expect(within(fieldAt("consignee.postCode").box).getByText("该国家邮编不能为空")).toBeTruthy();
    expect(gone).toEqual([]);
    const sent = server.to("/afbase/awbPrint/hawb")[0]?.json() as Record<string, unknown>;
    expect([sent["orderUuid"], sent["hawbNumber"]]).toEqual(["", "EC0000001000"]);
    expect(screen.getByText("990-12346003").getAttribute("href")).toBe("/osWaybillMake?type=0&masterNo=990-12346003");
  });

  it("fills the empty boxes of a house from its master", async () => {
    const view: Answer = (asked: Asked) => (asked.query.get("type") === "0" ? { ...BLANK, to1: "HKG", by1: "X9", arrivalStation: "LAX" } : HOUSE);
    await openMake("?type=1&masterNo=990-12346003", { "GET /os/waybill/view": view });
    await waitFor(() => expect(fieldAt("arrivalStation").input.value).toBe("FRA"));
    await openMenu();
    fireEvent.click(await screen.findByRole("menuitem", { name: "从主单复制" }));
    await waitFor(() => expect(fieldAt("to1").input.value).toBe("HKG"));
    expect(fieldAt("arrivalStation").input.value).toBe("FRA");
  });

  it("takes what the last one of its route had", async () => {
    const server = await openMake("?type=1&masterNo=990-12346003", {
      "GET /os/waybill/view": () => HOUSE,
      "GET /os/waybill/previous": () => ({ number: "EC9", finishedOn: "2026-07-14", boxes: { osi: "FRAGILE" } }),
    });
    await waitFor(() => expect(fieldAt("arrivalStation").input.value).toBe("FRA"));
    await openMenu();
    fireEvent.click(await screen.findByRole("menuitem", { name: "复制上票" }));
    await waitFor(() => expect(fieldAt("osi").input.value).toBe("FRAGILE"));
    const asked = server.to("/os/waybill/previous")[0]?.query;
    expect([asked?.get("type"), asked?.get("arrivalStation")]).toEqual(["1", "FRA"]);
  });

  it("prints by itself, and is deleted back to the list", async () => {
    const server = await openMake("?type=0&awbPrintId=77", {
      "GET /os/waybill/view": () => STORED,
      "GET /afbase/awbPrint/view/77": () => ({ ...STORED, stockKind: "" }),
      "POST /afbase/awbPrint/downloadAWB": () => envelope(200, 1, "主单号在黑名单中：遗失"),
      "DELETE /afbase/awbPrint/77": () => null,
    });
    await waitFor(() => expect(fieldAt("awbNumber").input.value).toBe("990-12346003"));
    await press("打印");
    await screen.findByText("打印 990-12346003");
    await press("下载");
    await waitFor(() => expect(toasts()).toEqual(["操作失败，主单号在黑名单中：遗失"]));
    const body = server.to("/afbase/awbPrint/downloadAWB")[0]?.json() as Record<string, unknown>;
    expect([body["awbPrintType"], body["awbPrintId"], body["orderUuid"]]).toEqual(["PRINT_MAWB", "77", undefined]);
    await press("取消");
    await openMenu();
    fireEvent.click(await screen.findByRole("menuitem", { name: "删除" }));
    await screen.findByText("确认删除该单证？");
    await press("删除");
    await waitFor(() => expect(gone).toEqual(["/os_waybill"]));
    expect(server.to("/afbase/awbPrint/77")[0]?.query.get("rowUuid")).toBe("u1");
  });

  it("is the form of the order where the order has it", async () => {
    const first = { ...BLANK, awbNumber: "990-12345675", orderUuid: ORDER, orderCode: "AE-2611200007" };
    const server = await openMake("?type=0&masterNo=990-12345675", {
      "GET /os/waybill/view": () => first,
      "POST /afbase/awbPrint/mawb": () => ({ awbPrintId: "78", rowUuid: "u1" }),
    });
    expect((await screen.findByText("AE-2611200007")).getAttribute("href")).toBe(`/af_order_edit?o=${ORDER}`);
    await openMenu();
    expect(await screen.findByRole("menuitem", { name: "取订单数据" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "新增分单" })).toBeNull();
    fireEvent.change(fieldAt("arrivalStation").input, { target: { value: "fra" } });
    await press("保存");
    await waitFor(() => expect(server.to("/afbase/awbPrint/mawb")[0]?.json()).toMatchObject({ orderUuid: ORDER }));
  });

  it("tells the kind of a form the address does not say, and why it can't be shown", async () => {
    const server = await openMake("?awbPrintId=79", { "GET /os/waybill/view": () => ({ ...HOUSE, awbPrintId: "79", rowUuid: "u1", state: "DRAFT", hawbNumber: "EC1" }) });
    await waitFor(() => expect(fieldAt("hawbNumber").input.value).toBe("EC1"));
    expect(server.to("/os/waybill/view").map(({ query }) => query.get("type"))).toEqual([null, "1"]);
    cleanup();
    await openMake("?type=1&masterNo=990-12345675", { "GET /os/waybill/view": () => envelope(200, 1, "该主单已有订单，请在订单的分单中制单") });
    expect(await screen.findByText("该主单已有订单，请在订单的分单中制单")).toBeTruthy();
  });

  it("is closed to who may not write, and to everybody once it is finished", async () => {
    await openMake("?type=0&awbPrintId=77", { "GET /os/waybill/view": () => STORED }, ["af-awbprint-mawb", "af-awbprint-print"]);
    await screen.findByText("已暂存");
    for (const word of ["保存", "完成", "打印", "退回"]) expect(buttons(word), word).toHaveLength(0);
    cleanup();
    await openMake("?type=0&awbPrintId=77", { "GET /os/waybill/view": () => ({ ...STORED, state: "DONE" }) });
    await screen.findByText("已完成");
    expect(buttons("退回")).toHaveLength(1);
    for (const word of ["保存", "完成"]) expect(buttons(word), word).toHaveLength(0);
  });
});

const text = (zh: string) => ({ zh, en: zh });
const own = (code: string, zh: string, place: string, action: string) => ({ code, label: text(zh), place, action });
const column = (name: string, zh: string, kind: string) => ({ name, label: text(zh), kind, sortable: true, shown: true });
const LIST = {
  key: "os.waybill.list", path: "/os_waybill", title: text("运单列表"), access: "os_waybill", call: "/os/waybill/page",
  totalCall: "/os/waybill/total", rowKey: "awbPrintId", sort: "awbPrintId,desc", filters: [],
  columns: [
    { ...column("number", "运单号", "text"), link: "/osWaybillMake?type={type}&awbPrintId={awbPrintId}" },
    column("parentNumber", "所属主单", "text"),
  ],
  buttons: [
    { ...own("os-waybill-add", "新增主单", "primary", "link"), link: "/osWaybillMake?type=0" },
    { ...own("os-waybill-add", "新增分单", "toolbar", "link"), link: "/osWaybillMake?type=1" },
    own("os-waybill-add", "生成全部分单", "row", "custom"),
    own("os-waybill-finish", "完成", "row", "custom"),
    own("os-waybill-print", "打印", "row", "custom"),
    own("os-waybill-print", "批量打印", "batch", "custom"),
    own("os-waybill-del", "删除", "row", "custom"),
  ],
} as unknown as ListPage;
const ROWS: Row[] = [
  { awbPrintId: "77", rowUuid: "u1", number: "990-12345675", type: "0", state: "DRAFT", orderUuid: ORDER, can: ["os-waybill-add", "os-waybill-print", "os-waybill-finish", "os-waybill-del"] },
  { awbPrintId: "78", rowUuid: "u2", number: "EC1", type: "1", parentNumber: "990-12346003", state: "DONE", orderUuid: null, can: ["os-waybill-print"] },
];

describe("the list of waybills", () => {
  const openList = (routes: Record<string, Answer> = {}) =>
    openDeclared({ room: awb, list: LIST, form: {} as never, overrides: list.list ?? {} }, { rows: ROWS, buttons: CODES, routes });
  const goneTo: string[] = [];
  beforeEach(() => {
    goneTo.length = 0;
  });

  it("leads to the form of each row, and to new ones", async () => {
    // req: os-route-os-waybill
    await openList();
    connectRouter((href) => goneTo.push(href));
    expect((await screen.findByText("990-12345675")).closest("a")?.getAttribute("href")).toBe("/osWaybillMake?type=0&awbPrintId=77");
    expect(screen.getByText("EC1").closest("a")?.getAttribute("href")).toBe("/osWaybillMake?type=1&awbPrintId=78");
    await press("新增主单");
    await press("新增分单");
    expect(goneTo).toEqual(["/osWaybillMake?type=0", "/osWaybillMake?type=1"]);
    expect(buttons("生成全部分单").filter((each) => each.closest("tr")?.textContent?.includes("EC1"))).toHaveLength(0);
  });

  it("prints what is selected as one file", async () => {
    const server = await openList({ "POST /os/waybill/printMany": () => envelope(200, 1, "单号已变更") });
    await screen.findByText("EC1");
    for (const box of screen.getAllByRole("checkbox").slice(1)) fireEvent.click(box);
    await press("批量打印");
    await screen.findByText("打印 2 份运单");
    expect(buttons("导出Excel")).toHaveLength(0);
    await press("下载");
    await waitFor(() => expect(server.to("/os/waybill/printMany")[0]?.json()).toMatchObject({ ids: ["77", "78"], how: { printType: "2" } }));
    await waitFor(() => expect(toasts()).toEqual(["操作失败，单号已变更"]));
  });
});
