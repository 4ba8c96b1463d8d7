import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { TrackTab } from "@/platform/order/air-track-tab";
import { renderPage, toasts } from "@/platform/test-shell";
import { READ, prepareOrders } from "@/platform/order/tabs-kit";

const ORDER = { ...READ, awbNumber: "990-12345675" };
const EVENT = {
  id: "5",
  flightStatusCode: "DEP",
  flightStatusName: "已起飞",
  airportCode: "PVG",
  eventTime: "2026-07-18 12:10:00",
  remark: null,
  flightNum: "X9101",
  quantity: 12,
  grossWeight: 480,
  source: "手工",
  part: "T",
  known: true,
  canRemove: true,
};
const TRACKS = {
  awbNumber: ORDER.awbNumber,
  routeTracks: [
    EVENT,
    { ...EVENT, id: "4", flightStatusCode: "XYZ", flightStatusName: "XYZ", known: false, canRemove: false, remark: "XYZ/18JUL/PVG" },
  ],
  routes: [
    { depPort: "PVG", arrPort: "FRA", flightNo: "X9101", etd: "2026-07-18 12:00:00", atd: null, eta: null, ata: null, piece: 12, weight: 480, errorMessage: "短装" },
  ],
};

function open(routes: Record<string, Answer> = {}) {
  const server = stubServer({
    "GET /afbase/order/tracks": () => TRACKS,
    "GET /afbase/track/manifest": () => ({ number: ORDER.awbNumber, mayEnter: false, manifest: [], events: [] }),
    "GET /platform/select/airport": () => [],
    ...routes,
  });
  const changed = vi.fn<() => void>();
  renderPage(<TrackTab order={ORDER} readOnly={false} changed={changed} />);
  return { server, changed };
}

beforeEach(async () => prepareOrders(["af-track-input"]));
afterEach(() => vi.unstubAllGlobals());

describe("track of an order", () => {
  it("shows the route with its error, events newest first and the raw text of unknown codes", async () => {
    open();
    const wrong = (await screen.findByText("短装")).closest("tr");
    expect(wrong?.className).toContain("is-wrong");
    expect(wrong?.textContent).toContain("2026-07-18 12:00");
    expect(wrong?.textContent).toContain("12 Pcs / 480.0 Kg");
    const items = [...document.querySelectorAll(".track-events li")].map((item) => item.textContent ?? "");
    expect(items[0]).toContain("DEP已起飞PVG2026-07-18 12:10X910112 Pcs / 480.0 Kg");
    expect(items[1]).toContain("XYZ/18JUL/PVG");
  });

  // Issue 25, 18.
  it("marks the newest event that has happened, and flags one told ahead of its time", async () => {
    const ahead = { ...EVENT, id: "8", flightStatusCode: "ARR", ahead: true };
    const expected = { ...EVENT, id: "9", flightStatusCode: "RCF", classifier: "EST" };
    open({ "GET /afbase/order/tracks": () => ({ ...TRACKS, routeTracks: [ahead, expected, EVENT] }) });
    await screen.findByText("时间在未来，待核实");
    const items = [...document.querySelectorAll(".track-events li")];
    expect(items.map((item) => item.getAttribute("aria-current"))).toEqual([null, null, "step"]);
    expect(items[1]?.textContent).toContain("预计");
  });

  it("shows where a pasted message is refused and keeps its text", async () => {
    const text = "FSU/14\n990-12345675PVGFRA/T12K480\nDEP/X9101";
    const reason = { line: 3, column: 5, message: "缺少日期" };
    const { server, changed } = open({
      "POST /afbase/track/receive": () => envelope(200, 1, "第3行第5列：缺少日期", reason),
    });
    fireEvent.click(await screen.findByText("粘贴报文"));
    const area = screen.getByLabelText("报文") as HTMLTextAreaElement;
    fireEvent.change(area, { target: { value: text } });
    fireEvent.click(screen.getByText("录入"));
    expect(await screen.findByText("第3行第5列：缺少日期")).toBeTruthy();
    expect(document.querySelector(".track-refusal pre")?.textContent).toBe("DEP/X9101\n    ^");
    expect(area.value).toBe(text);
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("X9101");
    expect(server.to("/afbase/track/receive")[0]?.json()).toEqual({ text });
    expect(changed).not.toHaveBeenCalled();
  });

  it("tells what a message added", async () => {
    const { changed } = open({
      "POST /afbase/track/receive": () => ({ stored: 2, repeated: 1, awbNumber: ORDER.awbNumber, codes: ["DEP"] }),
    });
    fireEvent.click(await screen.findByText("粘贴报文"));
    fireEvent.change(screen.getByLabelText("报文"), { target: { value: "FSU/14" } });
    fireEvent.click(screen.getByText("录入"));
    await waitFor(() => expect(changed).toHaveBeenCalled());
    expect(toasts()).toEqual(["新增 2 条轨迹，1 条已存在"]);
  });

  it("tells which dates of a message are none", async () => {
    const notes = [{ line: 3, column: 5, message: "29FEB在收到报文前后一年内不存在，事件未记录时间" }];
    const { changed } = open({
      "POST /afbase/track/receive": () => ({ stored: 1, repeated: 0, awbNumber: ORDER.awbNumber, codes: ["RCS"], notes }),
    });
    fireEvent.click(await screen.findByText("粘贴报文"));
    fireEvent.change(screen.getByLabelText("报文"), { target: { value: "FSU/14" } });
    fireEvent.click(screen.getByText("录入"));
    await waitFor(() => expect(changed).toHaveBeenCalled());
    expect(toasts()).toEqual(["新增 1 条轨迹，0 条已存在", `第3行第5列：${notes[0]?.message}`]);
  });

  it("asks for the code, the airport and the time of an event by hand", async () => {
    const { server } = open();
    fireEvent.click(await screen.findByText("手工录入"));
    fireEvent.click(await screen.findByText("保存"));
    await screen.findByText("请选择状态代码");
    expect(screen.getByText("请选择机场")).toBeTruthy();
    expect(screen.getByText("请选择时间")).toBeTruthy();
    expect(server.to("/afbase/track/doSave")).toHaveLength(0);
  });

  it("removes only own events, and enters nothing without the permission", async () => {
    const { server } = open({ "DELETE /afbase/track/5": () => null });
    const buttons = await screen.findAllByText("删除");
    expect(buttons).toHaveLength(1);
    fireEvent.click(buttons[0] as HTMLElement);
    await screen.findByText("确认删除轨迹 DEP PVG 吗？");
    fireEvent.click(screen.getAllByText("删除").at(-1) as HTMLElement);
    await waitFor(() => expect(server.to("/afbase/track/5")).toHaveLength(1));
  });

  it("only shows to those who may not enter events", async () => {
    await prepareOrders([]);
    open();
    await screen.findByText("短装");
    expect(screen.queryByText("手工录入")).toBeNull();
    expect(screen.queryByText("粘贴报文")).toBeNull();
  });
});
