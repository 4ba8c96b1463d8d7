import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { declareAll } from "@/platform/pages-kit";
import { type Answer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";
import { orderEdit } from "./order-edit.page";
import { profileOf } from "./profiles";
import { prepare } from "./order-kit";

const OFFERS = "/afbase/warehouse/getWarehouse/1,3/AI";
const offered = [
  { warehouseId: "51", warehouseName: "浦东货站" },
  { warehouseId: "52", warehouseName: "分拨库" },
];
const fieldOf = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"]`)!;

beforeEach(async () => {
  await prepare();
  declareAll();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A new air import order of somebody whose imports usually arrive at a terminal. */
function start(usual: string, ticked: Record<string, string[]> = {}) {
  const routes: Record<string, Answer> = {
    "GET /hrs/user/getHrsUserExtend": () => ({ aiWarehouseId: usual }),
    "GET /hrs/user/7": () => ({ orderEditNewPage: false, orderSaveClosePage: false }),
    "GET /sc/order/ai/formRules": () => ({ offered: ticked, required: [] }),
    "POST /sc/order/ai/check": () => ({ computed: {}, findings: [] }),
    [`GET ${OFFERS}`]: () => offered,
    "GET /platform/select/warehouse": ({ query }) =>
      offered
        .filter(({ warehouseId }) => !query.get("value") || warehouseId === query.get("value"))
        .map(({ warehouseId, warehouseName }) => ({ value: warehouseId, label: warehouseName })),
  };
  const server = stubServer(routes);
  const Page = orderEdit(profileOf("ai")).page!;
  renderPage(<Page />, "/ai_order_edit");
  return server;
}

it("begins with the user's terminal, while imports arrive there", async () => {
  // req: settings-open-effects
  start("51");
  await waitFor(() => expect(fieldOf("arrivalWarehouseId").textContent).toContain("浦东货站"));
  expect(screen.queryByText("未保存")).toBeNull();
  cleanup();
  const server = start("53");
  await waitFor(() => expect(fieldOf("customsStatusCode").textContent).toContain("普通货物（001）"));
  expect(server.to(OFFERS)).toHaveLength(1);
  expect(server.to("/platform/select/warehouse")).toEqual([]);
});

it("has ordinary goods, and offers what the customs know, or what the company ticked", async () => {
  const shown = async () => {
    await waitFor(() => expect(fieldOf("customsStatusCode").textContent).toContain("普通货物（001）"));
    fireEvent.mouseDown(fieldOf("customsStatusCode").querySelector("input")!);
    await screen.findByText("通运货物（003）", { selector: ".ant-select-item *" });
    return [...document.querySelectorAll(".ant-select-item-option-content")].map((each) => each.textContent);
  };
  start("-1");
  expect(await shown()).toEqual(["普通货物（001）", "国际转运货物（002）", "通运货物（003）", "过境货物（004）"]);
  cleanup();
  const server = start("-1", { customsStatusCode: ["001", "003"] });
  await waitFor(() => expect(server.to("/sc/order/ai/formRules")).toHaveLength(1));
  expect(await shown()).toEqual(["普通货物（001）", "通运货物（003）"]);
});
