import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Button, Column, ListPage, Row } from "@/platform/contract";
import { loadRoom } from "@/platform/i18n";
import { ListPageView } from "@/platform/lists/list-page";
import { usePermission } from "@/platform/permission";
import { useSession } from "@/platform/session";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";
import events from "./track-list.page";
import type { Imported } from "./track-model";
import { closeTracks } from "./track-store";
import waiting from "./waiting.page";

const column = (name: string, zh: string): Column => ({ name, label: { zh, en: zh }, kind: "text", sortable: false, shown: true });
const button = (code: string, zh: string, place: Button["place"]): Button => ({ code, label: { zh, en: zh }, place, action: "custom" });
const page = (key: string, path: string, base: string, buttons: Button[]): ListPage => ({
  key, path, title: { zh: "海铁陆跟踪", en: "Tracking" }, access: "sc_track", rowKey: "id", call: `${base}/page`, sort: "", filters: [],
  columns: [column("told", "事件代码")], buttons,
});
const EVENTS = page("sc.track.list", "/sc_track", "/sc/track", [button("sc-track-import", "导入", "primary")]);
const WAITING = page("sc.track-waiting.list", "/sc_track_queue", "/sc/track/waiting", [button("sc-track-map", "映射", "row")]);
const ROW: Row = { id: "9", told: "VD", source: "TESTLINE", can: ["sc-track-map"] };
const LOOKED: Imported = {
  form: "报文CODECO", from: "SGTTERMINAL", total: 2, stored: 1, repeated: 0, unknown: 0, unmatched: 1, bad: 0,
  rows: [
    { place: 4, told: "EQUIPMENT GTIN L", name: "重箱进港", numbers: "TSTSHA260701", containerNo: "CSQU3054383", at: "CNSHA", time: "2026-07-15 09:14:00", result: "STORED", orders: ["SE-2607150001"], notes: [] },
    { place: 9, told: "EQUIPMENT GTIN L", name: "", numbers: "", containerNo: "TESI1120274", at: "CNSHA", time: null, result: "ORDER", orders: [], notes: ["箱号格式不正确", "未匹配到订单"] },
  ],
};

async function open(list: ListPage, definition: typeof events, routes: Record<string, Answer> = {}) {
  localStorage.clear();
  useSession.getState().setButtons(["sc-track-import", "sc-track-map"]);
  await loadRoom("sc");
  const server = stubServer({
    [`GET ${list.call}`]: () => ({ records: [ROW], total: 1, totalCapped: false, current: 1, size: 10 }),
    [`GET /platform/listSetting/${list.key}`]: () => null,
    ...routes,
  });
  renderPage(<ListPageView page={list} overrides={definition.list ?? {}} />, list.path);
  await screen.findByText("VD");
  return server;
}

const words = (text: string) => new RegExp(`^${[...text].join("\\s*")}$`);
const dialog = async () => within(await screen.findByRole("dialog"));

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  usePermission.setState({ tree: [], paths: new Set(["/sc_track_queue"]) });
});
afterEach(() => {
  closeTracks();
  cleanup();
  usePermission.setState({ tree: null, paths: new Set() });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("leads to the pages beside it that its user may open", async () => {
  await open(EVENTS, events);
  const beside = within(screen.getByRole("navigation", { name: "相关页面" })).getAllByRole("link");
  expect(beside.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([["待处理轨迹", "/sc_track_queue"]]);
});

it("shows what a message would do before it is imported, and what it did", async () => {
  const server = await open(EVENTS, events, {
    "POST /sc/track/import/read": () => LOOKED,
    "POST /sc/track/import": () => ({ ...LOOKED, stored: 0, repeated: 1 }),
  });
  fireEvent.click(screen.getByRole("button", { name: words("导入") }));
  const box = await dialog();
  const look = box.getByRole("button", { name: words("预览") });
  expect(look.hasAttribute("disabled")).toBe(true);
  fireEvent.change(box.getByLabelText("或粘贴报文、JSON"), { target: { value: "UNB+UNOA:2+A'" } });
  fireEvent.change(box.getByLabelText("来源方"), { target: { value: "洋山 码头" } });
  expect(box.queryByRole("button", { name: words("导入") })).toBeNull();
  fireEvent.click(look);
  await box.findByText("报文CODECO（SGTTERMINAL）共2条，尚未导入");
  expect(server.to("/sc/track/import/read")[0]?.query.get("from")).toBe("洋山 码头");
  expect(server.to("/sc/track/import")).toHaveLength(0);
  box.getByText("新增1，重复0，待映射0，未匹配1，错误0");
  const cells = box.getAllByRole("row").slice(1).map((row) => within(row).getAllByRole("cell").map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["4", "重箱进港", "TSTSHA260701", "CSQU3054383", "CNSHA", "2026-07-15 09:14:00", "新增SE-2607150001"],
    ["9", "EQUIPMENT GTIN L", "-", "TESI1120274", "CNSHA", "-", "未匹配箱号格式不正确未匹配到订单"],
  ]);
  fireEvent.click(box.getByRole("button", { name: words("导入") }));
  await box.findByText("报文CODECO（SGTTERMINAL）共2条，导入完成");
  await waitFor(() => expect(server.to("/sc/track/page")).toHaveLength(2));
  expect(box.queryByRole("button", { name: words("导入") })).toBeNull();
});

it("says where a file can't be read, and keeps what was typed", async () => {
  const wrong = { findings: [{ field: "events[1].eventID", message: "缺少eventID", level: "error" }] };
  let answer = envelope(200, 1, "第14段第5列：UNT写12段，实有13段", { segment: 14, column: 5 });
  await open(EVENTS, events, { "POST /sc/track/import/read": () => answer });
  fireEvent.click(screen.getByRole("button", { name: words("导入") }));
  const box = await dialog();
  const text = box.getByLabelText<HTMLTextAreaElement>("或粘贴报文、JSON");
  fireEvent.change(text, { target: { value: "[{}]" } });
  fireEvent.click(box.getByRole("button", { name: words("预览") }));
  await waitFor(() => expect(box.getByRole("alert").textContent).toBe("第14段第5列：UNT写12段，实有13段"));
  answer = envelope(200, 1, "校验失败", wrong);
  fireEvent.click(box.getByRole("button", { name: words("预览") }));
  await waitFor(() => expect(box.getByRole("alert").textContent).toBe("events[1].eventID 缺少eventID"));
  expect(text.value).toBe("[{}]");
  expect(box.queryByRole("button", { name: words("导入") })).toBeNull();
});

it("takes a file instead of a text, which can be taken away again", async () => {
  await open(EVENTS, events);
  fireEvent.click(screen.getByRole("button", { name: words("导入") }));
  const box = await dialog();
  fireEvent.change(box.getByLabelText("选择文件", { selector: "input" }), { target: { files: [new File(["x"], "gate.edi")] } });
  await box.findByText("gate.edi");
  expect(box.queryByLabelText("或粘贴报文、JSON")).toBeNull();
  fireEvent.click(box.getByRole("button", { name: "不导入gate.edi" }));
  expect(box.getByLabelText("或粘贴报文、JSON")).toBeTruthy();
});

it("gives a code of a source its meaning, by the events of every mode", async () => {
  const codes = [
    { mode: "sea", codes: [{ code: "DEPA", zh: "离港", en: "Departed" }, { code: "GTIN", zh: "重箱进港", en: "Gated in" }] },
    { mode: "rail", codes: [{ code: "DEPA", zh: "发车", en: "Departed" }] },
  ];
  const server = await open(WAITING, waiting, {
    "GET /sc/track/codes": () => codes,
    "POST /sc/track/map": () => ({ stored: 2, waiting: 1 }),
  });
  fireEvent.click(screen.getByRole("button", { name: words("映射") }));
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: /对应事件/ }));
  const box = within((await screen.findByText("TESTLINE 的事件 VD")).closest<HTMLElement>("[role=dialog]")!);
  fireEvent.click(await screen.findByText("DEPA 海运 离港 / 铁路 发车", { selector: ".ant-select-item *" }));
  fireEvent.click(box.getByRole("button", { name: words("保存") }));
  await waitFor(() => expect(server.to("/sc/track/map")[0]?.json()).toEqual({ id: "9", code: "DEPA" }));
  await waitFor(() => expect(toasts()).toEqual(["已导入2条，仍待处理1条"]));
  await waitFor(() => expect(server.to("/sc/track/waiting/page")).toHaveLength(2));
});
