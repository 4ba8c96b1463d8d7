import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import inquiryRoom from "@/modules/inquiry/pages";
import selling from "@/modules/inquiry/order-inquiry.page";
import { inquiryOf } from "@/modules/inquiry/platform-price";
import type { FormPage, ListPage } from "@/platform/contract";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { ListPageView } from "@/platform/lists/list-page";
import { connectRouter } from "@/platform/navigate";
import { loadDefinitionByKey, registerRooms, setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, renderPage, toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const SAVE = "/afbase/orderInquiry";
const LIST: ListPage = {
  key: "af.order-inquiry.list", path: "/af_order_inquiry", title: label("我的询价"), access: "af_order_inquiry", rowKey: "id",
  call: "/list", sort: "", form: "af.order-inquiry.form", filters: [], buttons: [],
  columns: [{ name: "inquiryCode", label: label("询价单号"), kind: "text", sortable: false, shown: true }],
};
const FORM: FormPage = {
  key: "af.order-inquiry.form", title: label("询价"), access: "af_order_inquiry", versionField: "version", view: `${SAVE}/{id}`,
  create: { method: "POST", path: SAVE }, update: { method: "PUT", path: `${SAVE}/{id}` },
  sections: [
    {
      key: "main", label: label("询价"),
      fields: [
        { name: "platformNo", label: label("平台单号"), kind: "upper" },
        { name: "departureStation", label: label("始发站"), kind: "upper" },
        { name: "pieces", label: label("件数"), kind: "int" },
      ],
    },
  ],
};
const ASKED =
  "flag=1&name=saveCallBackForYC&platformNo=yc-1&departureStation=PVG&pieces=10&unitPrice=28.5&total=0&currency=CNY" +
  "&carrierCode=X9&flightNo=X9123&flightDate=2026-07-18&supplierName=平台供应商&validTo=2026-07-20 00:00:00";

const went = vi.fn<(href: string, replace: boolean) => void>();

beforeEach(async () => {
  localStorage.clear();
  went.mockClear();
  registerRooms([inquiryRoom]);
  setContract({ lists: [LIST], forms: [FORM] });
  useSession.getState().setButtons([]);
  await setLanguage("zh-CN");
  await loadRoom("inquiry");
  // What changes the form is there when it opens.
  await loadDefinitionByKey(FORM.key);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(query: string, callBack: Answer): StubServer {
  const server = stubServer({
    "GET /list": () => ({ records: [], total: 0, current: 1, size: 10 }),
    "GET /platform/listSetting/af.order-inquiry.list": () => null,
    [`POST ${SAVE}`]: (asked) => ({ ...(asked.json() as object), id: "7", version: 1, platformNo: "YC-1" }),
    [`POST ${SAVE}/saveCallBackForYC`]: callBack,
  });
  renderPage(<ListPageView page={LIST} overrides={selling.list!} />, `/af_order_inquiry?${query}`);
  connectRouter(went);
  return server;
}

const box = (name: string) => fieldAt(name).input.value;

describe("an inquiry of a chosen price", () => {
  it("is filled in, and hangs the price on what was saved", async () => {
    // req: af-panel-agent-exists
    const server = open(ASKED, () => ({ id: "7", version: 3 }));
    await waitFor(() => expect(box("departureStation")).toBe("PVG"));
    expect([box("platformNo"), box("pieces")]).toEqual(["yc-1", "10"]);
    expect(went).toHaveBeenCalledWith("/af_order_inquiry", true, false);
    fireEvent.click(screen.getByText("保存"));
    await waitFor(() => expect(server.to(`${SAVE}/saveCallBackForYC`)).toHaveLength(1));
    expect(server.to(`${SAVE}/saveCallBackForYC`)[0]?.json()).toEqual({
      inquiryId: "7", version: 1, platformNo: "yc-1", currency: "CNY", carrierCode: "X9", flightPlan: "X9123 2026-07-18",
      unitPrice: "28.5", total: null, conditions: "平台供应商", validTo: "2026-07-20",
    });
    // The list shows what the price made of it.
    await waitFor(() => expect(server.to("/list").length).toBeGreaterThan(1));
  });

  it("says why the price could not be kept", async () => {
    open(ASKED, () => envelope(200, 1, "该平台单号已生成询价XJ-2607150001"));
    await waitFor(() => expect(box("departureStation")).toBe("PVG"));
    fireEvent.click(screen.getByText("保存"));
    await waitFor(() => expect(toasts()).toContain("操作失败，该平台单号已生成询价XJ-2607150001"));
  });

  it("opens nothing without its flag", async () => {
    const server = open(ASKED.replace("flag=1", "flag=2"), () => null);
    await waitFor(() => expect(server.to("/list")).toHaveLength(1));
    expect(document.querySelector("[data-field]")).toBeNull();
    expect(went).not.toHaveBeenCalled();
  });

  it("takes the flight as a wish, and its day as the latest", () => {
    expect(inquiryOf({ flightNo: "X9123", flightDate: "2026-07-18 10:00:00", grossWeight: "500", goodsName: "普货" })).toEqual({
      wishFlight: "X9123", latestDate: "2026-07-18", weight: "500", goodsNameCn: "普货",
    });
  });
});
