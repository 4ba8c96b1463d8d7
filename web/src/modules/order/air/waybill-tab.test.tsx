import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubServer } from "@/platform/test-kit";
import { WaybillTab } from "./waybill-tab";
import { renderPage, toasts } from "@/platform/test-shell";
import { ORDER, prepare } from "./tabs-kit";

const WAYBILLS = {
  awbNumber: "990-12345675",
  awbPrintId: "71",
  state: "DONE",
  printCount: 2,
  hawbs: [{ hawbId: "11", hawbNumber: "HB001", awbPrintId: null, state: "NONE", printCount: 0, pieces: 12, weight: 500 }],
};
const PATH = `GET /afbase/awbPrint/viewByOrderUuid/${ORDER.orderUuid}`;

beforeEach(async () => prepare());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("documents of an order", () => {
  it("asks for the master number first", async () => {
    const server = stubServer({});
    renderPage(<WaybillTab order={{ ...ORDER, awbNumber: "" }} readOnly={false} changed={() => undefined} />);
    expect(await screen.findByText("请先录入主单号")).toBeTruthy();
    expect(server.asked).toHaveLength(0);
  });

  it("prints what has been made, and only that, in a new window", async () => {
    const server = stubServer({
      [PATH]: () => WAYBILLS,
      "POST /afbase/awbPrint/downloadAWB": () => "/afbase/awbPrint/file/abc",
    });
    const target = { location: { href: "" }, close: vi.fn<() => void>() };
    vi.spyOn(window, "open").mockReturnValue(target as unknown as Window);
    renderPage(<WaybillTab order={ORDER} readOnly={false} changed={() => undefined} />);
    await screen.findByText("HB001");
    expect(screen.getByText("已完成")).toBeTruthy();
    expect(screen.getByText("待制单")).toBeTruthy();
    const print = screen.getAllByText("打印");
    expect(print).toHaveLength(1);
    fireEvent.click(print[0] as HTMLElement);
    await waitFor(() => expect(target.location.href).toBe("/afbase/awbPrint/file/abc"));
    expect(server.to("/afbase/awbPrint/downloadAWB")[0]?.json()).toEqual({
      awbPrintType: "PRINT_MAWB",
      orderUuid: ORDER.orderUuid,
      printType: "2",
    });
  });

  it("says why nothing opens when the browser keeps windows shut", async () => {
    stubServer({ [PATH]: () => WAYBILLS });
    vi.spyOn(window, "open").mockReturnValue(null);
    renderPage(<WaybillTab order={ORDER} readOnly={false} changed={() => undefined} />);
    fireEvent.click(await screen.findByText("打印"));
    expect(toasts()[0]).toContain("浏览器拦截了新窗口");
  });
});
