import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/paper/arrival/arrival-list.page";
import { closeArrival } from "@/modules/paper/arrival/arrival-store";
import { type Opened, buttonOf, dialogOf, fieldAt, openList, run } from "@/modules/paper/paper-kit";
import type { Button, Field, FormPage, ListPage } from "@/platform/contract";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const text = (name: string, zh: string): Field => ({ name, label: label(zh), kind: "text" });
const BASE = "/afbase/arrivalNotice";
const button = (code: string, zh: string, path: string): Button => ({
  code, label: label(zh), place: "row", action: "custom", call: { method: "POST", path: `${BASE}/${path}` },
});

/** As the server declares it, as far as the page looks at it. */
const LIST: ListPage = {
  key: "af.arrival-notice.list", path: "/ai_arrival_notice", title: label("到货通知"), access: "ai_arrival_notice", rowKey: "id",
  call: `${BASE}/page`, sort: "", form: "", filters: [],
  columns: [text("number", "运单号"), text("arrivedPieces", "到货件数")].map((field) => ({ ...field, sortable: false, shown: true })),
  buttons: [
    button("ai-notice-make", "生成通知", "make"),
    button("ai-notice-send", "发送", "send"),
    button("ai-notice-confirm", "确认已通知", "confirm"),
  ],
};
const DECLARED = { list: LIST, form: { key: "none", title: label(""), sections: [] } as unknown as FormPage, overrides: definition.list! };
const BUTTONS = ["ai-notice-make", "ai-notice-send", "ai-notice-confirm"];
const NUMBER = "990-55555555 / HB001";
const ROW = {
  id: "61", version: 2, orderCode: "AI-2607150001", number: NUMBER, contact: "联系人甲", state: "UNTOLD", pieces: 6,
  arrivedPieces: 6, inPart: false, can: BUTTONS,
};
const NOTICE = {
  language: "zh", consignee: "客户甲", contact: "联系人甲", phone: "", warehouseId: "9", freeDays: 3, documents: "", remark: "",
};
const TOLD = {
  orderId: "61", number: NUMBER, actualArrival: "2026-07-15 13:10:00", expectArrival: "2026-07-15", pieces: 6, arrivedPieces: 4,
  version: 2, notice: NOTICE, terminals: [{ value: "9", label: label("测试货站") }],
};

const open = (part: Partial<Opened> = {}) =>
  openList(DECLARED, {
    rows: [ROW], buttons: BUTTONS, ...part,
    routes: { [`GET ${BASE}/propose/61`]: () => TOLD, ...part.routes } as Record<string, Answer>,
  });

beforeEach(closeArrival);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the list of arrival notices", () => {
  it("marks what has come in part alone", async () => {
    await open({ rows: [{ ...ROW, arrivedPieces: 4, inPart: true }, { ...ROW, id: "62", number: "990-1 / A" }] });
    const tag = await screen.findByText("4 / 6 部分到货");
    expect(tag.closest(".tag")?.className).toContain("tone-warning");
    expect(screen.getAllByText("6")).toHaveLength(1);
  });
});

describe("making a notice", () => {
  it("begins as the server proposes it, goes out in its version and opens the paper", async () => {
    const beside = { opener: {}, location: { replace: vi.fn<(href: string) => void>() }, close: vi.fn<() => void>() };
    vi.spyOn(window, "open").mockReturnValue(beside as unknown as Window);
    URL.createObjectURL = vi.fn(() => "blob:1");
    const server = await open({
      routes: {
        [`POST ${BASE}/make`]: () => ({ url: "/afbase/awbPrint/file/n", version: 3, state: "UNTOLD" }),
        "GET /afbase/awbPrint/file/n": () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } }),
      },
    });
    await screen.findByText(NUMBER);
    await run("生成通知");
    await waitFor(() => expect(fieldAt("consignee").input.value).toBe("客户甲"));
    const box = await dialogOf(`生成到货通知 ${NUMBER}`);
    expect(box.getByText("到港时间 2026-07-15 13:10:00，已到 4 / 6 件。")).toBeTruthy();
    fireEvent.change(fieldAt("consignee").input, { target: { value: "" } });
    fireEvent.click(buttonOf(box, "生成"));
    await waitFor(() => expect(fieldAt("consignee").box.textContent).toContain("请输入收货人"));
    expect(server.to(`${BASE}/make`)).toHaveLength(0);
    fireEvent.change(fieldAt("consignee").input, { target: { value: "客户乙" } });
    fireEvent.click(buttonOf(box, "生成"));
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    expect(server.to(`${BASE}/make`)[0]?.json()).toMatchObject({
      orderId: "61", version: 2, language: "zh", consignee: "客户乙", warehouseId: "9", freeDays: 3,
    });
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it("of an order nobody made one for names no version, and tells what is missing", async () => {
    const empty = { ...TOLD, version: null, actualArrival: null, terminals: [], notice: { ...NOTICE, warehouseId: null } };
    const server = await open({
      routes: {
        [`GET ${BASE}/propose/61`]: () => empty,
        [`POST ${BASE}/make`]: () =>
          envelope(200, 1, "免仓天数须在0与90之间", {
            findings: [{ field: "freeDays", severity: "error", key: "field.range", message: "免仓天数须在0与90之间" }],
          }),
      },
    });
    await screen.findByText(NUMBER);
    await run("生成通知");
    await waitFor(() => expect(fieldAt("consignee").input.value).toBe("客户甲"));
    const box = await dialogOf(`生成到货通知 ${NUMBER}`);
    expect(
      box.getByText("预计 2026-07-15 到港，到港后通知才会打印免仓截止日。 目的港没有可选的进口货站，请先在货站库房中维护。"),
    ).toBeTruthy();
    fireEvent.click(buttonOf(box, "生成"));
    await waitFor(() => expect(fieldAt("freeDays").box.textContent).toContain("免仓天数须在0与90之间"));
    expect(server.to(`${BASE}/make`)[0]?.json()).not.toHaveProperty("version");
    expect(fieldAt("consignee").input.value).toBe("客户甲");
  });

  it("says when it can't be begun, and tries again", async () => {
    let broken = true;
    await open({ routes: { [`GET ${BASE}/propose/61`]: () => (broken ? envelope(200, 1, "订单已关闭，不能修改") : TOLD) } });
    await screen.findByText(NUMBER);
    await run("生成通知");
    await screen.findByText("订单已关闭，不能修改");
    broken = false;
    fireEvent.click(await screen.findByRole("button", { name: /重试|重新加载/u }));
    await waitFor(() => expect(fieldAt("consignee").input.value).toBe("客户甲"));
  });
});

describe("telling the consignee", () => {
  it("goes out with the mail the server proposes", async () => {
    const mail = { to: ["kh001@example.com"], subject: "到货通知", content: "您好", version: 5 };
    const server = await open({
      rows: [{ ...ROW, state: "SENT" }],
      routes: { [`GET ${BASE}/mail/61`]: () => mail, [`POST ${BASE}/send`]: () => ({ state: "SENT" }) },
    });
    await screen.findByText(NUMBER);
    await run("发送");
    await waitFor(() => expect(fieldAt("subject").input.value).toBe("到货通知"));
    const box = await dialogOf(`发送到货通知 ${NUMBER}`);
    expect(box.getByText("到货通知 PDF 作为附件发送。 该到货通知已发送过，将再次发送。")).toBeTruthy();
    fireEvent.click(buttonOf(box, "发送"));
    await waitFor(() => expect(toasts()).toEqual(["邮件已提交发送"]));
    expect(server.to(`${BASE}/send`)[0]?.json()).toEqual({ ...mail, cc: [], orderId: "61" });
  });

  it("by telephone is written down with time and person", async () => {
    const server = await open({ routes: { [`POST ${BASE}/confirm`]: () => ({ version: 3, state: "CONFIRMED" }) } });
    await screen.findByText(NUMBER);
    await run("确认已通知");
    const box = await dialogOf(`确认已通知 ${NUMBER}`);
    expect(fieldAt("person").input.value).toBe("联系人甲");
    fireEvent.click(buttonOf(box, "确认"));
    await waitFor(() => expect(fieldAt("time").box.textContent).toContain("请选择通知时间"));
    expect(server.to(`${BASE}/confirm`)).toHaveLength(0);
    fireEvent.change(fieldAt("time").input, { target: { value: "2026-07-15 09:30:00" } });
    fireEvent.blur(fieldAt("time").input);
    fireEvent.click(buttonOf(box, "确认"));
    await waitFor(() => expect(toasts()).toEqual(["已确认通知"]));
    expect(server.to(`${BASE}/confirm`)[0]?.json()).toEqual({
      orderId: "61", version: 2, time: "2026-07-15 09:30:00", person: "联系人甲", way: "PHONE", confirmRemark: null,
    });
  });
});
