import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/paper/goods/goods-list.page";
import { closeGoodsSend } from "@/modules/paper/goods/goods-store";
import { type Opened, buttonOf, dialogOf, fieldAt, gone, openList, run } from "@/modules/paper/paper-kit";
import type { Button, Field, FormPage, ListPage } from "@/platform/contract";
import { envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const text = (name: string, zh: string, more: Partial<Field> = {}): Field => ({ name, label: label(zh), kind: "text", ...more });
const BASE = "/afbase/goodsName";
const row = (code: string, zh: string, path: string, action: Button["action"] = "custom"): Button => ({
  code, label: label(zh), place: "row", action, call: { method: "POST", path: `${BASE}/${path}` },
});

/** As the server declares them, as far as the page looks at it. */
const LIST: ListPage = {
  key: "af.goods-name.list", path: "/af_goodsname", title: label("品名清单"), access: "af_goodsname", rowKey: "id",
  call: `${BASE}/page`, sort: "", form: "af.goods-name.form", filters: [],
  columns: [text("orderCode", "订单号"), text("goodsCnnames", "中文品名")].map((field) => ({ ...field, sortable: false, shown: true })),
  buttons: [
    { code: "af-goods-add", label: label("新增"), place: "primary", action: "create" },
    row("af-goods-print", "打印", "print/{orderId}"),
    row("af-goods-send", "发送", "send"),
    { ...row("af-goods-send", "标记已发", "sent/{orderId}", "call"), confirm: label("该订单的品名已通过其他方式送出？") },
  ],
};
const FORM: FormPage = {
  key: "af.goods-name.form", title: label("品名"), access: "af_goodsname", versionField: "version", view: `${BASE}/{id}`,
  create: { method: "POST", path: BASE }, update: { method: "PUT", path: `${BASE}/{id}` },
  sections: [
    {
      key: "main", label: label("品名"),
      fields: [
        { name: "orderId", label: label("订单"), kind: "reference", reference: "paperOrder", required: true, readOnlyOnEdit: true },
        text("cargoType", "货物类型"),
        text("goodsCnnames", "中文品名", { required: true }),
        text("sentTo", "发送至", { readOnly: true }),
      ],
    },
  ],
};
const DECLARED = { list: LIST, form: FORM, overrides: definition.list! };
const BUTTONS = ["af-goods-add", "af-goods-print", "af-goods-send"];
const GOODS = { id: "7", version: 2, orderId: "1", orderCode: "AE-2607150001", awbNumber: "990-12345675", goodsCnnames: "灯具", state: "UNSENT", can: BUTTONS };
const MAIL = { to: [], subject: "品名清单 990-12345675", content: "您好", terminal: "测试货站", count: 2, stamp: "7:2,8:1" };
const FACTS = { orderId: "1", orderUuid: "e1", orderCode: "AE-2607150001", awbNumber: "990-12345675", route: "PVG-FRA" };

const open = (part: Partial<Opened> = {}) => openList(DECLARED, { rows: [GOODS], buttons: BUTTONS, ...part });

beforeEach(closeGoodsSend);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("names of goods", () => {
  it("go to the terminal as they were read", async () => {
    const server = await open({
      routes: { [`GET ${BASE}/mail/1`]: () => MAIL, [`POST ${BASE}/send`]: () => ({ state: "SENT" }) },
    });
    await screen.findByText("灯具");
    await run("发送");
    await waitFor(() => expect(fieldAt("subject").input.value).toBe(MAIL.subject));
    const box = await dialogOf("发送品名清单 990-12345675");
    expect(
      box.getByText("该订单的 2 行品名以 Excel 作为附件发送。 货站：测试货站。 该货站还没有发送过，请输入收件人。"),
    ).toBeTruthy();
    fireEvent.click(buttonOf(box, "发送"));
    await waitFor(() => expect(fieldAt("to").box.textContent).toContain("请选择收件人"));
    expect(server.to(`${BASE}/send`)).toHaveLength(0);
  });

  it("known to the terminal go out with their stamp, and come again when they changed meanwhile", async () => {
    const server = await open({
      routes: {
        [`GET ${BASE}/mail/1`]: () => ({ ...MAIL, to: ["terminal@example.com"] }),
        [`POST ${BASE}/send`]: () => ({ state: "SENT" }),
      },
    });
    await screen.findByText("灯具");
    await run("发送");
    await waitFor(() => expect(fieldAt("subject").input.value).toBe(MAIL.subject));
    fireEvent.click(buttonOf(await dialogOf("发送品名清单 990-12345675"), "发送"));
    await waitFor(() => expect(toasts()).toEqual(["邮件已提交发送"]));
    expect(server.to(`${BASE}/send`)[0]?.json()).toEqual({
      orderId: "1", stamp: "7:2,8:1", to: ["terminal@example.com"], cc: [], subject: MAIL.subject, content: MAIL.content,
    });
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it("are printed for their order", async () => {
    URL.createObjectURL = vi.fn(() => "blob:1");
    URL.revokeObjectURL = vi.fn();
    const server = await open({
      routes: {
        [`POST ${BASE}/print/1`]: () =>
          new Response("PK", { headers: { "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" } }),
      },
    });
    await screen.findByText("灯具");
    await run("打印");
    await waitFor(() => expect(server.to(`${BASE}/print/1`)).toHaveLength(1));
    await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalledTimes(1));
  });

  it("that can't be printed say why", async () => {
    await open({ routes: { [`POST ${BASE}/print/1`]: () => envelope(200, 1, "订单没有品名") } });
    await screen.findByText("灯具");
    await run("打印");
    await waitFor(() => expect(toasts().join()).toContain("订单没有品名"));
  });

  it("opened from an order begin with its own, and say nothing of sending", async () => {
    const server = await open({
      search: "?o=e1",
      routes: { [`GET ${BASE}/propose`]: () => ({ ...FACTS, cargoType: "普货", goodsCnnames: "灯具，插座" }), [`POST ${BASE}`]: () => ({ id: "9", version: 1 }) },
    });
    await waitFor(() => expect(fieldAt("goodsCnnames").input.value).toBe("灯具，插座"));
    expect(Object.fromEntries(server.to(`${BASE}/propose`)[0]?.query ?? [])).toEqual({ orderUuid: "e1" });
    expect(gone).toEqual(["/af_goodsname"]);
    await screen.findByText("PVG-FRA");
    expect(() => fieldAt("sentTo")).toThrow("no field sentTo");
    fireEvent.click(buttonOf(screen, "保存"));
    await waitFor(() => expect(server.to(BASE)).toHaveLength(1));
    expect(server.to(BASE)[0]?.json()).toMatchObject({ orderId: "1", cargoType: "普货", goodsCnnames: "灯具，插座" });
  });
});
