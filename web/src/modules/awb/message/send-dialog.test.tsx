import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BUTTONS, buttons, fieldAt, openPage, press } from "@/modules/awb/awb-kit";
import prints from "@/modules/awb/form/af-awb-print.page";
import master from "@/modules/awb/form/mawb-make.page";
import type { SendCheck } from "@/modules/awb/message/send-model";
import { closeSend } from "@/modules/awb/message/send-store";
import { forgetPermission, usePermission } from "@/platform/permission";
import { useSession } from "@/platform/session";
import { type Answer, envelope } from "@/platform/test-kit";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const FORM = {
  kind: "master", awbNumber: "990-12345675", departureStation: "PVG", arrivalStation: "FRA", airlineCode: "X9", shipper: {}, consignee: {}, notify: {},
  lines: [], sizes: [], charges: [], specialHandlingCodes: [], awbPrintId: "77", rowUuid: "u1", state: "DRAFT", printCount: 0, revision: 0,
};
const HOUSES = [
  { id: "1", hawbId: "1", hawbNumber: "HA001", pieces: 5, weight: 200, awbPrintId: "81", state: "DRAFT" },
  { id: "2", hawbId: "2", hawbNumber: "HA002", pieces: 7, weight: 280, awbPrintId: "82", state: "DONE", fhlState: "ACCEPTED" },
  { id: "3", hawbId: "3", hawbNumber: "HA003", pieces: 1, weight: 20, awbPrintId: null, state: "NONE" },
];
const MASTER = { awbPrintId: "77", type: "FWB", number: "990-12345675", findings: [] };
const GOOD: SendCheck = { ready: true, channel: { kind: "HTTP", name: "货站接口" }, rows: [MASTER], accepted: false };
const BAD: SendCheck = {
  ...GOOD,
  ready: false,
  rows: [
    { ...MASTER, findings: [{ field: "consignee.nationCode", box: "收货人", key: "edi.lacks", severity: "error", message: "缺少国家代码" }] },
    { awbPrintId: "81", type: "FHL", number: "HA001", findings: [] },
  ],
};
const CHECK = "/afbase/awbPrint/sendCheck";
const SEND = "/afbase/awbPrint/sendData";

const ROUTES: Record<string, Answer> = {
  [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: "77", state: "DRAFT", hawbs: HOUSES }),
  "GET /afbase/awbPrint/view/77": () => FORM,
  "POST /afbase/awbPrint/check": () => ({ findings: [], sums: null, lines: [] }),
  [`POST ${CHECK}`]: () => GOOD,
};

async function openForm(routes: Record<string, Answer> = {}) {
  const server = await openPage(master.page ?? (() => null), `/af_mawb_make?o=${ORDER}`, { ...ROUTES, ...routes });
  await waitFor(() => expect(fieldAt("arrivalStation").input.value).toBe("FRA"));
  return server;
}

const dialog = async () => within(await screen.findByRole("dialog"));
/** The button at the foot of the dialog. */
const ok = async (words: string) => {
  const found = (await dialog()).getAllByRole<HTMLButtonElement>("button").filter((each) => each.textContent?.replaceAll(" ", "") === words);
  if (!found[0]) throw new Error(`no button ${words}`);
  return found[0];
};
const bodies = (server: { to(path: string): { json(): unknown }[] }, path: string) => server.to(path).map((asked) => asked.json());

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  closeSend();
  forgetPermission();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("sending the messages of a master", () => {
  it("begins with the master and all houses that are made, and checks what is chosen", async () => {
    const server = await openForm();
    await press("发送FWB");
    const box = await dialog();
    await box.findByText("货站接口");
    expect(box.getByRole<HTMLInputElement>("radio", { name: "全部" }).checked).toBe(true);
    expect(["HA001", "HA002", "HA003"].map((name) => box.getByRole<HTMLInputElement>("checkbox", { name }).checked)).toEqual([true, true, false]);
    expect(box.getByRole<HTMLInputElement>("checkbox", { name: "HA003" }).disabled).toBe(true);
    expect(box.getAllByText(/^FHL /).map((each) => each.textContent)).toEqual(["FHL 已接收"]);
    fireEvent.click(box.getByRole("checkbox", { name: "HA002" }));
    await waitFor(() => expect(server.to(CHECK)).toHaveLength(2));
    fireEvent.click(box.getByRole("radio", { name: "分单" }));
    await waitFor(() => expect(server.to(CHECK)).toHaveLength(3));
    fireEvent.click(box.getByRole("radio", { name: "主单" }));
    await waitFor(() => expect(server.to(CHECK)).toHaveLength(4));
    expect(bodies(server, CHECK)).toEqual([
      { type: "all", awbPrintId: "77", slIds: ["1", "2"] },
      { type: "all", awbPrintId: "77", slIds: ["1"] },
      { type: "hawb", awbPrintId: "77", slIds: ["1"] },
      { type: "mawb", awbPrintId: "77", slIds: [] },
    ]);
  });

  it("asks for a house where none is ticked, and sends nothing", async () => {
    const server = await openForm();
    await press("发送FWB");
    const box = await dialog();
    await box.findByText("货站接口");
    fireEvent.click(box.getByRole("radio", { name: "分单" }));
    fireEvent.click(box.getByRole("checkbox", { name: "分单（已选 2 / 2）" }));
    await box.findByText("请勾选要发送的分单");
    // Without houses the server would take all of them.
    fireEvent.click(box.getByRole("radio", { name: "全部" }));
    expect(box.getByText("请勾选要发送的分单")).toBeTruthy();
    expect((await ok("发送")).disabled).toBe(true);
    expect(server.to(SEND)).toHaveLength(0);
  });

  it("does not send while a box is wrong, says which and why, and goes to it", async () => {
    const server = await openForm({ [`POST ${CHECK}`]: () => BAD });
    await press("发送FWB");
    const box = await dialog();
    const row = await box.findByRole("button", { name: "收货人：缺少国家代码" });
    expect(box.getByRole("alert").textContent).toBe("有 1 项错误，改正后才能发送");
    expect(box.getByText("检查通过")).toBeTruthy();
    expect((await ok("发送")).disabled).toBe(true);
    fireEvent.click(row);
    await waitFor(() => expect(document.activeElement).toBe(fieldAt("consignee.nationCode").input));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.to(SEND)).toHaveLength(0);
  });

  it("lets warnings pass", async () => {
    const warned = { ...MASTER, findings: [{ field: "lines.0.pieces", box: "", key: "x", severity: "warning" as const, message: "件数超过9999" }] };
    await openForm({ [`POST ${CHECK}`]: () => ({ ...GOOD, rows: [warned] }) });
    await press("发送FWB");
    await (await dialog()).findByRole("button", { name: "件数超过9999" });
    expect((await ok("发送")).disabled).toBe(false);
  });

  it("asks before it replaces an accepted message, and tells what became of each", async () => {
    const question = "已发送成功，是否覆盖？";
    const server = await openForm({
      [`POST ${CHECK}`]: () => ({ ...GOOD, accepted: true }),
      [`POST ${SEND}`]: (asked) => {
        if (!(asked.json() as { confirmed?: string[] }).confirmed) {
          return envelope(200, 2, question, { confirms: [{ key: "edi.accepted", field: "", message: question }] });
        }
        return { sent: [{ id: "1", type: "FWB", number: "990-12345675", state: "SENT" }, { id: "2", type: "FHL", number: "HA001", state: "FAILED" }] };
      },
    });
    await press("发送FWB");
    await (await dialog()).findByText("航司已接收过报文，再次发送将覆盖");
    fireEvent.click(await ok("发送"));
    await screen.findByText(question);
    await press("否");
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(server.to(SEND)).toHaveLength(1);
    await waitFor(async () => expect((await ok("发送")).disabled).toBe(false));
    fireEvent.click(await ok("发送"));
    await screen.findByText(question);
    await press("是");
    const rows = within(await screen.findByRole("table", { name: "发送结果" })).getAllByRole("row");
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["类型", "单号", "状态"],
      ["FWB", "990-12345675", "已发送"],
      ["FHL", "HA001", "发送失败"],
    ]);
    expect(bodies(server, SEND).at(-1)).toEqual({ type: "all", awbPrintId: "77", slIds: ["1", "2"], confirmed: ["edi.accepted"] });
    expect(buttons("下载报文")).toEqual([]);
    // The list of messages is for those who may see it.
    expect(buttons("查看电子报文")).toEqual([]);
    act(() => usePermission.setState({ paths: new Set(["/af_edi_message"]) }));
    expect(buttons("查看电子报文")).toHaveLength(1);
  });

  it("makes the messages for download where no channel is set up", async () => {
    const file = () => new Response("FWB/16", { headers: { "content-type": "text/plain", "content-disposition": 'attachment; filename="FWB.txt"' } });
    URL.createObjectURL = vi.fn(() => "blob:1");
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await openForm({
      [`POST ${CHECK}`]: () => ({ ...GOOD, channel: null }),
      [`POST ${SEND}`]: () => ({ sent: [{ id: "5", type: "FWB", number: "990-12345675", state: "WAITING" }], downloadUrl: "/afbase/ediMessage/download/5" }),
      "GET /afbase/ediMessage/download/5": file,
    });
    await press("发送FWB");
    await (await dialog()).findByText("未配置通道，仅可下载");
    fireEvent.click(await ok("生成报文"));
    await screen.findByText("待发送");
    fireEvent.click(await ok("下载报文"));
    await waitFor(() => expect(saved).toEqual(["FWB.txt"]));
    // Its address works once.
    await waitFor(async () => expect((await ok("下载报文")).disabled).toBe(true));
  });

  it("keeps the choice when the server refuses, and says why", async () => {
    const findings = [{ field: "rows.0.consignee.nationCode", severity: "error", key: "edi.lacks", message: "收货人：缺少国家代码" }];
    await openForm({ [`POST ${SEND}`]: () => envelope(200, 1, "收货人：缺少国家代码", { findings }) });
    await press("发送FWB");
    await (await dialog()).findByText("货站接口");
    fireEvent.click(await ok("发送"));
    expect((await (await dialog()).findByRole("alert")).textContent).toBe("收货人：缺少国家代码");
    expect(screen.queryByRole("table", { name: "发送结果" })).toBeNull();
  });

  it("says when the check cannot be had, and tries again", async () => {
    let broken = true;
    await openForm({ [`POST ${CHECK}`]: () => (broken ? envelope(200, 1, "服务繁忙") : GOOD) });
    await press("发送FWB");
    const box = await dialog();
    await box.findByText("服务繁忙");
    expect((await ok("发送")).disabled).toBe(true);
    broken = false;
    fireEvent.click(await ok("重试"));
    await box.findByText("货站接口");
  });

  it("stores what was typed before it asks", async () => {
    const order: string[] = [];
    await openForm({
      "PUT /afbase/awbPrint/mawb": () => (order.push("save"), { awbPrintId: "77", rowUuid: "u2", findings: [] }),
      [`POST ${CHECK}`]: () => (order.push("check"), GOOD),
    });
    fireEvent.change(fieldAt("sci").input, { target: { value: "T1" } });
    await press("发送FWB");
    await (await dialog()).findByText("货站接口");
    expect(order).toEqual(["save", "check"]);
  });

  it("is there for those who may send alone", async () => {
    await openForm();
    expect(buttons("发送FWB")).toHaveLength(1);
    act(() => useSession.getState().setButtons(BUTTONS.filter((code) => code !== "af-edi-send")));
    expect(buttons("发送FWB")).toEqual([]);
  });
});

describe("sending from the making list", () => {
  const HOUSE = { id: "1", hawbId: "1", hawbNumber: "HA001", awbPrintId: "81", rowUuid: "h1", awbStatus: "DRAFT", orderUuid: ORDER };
  const NEW = { ...HOUSE, id: "3", hawbId: "3", hawbNumber: "HA003", awbPrintId: null, awbStatus: "NONE" };
  const RECORDS = [
    { id: "1", orderUuid: ORDER, awbNumber: "990-12345675", awbStatus: "DRAFT", awbPrintId: "77", rowUuid: "u1", can: ["af-edi-send"], check: {}, children: [HOUSE, NEW] },
  ];
  const rowOf = (text: string): HTMLElement => {
    const row = screen.getByText(text).closest<HTMLElement>("tr");
    if (!row) throw new Error(`no row ${text}`);
    return row;
  };
  const sendOf = (text: string) => [...rowOf(text).querySelectorAll<HTMLElement>(".row-buttons button")].find((each) => each.textContent === "发送");

  it("sends a house by itself, not one that has no form, and leads to the form of a wrong box", async () => {
    const server = await openPage(prints.page ?? (() => null), "/af_awb_print", {
      ...ROUTES,
      "GET /afbase/awbPrint/page": () => ({ records: RECORDS, total: 1, totalCapped: false, current: 1, size: 10 }),
      "GET /platform/listSetting/af.awb-print.list": () => null,
      [`POST ${CHECK}`]: () => BAD,
    });
    await screen.findByText("990-12345675");
    // As few as fit beside each other.
    act(() => useSession.getState().setButtons(["af-awbprint-hawb", "af-edi-send"]));
    const expand = rowOf("990-12345675").querySelector(".ant-table-row-expand-icon");
    if (expand) fireEvent.click(expand);
    await screen.findByText("HA003");
    expect(sendOf("990-12345675")).toBeTruthy();
    expect(sendOf("HA003")).toBeUndefined();
    fireEvent.click(sendOf("HA001") ?? document.body);
    const row = await (await dialog()).findByRole("button", { name: "收货人：缺少国家代码" });
    expect(bodies(server, CHECK)).toEqual([{ type: "hawb", awbPrintId: "77", slIds: ["1"] }]);
    fireEvent.click(row);
    // The form it leads to goes to the box once it is there.
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    cleanup();
    await openForm();
    await waitFor(() => expect(document.activeElement).toBe(fieldAt("consignee.nationCode").input));
  });
});
