import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubServer } from "@/platform/test-kit";
import { LogTab } from "@/platform/order/log-tab";
import { renderPage } from "@/platform/test-shell";
import { READ, prepareOrders } from "@/platform/order/tabs-kit";

const ROWS = [
  {
    id: "2",
    time: "2026-07-15 10:00:00",
    operatorName: "李想",
    type: "修改",
    function: "订单",
    text: "",
    changes: [{ field: "planWeight", label: "预报毛重", old: "480.0", new: "500.0" }],
  },
  { id: "1", time: "2026-07-14 09:00:00", operatorName: "王宁", type: "新增", function: "文件", text: "上传文件：a.pdf", changes: [] },
];

beforeEach(async () => prepareOrders(["af-order-file"]));
afterEach(() => vi.unstubAllGlobals());

describe("log of an order", () => {
  it("shows differences, finds by function and loads what is older", async () => {
    const server = stubServer({
      "GET /afbase/order/log/page": (asked) =>
        asked.query.get("current") === "1"
          ? { records: ROWS, total: 501 }
          : { records: [{ ...ROWS[1], id: "0", text: "上传文件：old.pdf" }], total: 501 },
    });
    renderPage(<LogTab order={READ} source={{ path: "/afbase/order/log/page", params: { orderUuid: READ.orderUuid }, size: 500 }} />);
    const change = (await screen.findByText("预报毛重")).closest("tr");
    expect(change?.textContent).toBe("预报毛重480.0500.0");
    fireEvent.change(screen.getByLabelText("按功能、内容或操作人查找"), { target: { value: "文件" } });
    expect(screen.queryByText("预报毛重")).toBeNull();
    expect(screen.getByText("上传文件：a.pdf")).toBeTruthy();
    expect(screen.getByText("共 1 条")).toBeTruthy();
    fireEvent.click(screen.getByText("加载更早的日志（2/501）"));
    expect(await screen.findByText("上传文件：old.pdf")).toBeTruthy();
    const asked = server.to("/afbase/order/log/page").map(({ query }) => Object.fromEntries(query));
    expect(asked).toEqual(["1", "2"].map((current) => ({ orderUuid: READ.orderUuid, current, size: "500" })));
  });
});
