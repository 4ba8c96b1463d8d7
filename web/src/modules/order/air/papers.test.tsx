import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setLanguage } from "@/platform/i18n";
import { connectRouter } from "@/platform/navigate";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";
import { orderList } from "../order-list.page";
import { AIR_LIST } from "./air-list";
import { type PaperOrder, papersOf } from "./papers";
import { ORDER, prepare } from "./tabs-kit";
import { WaybillTab } from "./waybill-tab";

const PAPERS = ["af-order-label", "af-order-manifest", "af-order-awbsubmit", "af-order-letter", "af-plan-letter", "af-dgd-add"];
const [E1, E2] = ["0b2f1c6a000040008000000000000001", "0b2f1c6a000040008000000000000002"];
const ROWS = [
  { id: "1", orderUuid: E1, orderCode: "AE-2607150001", awbNumber: "990-12345675", can: ["af-order-edit"] },
  { id: "2", orderUuid: E2, orderCode: "AE-2607150002", awbNumber: "", can: ["af-order-edit"] },
];
const PDF = () =>
  new Response("%PDF-1.7", {
    headers: { "content-type": "application/pdf", "content-disposition": "inline; filename*=UTF-8''MAWB_990-12345675_0715100000.pdf" },
  });

function besides() {
  const beside = { opener: {}, location: { replace: vi.fn<(href: string) => void>() }, close: vi.fn<() => void>() };
  vi.spyOn(window, "open").mockReturnValue(beside as unknown as Window);
  URL.createObjectURL = vi.fn(() => "blob:1");
  return beside;
}

function openList(routes: Record<string, Answer> = {}) {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  const server = stubServer({
    "GET /hrs/user/getHrsUserExtend": () => ({}),
    "GET /afbase/order/page": () => ({ records: ROWS, total: 2, current: 1, size: 10 }),
    "GET /platform/listSetting/af.order.list": () => null,
    ...routes,
  });
  const Page = orderList("af", AIR_LIST).page!;
  renderPage(<Page />, "/af_order");
  return server;
}

/** The words behind the three dots of a row. */
async function menuOf(row: number): Promise<string[]> {
  await screen.findByText("AE-2607150002");
  fireEvent.click(screen.getAllByRole("button", { name: "更多操作" })[row]!);
  await screen.findAllByRole("menuitem");
  return screen.getAllByRole("menuitem").map((item) => item.textContent ?? "");
}

beforeEach(async () => prepare(["af-order-edit", ...PAPERS]));
afterEach(async () => {
  await setLanguage("zh-CN");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("papers of an order", () => {
  const words = (part: Partial<PaperOrder>, held = PAPERS) =>
    papersOf({ orderUuid: E1, awbNumber: "990-12345675", goodsType: "普货", ...part }, held).map(({ label }) => label);

  it("offers what its user holds, what a master number allows, and a declaration for dangerous goods alone", async () => {
    const all = ["打印标签", "货物舱单 PDF", "货物舱单 Excel", "运单确认件", "订舱托书", "交货托书"];
    expect(words({})).toEqual(all);
    expect(words({ goodsType: "危险品" })).toEqual([...all, "危险品申报单"]);
    expect(words({ awbNumber: "" })).toEqual(["订舱托书", "交货托书"]);
    expect(words({}, ["af-order-label"])).toEqual(["打印标签"]);
    expect(words({ goodsType: "危险品" }, [])).toEqual([]);
    expect(words({ awbNumber: "" }, ["af-order-notice"])).toEqual(["送货通知"]);
    await setLanguage("en-US");
    expect(words({})[3]).toBe("Waybill confirmation");
  });

  it("leads to certificates and names of goods of the order", () => {
    const gone: string[] = [];
    connectRouter((href) => gone.push(href));
    const items = papersOf({ orderUuid: E1, awbNumber: "", goodsType: "普货" }, ["af-identify-add", "af-goods-add"]);
    expect(items.map(({ label }) => label)).toEqual(["鉴定证书", "品名清单"]);
    for (const item of items) item.run();
    expect(gone).toEqual([`/af_identify?o=${E1}`, `/af_goodsname?o=${E1}`]);
  });

  it("leads to the delivery notice of the order", () => {
    const gone: string[] = [];
    connectRouter((href) => gone.push(href));
    papersOf({ orderUuid: E1, awbNumber: "", goodsType: "普货" }, ["af-order-notice"])[0]?.run();
    expect(gone).toEqual([`/af_delivery_notice?o=${E1}`]);
  });

  it("opens the manifest and the confirmation from the waybills, and stores the Excel file", async () => {
    const beside = besides();
    const stored: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      stored.push(this.download);
    });
    const manifest = `/afbase/aforder/airCargoManifestPrint/${ORDER.orderUuid}`;
    const server = stubServer({
      [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER.orderUuid}`]: () => ({ awbNumber: ORDER.awbNumber, state: "NONE", hawbs: [] }),
      [`POST ${manifest}`]: () => ({ url: "/afbase/awbPrint/file/m" }),
      [`POST /afbase/aforder/awbSubmit/${ORDER.orderUuid}`]: () => ({ url: "/afbase/awbPrint/file/m" }),
      "GET /afbase/awbPrint/file/m": PDF,
    });
    renderPage(<WaybillTab order={ORDER} readOnly={false} changed={() => undefined} />);
    fireEvent.click(await screen.findByText("货物舱单 PDF"));
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledTimes(1));
    fireEvent.click(screen.getByText("运单确认件"));
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledTimes(2));
    fireEvent.click(screen.getByText("货物舱单 Excel"));
    await waitFor(() => expect(stored).toEqual(["MAWB_990-12345675_0715100000.pdf"]));
    expect(server.to(manifest).map((asked) => asked.json())).toEqual([{ format: "PDF" }, { format: "XLSX" }]);
    expect(window.open).toHaveBeenCalledTimes(2);
  });

  it("opens a confirmation of what has been made, and says what has not", async () => {
    const beside = besides();
    stubServer({
      [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER.orderUuid}`]: () => ({ awbNumber: ORDER.awbNumber, state: "DONE", hawbs: [] }),
      [`POST /afbase/aforder/awbSubmit/${ORDER.orderUuid}`]: () => ({ url: "/afbase/awbPrint/file/m", missing: ["HA001", "HA002"] }),
      "GET /afbase/awbPrint/file/m": PDF,
    });
    renderPage(<WaybillTab order={ORDER} readOnly={false} changed={() => undefined} />);
    fireEvent.click(await screen.findByText("运单确认件"));
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    expect(toasts()).toEqual(["尚未制单，确认件中不含：HA001、HA002"]);
  });

  it("says why there is no confirmation", async () => {
    const beside = besides();
    stubServer({
      [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER.orderUuid}`]: () => ({ awbNumber: ORDER.awbNumber, state: "NONE", hawbs: [] }),
      [`POST /afbase/aforder/awbSubmit/${ORDER.orderUuid}`]: () => envelope(200, 1, "运单未制单"),
    });
    renderPage(<WaybillTab order={ORDER} readOnly={false} changed={() => undefined} />);
    fireEvent.click(await screen.findByText("运单确认件"));
    await waitFor(() => expect(toasts()).toEqual(["操作失败，运单未制单"]));
    expect(beside.close).toHaveBeenCalled();
  });
});

describe("papers in the list of orders", () => {
  it("offers them behind a row, those of a master only where there is one", async () => {
    openList();
    // What is done most stands beside the row.
    const inline = (code: string) =>
      [...screen.getByText(code).closest("tr")!.querySelectorAll(".row-buttons > button")].map((each) => each.textContent);
    expect(await menuOf(0)).toEqual(["货物舱单", "运单确认件", "订舱托书"]);
    expect(inline("AE-2607150001")).toEqual(["编辑", "打印标签", "···"]);
    expect(inline("AE-2607150002")).toEqual(["编辑", "订舱托书"]);
  });

  it("prints the manifest of a row", async () => {
    const beside = besides();
    const path = `/afbase/aforder/airCargoManifestPrint/${E1}`;
    const server = openList({ [`POST ${path}`]: () => ({ url: "/afbase/awbPrint/file/m" }), "GET /afbase/awbPrint/file/m": PDF });
    await menuOf(0);
    fireEvent.click(screen.getByRole("menuitem", { name: "货物舱单" }));
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    expect(server.to(path)[0]?.json()).toEqual({ format: "PDF" });
  });

  it("takes the labels of all selected orders to one page", async () => {
    openList();
    const gone: string[] = [];
    connectRouter((href) => gone.push(href));
    await screen.findByText("AE-2607150002");
    fireEvent.click(screen.getAllByRole("checkbox")[0]!);
    const bar = await screen.findByRole("toolbar", { name: "已选 2 条" });
    fireEvent.click([...bar.querySelectorAll("button")].find((each) => each.textContent === "打印标签")!);
    await waitFor(() => expect(gone).toEqual([`/af_label_print?orderUuids=${E1},${E2}`]));
  });
});
