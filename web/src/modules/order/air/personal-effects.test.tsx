/** What a user has set up for himself, at work in the pages of air export. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "@/platform/session";
import { KEY } from "@/platform/storage";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";
import { orderEdit } from "../order-edit.page";
import { orderList } from "../order-list.page";
import { AIR_FORM } from "./air-form";
import { AIR_LIST } from "./air-list";
import { HawbTab } from "./hawb-tab";
import { ORDER as READ, prepare } from "./tabs-kit";

const UUID = "0b2f1c6a-0000-4000-8000-000000000001";
const ROW = { orderUuid: UUID, rowUuid: "r1", orderCode: "AE-2607150001", can: ["af-order-edit"] };
const ORDER = {
  orderUuid: UUID,
  rowUuid: "r1",
  orderCode: "AE-2607150001",
  lifecycle: "OPEN",
  buttons: ["af-order-edit"],
};
const FIGURES = {
  planPieces: 12,
  planWeight: 480.25,
  planVolume: 3.6005,
  planChargeWeight: 600.005,
  planDensity: 133.335,
  planChargeManual: true,
};
const EXTEND = "GET /hrs/user/getHrsUserExtend";
const LIST = "/afbase/order/page";
const ListPage = orderList("af", AIR_LIST).page!;
const EditPage = orderEdit(AIR_FORM).page!;

const ROUTES: Record<string, Answer> = {
  [EXTEND]: () => ({}),
  "GET /hrs/user/7": () => ({ orderEditNewPage: false, orderSaveClosePage: false }),
  [`GET ${LIST}`]: () => ({ records: [ROW], total: 1, current: 1, size: 10 }),
  "GET /afbase/order/formRules": () => ({ offered: {}, required: [] }),
  [`GET /afbase/order/view/${UUID}`]: () => ({ ...ORDER, ...FIGURES }),
  "GET /afbase/order/new": () => ({ lifecycle: "OPEN", buttons: ["af-order-edit"] }),
  "POST /afbase/order/check": () => ({ computed: {}, findings: [], marks: {} }),
  [`POST /afbase/order/lease/${UUID}`]: () => ({ holder: "李想", since: "2026-07-15 10:00:00", mine: true }),
  "POST /afbase/order/doUpdate": () => ({ orderUuid: UUID, orderCode: "AE-2607150001", rowUuid: "r2", findings: [] }),
};

function start(routes: Record<string, Answer> = {}): StubServer {
  return stubServer({ ...ROUTES, ...routes });
}

const cell = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"]`)!;
const input = (name: string) => cell(name).querySelector("input")!;
const enter = (name: string, text: string) => {
  fireEvent.focus(input(name));
  fireEvent.change(input(name), { target: { value: text } });
};

beforeEach(async () => {
  localStorage.clear();
  useSession.getState().enter("t1", { userId: "7", orgId: "1" }, 0);
  await prepare(["af-order-edit", "af-order-add"]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the list of orders", () => {
  const asked = (server: StubServer) => server.to(LIST).at(-1)?.query.get("orderStatus") ?? null;

  it.each([
    ["1", "1"],
    ["0", "0"],
    ["2", null],
  ])("opens with the orders of lock status %s", async (status, sent) => {
    // req: settings-open-effects
    const server = start({ [EXTEND]: () => ({ personalAeLockPageLockStatus: status }) });
    renderPage(<ListPage />, "/af_order");
    await screen.findByText("AE-2607150001");
    expect(server.to(LIST).map((each) => each.query.get("orderStatus"))).toEqual([sent]);
  });

  it("shows its figures and their sums in the user's decimals, marked ones too", async () => {
    // req: settings-open-effects
    const marks = { confirmWeight: { level: "differs", text: "+20", tip: "预报 480.25" } };
    const row = { ...ROW, planWeight: 480.25, confirmWeight: 500.255, planVolume: 3.6005, marks };
    const page = { records: [row], total: 1, current: 1, size: 10, totals: { planWeight: 480.25 } };
    start({ [EXTEND]: () => ({ orderAeDigitsWeight: 2, orderAeDigitsVolume: 0 }), [`GET ${LIST}`]: () => page });
    renderPage(<ListPage />, "/af_order");
    await screen.findByText("AE-2607150001");
    expect(screen.getAllByText("480.25")).toHaveLength(2);
    expect(screen.getByText("500.26").closest(".marked")).not.toBeNull();
    expect(screen.getByText("4")).toBeTruthy();
  });

  it("leaves an address that names a filter as it is", async () => {
    const server = start({ [EXTEND]: () => ({ personalAeLockPageLockStatus: "1" }) });
    renderPage(<ListPage />, "/af_order?orderCode=AE-2607150001");
    await screen.findByText("AE-2607150001", { selector: "td *" });
    expect(asked(server)).toBeNull();
  });

  it("lets the filter be taken away for good", async () => {
    const server = start({ [EXTEND]: () => ({ personalAeLockPageLockStatus: "1" }) });
    renderPage(<ListPage />, "/af_order");
    fireEvent.click(await screen.findByRole("button", { name: /取消筛选 锁账状态/ }));
    await waitFor(() => expect(asked(server)).toBeNull());
    expect(screen.queryByRole("button", { name: /取消筛选 锁账状态/ })).toBeNull();
  });

  it("opens with all orders when the settings cannot be read", async () => {
    const server = start({ [EXTEND]: () => envelope(500, 500, "") });
    renderPage(<ListPage />, "/af_order");
    await screen.findByText("AE-2607150001");
    expect(asked(server)).toBeNull();
  });

  it("opens an order in a tab of its own for who wants it", async () => {
    // req: settings-open-effects
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    start({ "GET /hrs/user/7": () => ({ orderEditNewPage: true, orderSaveClosePage: false }) });
    renderPage(<ListPage />, "/af_order");
    const edit = await screen.findByRole("button", { name: "编辑" });
    await waitFor(() => expect(localStorage.getItem(KEY.orderEditNewPage)).toBe("1"));
    fireEvent.click(edit);
    expect(opened).toHaveBeenCalledWith(`/af_order_edit?o=${UUID}`, "_blank");
  });

  it("opens it in the same tab for everybody else, and asks nothing that is known on the device", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    localStorage.setItem(KEY.orderEditNewPage, "0");
    localStorage.setItem(KEY.orderSaveClosePage, "0");
    const server = start();
    renderPage(<ListPage />, "/af_order");
    fireEvent.click(await screen.findByRole("button", { name: "编辑" }));
    expect(opened).not.toHaveBeenCalled();
    expect(server.to("/hrs/user/7")).toHaveLength(0);
  });
});

describe("the form of an order", () => {
  const open = (routes: Record<string, Answer> = {}, path = `/af_order_edit?o=${UUID}`) => {
    const server = start(routes);
    renderPage(<EditPage />, path);
    return server;
  };
  const digits = (weight: number, volume: number, charge: number, density: number): Record<string, Answer> => ({
    [EXTEND]: () => ({
      orderAeDigitsWeight: weight,
      orderAeDigitsVolume: volume,
      orderAeDigitsChargeWeight: charge,
      orderAeDigitsDensity: density,
    }),
  });
  const shown = () => [
    input("planWeight").value,
    input("planVolume").value,
    input("planChargeWeight").value,
    cell("planDensity").textContent,
  ];

  it.each([
    [digits(1, 3, 2, 2), ["480.3", "3.601", "600.01", "133.34"]],
    [digits(0, 2, 0, 0), ["480", "3.60", "600", "133"]],
    [digits(3, 0, 3, 3), ["480.250", "4", "600.005", "133.335"]],
  ])("shows figures with the user's decimals, rounded half up", async (routes, expected) => {
    // req: settings-open-effects
    open(routes);
    await waitFor(() => expect(shown()).toEqual(expected));
    const head = document.querySelector(".order-figures")?.textContent;
    expect(head).toContain(`12 / ${expected.slice(0, 3).join(" / ")}`);
  });

  it("takes figures with the user's decimals, rounded half up, and keeps what nobody touched", async () => {
    // req: settings-open-effects
    const server = open(digits(0, 2, 1, 2));
    await waitFor(() => expect(shown()[0]).toBe("480"));
    enter("planWeight", "499.5");
    fireEvent.blur(input("planWeight"));
    expect(input("planWeight").value).toBe("500");
    enter("planVolume", "1.005");
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(server.to("/afbase/order/doUpdate")[0]?.json()).toMatchObject({
        planWeight: 500,
        planVolume: 1.01,
        planChargeWeight: 600.005,
      }),
    );
  });

  it("closes after saving for who wants it", async () => {
    // req: settings-open-effects
    localStorage.setItem(KEY.orderEditNewPage, "0");
    localStorage.setItem(KEY.orderSaveClosePage, "1");
    const server = open();
    await waitFor(() => expect(input("planWeight").value).toBe("480.3"));
    enter("planWeight", "500");
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(server.to("/afbase/order/doUpdate")).toHaveLength(1));
    await waitFor(() =>
      expect(server.to(`/afbase/order/lease/${UUID}`).some((each) => each.method === "DELETE")).toBe(true),
    );
  });

  it("stays open for everybody else", async () => {
    localStorage.setItem(KEY.orderEditNewPage, "0");
    localStorage.setItem(KEY.orderSaveClosePage, "0");
    const server = open();
    await waitFor(() => expect(input("planWeight").value).toBe("480.3"));
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(server.to(`/afbase/order/view/${UUID}`)).toHaveLength(2));
    expect(input("planWeight").value).toBe("480.3");
  });

  it("begins a new order with the user's day and origin", async () => {
    // req: settings-open-effects
    vi.useFakeTimers({ toFake: ["Date"] });
    // 01:30 of the next day where the business is.
    vi.setSystemTime(new Date("2026-07-30T17:30:00Z"));
    open({ [EXTEND]: () => ({ orderAeDefaultDate: "3", orderAeDefaultStation: "PVG" }) }, "/af_order_edit");
    await waitFor(() => expect(input("expectDeparture").value).toBe("2026-08-03"));
    await waitFor(() => expect(within(cell("departureStation")).getByText("PVG")).toBeTruthy());
    expect(screen.queryByText("未保存")).toBeNull();
  });

  it("begins a new order with the user's station of delivery, while that is offered", async () => {
    // req: settings-open-effects
    const offered = [{ warehouseId: "51", warehouseName: "浦东货站" }, { warehouseId: "52", warehouseName: "机场库房" }];
    const routes = { "GET /afbase/aeArrival/getWarehouseIds": () => offered };
    open({ ...routes, [EXTEND]: () => ({ aeWarehouseId: "51" }) }, "/af_order_edit");
    await waitFor(() => expect(input("departureWarehouse").value).toBe("浦东货站"));
    cleanup();
    const server = open({ ...routes, [EXTEND]: () => ({ aeWarehouseId: "53" }) }, "/af_order_edit");
    await waitFor(() => expect(input("departureWarehouse").value).toBe(""));
    expect(server.to("/afbase/aeArrival/getWarehouseIds")).toHaveLength(1);
  });

  it("begins empty for who has set up nothing", async () => {
    open({}, "/af_order_edit");
    await waitFor(() => expect(input("expectDeparture").value).toBe(""));
  });
});

describe("a new house waybill", () => {
  const openNew = async (copies: string) => {
    const server = start({
      [EXTEND]: () => ({ orderAeHawbCopyAwbInfo: copies, orderAeDigitsWeight: 0 }),
      "GET /afbase/aforder/hawb/page": () => ({ records: [], sums: { marks: {} } }),
      [`GET /afbase/order/view/${UUID}`]: () => ({
        ...ORDER,
        goodsNameCn: "汽车配件",
        parties: { shipper: { scName: "ACME LTD" } },
      }),
    });
    renderPage(<HawbTab order={READ} readOnly={false} changed={() => undefined} />);
    fireEvent.click(await screen.findByText("新增分单"));
    await screen.findByText("带入订单资料");
    return server;
  };

  it("begins with the data of its master for who wants it", async () => {
    // req: settings-open-effects
    await openNew("1");
    await waitFor(() => expect(input("goodsNameCn").value).toBe("汽车配件"));
    expect(input("shipper.scName").value).toBe("ACME LTD");
    // Nobody has typed it: closing asks nothing.
    fireEvent.click(screen.getByText("取消"));
    expect(screen.queryByText("内容未保存，确认离开？")).toBeNull();
  });

  it("begins empty for everybody else, with the user's decimals", async () => {
    const server = await openNew("0");
    await waitFor(() => expect(server.to("/hrs/user/getHrsUserExtend")).toHaveLength(1));
    enter("weight", "12.5");
    fireEvent.blur(input("weight"));
    await waitFor(() => expect(input("weight").value).toBe("13"));
    expect(input("goodsNameCn").value).toBe("");
    expect(server.to(`/afbase/order/view/${UUID}`)).toHaveLength(0);
  });
});
