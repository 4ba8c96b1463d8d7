import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { button, column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import orders from "@/modules/hrs/doc/hrs-doc-orders.page";
import type { Row } from "@/platform/contract";
import { ListPageView } from "@/platform/lists/list-page";

const LIST = declared("hrs.docOrder.list", "/hrs_doc/orders", "/hrs/doc/order/page", {
  columns: [column("orderCode", "订单号")],
  buttons: [{ ...button("sys_doc_del", "删除"), action: "remove", call: { method: "DELETE", path: "/hrs/doc/order/{id}" } }],
});
const paper = (id: string, takenBack: boolean, can: string[]): Row => ({ id, orderCode: `AE-${id}`, takenBack, can });

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => vi.unstubAllGlobals());

function open(rows: Row[], buttons: string[]) {
  const routes = {
    [`GET /platform/listSetting/${LIST.key}`]: () => null,
    "GET /hrs/doc/order/page": rowsOf(rows),
    "DELETE /hrs/doc/order/101": () => null,
  };
  return openPage(() => <ListPageView page={LIST} overrides={orders.list ?? {}} />, LIST.path, routes, { buttons });
}

describe("papers of orders", () => {
  it("lets the uploader take his own back without the button", async () => {
    const server = await open([paper("101", true, []), paper("102", false, [])], []);
    await screen.findByText("AE-102");
    fireEvent.click(screen.getByRole("button", { name: "删除" }));
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /删\s*除/ }));
    await waitFor(() => expect(server.to("/hrs/doc/order/101").map(({ method }) => method)).toEqual(["DELETE"]));
  });

  it("offers those with the button one way, and none on locked orders", async () => {
    await open([paper("101", false, ["sys_doc_del"]), paper("102", false, [])], ["sys_doc_del"]);
    await screen.findByText("AE-102");
    expect(screen.getAllByRole("button", { name: "删除" })).toHaveLength(1);
  });
});
