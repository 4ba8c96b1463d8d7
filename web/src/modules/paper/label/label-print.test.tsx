import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/paper/label/label-print.page";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { connectRouter } from "@/platform/navigate";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";

const [E1, E2, E3] = ["e1", "e2", "e3"];
const ORDERS = [
  {
    orderUuid: E1, orderCode: "AE-2607150001", awbNumber: "990-12345675", pieces: 12,
    hawbs: [
      { hawbId: "21", hawbNumber: "HA001", pieces: 5 },
      { hawbId: "22", hawbNumber: "HA002", pieces: 7 },
    ],
  },
  { orderUuid: E2, orderCode: "AE-2607150002", awbNumber: null, pieces: 8, hawbs: [] },
  { orderUuid: E3, orderCode: "AE-2607150003", awbNumber: "990-12345686", pieces: 3, hawbs: [] },
];
const SIZES = [
  { key: "100x80", name: "100×80 mm", landscape: true, sheet: false },
  { key: "100x150", name: "100×150 mm", landscape: false, sheet: false },
  { key: "A4-2x4", name: "A4 2×4", landscape: true, sheet: true },
];
const DIFFERS = "订单AE-2607150003的分单件数合计2，与订单件数3不一致";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><text>990-1234 5675</text></svg>';
const PRINT = {
  time: "2026-07-15 10:00:00", user: "李操作", from: 3, to: 4, copies: 2, size: "A4-2x4", format: "PDF",
};

interface Body {
  orderUuids: string[];
  from: number | null;
  to: number | null;
}

const finding = (field: string, key: string, message: string) =>
  envelope(200, 1, message, { findings: [{ field, severity: "error", key, message }] });

/** Twelve labels of the master, as the server numbers them. */
const PREVIEW: Answer = (asked) => {
  const { orderUuids, from, to } = asked.json() as Body;
  if (orderUuids.includes(E2)) return envelope(200, 1, "该订单没有主单号，不能打印标签");
  const [first, last] = [from ?? 1, to ?? 12];
  if (first < 1 || last > 12 || first > last) return finding("from", "label.range", "序号范围无效");
  const lines = [{ label: "运单号", text: "990-1234 5675" }];
  return { total: 12, from: first, to: last, svg: SVG, labels: [{ lines }], warnings: orderUuids.includes(E3) ? [DIFFERS] : [] };
};

const ROUTES: Record<string, Answer> = {
  "GET /afbase/label/choices": (asked) => {
    const named = asked.query.get("orderUuids")?.split(",") ?? [];
    return { orders: ORDERS.filter(({ orderUuid }) => named.includes(orderUuid)), missing: [], sizes: SIZES, size: "100x80", templates: [] };
  },
  "POST /afbase/label/preview": PREVIEW,
  "POST /afbase/label/print": () => ({ url: "/afbase/awbPrint/file/l" }),
  "GET /afbase/awbPrint/file/l": () =>
    new Response("%PDF-1.7", { headers: { "content-type": "application/pdf", "content-disposition": "inline; filename*=UTF-8''LABEL_990-12345675.zpl" } }),
  "GET /afbase/label/log": () => [],
};

let gone: string[] = [];

async function open(orderUuids: string, routes: Record<string, Answer> = {}): Promise<StubServer> {
  const server = stubServer({ ...ROUTES, ...routes });
  const Page = definition.page!;
  renderPage(<Page />, orderUuids ? `/af_label_print?orderUuids=${orderUuids}` : "/af_label_print");
  gone = [];
  connectRouter((href) => gone.push(href));
  return server;
}

const previews = (server: StubServer) => server.to("/afbase/label/preview").map((asked) => asked.json() as Body);

/** Types into a field of the form. */
function type(name: string, value: string): HTMLInputElement {
  const input = screen.getByLabelText<HTMLInputElement>(name);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value } });
  return input;
}

/** antd puts a space between two Chinese letters. */
const button = (words: string) =>
  [...document.querySelectorAll("button")].find((each) => each.textContent?.replaceAll(" ", "") === words);

function besides() {
  const beside = { opener: {}, location: { replace: vi.fn<(href: string) => void>() }, close: vi.fn<() => void>() };
  vi.spyOn(window, "open").mockReturnValue(beside as unknown as Window);
  URL.createObjectURL = vi.fn(() => "blob:1");
  return beside;
}

beforeEach(async () => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  await setLanguage("zh-CN");
  await loadRoom("paper");
});
afterEach(async () => {
  await setLanguage("zh-CN");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the labels of an order", () => {
  it("begin with all its houses, the user's size, and the picture of the first", async () => {
    const server = await open(E1);
    expect(await screen.findByText("共 12 张标签，本次打印 12 张")).toBeTruthy();
    expect(previews(server)[0]).toEqual({
      orderUuids: [E1], slIds: ["21", "22"], size: "100x80", from: null, to: null, copies: 1, landscape: true,
      format: "PDF", dpi: 203, showWeight: false,
    });
    const picture = screen.getByAltText<HTMLImageElement>("首张标签：运单号 990-1234 5675");
    expect(decodeURIComponent(picture.src)).toBe(`data:image/svg+xml;charset=utf-8,${SVG}`);
    // Nothing of the picture becomes part of the page.
    expect(document.querySelector("script, .label-sample svg")).toBeNull();
    expect(screen.getByText("100×80 mm")).toBeTruthy();
    expect(screen.getByText("还没有打印记录。")).toBeTruthy();
  });

  it("are those of the ticked houses, or of the master when none is", async () => {
    const server = await open(`${E1},${E3}`);
    await screen.findByText("共 12 张标签，本次打印 12 张");
    expect(screen.getByText("直单，打印主单标签")).toBeTruthy();
    expect(screen.getByText(DIFFERS)).toBeTruthy();
    fireEvent.click(screen.getByRole("checkbox", { name: "HA001 5 件" }));
    await waitFor(() => expect(previews(server).at(-1)).toMatchObject({ orderUuids: [E1, E3], slIds: ["22"] }));
    expect(screen.queryByText("未勾选分单，打印主单标签")).toBeNull();
    fireEvent.click(screen.getByRole("checkbox", { name: "HA002 7 件" }));
    await waitFor(() => expect(previews(server).at(-1)).toMatchObject({ slIds: [] }));
    expect(screen.getByText("未勾选分单，打印主单标签")).toBeTruthy();
    fireEvent.click(screen.getByRole("checkbox", { name: "全部分单" }));
    await waitFor(() => expect(previews(server).at(-1)).toMatchObject({ slIds: ["21", "22"] }));
  });

  it("are a part of them, and a wrong range is said at its field until it is right", async () => {
    const server = await open(E1);
    await screen.findByText("共 12 张标签，本次打印 12 张");
    type("起始序号", "3");
    type("截止序号", "4");
    expect(await screen.findByText("共 12 张标签，本次打印 2 张")).toBeTruthy();
    expect(previews(server).at(-1)).toMatchObject({ from: 3, to: 4 });
    type("截止序号", "13");
    await waitFor(() => expect(screen.getByLabelText("起始序号").getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getAllByText("序号范围无效").length).toBeGreaterThan(0);
    expect(screen.getByText("请先修正标红的内容，再查看预览。")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("截止序号").value).toBe("13");
    type("截止序号", "12");
    expect(await screen.findByText("共 12 张标签，本次打印 10 张")).toBeTruthy();
    expect(screen.queryByText("序号范围无效")).toBeNull();
    expect(screen.getByLabelText("起始序号").getAttribute("aria-invalid")).not.toBe("true");
  });

  it("lie as their size does, or are turned; sheets are not", async () => {
    const server = await open(E1);
    await screen.findByText("共 12 张标签，本次打印 12 张");
    const size = async (words: string) => {
      fireEvent.mouseDown(screen.getByLabelText(/^标签尺寸/));
      fireEvent.click(await screen.findByText(words, { selector: ".ant-select-item *" }));
    };
    const asked = () => previews(server).at(-1);
    fireEvent.click(screen.getByText("纵向"));
    await waitFor(() => expect(asked()).toMatchObject({ size: "100x80", landscape: false }));
    await size("A4 2×4");
    await waitFor(() => expect(asked()).toMatchObject({ size: "A4-2x4", landscape: true }));
    expect(screen.getByText("纵向").closest("label")?.className).toContain("disabled");
    fireEvent.click(screen.getByText("横向"));
    await size("100×150 mm");
    await waitFor(() => expect(asked()).toMatchObject({ size: "100x150", landscape: true }));
    fireEvent.click(screen.getByText("纵向"));
    await waitFor(() => expect(asked()).toMatchObject({ size: "100x150", landscape: false }));
  });

  it("can't be printed without a master; the order can be left out", async () => {
    await open(`${E1},${E2}`);
    expect((await screen.findByRole("alert")).textContent).toContain("该订单没有主单号，不能打印标签");
    const row = screen.getByText("AE-2607150002").closest("li")!;
    expect(within(row).getByText("该订单没有主单号，不能打印标签")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "移除订单 AE-2607150002" }));
    expect(gone).toEqual([`/af_label_print?orderUuids=${E1}`]);
  });

  it("are shown anew at once by Enter in a field, and by the button", async () => {
    const server = await open(E1);
    await screen.findByText("共 12 张标签，本次打印 12 张");
    expect(previews(server)).toHaveLength(1);
    fireEvent.keyDown(screen.getByLabelText("起始序号"), { key: "Enter" });
    await waitFor(() => expect(previews(server)).toHaveLength(2));
    fireEvent.keyDown(screen.getByRole("checkbox", { name: "HA001 5 件" }), { key: "Enter" });
    fireEvent.click(button("预览")!);
    await waitFor(() => expect(previews(server)).toHaveLength(3));
  });
});

describe("printing labels", () => {
  it("opens the PDF on Ctrl+P instead of the browser's print, and reads the prints again", async () => {
    const beside = besides();
    let prints: object[] = [];
    const server = await open(E1, { "GET /afbase/label/log": () => prints });
    await screen.findByText("共 12 张标签，本次打印 12 张");
    fireEvent.click(screen.getByText("2", { selector: ".ant-radio-button-label" }));
    expect(await screen.findByText("共 12 张标签，本次打印 12 张 × 2 份 = 24 张")).toBeTruthy();
    prints = [PRINT];
    expect(fireEvent.keyDown(window, { key: "p", ctrlKey: true })).toBe(false);
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    expect(server.to("/afbase/label/print")[0]?.json()).toEqual({
      orderUuids: [E1], slIds: ["21", "22"], size: "100x80", from: null, to: null, copies: 2, landscape: true,
      format: "PDF", dpi: 203, showWeight: false,
    });
    expect(await screen.findByText("3-4")).toBeTruthy();
  });

  it("takes an earlier print over to print it again", async () => {
    await open(E1, { "GET /afbase/label/log": () => [PRINT] });
    await screen.findByText("李操作");
    fireEvent.click(button("补打")!);
    expect(await screen.findByText("共 12 张标签，本次打印 2 张 × 2 份 = 4 张")).toBeTruthy();
    expect(screen.getByText("A4 2×4")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("起始序号"));
  });

  it("stores what a label printer reads, remembers that, and opens no window for it", async () => {
    const opened = besides();
    const stored: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      stored.push(this.download);
    });
    const server = await open(E1);
    await screen.findByText("共 12 张标签，本次打印 12 张");
    fireEvent.click(screen.getByText("ZPL（标签打印机）"));
    fireEvent.click(screen.getByText("300 dpi"));
    fireEvent.click(screen.getByRole("checkbox", { name: "打印重量" }));
    expect(button("打印")).toBeUndefined();
    fireEvent.click(button("下载")!);
    await waitFor(() => expect(stored).toEqual(["LABEL_990-12345675.zpl"]));
    expect(server.to("/afbase/label/print")[0]?.json()).toMatchObject({ format: "ZPL", dpi: 300, showWeight: true, copies: 1 });
    expect(opened.location.replace).not.toHaveBeenCalled();
    expect(JSON.parse(localStorage.getItem("labelPrint.") ?? "")).toEqual({ showWeight: true, format: "ZPL", dpi: 300 });
  });

  it("closes the empty window of a refused print and goes to the field", async () => {
    const beside = besides();
    await open(E1, { "POST /afbase/label/print": () => finding("from", "label.range", "序号范围无效") });
    await screen.findByText("共 12 张标签，本次打印 12 张");
    fireEvent.click(button("打印")!);
    await waitFor(() => expect(beside.close).toHaveBeenCalled());
    expect(document.activeElement).toBe(screen.getByLabelText("起始序号"));
    expect(toasts()).toEqual([]);
  });
});

describe("orders of the labels", () => {
  const NUMBERS: Record<string, object> = { "AE-2607150003": ORDERS[2]!, "990-12345675": ORDERS[0]! };
  const CHOICES: Answer = (asked) => {
    const numbers = asked.query.get("numbers")?.split(" ");
    if (!numbers) return ROUTES["GET /afbase/label/choices"]!(asked);
    return { orders: numbers.flatMap((number) => NUMBERS[number] ?? []), missing: numbers.filter((number) => !NUMBERS[number]), sizes: SIZES, size: "100x80" };
  };

  async function add(numbers: string): Promise<HTMLInputElement> {
    const input = await screen.findByLabelText<HTMLInputElement>("添加订单");
    fireEvent.change(input, { target: { value: numbers } });
    fireEvent.keyDown(input, { key: "Enter" });
    return input;
  }

  it("are asked for by number where the address names none", async () => {
    const server = await open("", { "GET /afbase/label/choices": CHOICES });
    expect(await screen.findByText("请先添加要打印标签的订单。")).toBeTruthy();
    await add(" ");
    expect(screen.getByText("请输入订单号或主单号")).toBeTruthy();
    expect(server.asked).toEqual([]);
    await add("990-99999999");
    expect(await screen.findByText("未找到空运出口订单：990-99999999")).toBeTruthy();
    expect(gone).toEqual([]);
    // What was found is taken, what was not stays.
    const input = await add("990-12345675 990-99999999");
    await waitFor(() => expect(gone).toEqual([`/af_label_print?orderUuids=${E1}`]));
    expect(input.value).toBe("990-99999999");
  });

  it("are added to those there, each once", async () => {
    await open(E1, { "GET /afbase/label/choices": CHOICES });
    await screen.findByText("共 12 张标签，本次打印 12 张");
    await add("990-12345675");
    expect(await screen.findByText("990-12345675 已在列表中")).toBeTruthy();
    await add("AE-2607150003");
    await waitFor(() => expect(gone).toEqual([`/af_label_print?orderUuids=${E1},${E3}`]));
  });

  it("are told in English too", async () => {
    await setLanguage("en-US");
    await open(`${E1},${E3}`);
    expect(await screen.findByText("12 labels, 12 of them printed")).toBeTruthy();
    expect(screen.getByText("Direct shipment: labels of the master")).toBeTruthy();
    expect(button("Print")).toBeTruthy();
  });

  it("that could not be read are asked for again", async () => {
    let broken = true;
    await open(E1, { "GET /afbase/label/choices": (asked) => (broken ? envelope(500, 500, "") : ROUTES["GET /afbase/label/choices"]!(asked)) });
    await screen.findByText("加载数据失败");
    broken = false;
    fireEvent.click(button("重试")!);
    expect(await screen.findByText("共 12 张标签，本次打印 12 张")).toBeTruthy();
  });
});
