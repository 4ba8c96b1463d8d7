import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { describe, expect, it, vi } from "vitest";
import { navigation } from "../open-link";
import type { TrackRecord } from "../record";
import { at, fakeWindow, fine, PHONE, seaExample, serve, UUID, type Answers, type Seen } from "../test-order";
import { TrackPage } from "./track";

const ORDER = "/sc/external/order/orderTrack";
const SUBMIT = "/sc/external/order/awbSubmit";
const LONG = { timeout: 30_000 };

async function open(scope: string, change: Partial<TrackRecord> = {}, more: Answers = {}): Promise<Seen[]> {
  at(`?o=${scope}${UUID}&code=k3y`);
  const seen = serve({ [ORDER]: fine({ ...seaExample(), ...change }), ...more });
  render(<TrackPage />);
  await screen.findByRole("button", { name: /订单信息/ }, LONG);
  return seen;
}

const section = (name: string): HTMLElement => screen.getByRole("region", { name });
const sections = (): string[] => [...document.querySelectorAll(".section-head span:first-child")].map((one) => one.textContent ?? "");
/** The captions and values of a block. */
const facts = (block: HTMLElement): string[] => [...block.querySelectorAll(".fact")].map((one) => one.textContent ?? "");
const cells = (table: HTMLElement): string[][] =>
  [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
const figures = (): HTMLElement => document.querySelector(".figures") as HTMLElement;

describe("the link", () => {
  // req: track-call-sc, track-scope-se, track-scope-si, track-scope-ai, track-open-scope-unknown
  it("asks the call of the other scopes, in any case of the letters", async () => {
    for (const scope of ["AI", "SE", "SI", "TE", "TI", "IO", "ai", "se", "Si", "te", "tI", "io"]) {
      const seen = await open(scope);
      expect(seen[0]).toMatchObject({ method: "GET", path: ORDER, query: { o: `${scope}${UUID}`, code: "k3y" } });
      await waitFor(() => expect(document.title).toMatch(/^货物追踪 ./), LONG);
      cleanup();
    }
  });

  // req: track-open-scope-unknown
  it("makes no call for any other letters", async () => {
    for (const scope of ["AE", "XX", "S", "--"]) {
      at(`?o=${scope}&code=k3y`);
      const seen = serve({});
      const { unmount } = render(<TrackPage />);
      expect((await screen.findByRole("alert")).textContent).toBe("操作失败，暂不支持该业务类型的订单查询");
      expect(screen.getByText("暂无数据")).toBeTruthy();
      expect(seen).toEqual([]);
      unmount();
    }
  });

  it("shows the server's words for a dead link", async () => {
    at(`?o=SE${UUID}&code=k3y`);
    serve({ [ORDER]: { code: 1, messageInfo: "订单不存在或链接已失效" } });
    render(<TrackPage />);
    expect((await screen.findByRole("alert")).textContent).toBe("操作失败，订单不存在或链接已失效");
  });
});

describe("the header", () => {
  // req: track-sea-header, track-ship-info, track-qr-content, track-qr-size
  it("has number, stations, ship, departure and a QR code of 100", async () => {
    await open("SE");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("TESTU12345678");
    const head = section("运输概况");
    expect([...head.querySelectorAll(".station")].map((one) => one.textContent)).toEqual(["始发港CNSHA上海", "目的港DEHAM汉堡"]);
    expect(facts(head)).toEqual(["船名/航次TEST OCEAN / 025W", "预计离港2026-07-18", "预计到达2026-08-20"]);
    const code = within(head).getByRole("img", { name: "本订单分享链接的二维码" });
    expect(code.dataset.content).toBe(`http://forwarder.test/externalOrderTrack?o=SE${UUID}&code=k3y`);
    expect([code.getAttribute("width"), code.getAttribute("height")]).toEqual(["100", "100"]);
    await waitFor(() => expect(code.querySelector("path")?.getAttribute("transform")).toMatch(/^translate\(5 5\)/), LONG);
  });

  // req: track-ship-info
  it("shows the ship or the voyage when there is only one", async () => {
    for (const [change, text] of [
      [{ shipVoyageNumber: null }, "船名/航次TEST OCEAN"],
      [{ shipName: null }, "船名/航次025W"],
      [{ shipName: "", shipVoyageNumber: null }, "船名/航次-"],
    ] as const) {
      await open("SE", change);
      expect(facts(section("运输概况"))[0]).toBe(text);
      cleanup();
    }
  });

  // req: track-number-sea, track-number-air
  it("shows the number of the scope", async () => {
    for (const [scope, change, number] of [
      ["SE", { mlbNumber: null }, "SE-2607010001"],
      ["SI", {}, "TESTU12345678"],
      ["AI", { awbNumber: "990-12345675", hawbNumber: "HA001" }, "990-12345675_HA001"],
      ["TE", { railWaybillNo: "RW7788" }, "RW7788"],
      ["TI", { railWaybillNo: "" }, "SE-2607010001"],
      ["IO", {}, "SE-2607010001"],
    ] as const) {
      await open(scope, change);
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(number);
      cleanup();
    }
  });

  // req: track-open-scope-unknown
  it("shows rail with its train and border station instead of a ship", async () => {
    await open("TE", { shipName: null, shipVoyageNumber: null, trainNo: "X8001", railWaybillNo: "RW7788", borderStation: "ALK", borderStationName: "阿拉山口" });
    const head = section("运输概况");
    expect([...head.querySelectorAll(".station")].map((one) => one.textContent)).toEqual(["发站CNSHA上海", "出境口岸ALK阿拉山口", "到站DEHAM汉堡"]);
    expect(facts(head).slice(0, 2)).toEqual(["班列号X8001", "预计发车2026-07-18"]);
    expect(facts(section("订单信息"))).toContain("运单号RW7788");
  });

  it("shows how far the order has come", async () => {
    await open("SE");
    const nodes = within(screen.getByRole("list", { name: "运输进度" })).getAllByRole("listitem");
    expect(nodes.map((one) => one.textContent)).toEqual(["订舱2026-07-10 09:30", "装船2026-07-18 03:20", "到港"]);
    expect(nodes.map((one) => one.querySelectorAll("[aria-label='已完成']").length)).toEqual([1, 1, 0]);
    expect(nodes.map((one) => one.getAttribute("aria-current"))).toEqual([null, "step", null]);
  });

  it("takes the newest event that has happened for the current one", async () => {
    await open("SE");
    expect(screen.getByText("LOAD 装船 (CNSHA) 2026-07-18 03:20")).toBeTruthy();
    const events = within(section("轨迹信息")).getAllByRole("listitem");
    expect(events.map((one) => one.textContent)).toEqual(["ARRI 到港 预计2026-08-20 06:00DEHAM", "LOAD 装船2026-07-18 03:20CNSHACSQU3054383"]);
    expect(events.map((one) => one.getAttribute("aria-current"))).toEqual([null, "step"]);
  });

  // req: track-sea-more
  it("leads on to the carrier only where the order has an address for it", async () => {
    await open("SE", { awbTrackUrl: "https://carrier.test/990-12345675" });
    const more = screen.getByRole("link", { name: "MORE" });
    expect(more.getAttribute("href")).toBe("https://carrier.test/990-12345675");
    expect(more.getAttribute("target")).toBe("_blank");
    cleanup();
    for (const awbTrackUrl of [null, "", "javascript:alert(1)"]) {
      await open("SE", { awbTrackUrl });
      expect(screen.queryByText("MORE")).toBeNull();
      cleanup();
    }
  });
});

describe("the paper", () => {
  // req: track-open-awb-submit-place
  it("is a bill at sea and a waybill in the air, and none elsewhere", async () => {
    for (const [scope, change, name] of [
      ["SE", {}, "查看提单"],
      ["SI", {}, "查看提单"],
      ["AI", { awbNumber: "990-12345675" }, "查看运单"],
      ["AI", { awbNumber: null, hawbNumber: null }, undefined],
      ["SE", { mlbNumber: null, orderCode: null }, undefined],
      ["TE", {}, undefined],
      ["IO", {}, undefined],
    ] as const) {
      await open(scope, change);
      expect(screen.queryByRole("button", { name: /查看[提运]单/ })?.textContent).toBe(name);
      cleanup();
    }
  });

  // req: track-call-awb-submit, track-open-awb-submit-place, track-links-mobile
  it("is asked for with o and code and opens in a new window", async () => {
    const opened = fakeWindow();
    const seen = await open("SE", {}, { [SUBMIT]: fine("/sc/external/paper/1.pdf") });
    fireEvent.click(screen.getByRole("button", { name: "查看提单" }));
    await waitFor(() => expect(opened.location.href).toBe("/sc/external/paper/1.pdf"), LONG);
    expect(seen.find((one) => one.method === "POST")).toMatchObject({ path: SUBMIT, body: { o: `SE${UUID}`, code: "k3y" } });
  });

  // req: track-links-mobile
  it("opens in the same tab on a phone", async () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(PHONE);
    const go = vi.spyOn(navigation, "go").mockImplementation(() => {});
    await open("SI", {}, { [SUBMIT]: fine("/paper.pdf") });
    fireEvent.click(screen.getByRole("button", { name: "查看提单" }));
    await waitFor(() => expect(go).toHaveBeenCalledWith("/paper.pdf"), LONG);
  });

  // req: track-call-awb-submit
  it("shows the server's words when there is none", async () => {
    const opened = fakeWindow();
    await open("AI", { awbNumber: "990-12345675" }, { [SUBMIT]: { code: 1, messageInfo: "运单尚未生成" } });
    fireEvent.click(screen.getByRole("button", { name: "查看运单" }));
    expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，运单尚未生成");
    expect(opened.close).toHaveBeenCalled();
  });
});

describe("the sections", () => {
  // req: track-sea-sections, track-page-parts
  it("are five, and can be folded", async () => {
    for (const scope of ["AI", "SE", "SI"]) {
      await open(scope);
      expect(sections()).toEqual(["订单信息", "轨迹信息", "舱单信息", "相关文件", "相关照片"]);
      const button = screen.getByRole("button", { name: "舱单信息" });
      expect(button.getAttribute("aria-expanded")).toBe("true");
      fireEvent.click(button);
      expect(button.getAttribute("aria-expanded")).toBe("false");
      cleanup();
    }
  });

  it("show a manifest of rail only where there is one", async () => {
    await open("TE", { manifestList: [] });
    expect(sections()).toEqual(["订单信息", "轨迹信息", "相关文件", "相关照片"]);
  });

  // req: track-sea-labels, track-se-ai-no-dates
  it("name what the order holds; SE has no house bill and no dates", async () => {
    await open("SE");
    expect(facts(section("订单信息"))).toEqual([
      "合同号HT-77",
      "主单号TESTU12345678",
      "装箱方式FCL",
      "箱量2×40HQ;1×20GP",
      "TEU数5.00",
      "货物类型普货",
      "品名机械零件",
      "订单号SE-2607010001",
    ]);
    expect(cells(figures())).toEqual([
      ["件数纸箱", "1,200", "1,200"],
      ["毛重KG", "18,500.0", "18,500.3"],
      ["体积CBM", "120.500", "121.000"],
      ["计费吨TON", "120.500", "121.000"],
    ]);
    expect(figures().querySelectorAll(".differs, .outside")).toHaveLength(0);
    expect(cells(within(section("订单信息")).getByRole("region", { name: "箱明细" }))).toEqual([["CSQU3054383", "40HQ", "SL1", "600", "9,300.0", "60.200"]]);
  });

  // req: track-sea-labels, track-se-ai-no-dates, track-si-house-bill
  it("show AI with its master waybill, without house bill and dates", async () => {
    await open("AI", { mlbNumber: null, awbNumber: "990-12345675", chargeWeightUnit: "KG" });
    expect(facts(section("订单信息"))[1]).toBe("主单号990-12345675");
    for (const label of ["分单号", "入库日期", "出库日期", "查验日期", "清关日期"]) expect(facts(section("订单信息")).join(" ")).not.toContain(label);
    expect(cells(figures())[3]?.[0]).toBe("计费吨KG");
  });

  // req: track-si-house-bill, track-si-dates
  it("show SI with its house bill and the four dates", async () => {
    await open("SI");
    const shown = facts(section("订单信息"));
    expect(shown[2]).toBe("分单号HB001");
    expect(shown.slice(-4)).toEqual(["入库日期2026-07-12", "出库日期2026-07-13", "查验日期-", "清关日期2026-07-16"]);
  });

  // req: track-differ-orange
  it("mark in orange what is outside the tolerances", async () => {
    await open("SE", { confirmPieces: 1201 });
    expect([...figures().querySelectorAll("tbody tr")].map((row) => row.querySelectorAll("td.differs").length)).toEqual([2, 0, 0, 0]);
  });

  // req: track-open-scope-unknown
  it("show another service by what was done and when", async () => {
    await open("IO", { serviceTypeName: "报关代理", serviceContent: "代办产地证", businessDate: "2026-07-01", startDate: "2026-07-02", finishDate: null, quantity: 2, unit: "份" });
    expect(facts(section("运输概况"))).toEqual(["业务类型报关代理", "业务日期2026-07-01"]);
    expect(facts(section("订单信息"))).toEqual([
      "订单号SE-2607010001",
      "业务类型报关代理",
      "服务内容代办产地证",
      "业务日期2026-07-01",
      "开始日期2026-07-02",
      "完成日期-",
      "数量2 份",
    ]);
    expect(document.querySelector(".figures, .stations")).toBeNull();
    expect(within(section("相关文件")).getByText("装箱单.xlsx")).toBeTruthy();
  });

  it("speak English", async () => {
    vi.spyOn(navigator, "language", "get").mockReturnValue("en-GB");
    at(`?o=SE${UUID}&code=k3y`);
    serve({ [ORDER]: fine(seaExample()) });
    render(<TrackPage />);
    await screen.findByRole("button", { name: "View bill of lading" }, LONG);
    expect(facts(section("Order"))).toContain("GoodsMACHINE PARTS");
  });
});

describe("the notices", () => {
  const CHECK = `/sc/external/order/checkOrderDeliveryNotice/${UUID}`;

  it("of sea and rail appear where the check allows them", async () => {
    for (const [scope, path] of [
      ["SE", "/seExternalOrderDeliveryNotice"],
      ["TE", "/teExternalOrderDeliveryNotice"],
    ] as const) {
      await open(scope, {}, { [`${CHECK}/warehouse`]: fine(null) });
      const tile = await screen.findByRole("link", { name: "送货通知 · 交货场站" }, LONG);
      expect(tile.getAttribute("href")).toBe(`${path}?o=${scope.toLowerCase()}${UUID}&flag=warehouse&code=k3y`);
      expect(screen.queryByText("送货通知 · 内装仓")).toBeNull();
      cleanup();
    }
  });

  it("are not asked for where a scope has none", async () => {
    const seen = await open("SI");
    expect(seen.map((one) => one.path)).toEqual([ORDER]);
  });
});

describe("the photos", () => {
  const photos = (): Partial<TrackRecord> => ({
    attachments: ["一", "二", "三"].map((fileRemark, n) => ({ orderFileId: String(n), fileType: "照片", fileName: `${n}.jpg`, fileRemark, fileUrl: `/p/${n}` })),
  });
  const carousel = (): HTMLElement => document.querySelector(".carousel") as HTMLElement;
  const shown = (): (string | null | undefined)[] => [...carousel().querySelectorAll("img")].map((one) => one.getAttribute("src"));

  // req: track-sea-carousel
  it("stand in a carousel that moves only by button, key or swipe", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open("SE", photos());
    expect(shown()).toEqual(["/p/0"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual(["/p/0"]);
    vi.useRealTimers();
    fireEvent.click(within(carousel()).getByRole("button", { name: "下一张" }));
    expect(shown()).toEqual(["/p/1"]);
    expect(carousel().textContent).toBe("二 2 / 3");
    fireEvent.keyDown(within(carousel()).getByRole("button", { name: "下一张" }), { key: "ArrowRight" });
    expect(shown()).toEqual(["/p/2"]);
    fireEvent.keyDown(within(carousel()).getByRole("button", { name: "下一张" }), { key: "ArrowRight" });
    expect(shown()).toEqual(["/p/0"]);
    fireEvent.click(within(carousel()).getByRole("button", { name: "上一张" }));
    expect(shown()).toEqual(["/p/2"]);
  });

  // req: track-sea-carousel
  it("are turned by a swipe of 40, and not by a shorter one", async () => {
    await open("SE", photos());
    const swipe = (from: number, to: number): void => {
      fireEvent.touchStart(carousel(), { touches: [{ clientX: from }] });
      fireEvent.touchEnd(carousel(), { changedTouches: [{ clientX: to }] });
    };
    swipe(200, 161);
    expect(shown()).toEqual(["/p/0"]);
    swipe(200, 160);
    expect(shown()).toEqual(["/p/1"]);
    swipe(100, 200);
    expect(shown()).toEqual(["/p/0"]);
  });

  it("can be enlarged, and turned one by one there too", async () => {
    await open("SE", photos());
    fireEvent.click(screen.getByRole("button", { name: "放大照片 一" }));
    const dialog = screen.getByRole("dialog", { name: "一" });
    fireEvent.keyDown(dialog, { key: "ArrowRight" });
    expect(screen.getByRole("dialog", { name: "二" })).toBeTruthy();
    expect(shown()).toEqual(["/p/1"]);
  });

  // req: track-empty-images
  it("are told to be missing", async () => {
    await open("SE", { attachments: [] });
    expect(section("相关照片").textContent).toContain("当前订单暂无可展示的图片");
    expect(carousel()).toBeNull();
  });
});
