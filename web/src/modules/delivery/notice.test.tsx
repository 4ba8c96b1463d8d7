import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/delivery/notice-list.page";
import { closeNotice } from "@/modules/delivery/notice-store";
import room from "@/modules/delivery/pages";
import type { Button, Field, FormPage, ListPage } from "@/platform/contract";
import {
  type Opened, buttonOf, dialogOf, fieldAt, gone, openDeclared, runOnRow,
} from "@/platform/lists/declared-kit";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const text = (name: string, zh: string, more: Partial<Field> = {}): Field => ({ name, label: label(zh), kind: "text", ...more });
const BASE = "/afbase/deliveryNotice";
const FLAGS = [
  { value: "warehouse", label: label("货站") },
  { value: "storehouse", label: label("库房") },
];
const STATES = [
  { value: "UNSENT", label: label("未发送") },
  { value: "SENT", label: label("已发送") },
];
const row = (code: string, zh: string, path: string): Button => ({
  code, label: label(zh), place: "row", action: "custom", call: { method: "POST", path: `${BASE}/{id}/${path}` },
});

/** As the server declares them, as far as the page looks at it. */
const LIST: ListPage = {
  key: "af.delivery-notice.list", path: "/af_delivery_notice", title: label("送货通知"), access: "af_delivery_notice", rowKey: "id",
  call: `${BASE}/page`, sort: "", form: "af.delivery-notice.form", filters: [],
  columns: [text("noticeCode", "送货单号"), text("orderCode", "订单号")].map((field) => ({ ...field, sortable: false, shown: true })),
  buttons: [
    { code: "af-order-notice", label: label("生成"), place: "primary", action: "create" },
    { code: "af-order-notice", label: label("修改"), place: "row", action: "edit" },
    row("af-order-notice", "链接", "link"),
    row("af-notice-send", "发送", "send"),
    row("af-notice-arrive", "到货登记", "arrive"),
    row("af-notice-void", "作废", "void"),
  ],
};
const FORM: FormPage = {
  key: "af.delivery-notice.form", title: label("送货通知"), access: "af_delivery_notice", versionField: "version", view: `${BASE}/{id}`,
  create: { method: "POST", path: BASE }, update: { method: "PUT", path: `${BASE}/{id}` },
  sections: [
    {
      key: "main", label: label("送货"),
      fields: [
        { name: "orderId", label: label("订单"), kind: "reference", reference: "noticeOrder", required: true, readOnlyOnEdit: true },
        { name: "flag", label: label("送往"), kind: "select", options: FLAGS, required: true, initial: "warehouse", readOnlyOnEdit: true },
        { name: "warehouseId", label: label("货站/库房"), kind: "reference", reference: "noticeWarehouse" },
        { name: "latestTime", label: label("最晚到货"), kind: "instant" },
        text("noticeCode", "送货单号", { readOnly: true }),
        { name: "state", label: label("状态"), kind: "state", options: STATES },
      ],
    },
    { key: "driver", label: label("车辆"), fields: [text("plateNo", "车牌")] },
    { key: "progress", label: label("进度"), fields: [text("sentTo", "发送至", { readOnly: true }), text("queueNo", "排队号", { readOnly: true })] },
  ],
};
const DECLARED = { room, list: LIST, form: FORM, overrides: definition.list! };
const BUTTONS = ["af-order-notice", "af-notice-send", "af-notice-arrive", "af-notice-void"];
const NOTICE = {
  id: "4", version: 2, noticeCode: "SH-2607150001", orderCode: "AE-2607150001", state: "UNSENT", plateNo: "沪A12345", driverName: null,
  driverPhone: "****1234", can: BUTTONS,
};
const MAIL = { to: ["shipper@example.com"], cc: ["op01@example.com"], subject: "送货通知 SH-2607150001", content: "您好，\n请送货。" };
const FACTS = { orderId: "1", orderUuid: "e1", orderCode: "AE-2607150001", awbNumber: "990-12345675", route: "PVG-FRA" };
const PLACES = { warehouse: ["51", "测试货站"], storehouse: ["52", "测试库房"] } as const;
/** What an order says of a notice. */
const PROPOSE: Answer = ({ query }) => {
  const flag = query.get("flag") === "storehouse" ? "storehouse" : "warehouse";
  const [id, name] = PLACES[flag];
  return { ...FACTS, flag, warehouseId: id, warehouseName: name, placeId: id, latestTime: "2026-07-18 08:30:00", lacking: null, live: null };
};
const ROUTES: Record<string, Answer> = {
  [`GET ${BASE}/propose`]: PROPOSE,
  [`GET ${BASE}/4/letter`]: () => MAIL,
  [`GET ${BASE}/4`]: () => ({ ...FACTS, ...NOTICE, flag: "storehouse", warehouseId: "52", views: 3, lastView: "2026-07-15 09:00:00", sentTo: "shipper@example.com", queueNo: null }),
  "GET /platform/select/noticeWarehouse": () => [],
  "GET /platform/select/noticeOrder": () => [],
};

const open = (part: Partial<Opened> = {}) =>
  openDeclared(DECLARED, { rows: [NOTICE], buttons: BUTTONS, ...part, routes: { ...ROUTES, ...part.routes } });

beforeEach(closeNotice);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a notice of an order", () => {
  it("is begun with what its order says, and is saved so", async () => {
    const server = await open({ search: "?o=e1", routes: { [`POST ${BASE}`]: () => ({ id: "5", version: 1 }) } });
    await waitFor(() => expect(fieldAt("latestTime").input.value).toBe("2026-07-18 08:30"));
    expect(gone).toContain("/af_delivery_notice");
    expect(server.to(`${BASE}/propose`)[0]?.query.get("orderUuid")).toBe("e1");
    expect((await screen.findByText("AE-2607150001", { selector: ".order-facts a" })).getAttribute("href")).toBe("/af_order_edit?o=e1");
    fireEvent.change(fieldAt("plateNo").input, { target: { value: "沪B1" } });
    fireEvent.click(buttonOf(screen, "保存"));
    await waitFor(() => expect(server.to(BASE)).toHaveLength(1));
    expect(server.to(BASE)[0]?.json()).toEqual({
      orderId: "1", flag: "warehouse", warehouseId: "51", latestTime: "2026-07-18 08:30:00", plateNo: "沪B1",
    });
  });

  it("says what it lacks, in the server's words", async () => {
    const lacking: Answer = () => ({ ...FACTS, flag: "warehouse", warehouseId: null, placeId: null, latestTime: null, lacking: "未选择交货货站", live: null });
    await open({ search: "?o=e1", routes: { [`GET ${BASE}/propose`]: lacking } });
    expect((await screen.findByText("未选择交货货站")).getAttribute("role")).toBe("status");
  });

  it("takes the other place when that is chosen", async () => {
    const server = await open({ search: "?o=e1" });
    await waitFor(() => expect(fieldAt("latestTime").input.value).toBe("2026-07-18 08:30"));
    // The name of the place comes last, and would close what is open.
    await waitFor(() => expect(fieldAt("warehouseId").box.textContent).toContain("测试货站"));
    fireEvent.mouseDown(fieldAt("flag").input);
    fireEvent.click(await screen.findByText("库房", { selector: ".ant-select-item *" }));
    await waitFor(() => expect(fieldAt("warehouseId").box.textContent).toContain("测试库房"));
    const asked = server.to(`${BASE}/propose`).map(({ query }) => [query.get("flag"), query.get("warehouseId")]);
    expect(asked.at(-1)).toEqual(["storehouse", null]);
    expect(asked.every(([, warehouse]) => warehouse === null), "the order's own place is not asked about again").toBe(true);
  });

  it("is opened where the order has one already", async () => {
    const live: Answer = () => ({ ...FACTS, flag: "storehouse", live: { id: "4", noticeCode: "SH-2607150001" } });
    const server = await open({ search: "?o=e1", routes: { [`GET ${BASE}/propose`]: live } });
    await waitFor(() => expect(server.to(`${BASE}/4`)).toHaveLength(1));
    expect(await screen.findByText("查看 3 次")).toBeTruthy();
    expect(screen.getByText("最近查看 2026-07-15 09:00")).toBeTruthy();
    expect(screen.getByText("shipper@example.com")).toBeTruthy();
    expect(screen.queryByText("排队号"), "nothing of what has not happened").toBeNull();
  });
});

describe("telling of a notice", () => {
  it("mails it with copies to whom the user chose", async () => {
    const server = await open({ routes: { [`POST ${BASE}/4/send`]: () => ({ id: "4", state: "SENT" }) } });
    await screen.findByText("SH-2607150001");
    await runOnRow("发送");
    await waitFor(() => expect(fieldAt("subject").input.value).toBe(MAIL.subject));
    const box = await dialogOf("发送送货通知 SH-2607150001");
    expect(box.getByText("正文下方附送货通知链接和地图。")).toBeTruthy();
    fireEvent.click(buttonOf(box, "发送"));
    await waitFor(() => expect(toasts()).toEqual(["邮件已提交发送"]));
    expect(server.to(`${BASE}/4/send`)[0]?.json()).toEqual(MAIL);
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it("says that nobody is known to send it to, and that it went out before", async () => {
    await open({ rows: [{ ...NOTICE, state: "SENT" }], routes: { [`GET ${BASE}/4/letter`]: () => ({ ...MAIL, to: [] }) } });
    await screen.findByText("SH-2607150001");
    await runOnRow("发送");
    await screen.findByText("正文下方附送货通知链接和地图。 通知没有收件人，请输入。 该通知已发送过，将再次发送。");
    fireEvent.click(buttonOf(await dialogOf("发送送货通知 SH-2607150001"), "发送"));
    await waitFor(() => expect(fieldAt("to").box.textContent).toContain("请选择收件人"));
  });

  it("shows its link, to be copied or opened", async () => {
    const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal("navigator", { ...window.navigator, clipboard: { writeText: written } });
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const url = "https://forwarder.test/externalOrderDeliveryNotice?o=afe1&flag=storehouse&code=k3y";
    const server = await open({ routes: { [`POST ${BASE}/4/link`]: () => ({ url, expireText: "本链接2026-08-16前有效" }) } });
    await screen.findByText("SH-2607150001");
    await runOnRow("链接");
    const box = await dialogOf("送货通知链接 SH-2607150001");
    await box.findByText(/本链接2026-08-16前有效/);
    fireEvent.click(box.getByRole("button", { name: "复制 链接" }));
    await waitFor(() => expect(toasts()).toEqual(["链接已复制"]));
    expect(written).toHaveBeenCalledWith(url);
    fireEvent.click(buttonOf(box, "打开"));
    expect(opened).toHaveBeenCalledWith(url, "_blank", "noopener");
    expect(server.to(`${BASE}/4/link`)).toHaveLength(1);
  });

  it("says why there is no link, and asks again", async () => {
    let asked = 0;
    const refuses: Answer = () => ((asked += 1), envelope(200, 1, "送货通知已作废，不能进行此操作"));
    await open({ routes: { [`POST ${BASE}/4/link`]: refuses } });
    await screen.findByText("SH-2607150001");
    await runOnRow("链接");
    const box = await dialogOf("送货通知链接 SH-2607150001");
    await box.findByText(/送货通知已作废，不能进行此操作/);
    fireEvent.click(buttonOf(box, "重试"));
    await waitFor(() => expect(asked).toBe(2));
  });
});

describe("the desk", () => {
  it("registers a truck, which gets its number", async () => {
    const server = await open({ routes: { [`POST ${BASE}/4/arrive`]: () => ({ id: "4", version: 3, state: "ARRIVED", queueNo: "A001" }) } });
    await screen.findByText("SH-2607150001");
    await runOnRow("到货登记");
    const box = await dialogOf("到货登记 SH-2607150001");
    expect(box.getByText("已留司机电话 ****1234，不填则保留。")).toBeTruthy();
    expect(fieldAt("plateNo").input.value).toBe("沪A12345");
    fireEvent.change(fieldAt("arriveTime").input, { target: { value: "2026-07-15 09:30:00" } });
    fireEvent.blur(fieldAt("arriveTime").input);
    fireEvent.click(buttonOf(box, "登记"));
    await waitFor(() => expect(toasts()).toEqual(["已登记，排队号 A001"]));
    expect(server.to(`${BASE}/4/arrive`)[0]?.json()).toEqual({
      plateNo: "沪A12345", driverName: null, driverPhone: null, arriveTime: "2026-07-15 09:30:00", version: 2,
    });
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it("keeps what was typed when the server finds something wrong", async () => {
    const message = "时间不能晚于现在";
    await open({ routes: { [`POST ${BASE}/4/arrive`]: () => envelope(200, 1, message, { findings: [{ field: "arriveTime", severity: "error", key: "x", message }] }) } });
    await screen.findByText("SH-2607150001");
    await runOnRow("到货登记");
    const box = await dialogOf("到货登记 SH-2607150001");
    fireEvent.change(fieldAt("plateNo").input, { target: { value: "沪C1" } });
    fireEvent.click(buttonOf(box, "登记"));
    await waitFor(() => expect(fieldAt("arriveTime").box.textContent).toContain(message));
    expect(fieldAt("plateNo").input.value).toBe("沪C1");
  });

  it("gives a notice up for a reason", async () => {
    const server = await open({ routes: { [`POST ${BASE}/4/void`]: () => ({ id: "4", version: 3, state: "VOID" }) } });
    await screen.findByText("SH-2607150001");
    await runOnRow("作废");
    const box = await dialogOf("作废 SH-2607150001");
    fireEvent.click(buttonOf(box, "作废"));
    await waitFor(() => expect(fieldAt("reason").box.textContent).toContain("请输入作废原因"));
    expect(server.to(`${BASE}/4/void`)).toHaveLength(0);
    fireEvent.change(fieldAt("reason").input, { target: { value: "改送" } });
    fireEvent.click(buttonOf(box, "作废"));
    await waitFor(() => expect(server.to(`${BASE}/4/void`)[0]?.json()).toEqual({ reason: "改送", version: 2 }));
  });
});
