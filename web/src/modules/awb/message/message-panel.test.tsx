import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buttons, cellOf, fieldAt, linesThere, openPage, press } from "@/modules/awb/awb-kit";
import house from "@/modules/awb/form/hawb-info.page";
import master from "@/modules/awb/form/mawb-make.page";
import type { LiveMessage } from "@/modules/awb/message/live-message";
import { useKeySheet } from "@/platform/keys/key-sheet-store";
import { read } from "@/platform/storage";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";
import { NARROW_BELOW_PX } from "@/platform/use-narrow";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const FORM = {
  kind: "master", awbNumber: "990-12345675", departureStation: "PVG", arrivalStation: "FRA", airlineCode: "X9", currency: "CNY",
  shipper: { scName: "DEMO EXPORTER" }, consignee: {}, notify: {}, sizes: [], charges: [], specialHandlingCodes: [],
  lines: [{ pieces: "12", grossWeight: "500.0", weightUnit: "K", total: "17041.98", goodsNameEn: "AUTO PARTS", hsCodes: ["870899"] }],
};
const CALL = "/afbase/awbPrint/messagePreview";

type Line = LiveMessage["lines"][number];
const plain = (text: string) => ({ text, field: "", marks: [] });
const of = (text: string, field: string, marks: Line[number]["marks"] = []) => ({ text, field, marks });

/** The message of a form whose consignee is called so. */
function message(consignee: string, more: Partial<LiveMessage> = {}): LiveMessage {
  const over = consignee.length > 10 ? [{ from: 10, to: consignee.length, kind: "over" as const }] : [];
  return {
    type: "FWB", version: "16", length: 812, findings: [],
    lines: [
      [plain("FWB/16")],
      [of("990-12345675", "awbNumber"), of("PVG", "departureStation"), of("FRA", "arrivalStation"), plain("/T"), of("12", "lines.0.pieces")],
      [plain("CNE")],
      [plain("/"), of(consignee, "consignee.scName", over)],
      [plain("/"), of("HS870899", "lines.0.hsCodes.0")],
      [plain("/FX/"), of("0049#1", "consignee.faxNumber", [{ from: 4, to: 5, kind: "illegal" }])],
    ],
    ...more,
  };
}

const ROUTES: Record<string, Answer> = {
  [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: null, state: "NONE", hawbs: [] }),
  [`GET /afbase/awbPrint/prefill/${ORDER}`]: () => FORM,
  "POST /afbase/awbPrint/check": () => ({ findings: [], sums: null, lines: [{ total: "17041.98" }] }),
  [`POST ${CALL}`]: (asked) => {
    const { consignee } = asked.json() as { consignee: { scName: string } };
    return { messages: [message(consignee.scName)] };
  },
};

function room(px: number): void {
  Object.defineProperty(window, "innerWidth", { value: px, configurable: true, writable: true });
}

/** The form with its messages beside it. */
async function open(routes: Record<string, Answer> = {}, px = 1440) {
  room(px);
  const server = await openPage(master.page ?? (() => null), `/af_mawb_make?o=${ORDER}`, { ...ROUTES, ...routes });
  await waitFor(() => expect(fieldAt("arrivalStation").input.value).toBe("FRA"));
  if (px >= NARROW_BELOW_PX) await linesThere();
  return server;
}

const panel = () => screen.findByRole("complementary", { name: "航司将收到的报文" });
const text = async () => within(await panel()).findByRole("list", { name: "FWB/16 报文内容" });
const span = (field: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-stop="${field}"]`);
  if (!found) throw new Error(`no span ${field}`);
  return found;
};
const name = (value: string) => fireEvent.change(fieldAt("consignee.scName").input, { target: { value } });
const fits = (scName: string) => ({ consignee: { scName } });

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  room(1024);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the message beside the sheet", () => {
  it("shows the lines as they would be sent, with their count and limit, and follows what is typed", async () => {
    const server = await open();
    const lines = within(await text()).getAllByRole("listitem");
    expect(lines.slice(0, 2).map((line) => line.textContent)).toEqual(["FWB/16", "990-12345675PVGFRA/T12"]);
    expect((await panel()).textContent).toContain("812 / 3,500 字符");
    expect((await panel()).textContent).toContain("报文无误");
    expect(server.to(CALL)[0]?.json()).toMatchObject({ kind: "master", orderUuid: ORDER, format: "IMP", arrivalStation: "FRA" });
    name("DEMO GMBH");
    await waitFor(() => expect(span("3.1").textContent).toBe("DEMO GMBH"));
    expect(server.to(CALL).at(-1)?.json()).toMatchObject(fits("DEMO GMBH"));
  });

  it("strikes out what is too long and reddens what is not allowed, and says so to who can't see it", async () => {
    await open();
    await text();
    name("DEMO GMBH1");
    await waitFor(() => expect(span("3.1").textContent).toBe("DEMO GMBH1"));
    expect(span("3.1").querySelector("mark")).toBeNull();
    name("DEMO GMBH12");
    await waitFor(() => expect(span("3.1").querySelector("mark")?.firstChild?.textContent).toBe("2"));
    expect(span("3.1").querySelector("mark")?.className).toBe("is-over");
    expect(span("3.1").getAttribute("aria-label")).toBe("收货人 Consignee · 名称：DEMO GMBH12，“2”超出长度，不会发送");
    const illegal = span("5.1").querySelector("mark");
    expect([illegal?.className, illegal?.firstChild?.textContent]).toEqual(["is-illegal", "#"]);
    expect(span("5.1").getAttribute("aria-label")).toContain("“#”是报文不允许的字符");
  });

  it("marks the box of a span that is pointed at, and the spans of the box in hand", async () => {
    await open();
    await text();
    const linked = (path: string) => fieldAt(path).box.hasAttribute("data-linked");
    fireEvent.mouseEnter(span("1.2"));
    await waitFor(() => expect(linked("arrivalStation")).toBe(true));
    fireEvent.mouseLeave(span("1.2"));
    await waitFor(() => expect(linked("arrivalStation")).toBe(false));
    cellOf(0, "pieces").input.focus();
    await waitFor(() => expect(span("1.4").className).toContain("is-linked"));
    expect(span("1.2").className).not.toContain("is-linked");
    // A code of a box belongs to the box.
    cellOf(0, "hsCodes").input.focus();
    await waitFor(() => expect(span("4.1").className).toContain("is-linked"));
    expect(span("1.4").className).not.toContain("is-linked");
  });

  it("goes to the box of a span, also to one that is folded away", async () => {
    await open();
    await text();
    fireEvent.click(span("1.2"));
    expect(document.activeElement).toBe(fieldAt("arrivalStation").input);
    expect(document.querySelector('[data-field="consignee.faxNumber"]')).toBeNull();
    fireEvent.click(span("5.1"));
    await waitFor(() => expect(document.activeElement).toBe(fieldAt("consignee.faxNumber").input));
  });

  it("is one stop of the Tab key; arrows move from span to span and from line to line", async () => {
    await open();
    const list = await text();
    const stops = () => [...list.querySelectorAll<HTMLElement>("[role=button]")].filter((each) => each.tabIndex === 0);
    expect(stops()).toEqual([span("1.0")]);
    span("1.0").focus();
    const key = (name: string) => fireEvent.keyDown(document.activeElement ?? list, { key: name });
    key("ArrowRight");
    expect(document.activeElement).toBe(span("1.1"));
    key("ArrowDown");
    expect(document.activeElement).toBe(span("3.1"));
    key("ArrowUp");
    expect(document.activeElement).toBe(span("1.0"));
    key("ArrowLeft");
    expect(document.activeElement).toBe(span("1.0"));
    key("End");
    expect(document.activeElement).toBe(span("5.1"));
    await waitFor(() => expect(stops()).toEqual([span("5.1")]));
    key("Home");
    key("ArrowRight");
    key("Enter");
    expect(document.activeElement).toBe(fieldAt("departureStation").input);
  });

  it("lists what the airline would not take, with ways to the boxes", async () => {
    const findings = [
      { field: "consignee.nationCode", severity: "error" as const, key: "edi.country", message: "缺少国家代码" },
      { field: "lines.0.pieces", severity: "warning" as const, key: "edi.pieces", message: "件数超过9999" },
    ];
    await open({ [`POST ${CALL}`]: () => ({ messages: [message("DEMO", { findings })] }) });
    const list = within(await within(await panel()).findByRole("list", { name: "报文问题" }));
    expect(list.getAllByRole("listitem").map((each) => each.textContent)).toEqual([
      "错误收货人 Consignee · 国家：缺少国家代码",
      "提醒运价与货物 第1行 件数：件数超过9999",
    ]);
    fireEvent.click(list.getByRole("button", { name: /缺少国家代码/ }));
    expect(document.activeElement).toBe(fieldAt("consignee.nationCode").input);
  });

  it("shows the answer to what was typed last, whenever an earlier one comes", async () => {
    const waiting = new Map<string, (answer: unknown) => void>();
    const server = await open({
      [`POST ${CALL}`]: (asked) => {
        const { consignee } = asked.json() as { consignee: { scName: string } };
        if (consignee.scName === "") return { messages: [message("")] };
        return new Promise((resolve) => waiting.set(consignee.scName, resolve));
      },
    });
    await text();
    name("FIRST");
    await waitFor(() => expect(waiting.has("FIRST")).toBe(true));
    name("SECOND");
    await waitFor(() => expect(waiting.has("SECOND")).toBe(true));
    waiting.get("SECOND")?.({ messages: [message("SECOND")] });
    await waitFor(() => expect(span("3.1").textContent).toBe("SECOND"));
    waiting.get("FIRST")?.({ messages: [message("FIRST")] });
    name("THIRD");
    await waitFor(() => expect(waiting.has("THIRD")).toBe(true));
    expect(span("3.1").textContent).toBe("SECOND");
    expect(server.to(CALL)).toHaveLength(4);
  });

  it("keeps what it has when a later answer fails, says why, and tries again", async () => {
    let broken = false;
    await open({
      [`POST ${CALL}`]: (asked) => {
        const { consignee } = asked.json() as { consignee: { scName: string } };
        return broken ? envelope(200, 1, "服务繁忙") : { messages: [message(consignee.scName)] };
      },
    });
    await text();
    broken = true;
    name("DEMO");
    const alert = await within(await panel()).findByRole("alert");
    expect(alert.textContent).toContain("报文未更新：服务繁忙");
    expect(span("1.2").textContent).toBe("FRA");
    broken = false;
    fireEvent.click(within(alert).getByText("重试"));
    await waitFor(() => expect(span("3.1").textContent).toBe("DEMO"));
    expect(within(await panel()).queryByRole("alert")).toBeNull();
  });

  it("says why there is nothing at all, and tries again", async () => {
    let broken = true;
    await open({ [`POST ${CALL}`]: () => (broken ? envelope(500, 500, "") : { messages: [message("DEMO")] }) });
    const alert = await within(await panel()).findByRole("alert");
    expect(alert.textContent).toContain("加载数据失败");
    broken = false;
    fireEvent.click(within(alert).getByText("重试"));
    await text();
  });

  it("warns when a message needs several parts, and not at the limit itself", async () => {
    let length = 3500;
    const server = await open({ [`POST ${CALL}`]: () => ({ messages: [message("DEMO", { length })] }) });
    await text();
    expect((await panel()).textContent).not.toContain("超出上限");
    length = 3501;
    name("DEMO");
    await waitFor(() => expect(server.to(CALL)).toHaveLength(2));
    await within(await panel()).findByText("超出上限，将分段发送");
  });

  it("offers the formats the carrier takes, and shows the other one", async () => {
    const xml = { type: "FWB", version: "3", length: 9000, findings: [], lines: [[plain('<?xml version="1.0"?>')]] };
    const server = await open({
      [`POST ${CALL}`]: (asked) => ({ messages: [(asked.json() as { format: string }).format === "XML" ? xml : message("DEMO")] }),
    });
    await text();
    fireEvent.click(screen.getByText("Cargo-XML"));
    await screen.findByText('<?xml version="1.0"?>');
    expect((await panel()).textContent).toContain("9,000 字符");
    expect((await panel()).textContent).not.toContain("超出上限");
    expect(server.to(CALL).map((asked) => (asked.json() as { format: string }).format)).toEqual(["IMP", "XML"]);
    cleanup();
    await open({ [`POST ${CALL}`]: () => ({ formats: ["IMP"], messages: [message("DEMO")] }) });
    await text();
    expect(screen.queryByText("Cargo-XML")).toBeNull();
  });

  it("copies the message with the line ends it is sent with", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { ...navigator, userAgent: navigator.userAgent, clipboard: { writeText } });
    await open();
    await text();
    fireEvent.click(within(await panel()).getByRole("button", { name: /^复\s*制$/ }));
    await waitFor(() => expect(toasts()).toEqual(["FWB/16 报文已复制"]));
    expect(writeText.mock.calls[0]?.[0]).toBe("FWB/16\r\n990-12345675PVGFRA/T12\r\nCNE\r\n/\r\n/HS870899\r\n/FX/0049#1");
  });
});

describe("showing and hiding it", () => {
  const toggle = () => fireEvent.keyDown(window, { key: "µ", code: "KeyM", altKey: true });
  const there = () => document.querySelector(".awb-message") !== null;

  it("is remembered for the user, and listed among the keys", async () => {
    await open();
    await text();
    expect(useKeySheet.getState().parts.form?.flat()).toContainEqual([["Alt", "M"], "awb:message.key"]);
    toggle();
    await waitFor(() => expect(there()).toBe(false));
    expect(read("awbMessage.")).toBe("0");
    expect(buttons("电子报文")[0]?.getAttribute("aria-pressed")).toBe("false");
    await press("电子报文");
    await text();
    expect(read("awbMessage.")).toBe("1");
    fireEvent.click(screen.getByLabelText("隐藏报文"));
    await waitFor(() => expect(there()).toBe(false));
    expect(read("awbMessage.")).toBe("0");
  });

  it("stays away for the user who has closed it, and asks for nothing then", async () => {
    const clear = vi.spyOn(Storage.prototype, "clear").mockImplementation(() => undefined);
    localStorage.setItem("awbMessage.", "0");
    const server = await open();
    expect(there()).toBe(false);
    expect(server.to(CALL)).toHaveLength(0);
    clear.mockRestore();
  });

  it("lies over the sheet below 1200 px, comes when it is asked for, and lets go before it jumps", async () => {
    const server = await open({}, 1199);
    expect(there()).toBe(false);
    expect(server.to(CALL)).toHaveLength(0);
    await press("电子报文");
    const drawer = within(await screen.findByRole("dialog"));
    await drawer.findByRole("list", { name: "FWB/16 报文内容" });
    expect(read("awbMessage.")).toBeNull();
    fireEvent.click(span("1.2"));
    await waitFor(() => expect(document.activeElement).toBe(fieldAt("arrivalStation").input));
    await waitFor(() => expect(there()).toBe(false));
  });

  it("stands beside the sheet at 1200 px", async () => {
    await open({}, 1200);
    await text();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

it("shows the FHL of a house", async () => {
  room(1440);
  const fhl = message("DEMO", { type: "FHL", version: "5", lines: [[plain("FHL/5")], [plain("HBS/"), of("HA001", "hawbNumber")]] });
  const houses = [{ id: "1", hawbId: "1", hawbNumber: "HA001", pieces: 5, weight: 200, awbPrintId: null, state: "NONE" }];
  const server = await openPage(house.page ?? (() => null), `/hawb_info_page?o=${ORDER}&hawbId=1`, {
    ...ROUTES,
    [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: null, state: "NONE", hawbs: houses }),
    [`GET /afbase/awbPrint/prefill/${ORDER}`]: () => ({ ...FORM, kind: "house", hawbNumber: "HA001" }),
    [`POST ${CALL}`]: () => ({ messages: [fhl] }),
  });
  const lines = within(await screen.findByRole("list", { name: "FHL/5 报文内容" })).getAllByRole("listitem");
  expect(lines.map((line) => line.textContent)).toEqual(["FHL/5", "HBS/HA001"]);
  expect(server.to(CALL)[0]?.json()).toMatchObject({ kind: "house", hawbId: "1", orderUuid: ORDER });
  fireEvent.click(span("1.1"));
  expect(document.activeElement).toBe(fieldAt("hawbNumber").input);
});
