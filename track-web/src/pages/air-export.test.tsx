import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firstAnswer } from "../call";
import { TrackPage } from "./track";
import { at, example, fine, PHONE, SEARCH, serve, UUID, type Answers } from "../test-order";
import type { TrackRecord } from "../record";

const ORDER = "order/orderTrack";

beforeEach(() => at(SEARCH));

async function open(record: TrackRecord = example(), more: Answers = {}) {
  const seen = serve({ [ORDER]: fine(record), ...more });
  render(<TrackPage />);
  await screen.findByRole("button", { name: /订单信息/ });
  // Effects of the last drawing (title, colour) are done.
  await act(async () => {});
  return seen;
}

const section = (name: string): HTMLElement => screen.getByRole("region", { name });
const head = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
const isOpen = (name: RegExp): boolean => head(name).getAttribute("aria-expanded") === "true";
const press = (element: HTMLElement): void => {
  fireEvent.click(element);
};
/** The texts of a table's cells, row by row. */
const cells = (table: HTMLElement): string[][] =>
  [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? ""));

describe("the link", () => {
  // req: track-load, track-call-af, track-scope-af
  it("asks with o and code and shows the order", async () => {
    const seen = await open();
    expect(seen[0]).toMatchObject({ method: "GET", path: ORDER, query: { o: `AF${UUID}`, code: "k3y" }, language: "zh-CN" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("990-12345675");
    await waitFor(() => expect(document.title).toBe("货物追踪 990-12345675"));
  });

  // req: track-o-required, track-scope-prefix
  it("sends o trimmed and takes the scope in any case", async () => {
    at(`?o=%20af${UUID}%20&code=k3y`);
    const seen = await open();
    expect(seen[0]?.query.o).toBe(`af${UUID}`);
  });

  // req: track-o-missing, track-o-required, track-notification-style, track-empty-data
  it("makes no call without o", async () => {
    for (const search of ["", "?code=k3y", "?o=%20%20&code=k3y"]) {
      at(search);
      const seen = serve({});
      const { unmount } = render(<TrackPage />);
      expect((await screen.findByRole("alert")).textContent).toBe("操作失败，未获取到查询信息");
      expect(screen.getByText("暂无数据")).toBeTruthy();
      expect(seen).toEqual([]);
      unmount();
    }
  });

  // req: track-empty-data
  it("makes no call for a scope it does not know", async () => {
    at(`?o=XX${UUID}&code=k3y`);
    const seen = serve({});
    render(<TrackPage />);
    expect((await screen.findByRole("alert")).textContent).toBe("操作失败，暂不支持该业务类型的订单查询");
    expect(screen.getByText("暂无数据")).toBeTruthy();
    expect(seen).toEqual([]);
  });

  // req: track-fetch-failed, track-notification-style
  it("shows the server's words behind the prefix", async () => {
    serve({ [ORDER]: { code: 1, messageInfo: "订单不存在或链接已失效", data: null } });
    render(<TrackPage />);
    expect((await screen.findByRole("alert")).textContent).toBe("操作失败，订单不存在或链接已失效");
    expect(screen.getByText("暂无数据")).toBeTruthy();
  });

  // req: track-fetch-failed
  it("says that the data could not be fetched when the answer has no words", async () => {
    for (const answer of [{ code: 1 }, { code: 0, data: null }, new Response("<html>", { status: 500 })]) {
      serve({ [ORDER]: answer });
      const { unmount } = render(<TrackPage />);
      expect((await screen.findByRole("alert")).textContent).toBe("操作失败，数据获取失败");
      unmount();
    }
  });

  // req: track-open-http-errors
  it("takes 401 and 404 for a link that is gone, and knows the other errors", async () => {
    const texts: [Response, string][] = [
      [new Response("", { status: 401 }), "订单不存在或链接已失效"],
      [Response.json({ code: 1, messageInfo: "x" }, { status: 404 }), "订单不存在或链接已失效"],
      [new Response("", { status: 503 }), "请检查您的网络"],
      [new Response("<html>", { status: 503, headers: { "Retry-After": "60" } }), "请检查您的网络"],
      [Response.json({ code: 503, messageInfo: "暂时无法保存" }, { status: 503, headers: { "Retry-After": "60" } }), "暂时无法保存"],
      [Response.json({ code: 1, messageInfo: "请求过于频繁" }, { status: 429 }), "请求过于频繁"],
    ];
    const before = location.href;
    for (const [answer, text] of texts) {
      serve({ [ORDER]: answer });
      const { unmount } = render(<TrackPage />);
      expect((await screen.findByRole("alert")).textContent).toBe(`操作失败，${text}`);
      unmount();
    }
    expect(location.href).toBe(before);
  });

  // req: track-open-page-limits
  it("gives a call ten seconds", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => new Promise((_yes, no) => signal?.addEventListener("abort", () => no(new Error("stopped")))));
    render(<TrackPage />);
    await act(async () => void (await vi.advanceTimersByTimeAsync(9_999)));
    expect(screen.queryByRole("alert")).toBeNull();
    await act(async () => void (await vi.advanceTimersByTimeAsync(1)));
    expect(screen.getByRole("alert").textContent).toBe("操作失败，请求超时，请检查网络或稍后重试");
    vi.useRealTimers();
  });

  it("shows the answer that came with the page without asking again", async () => {
    const data = document.createElement("script");
    data.type = "application/json";
    data.id = "first";
    data.textContent = JSON.stringify(fine(example()));
    document.body.append(data);
    const seen = serve({});
    render(<TrackPage first={firstAnswer()} />);
    await screen.findByRole("heading", { name: "990-12345675" });
    expect(seen.filter((one) => one.path === ORDER)).toEqual([]);
    expect(document.getElementById("first")).toBeNull();
  });

  // req: track-open-stale-answer
  it("drops an answer that arrives after the page has moved to another order", async () => {
    let late: (answer: unknown) => void = () => {};
    const waiting = new Promise<unknown>((resolve) => {
      late = resolve;
    });
    serve({ [ORDER]: waiting });
    render(<TrackPage />);
    serve({ [ORDER]: fine({ ...example(), awbNumber: "990-12345686" }) });
    at(`?o=AF${UUID.replace("7", "8")}&code=other`);
    fireEvent.popState(window);
    await screen.findByRole("heading", { name: "990-12345686" });
    await act(async () => late(fine(example())));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("990-12345686");
  });

  // req: track-open-stale-answer
  it("treats an answer without rows as empty", async () => {
    await open({ awbNumber: "990-12345675" });
    expect(section("轨迹信息").textContent).toContain("当前订单暂无可展示的轨迹信息");
    expect(section("舱单信息").textContent).toContain("当前订单暂无可展示的舱单信息");
  });
});

describe("the sections", () => {
  // req: track-section-open-order, track-section-open-track, track-section-open-manifest, track-section-open-attachments, track-section-open-images
  it("begin open where there is something", async () => {
    await open();
    for (const name of [/订单信息/, /轨迹信息/, /舱单信息/, /相关文件/, /相关照片/]) expect(isOpen(name)).toBe(true);
  });

  // req: track-section-open-order, track-section-open-track, track-section-open-manifest, track-section-open-attachments, track-section-open-images
  it("begin closed where there is nothing, but for the order", async () => {
    await open({ orderCode: "AE-1" });
    expect(isOpen(/订单信息/)).toBe(true);
    for (const name of [/轨迹信息/, /舱单信息/, /相关文件/, /相关照片/]) expect(isOpen(name)).toBe(false);
  });

  // req: track-section-open-attachments
  it("keep the files closed without a number, and open them with the fallback number", async () => {
    await open({ ...example(), awbNumber: null, customerNumber: null });
    expect(isOpen(/相关文件/)).toBe(false);
    expect(isOpen(/相关照片/)).toBe(true);
  });

  // req: track-empty-track, track-empty-manifest, track-empty-files, track-empty-images, track-empty-data, track-af-manifest-empty
  it("say what is missing when they are opened", async () => {
    await open({ awbNumber: "990-12345675" });
    for (const [name, text] of [
      [/轨迹信息/, "当前订单暂无可展示的轨迹信息"],
      [/舱单信息/, "当前订单暂无可展示的舱单信息"],
      [/相关文件/, "当前订单暂无可展示的相关文件"],
      [/相关照片/, "当前订单暂无可展示的图片"],
    ] as const) {
      press(head(name));
      expect(screen.getByText(text).closest("[hidden]")).toBeNull();
    }
    expect(within(section("订单信息")).getAllByText("暂无数据")).toHaveLength(2);
  });

  // req: track-awb-fallback, track-number-air
  it("show the number by its fallbacks", async () => {
    await open({ ...example(), awbNumber: null, hawbNumber: "HA001" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("KH-77_HA001");
  });
});

describe("order info", () => {
  // req: track-af-order-info, track-af-dates
  it("shows stations, flight, goods and dates", async () => {
    await open();
    const { getByText } = within(section("订单信息"));
    for (const text of ["PVG", "DXB", "FRA", "上海浦东", "法兰克福", "X9101", "2026-07-18", "2026-07-18 18:40", "机械零件", "MACHINE PARTS", "普货"]) {
      expect(getByText(text)).toBeTruthy();
    }
    for (const [label, value] of [
      ["入库日期", "2026-07-15"],
      ["出库日期", "2026-07-16"],
      ["查验日期", "-"],
      ["清关日期", "2026-07-17"],
    ] as const) {
      expect(getByText(label).nextElementSibling?.textContent).toBe(value);
    }
  });

  // req: track-af-pieces, track-af-gross-weight, track-af-volume, track-af-charge-weight, track-af-density
  it("shows planned and actual figures with their places and units", async () => {
    await open();
    const table = within(section("订单信息")).getByRole("table", { name: "" });
    expect(cells(table)).toEqual([
      ["件数纸箱", "12", "12"],
      ["毛重KG", "480.0", "500.0"],
      ["体积CBM", "3.600", "3.950"],
      ["计费重量KG", "1,600.000", "1,658.500"],
      ["密度KG/CBM", "133.33", "126.58"],
    ]);
  });

  // req: track-differ-orange, track-open-mismatch-helper
  it("highlights what differs, with a word beside the colour", async () => {
    await open({ ...example(), confirmPieces: 13 });
    const rows = [...within(section("订单信息")).getByRole("table", { name: "" }).querySelectorAll("tbody tr")];
    expect(rows.map((row) => row.querySelectorAll("td.differs").length)).toEqual([2, 2, 0, 2, 0]);
    expect(rows.map((row) => row.querySelectorAll("[aria-label='与预报不一致']").length)).toEqual([1, 1, 0, 1, 0]);
  });

  // req: track-af-size-table-plan, track-af-size-table-actual, track-af-size-parse, track-af-size-highlight
  it("shows the planned and the actual sizes", async () => {
    await open();
    const plan = screen.getByRole("table", { name: "预报尺寸" });
    const actual = screen.getByRole("table", { name: /实际尺寸/ });
    expect([...plan.querySelectorAll("th")].map((one) => one.textContent)).toEqual(["长 CM", "宽 CM", "高 CM", "件数"]);
    expect(cells(plan)).toEqual([["100", "60", "50", "12"]]);
    expect(cells(actual)).toEqual([
      ["100", "60", "55", "11"],
      ["80", "80", "50", "1"],
    ]);
    expect(plan.querySelectorAll(".differs")).toHaveLength(0);
    expect(actual.querySelectorAll("tr.differs")).toHaveLength(2);
  });

  // req: track-af-size-highlight
  it("does not highlight the same sizes in another order", async () => {
    await open({ ...example(), planDimensions: "1/2/3/4;5/6/7/8", confirmDimensions: "5/6/7/8;1/2/3/4" });
    expect(screen.getByRole("table", { name: "实际尺寸" }).querySelectorAll(".differs")).toHaveLength(0);
  });

  // req: track-af-qr, track-qr-content, track-qr-size, track-qr-margin
  it("draws the QR code of the whole link, with a name", async () => {
    await open();
    const code = within(section("订单信息")).getByRole("img", { name: "本订单分享链接的二维码" });
    expect(code.dataset.content).toBe(`http://forwarder.test/externalOrderTrack?o=AF${UUID}&code=k3y`);
    expect([code.getAttribute("width"), code.getAttribute("height")]).toEqual(["120", "120"]);
    const modules = await waitFor(() => code.querySelector("path") ?? Promise.reject(new Error("no code yet")));
    const [, margin, scale] = /translate\((\d+) \1\) scale\(([\d.]+)\)/.exec(modules?.getAttribute("transform") ?? "") ?? [];
    expect(margin).toBe("5");
    const last = Math.max(...[...(modules?.getAttribute("d") ?? "").matchAll(/M(\d+)/g)].map((hit) => Number(hit[1])));
    expect((last + 1) * Number(scale)).toBeCloseTo(110, 5);
  });
});

describe("the track", () => {
  // req: track-af-current-track, track-status-line, track-route-tracks-fields
  it("shows the newest event as the current line", async () => {
    await open();
    expect(screen.getByText("DEP 起飞 (PVG) 2026-07-18 13:20")).toBeTruthy();
    expect(screen.queryByText(/^RCS 收运 \(PVG\)/)).toBeNull();
  });

  // req: track-af-waybill-header, track-awb-route-info-fields
  it("shows the waybill header", async () => {
    await open();
    const { getByText } = within(section("轨迹信息"));
    expect(getByText("运单号").nextElementSibling?.textContent).toBe("990-12345675");
    expect(getByText("始发港").nextElementSibling?.textContent).toBe("PVG");
    expect(getByText("目的港").nextElementSibling?.textContent).toBe("FRA");
    expect(getByText("12/500.0")).toBeTruthy();
  });

  // req: track-af-route-table, track-af-route-error, track-route-row-fields
  it("shows the flights, and those with an error in red", async () => {
    await open();
    const table = within(section("轨迹信息")).getByRole("table");
    expect([...table.querySelectorAll("th")].map((one) => one.textContent)).toEqual(["航段", "航班", "计划起飞", "实际起飞", "计划到达", "实际到达", "件数/重量"]);
    expect(cells(table)).toEqual([
      ["PVG → DXB", "X9101", "2026-07-18 13:10", "2026-07-18 13:20", "2026-07-18 19:00", "-", "12 / 500.0"],
      ["DXB → FRA航班已取消", "X9102", "-", "-", "-", "-", "-"],
    ]);
    expect([...table.querySelectorAll("tbody tr")].map((row) => row.className)).toEqual(["", "error"]);
  });

  // req: track-route-dialog, track-route-dialog-cargo, track-route-dialog-highlight, track-route-dialog-time, track-route-detail-fields
  it("opens the route dialog", async () => {
    await open();
    press(screen.getAllByText("查看详情")[0] as HTMLElement);
    const dialog = screen.getByRole("dialog", { name: "轨迹详情" });
    expect(within(dialog).getByText("990-12345675")).toBeTruthy();
    const events = within(dialog).getAllByRole("listitem");
    expect(events.map((one) => one.textContent)).toEqual([
      "DEP 起飞（准点）2026-07-18 13:20PVGX91011,200 Pcs / 1,500.3 Kg",
      "RCS 收运2026-07-17 20:05PVG12 Pcs / 500.0 Kg",
    ]);
    expect(events.map((one) => one.getAttribute("aria-current"))).toEqual(["step", null]);
    fireEvent.keyDown(document, { key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  // req: track-route-dialog-empty, track-notification-style
  it("has no route dialog without events", async () => {
    await open({ ...example(), routeTracks: [] });
    press(screen.getAllByText("查看详情")[0] as HTMLElement);
    expect(screen.getByRole("alert").textContent).toBe("操作失败，暂无运单信息");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the manifest", () => {
  const times = (title: string): string[] =>
    [...(screen.getByText(title).nextElementSibling?.children ?? [])].map((one) => one.textContent ?? "");

  // req: track-af-manifest-master, track-af-manifest-distribution, track-af-manifest-temporary, track-manifest-list-fields
  it("shows the milestones, a provisional arrival with a green flag", async () => {
    await open();
    expect(times("主单")).toEqual(["原始舱单2026-07-17 09:00", "理货2026-07-17 18:00", "放行2026-07-17 21:00"]);
    expect(times("分拨")).toEqual(["分拨申请2026-07-17 08:00", "分拨运抵2026-07-17 17:30临时运抵"]);
    expect(section("舱单信息").querySelectorAll(".flag [data-icon='flag']")).toHaveLength(1);
  });

  // req: track-af-manifest-temporary
  it("shows only the final arrival when there is one", async () => {
    await open({ ...example(), manifestList: [{ masterFlag: true, arriveTime: "2026-07-17 19:00:00", temporaryArrivalTime: "2026-07-17 17:30:00" }] });
    expect(times("分拨")).toEqual(["分拨申请-", "分拨运抵2026-07-17 19:00"]);
    expect(section("舱单信息").querySelector(".flag")).toBeNull();
  });

  // req: track-af-manifest-house-card, track-open-house-card-times, track-af-manifest-master-pick
  it("shows a card for each house waybill", async () => {
    await open();
    const cards = [...section("舱单信息").querySelectorAll(".house")];
    expect(cards.map((card) => [...card.querySelectorAll("p .number, dt, dd")].map((one) => one.textContent))).toEqual([
      ["HA001", "件数/重量", "5/200.0", "报关单号", "223120240001234567", "原始舱单", "2026-07-17 09:10", "理货", "2026-07-17 18:20", "放行", "2026-07-17 21:30"],
      ["HA002", "件数/重量", "7/280.0", "报关单号", "-", "原始舱单", "-", "预配", "2026-07-17 10:00", "运抵", "2026-07-17 17:00", "理货", "-", "放行", "-"],
    ]);
  });

  // req: track-af-manifest-details, track-manifest-dialog, track-manifest-dialog-event, track-manifest-dialog-highlight, track-manifest-detail-fields
  it("opens the manifest dialog as a reversed timeline", async () => {
    await open();
    press(within(section("舱单信息")).getByText("查看详情"));
    const dialog = screen.getByRole("dialog", { name: "舱单详情" });
    expect(within(dialog).getByText("990-12345675")).toBeTruthy();
    const events = within(dialog).getAllByRole("listitem");
    expect(events.map((one) => one.textContent)).toEqual(["--原始", "放行2026-07-17 22:00:0012/500.0"]);
    expect(events.map((one) => one.getAttribute("aria-current"))).toEqual([null, "step"]);
  });

  // req: track-manifest-dialog-empty
  it("has no manifest dialog without events", async () => {
    await open({ ...example(), trackManifest: [] });
    press(within(section("舱单信息")).getByText("查看详情"));
    expect(screen.getByRole("alert").textContent).toBe("操作失败，暂无舱单信息");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("weighing", () => {
  // req: track-af-weighing, track-af-weighing-visible, track-weighing-fields
  it("shows what the station weighed", async () => {
    await open();
    expect(cells(within(section("货站过磅")).getAllByRole("table")[0] as HTMLElement)).toEqual([["HA001", "11 / 458.0 / 3.630", "100*60*55*11"]]);
  });

  // req: track-af-weighing-visible
  it("is absent without rows", async () => {
    await open({ ...example(), cargoWeighingList: [] });
    expect(screen.queryByText("货站过磅")).toBeNull();
  });
});

describe("files and photos", () => {
  // req: track-af-files, track-links-mobile, attach-fields, attach-icon-excel, attach-icon-pdf
  it("lists the files, opened in a new window", async () => {
    await open();
    const files = section("相关文件");
    const link = within(files).getByRole("link", { name: /装箱单.xlsx/ });
    expect(link.getAttribute("href")).toBe("/afbase/external/file/1");
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.textContent).toContain("最终版");
    expect(within(files).getByRole("img", { name: "表格" })).toBeTruthy();
    expect(within(files).getByRole("img", { name: "PDF" })).toBeTruthy();
  });

  // req: track-links-mobile
  it("opens links in the same tab on a phone", async () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(PHONE);
    await open();
    expect(screen.getByRole("link", { name: /装箱单.xlsx/ }).hasAttribute("target")).toBe(false);
  });

  // req: attach-no-address
  it("says so when a file or photo has no address", async () => {
    await open();
    press(screen.getByRole("button", { name: /invoice.PDF/ }));
    expect(screen.getByRole("alert").textContent).toBe("操作失败，附件地址不存在");
    press(screen.getByRole("button", { name: "放大照片 b.jpg" }));
    expect(screen.getAllByRole("alert")).toHaveLength(2);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  // req: track-af-files, attach-split
  it("enlarges a photo on a click", async () => {
    await open();
    expect(section("相关照片").querySelectorAll("button img")).toHaveLength(1);
    press(screen.getByRole("button", { name: "放大照片 入库" }));
    const dialog = screen.getByRole("dialog", { name: "入库" });
    expect(within(dialog).getByRole("img", { name: "入库" }).getAttribute("src")).toBe("/afbase/external/file/3");
    press(within(dialog).getByRole("button", { name: "关闭" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the sender and the language", () => {
  it("shows the sender's name, logo and colour", async () => {
    await open();
    const bar = screen.getByRole("banner");
    expect(within(bar).getByText("测试货代")).toBeTruthy();
    expect(bar.querySelector("img")?.getAttribute("src")).toBe("/logo.png");
    await waitFor(() => expect(document.documentElement.style.getPropertyValue("--brand")).toMatch(/^#/));
  });

  it("stands without a logo where the sender has none", async () => {
    await open({ ...example(), orgLogo: null });
    expect(screen.getByRole("banner").querySelector("img")).toBeNull();
    expect(within(screen.getByRole("banner")).getByText("测试货代")).toBeTruthy();
  });

  it("speaks English by the switch and asks the server for English words", async () => {
    const seen = await open();
    press(screen.getByRole("button", { name: "EN" }));
    await waitFor(() => expect(seen.filter((one) => one.path === ORDER).map((one) => one.language)).toEqual(["zh-CN", "en-US"]));
    expect(screen.getByRole("button", { name: /^Order$/ })).toBeTruthy();
    expect(screen.getByText("CARTON")).toBeTruthy();
    expect(document.documentElement.lang).toBe("en-US");
  });

  it("begins in English in an English browser", async () => {
    vi.spyOn(navigator, "language", "get").mockReturnValue("en-GB");
    serve({ [ORDER]: fine(example()) });
    render(<TrackPage />);
    expect(await screen.findByRole("button", { name: /^Tracking$/ })).toBeTruthy();
  });
});
