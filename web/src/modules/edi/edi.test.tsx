import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/edi/af-edi-message.page";
import type { EdiMessage } from "@/modules/edi/edi-model";
import { withFindings } from "@/modules/edi/edi-model";
import { closeEdi } from "@/modules/edi/edi-store";
import type { Button, Column, ListPage, Row } from "@/platform/contract";
import { loadRoom } from "@/platform/i18n";
import { ListPageView } from "@/platform/lists/list-page";
import { useSession } from "@/platform/session";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";

const BASE = "/afbase/ediMessage";
const CODES = ["af-edi-receive", "af-edi-retry", "af-edi-download", "af-edi-cancel"];
const column = (name: string, zh: string): Column => ({ name, label: { zh, en: zh }, kind: "text", sortable: false, shown: true });
const button = (code: string, zh: string, place: Button["place"]): Button => ({ code, label: { zh, en: zh }, place, action: "custom" });
/** The list as it is declared, as far as it matters here. */
const PAGE: ListPage = {
  key: "edi.message.list", path: "/af_edi_message", title: { zh: "电子报文", en: "Messages" }, access: "af_edi_message", rowKey: "id",
  call: `${BASE}/page`, sort: "", filters: [], columns: [column("awbNumber", "主单号"), column("state", "状态")],
  buttons: [
    button("af-edi-receive", "录入回执", "primary"),
    button("af-edi-retry", "重发", "row"),
    button("af-edi-download", "下载", "row"),
    button("af-edi-cancel", "撤销", "row"),
  ],
};
const ROW: Row = {
  id: "31", version: 4, direction: "OUT", type: "FWB", messageVersion: "16", awbNumber: "990-12345675", hawbNumber: "", state: "TIMEOUT",
  can: ["af-edi-retry", "af-edi-download", "af-edi-cancel"],
};
const MESSAGE: EdiMessage = {
  id: "31", direction: "OUT", type: "FWB", messageVersion: "16", awbNumber: "990-12345675", hawbNumber: "", state: "REJECTED", channel: "HTTP",
  source: null, orderUuid: "c36e11180f712e83d1d2d414199b0fbe", orderCode: "AE-2607150001", createTime: "2026-07-15 09:59:58",
  sender: "李想", sendTime: "2026-07-15 10:00:00", receiptTime: "2026-07-15 10:02:00", receipt: "FNA", errorText: "SHP0155 INVALID PLACE", tries: 2,
  revision: 1, version: 5, lines: ["FWB/16", "990-12345675PVGFRA/T12K500.0MC3.95", "FLT/X9101/18"],
  findings: [{ line: 2, column: 14, message: "目的站不存在" }],
  events: [{ time: "2026-07-15 10:02:00", name: null, function: "回执", text: "航司拒收" }, { time: "2026-07-15 10:00:00", name: "李想", function: "新增", text: "FWB" }],
  values: [{ label: "件数", value: "12" }, { label: "毛重", value: "500.0 KG" }],
};

async function open(routes: Record<string, Answer> = {}, row: object = {}) {
  localStorage.clear();
  useSession.getState().setButtons(CODES);
  await loadRoom("edi");
  const server = stubServer({
    [`GET ${BASE}/page`]: () => ({ records: [{ ...ROW, ...row }], total: 1, totalCapped: false, current: 1, size: 10 }),
    "GET /platform/listSetting/edi.message.list": () => null,
    [`GET ${BASE}/31`]: () => MESSAGE,
    ...routes,
  });
  renderPage(<ListPageView page={PAGE} overrides={definition.list ?? {}} />, PAGE.path);
  await screen.findByText("TIMEOUT");
  return server;
}

const rowOf = (): HTMLElement => screen.getByText("TIMEOUT").closest<HTMLElement>("tr") ?? document.body;
const ofRow = (words: string): HTMLElement => within(rowOf()).getByRole("button", { name: words });
const read = () => fireEvent.click(within(rowOf()).getByRole("button", { name: "990-12345675" }));
const dialog = async () => within(await screen.findByRole("dialog"));
const words = (text: string) => new RegExp(`^${[...text].join("\\s*")}$`);

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  closeEdi();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("reading a message", () => {
  it("shows its lines with what is wrong in them, what it says, and what happened", async () => {
    await open();
    read();
    const box = await dialog();
    const body = within(await box.findByRole("list", { name: "报文内容" })).getAllByRole("listitem");
    expect(body.map((line) => line.textContent)).toEqual([
      "FWB/16",
      "990-12345675PVGFRA/T12K500.0MC3.95第2行第14列：目的站不存在",
      "FLT/X9101/18",
    ]);
    expect(body.map((line) => line.className)).toEqual(["", "is-wrong", ""]);
    for (const text of ["被拒", "接口", "李想", "SHP0155 INVALID PLACE", "500.0 KG", "回执 航司拒收", "李想 新增 FWB", "3 行"]) expect(box.getByText(text)).toBeTruthy();
    expect(box.getByText("FWB/16 990-12345675")).toBeTruthy();
    expect(box.getByText("AE-2607150001").getAttribute("href")).toBe("/af_order_edit?o=c36e11180f712e83d1d2d414199b0fbe");
  });

  it("offers what the server lets be done, and shows what came of it", async () => {
    const server = await open({ [`POST ${BASE}/retry`]: () => ({ id: "31", version: 6, state: "WAITING" }) });
    read();
    const box = await dialog();
    fireEvent.click(await box.findByRole("button", { name: words("重发") }));
    await waitFor(() => expect(server.to(`${BASE}/31`)).toHaveLength(2));
    expect(server.to(`${BASE}/retry`)[0]?.json()).toEqual({ id: "31", version: 5 });
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
    expect(toasts()).toEqual(["操作成功"]);
  });

  it("keeps to what the row allows where the message says nothing, and to the message where it does", async () => {
    await open({ [`GET ${BASE}/31`]: () => ({ ...MESSAGE, can: ["af-edi-download"] }) });
    read();
    const box = await dialog();
    await box.findByRole("button", { name: words("下载") });
    expect(box.queryByRole("button", { name: words("重发") })).toBeNull();
    expect(box.queryByRole("button", { name: words("撤销") })).toBeNull();
  });

  it("tells of a message that came how and when it did", async () => {
    const came = { direction: "IN" as const, type: "FSU", state: "UNREAD", channel: null, source: "FOLDER", errorText: null, values: [], events: [] };
    await open({ [`GET ${BASE}/31`]: () => ({ ...MESSAGE, ...came }) });
    read();
    const box = await dialog();
    for (const text of ["收到", "无法识别", "文件目录", "2026-07-15 10:02:00", "无法解读该报文", "暂无记录"]) expect(await box.findByText(text)).toBeTruthy();
    expect(box.queryByText("发送次数")).toBeNull();
  });

  it("says why it can't be read, and tries again", async () => {
    let broken = true;
    await open({ [`GET ${BASE}/31`]: () => (broken ? envelope(200, 1, "您没有该订单的数据权限") : MESSAGE) });
    read();
    const box = await dialog();
    await box.findByText("您没有该订单的数据权限");
    broken = false;
    fireEvent.click(box.getByRole("button", { name: words("重试") }));
    await box.findByText("FLT/X9101/18");
  });

  it("places findings beyond the text at its nearest line", () => {
    const at = (line: number) => withFindings({ lines: ["A", "B"], findings: [{ line, column: 1, message: "x" }] }).map(({ findings }) => findings.length);
    expect([0, 1, 2, 3].map(at)).toEqual([[1, 0], [1, 0], [0, 1], [0, 1]]);
  });
});

describe("the buttons of a row", () => {
  it("withdraw after a question alone", async () => {
    const server = await open({ [`POST ${BASE}/cancel`]: () => ({ id: "31", version: 5, state: "CANCELLED" }) });
    fireEvent.click(ofRow("撤销"));
    const question = within((await screen.findByText(/^撤销只标记本系统的报文.*确认撤销 FWB\/16 990-12345675？$/)).closest<HTMLElement>("[role=dialog]")!);
    fireEvent.click(question.getByRole("button", { name: words("取消") }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.to(`${BASE}/cancel`)).toHaveLength(0);
    fireEvent.click(ofRow("撤销"));
    fireEvent.click((await dialog()).getByRole("button", { name: words("撤销") }));
    await waitFor(() => expect(server.to(`${BASE}/cancel`)[0]?.json()).toEqual({ id: "31", version: 4 }));
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it("send again, and say why not", async () => {
    await open({ [`POST ${BASE}/retry`]: () => envelope(200, 1, "报文已接收，不能进行此操作") });
    fireEvent.click(ofRow("重发"));
    await waitFor(() => expect(toasts()).toEqual(["操作失败，报文已接收，不能进行此操作"]));
  });

  it("store the file under the name the server gives it", async () => {
    const saved: string[] = [];
    URL.createObjectURL = () => "blob:1";
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const headers = { "content-type": "text/plain", "content-disposition": 'attachment; filename="FWB_990-12345675.txt"' };
    await open({ [`GET ${BASE}/download/31`]: () => new Response("FWB/16", { headers }) });
    fireEvent.click(ofRow("下载"));
    await waitFor(() => expect(saved).toEqual(["FWB_990-12345675.txt"]));
  });
});

describe("entering answers", () => {
  const FMA = { file: "", type: "FMA", awbNumber: "990-12345675", result: "ACCEPTED", message: "990-12345675 已接收" };
  const BAD = { file: "b.txt", type: "", awbNumber: "", result: "UNREAD", message: "第1行第1列：无法识别的报文" };
  const FNA = { file: "a.txt", type: "FNA", awbNumber: "990-12345686", result: "REJECTED", message: "SHP0155" };

  async function begin(routes: Record<string, Answer>) {
    const server = await open(routes);
    fireEvent.click(screen.getByRole("button", { name: "录入回执" }));
    return { server, box: await dialog() };
  }
  const send = (box: Awaited<ReturnType<typeof dialog>>) => box.getByRole<HTMLButtonElement>("button", { name: words("录入") });
  const choose = (box: Awaited<ReturnType<typeof dialog>>, ...names: string[]) => {
    const files = names.map((name) => new File(["FNA"], name, { lastModified: 1 }));
    fireEvent.change(box.getByLabelText("选择文件", { selector: "input" }), { target: { files } });
  };
  const results = async (box: Awaited<ReturnType<typeof dialog>>) => {
    const table = within(await box.findByRole("table"));
    return table.getAllByRole("row").slice(1).map((row) => [...row.children].map((cell) => cell.textContent));
  };

  it("takes a pasted text, tells what became of each message, and reads the list again", async () => {
    const { server, box } = await begin({ [`POST ${BASE}/import`]: () => ({ rows: [FMA] }) });
    expect(send(box).disabled).toBe(true);
    fireEvent.change(box.getByLabelText("粘贴报文"), { target: { value: "  \n" } });
    expect(send(box).disabled).toBe(true);
    fireEvent.change(box.getByLabelText("粘贴报文"), { target: { value: "FMA\nACK/OK" } });
    fireEvent.click(send(box));
    expect(await results(box)).toEqual([["粘贴", "FMA", "990-12345675", "已接收990-12345675 已接收"]]);
    expect(server.to(`${BASE}/import`)[0]?.json()).toEqual({ text: "FMA\nACK/OK" });
    expect(box.getByLabelText<HTMLTextAreaElement>("粘贴报文").value).toBe("");
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it("takes several files at once, one of which is bad", async () => {
    const { server, box } = await begin({ [`POST ${BASE}/importFiles`]: () => ({ rows: [FNA, BAD] }) });
    choose(box, "a.txt", "b.txt", "c.txt");
    choose(box, "a.txt");
    const chosen = within(box.getByRole("list", { name: "已选文件" }));
    expect(chosen.getAllByRole("listitem")).toHaveLength(3);
    fireEvent.click(chosen.getByRole("button", { name: "移除 c.txt" }));
    const sent: string[] = [];
    vi.spyOn(FormData.prototype, "append").mockImplementation((...given: unknown[]) => void sent.push(given.slice(0, 1).concat(given[2]).join("=")));
    fireEvent.click(send(box));
    expect(await results(box)).toEqual([
      ["a.txt", "FNA", "990-12345686", "被拒SHP0155"],
      ["b.txt", "-", "-", "无法识别第1行第1列：无法识别的报文"],
    ]);
    expect(sent).toEqual(["file=a.txt", "file=b.txt"]);
    expect(server.to(`${BASE}/import`)).toHaveLength(0);
    expect(box.queryByRole("list", { name: "已选文件" })).toBeNull();
  });

  it("keeps what could not be taken in, and says why", async () => {
    const { box } = await begin({
      [`POST ${BASE}/import`]: () => ({ rows: [FMA] }),
      [`POST ${BASE}/importFiles`]: () => envelope(200, 1, "文件过大"),
    });
    fireEvent.change(box.getByLabelText("粘贴报文"), { target: { value: "FMA" } });
    choose(box, "a.txt");
    fireEvent.click(send(box));
    expect((await box.findByRole("alert")).textContent).toBe("文件过大");
    expect(await results(box)).toHaveLength(1);
    expect(box.getByText("a.txt")).toBeTruthy();
    expect(box.getByLabelText<HTMLTextAreaElement>("粘贴报文").value).toBe("");
  });

  it("takes fifty files and no more", async () => {
    const { box } = await begin({});
    const names = Array.from({ length: 51 }, (_, n) => `${n}.txt`);
    choose(box, ...names.slice(0, 50));
    expect(box.queryByRole("alert")).toBeNull();
    choose(box, "50.txt");
    expect(box.getByRole("alert").textContent).toBe("一次最多 50 个文件，其余未加入");
    expect(within(box.getByRole("list", { name: "已选文件" })).getAllByRole("listitem")).toHaveLength(50);
  });
});
