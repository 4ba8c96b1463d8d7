/** What the page of an air export has of its own. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectRouter } from "@/platform/navigate";
import { useSession } from "@/platform/session";
import { type Answer, stubServer } from "@/platform/test-kit";
import { fieldAt, press, renderPage } from "@/platform/test-shell";
import { orderEdit } from "../order-edit.page";
import { AIR_FORM } from "./air-form";
import { prepare } from "./tabs-kit";

const UUID = "0b2f1c6a-0000-4000-8000-000000000001";
const ORDER = {
  orderUuid: UUID,
  rowUuid: "r1",
  orderCode: "AE-2607150001",
  lifecycle: "OPEN",
  buttons: ["af-order-edit", "af-order-copy", "af-order-uninstall"],
  planChargeWeight: 600,
};
const ROUTES: Record<string, Answer> = {
  "GET /hrs/user/getHrsUserExtend": () => ({}),
  "GET /afbase/order/formRules": () => ({ offered: {}, required: [] }),
  [`GET /afbase/order/view/${UUID}`]: () => ORDER,
  "GET /afbase/order/new": () => ({ lifecycle: "OPEN", buttons: ["af-order-edit"] }),
  "POST /afbase/order/check": () => ({ computed: { planChargeWeight: 600 }, findings: [], marks: {} }),
  [`POST /afbase/order/lease/${UUID}`]: () => ({ holder: "李想", since: "2026-07-15 10:00:00", mine: true }),
};
const Page = orderEdit(AIR_FORM).page!;

async function open(routes: Record<string, Answer> = {}, path = `/af_order_edit?o=${UUID}`) {
  const server = stubServer({ ...ROUTES, ...routes });
  renderPage(<Page />, path);
  await waitFor(() => fieldAt("customerNumber"));
  return server;
}

const has = (path: string) => document.querySelector(`[data-field="${path}"]`) !== null;
const type = (path: string, text: string) => {
  fireEvent.focus(fieldAt(path).input);
  fireEvent.change(fieldAt(path).input, { target: { value: text } });
  fireEvent.blur(fieldAt(path).input);
};
const choose = async (name: string) => {
  await press("更多操作");
  fireEvent.click(await screen.findByText(name, { selector: "[role=menuitem] *" }));
  return within((await screen.findByText(`${name} AE-2607150001`)).closest<HTMLElement>(".ant-modal")!);
};
const saved = (server: Awaited<ReturnType<typeof open>>) => server.to("/afbase/order/doUpdate")[0]?.json();

beforeEach(async () => {
  localStorage.clear();
  localStorage.setItem("orderEditNewPage", "0");
  localStorage.setItem("orderSaveClosePage", "0");
  useSession.getState().enter("t1", { userId: "7", orgId: "1" }, 0);
  await prepare(["af-order-edit", "af-order-add"]);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("asks for dangerous goods and a temperature where they matter, shows prices to who may see them, and saves what is hidden", async () => {
  const order = { ...ORDER, goodsType: "普货", dangerousType: "9", isCelsiusRequire: false, thermometer: "T1" };
  const server = await open({
    [`GET /afbase/order/view/${UUID}`]: () => order,
    "POST /afbase/order/doUpdate": () => ({ orderUuid: UUID, rowUuid: "r2", findings: [] }),
  });
  expect(["undgCode", "dangerousType", "thermometer", "freightUnitprice"].filter(has)).toEqual([]);
  type("customerNumber", "C1");
  await press("保存");
  await waitFor(() => expect(saved(server)).toMatchObject({ dangerousType: "9", thermometer: "T1", customerNumber: "C1" }));
  cleanup();
  useSession.getState().setButtons(["af-order-price"]);
  await open({ [`GET /afbase/order/view/${UUID}`]: () => ({ ...order, undgCode: "1845", isCelsiusRequire: true }) });
  expect(["undgCode", "dangerousType", "thermometer", "freightUnitprice"].filter((path) => !has(path))).toEqual([]);
});

it("opens the sign of its routing for who signs and sees what is paid", async () => {
  const order = { ...ORDER, orderId: "3", awbNumber: "990-12345675" };
  const routes = {
    [`GET /afbase/order/view/${UUID}`]: () => order,
    "GET /afbase/routingSign/view/3": () => ({ orderId: "3", rowUuid: "r1", signState: "OPEN", refused: "企业未启用航线签单" }),
    "POST /afbase/routingSign/count": () => null,
  };
  useSession.getState().setButtons(["af-order-edit", "af-routing-sign"]);
  await open(routes);
  expect(screen.queryByText("航线签单")).toBeNull();
  cleanup();
  useSession.getState().setButtons(["af-order-edit", "af-routing-sign", "css-cost-view"]);
  await open(routes);
  fireEvent.click(screen.getByText("航线签单"));
  await screen.findByText("企业未启用航线签单");
});

it("keeps services, parties and sizes below their own names", async () => {
  const order = {
    ...ORDER,
    services: { customs: { enabled: true, declarationNumbers: ["220120260000000001"] } },
    parties: { shipper: { scName: "ACME LTD" } },
    planDimensions: [{ id: "5", length: 100, width: 60, height: 50, pieces: 12 }],
  };
  const server = await open({
    [`GET /afbase/order/view/${UUID}`]: () => order,
    "POST /afbase/order/doUpdate": () => ({ orderUuid: UUID, rowUuid: "r2", findings: [] }),
  });
  expect(fieldAt("services.customs.declarationNumbers").box.textContent).toContain("220120260000000001");
  type("parties.consignee.scName", "DEMO GMBH");
  fireEvent.click(screen.getByRole("switch", { name: "提货" }));
  await press("保存");
  await waitFor(() =>
    expect(saved(server)).toMatchObject({
      services: { customs: { enabled: true, declarationNumbers: ["220120260000000001"] }, pickUp: { enabled: true, remark: null } },
      parties: { shipper: { scName: "ACME LTD" }, consignee: { scName: "DEMO GMBH" } },
      planDimensions: [{ id: "5", length: 100, pieces: 12 }],
      confirmDimensions: [],
      legs: [],
    }),
  );
});

it("takes a typed charge weight as one by hand, until it is emptied", async () => {
  await open();
  type("planChargeWeight", "650");
  await waitFor(() => expect(fieldAt("planChargeWeight").box.textContent).toContain("手工"));
  await press("恢复计算");
  await waitFor(() => expect(fieldAt("planChargeWeight").input.value).toBe("600.00"));
  expect(fieldAt("planChargeWeight").box.textContent).not.toContain("手工");
});

it("copies what is chosen into a new order, named after its model", async () => {
  const server = await open({
    [`POST /afbase/order/copy/${UUID}`]: () => ({ copyFrom: "AE-2607150001", customerNumber: "C7", buttons: ["af-order-edit"] }),
  });
  const gone: string[] = [];
  connectRouter((href) => gone.push(href));
  const dialog = await choose("复制");
  for (const part of ["航程", "货物预报", "服务", "收发货人", "价格"]) fireEvent.click(dialog.getByLabelText(part));
  fireEvent.click(dialog.getByText("复制", { selector: ".ant-btn *" }));
  await waitFor(() => expect(gone).toEqual([`/af_order_edit?copyFrom=${UUID}&parts=parties,remarks`]));
  expect(server.asked.some(({ path }) => path.includes("/copy/"))).toBe(false);
  cleanup();
  const copying = await open(
    { [`POST /afbase/order/copy/${UUID}`]: () => ({ copyFrom: "AE-2607150001", customerNumber: "C7", buttons: ["af-order-edit"] }) },
    gone[0],
  );
  await screen.findByRole("heading", { name: "复制自 AE-2607150001" });
  expect(fieldAt("customerNumber").input.value).toBe("C7");
  expect(copying.to(`/afbase/order/copy/${UUID}`)[0]?.json()).toEqual({ parts: ["parties", "remarks"] });
});

it("takes the master number off, back to the stock or void", async () => {
  const server = await open({ "POST /afbase/aforder/uninstallAwb": () => null });
  const dialog = await choose("卸载主单");
  expect(dialog.getByText("主单号将从订单上卸下，主单制单一并删除。")).toBeTruthy();
  fireEvent.mouseDown(dialog.getByLabelText(/主单号/, { selector: "input" }));
  fireEvent.click(await screen.findByText("作废主单号", { selector: ".ant-select-item *" }));
  fireEvent.click(dialog.getByText("卸载主单", { selector: ".ant-btn *" }));
  await waitFor(() =>
    expect(server.to("/afbase/aforder/uninstallAwb")[0]?.json()).toEqual({ orderUuid: UUID, rowUuid: "r1", mode: "void" }),
  );
});

it("begins the next new order empty after one was saved for it", async () => {
  // What is stored without them may stay so; a new order is asked for all.
  const filled = { coopId: "11", salesId: "2", servicerId: "3", businessProduct: "代理制", departureStation: "PVG", arrivalStation: "FRA" };
  const goods = { goodsNameCn: "服装", goodsType: "普货", planPieces: 1, planWeight: 2, planVolume: 3 };
  let begun: object = { ...filled, ...goods, customerNumber: "C1", buttons: ["af-order-edit"] };
  const server = await open(
    { "GET /afbase/order/new": () => begun, "POST /afbase/order/doSave": () => ({ orderUuid: UUID, rowUuid: "r1", findings: [] }) },
    "/af_order_edit",
  );
  expect(fieldAt("customerNumber").input.value).toBe("C1");
  begun = { buttons: ["af-order-edit"] };
  fireEvent.click(screen.getByRole("button", { name: "更多保存方式" }));
  fireEvent.click(await screen.findByText("保存并新增", { selector: "[role=menuitem] *" }));
  await waitFor(() => expect(server.to("/afbase/order/doSave")).toHaveLength(1));
  await waitFor(() => expect(fieldAt("customerNumber").input.value).toBe(""));
  expect(server.to("/afbase/order/new")).toHaveLength(2);
});

// Issue 25, 17.
it("offers numbers of the stock, and takes the next one once by one key", async () => {
  const offered = (awbNumber: string, awbStatus = "UNUSED") => ({ awbNumber, awbStatus, awbFromType: "自有", awbFromName: "" });
  const server = await open(
    {
      "GET /afbase/awb/offer": (asked) => (asked.query.get("number") ? [offered("020-12345675")] : [offered("990-12345701", "RESERVED")]),
      "POST /afbase/awb/take": () => ({ awbNumber: "990-12345712", awbId: "9" }),
    },
    "/af_order_edit",
  );
  await waitFor(() => fieldAt("awbNumber"));
  const box = () => fieldAt("awbNumber").input as HTMLInputElement;
  fireEvent.focus(box());
  fireEvent.mouseDown(box());
  fireEvent.change(box(), { target: { value: "020" } });
  fireEvent.click(await screen.findByText("020-12345675"));
  await waitFor(() => expect(box().value).toBe("020-12345675"));
  expect(server.to("/afbase/awb/offer").at(-1)?.query.get("number")).toBe("020");
  expect(server.to("/afbase/awb/take"), "typing and picking hold nothing").toHaveLength(0);
  fireEvent.keyDown(box(), { key: "F2" });
  await waitFor(() => expect(box().value).toBe("990-12345712"));
  expect(server.to("/afbase/awb/take")[0]?.json()).toEqual({ flight: "", station: "", coopId: null });
  fireEvent.change(box(), { target: { value: "" } });
  fireEvent.keyDown(box(), { key: "F2" });
  await waitFor(() => expect(box().value).toBe("990-12345712"));
  expect(server.to("/afbase/awb/take"), "the form holds one already").toHaveLength(1);
});

// Issue 25, 20.
it("puts the cursor into its first field, and Tab goes down the plan before the actual figures", async () => {
  await open({}, "/af_order_edit");
  await waitFor(() => expect(document.activeElement).toBe(fieldAt("customerNumber").input));
  const order = ["planPieces", "planWeight", "planVolume", "planChargeWeight", "confirmPieces", "confirmWeight"];
  fieldAt(order[0]!).input.focus();
  for (const next of order.slice(1)) {
    fireEvent.keyDown(document.activeElement!, { key: "Tab" });
    expect(document.activeElement).toBe(fieldAt(next).input);
  }
  fireEvent.keyDown(document.activeElement!, { key: "Tab", shiftKey: true });
  expect(document.activeElement).toBe(fieldAt("confirmPieces").input);
});

// Issue 25, 20.
it("names the people that come with the customer at once", async () => {
  const people = { salesId: "1001", salesName: "销售一", servicerId: "1002", servicerName: "客服一" };
  const begun = { lifecycle: "OPEN", buttons: ["af-order-edit"], salesName: "", servicerName: "" };
  await open({ "GET /afbase/order/new": () => begun, "POST /afbase/order/check": () => ({ computed: people, findings: [], marks: {} }) }, "/af_order_edit");
  type("customerNumber", "C1");
  await waitFor(() => expect(fieldAt("salesId").box.textContent).toContain("销售一"));
  expect(fieldAt("servicerId").box.textContent).toContain("客服一");
});
