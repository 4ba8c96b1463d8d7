import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";
import { prepare } from "../order-kit";
import type { EventOrder } from "../tab-props";
import { TrackTab } from "./track-tab";

const ORDER: EventOrder = {
  orderUuid: "0b2f1c6a-0000-4000-8000-000000000002",
  orderCode: "SE-2607150001",
  rowUuid: "r1",
  orderId: "41",
  prefix: "se",
  boxes: ["CSQU3054383", "TSTU1000019"],
  buttons: ["se-order-track"],
  awbNumber: "",
};
const EVENT = {
  id: "5",
  code: "GTIN",
  name: "重箱进港",
  place: "CNSHA",
  placeName: "上海",
  containerNo: "CSQU3054383",
  classifier: "ACT",
  eventTime: "2026-07-17 09:30:00",
  pieces: 20,
  weight: 9300,
  remark: "闸口3",
  source: "手工",
  creatorName: "李想",
  createTime: "2026-07-17 09:40:12",
  canRemove: true,
};
const EVENTS = {
  codes: [
    { code: "GTIN", zh: "重箱进港", en: "Gate in" },
    { code: "DEPA", zh: "船舶离港", en: "Vessel departed" },
  ],
  events: [
    {
      ...EVENT,
      id: "6",
      code: "DEPA",
      name: "船舶离港",
      classifier: "EST",
      containerNo: null,
      pieces: null,
      weight: null,
      canRemove: false,
    },
    EVENT,
  ],
};

function open(routes: Record<string, Answer> = {}, order: EventOrder = ORDER) {
  const server = stubServer({
    "GET /sc/order/events": () => EVENTS,
    "GET /platform/select/place": () => [{ value: "CNSHA", label: "CNSHA", hint: "上海" }],
    ...routes,
  });
  const changed = vi.fn<() => void>();
  renderPage(<TrackTab order={order} readOnly={false} changed={changed} />);
  return { server, changed };
}

const choose = async (box: ReturnType<typeof within>, name: RegExp, option: string) => {
  fireEvent.mouseDown(box.getByRole("combobox", { name }));
  fireEvent.click(await screen.findByText(option, { selector: ".ant-select-item *" }));
};

beforeEach(prepare);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("track of an order", () => {
  it("shows the events with place, box, cargo and whether they happened", async () => {
    const { server } = open();
    await screen.findAllByText("重箱进港");
    const items = [...document.querySelectorAll(".track-events li")].map((item) => item.textContent ?? "");
    expect(items[0]).toContain("DEPA船舶离港CNSHA上海2026-07-17 09:30");
    expect(items[0]).toContain("预计");
    expect(items[1]).toContain("GTIN重箱进港CNSHA上海2026-07-17 09:30CSQU305438320 Pcs / 9,300.000 Kg");
    expect(items[1]).toContain("实际");
    expect(items[1]).toContain("闸口3手工 · 李想 · 2026-07-17 09:40");
    expect(server.to("/sc/order/events")[0]?.query.get("orderUuid")).toBe(ORDER.orderUuid);
  });

  it("enters an event by hand, with the codes of the answer and the boxes of the order", async () => {
    const { server, changed } = open({ "POST /sc/track/doSave": () => ({ id: "7", stored: true, repeated: false }) });
    fireEvent.click(await screen.findByText("手工录入"));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByText("保存"));
    await dialog.findByText("请选择状态代码");
    expect(dialog.getByText("请选择时间")).toBeTruthy();
    expect(server.to("/sc/track/doSave")).toHaveLength(0);
    await choose(dialog, /状态代码/, "GTIN 重箱进港");
    await choose(dialog, /性质/, "预计");
    await choose(dialog, /箱号/, "TSTU1000019");
    await choose(dialog, /地点/, "CNSHA");
    expect(Object.fromEntries(server.to("/platform/select/place")[0]?.query ?? [])).toEqual({
      role: "PORT",
      keyword: "",
    });
    const time = dialog.getByLabelText(/时间/);
    fireEvent.change(time, { target: { value: "202607170930" } });
    fireEvent.blur(time);
    fireEvent.click(dialog.getByText("保存"));
    await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    expect(server.to("/sc/track/doSave")[0]?.json()).toEqual({
      orderUuid: ORDER.orderUuid,
      code: "GTIN",
      place: "CNSHA",
      classifier: "EST",
      eventTime: "2026-07-17 09:30:00",
      containerNo: "TSTU1000019",
      pieces: null,
      weight: null,
      remark: null,
    });
    expect(toasts()).toEqual(["操作成功"]);
    expect(server.to("/sc/order/events")).toHaveLength(2);
  });

  it("keeps the dialog with the refusal at its field, and tells of an event that was there", async () => {
    let round = 0;
    const finding = { field: "place", severity: "error", key: "x", message: "CNXXX不是有效港口" };
    const { changed } = open({
      "POST /sc/track/doSave": () =>
        ++round === 1
          ? envelope(200, 1, finding.message, { findings: [finding] })
          : { id: "5", stored: 0, repeated: 1 },
    });
    fireEvent.click(await screen.findByText("手工录入"));
    const dialog = within(await screen.findByRole("dialog"));
    await choose(dialog, /状态代码/, "GTIN 重箱进港");
    fireEvent.change(dialog.getByLabelText(/时间/), { target: { value: "202607170930" } });
    fireEvent.blur(dialog.getByLabelText(/时间/));
    fireEvent.click(dialog.getByText("保存"));
    await dialog.findByText("CNXXX不是有效港口");
    expect(changed).not.toHaveBeenCalled();
    await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
    fireEvent.click(dialog.getByText("保存"));
    await waitFor(() => expect(toasts()).toEqual(["该轨迹已存在，未重复录入"]));
  });

  it("removes own events alone, after a question", async () => {
    const { server, changed } = open({ "DELETE /sc/track/5": () => null });
    await screen.findAllByText("重箱进港");
    const buttons = screen.getAllByText("删除");
    expect(buttons).toHaveLength(1);
    fireEvent.click(buttons[0] as HTMLElement);
    await screen.findByText("确认删除轨迹 重箱进港 CNSHA 吗？");
    fireEvent.click(screen.getAllByText("删除").at(-1) as HTMLElement);
    await waitFor(() => expect(server.to("/sc/track/5")).toHaveLength(1));
    await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  });

  it("types a box where the order has none, and enters nothing without the right", async () => {
    open({}, { ...ORDER, boxes: [] });
    fireEvent.click(await screen.findByText("手工录入"));
    const box = within(await screen.findByRole("dialog")).getByLabelText<HTMLInputElement>("箱号");
    expect([box.getAttribute("role"), box.maxLength]).toEqual([null, 20]);
    cleanup();
    open({}, { ...ORDER, prefix: "io", buttons: ["io-order-track"] });
    fireEvent.click(await screen.findByText("手工录入"));
    expect(within(await screen.findByRole("dialog")).getByLabelText<HTMLInputElement>("地点").maxLength).toBe(100);
    cleanup();
    open({ "GET /sc/order/events": () => ({ codes: [], events: [] }) }, { ...ORDER, buttons: ["se-order-edit"] });
    await screen.findByText("暂无轨迹");
    expect(screen.queryByText("手工录入")).toBeNull();
  });

  it("says that the events could not be read", async () => {
    open({ "GET /sc/order/events": () => envelope(200, 1, "无权限") });
    await screen.findByText("无权限");
  });
});
