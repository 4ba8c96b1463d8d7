import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/paper/letter/letter-list.page";
import { closeLetter } from "@/modules/paper/letter/letter-store";
import { type Opened, buttonOf, dialogOf, fieldAt, gone, openList, run } from "@/modules/paper/paper-kit";
import type { Button, Field, FormPage, ListPage } from "@/platform/contract";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const text = (name: string, zh: string, more: Partial<Field> = {}): Field => ({ name, label: label(zh), kind: "text", ...more });
const BASE = "/afbase/shipperLetter";
const KINDS = [
  { value: "BOOKING", label: label("订舱") },
  { value: "DELIVERY", label: label("交货") },
];
const row = (code: string, zh: string, path: string): Button => ({
  code, label: label(zh), place: "row", action: "custom", call: { method: "POST", path: `${BASE}/${path}` },
});

/** As the server declares them, as far as the page looks at it. */
const LIST: ListPage = {
  key: "af.shipper-letter.list", path: "/af_shipper_letter", title: label("托书管理"), access: "af_shipper_letter", rowKey: "id",
  call: `${BASE}/page`, sort: "", form: "af.shipper-letter.form", filters: [],
  columns: [text("orderCode", "订单号"), text("toName", "收件单位")].map((field) => ({ ...field, sortable: false, shown: true })),
  buttons: [
    { code: "af-order-letter", label: label("订舱托书"), place: "primary", action: "create" },
    { code: "af-plan-letter", label: label("交货托书"), place: "toolbar", action: "custom", call: { method: "POST", path: BASE } },
    { code: "af-order-letter", label: label("编辑"), place: "row", action: "edit" },
    row("af-order-letter", "打印", "print/{id}"),
    row("af-plan-letter", "打印", "print/{id}"),
    row("af-order-letter", "Excel", "excel/{id}"),
    row("af-plan-letter", "Excel", "excel/{id}"),
    row("af-letter-send", "发送", "send/{id}"),
    row("af-order-letter", "登记回复", "reply/{id}"),
    row("af-plan-letter", "登记回复", "reply/{id}"),
  ],
};
const FORM: FormPage = {
  key: "af.shipper-letter.form", title: label("托书"), access: "af_shipper_letter", versionField: "version", view: `${BASE}/{id}`,
  create: { method: "POST", path: BASE }, update: { method: "PUT", path: `${BASE}/{id}` },
  sections: [
    {
      key: "main", label: label("托书"),
      fields: [
        { name: "orderId", label: label("订单"), kind: "reference", reference: "paperOrder", required: true, readOnlyOnEdit: true },
        { name: "kind", label: label("类型"), kind: "select", options: KINDS, required: true, initial: "BOOKING", readOnlyOnEdit: true },
        { name: "coopId", label: label("航司或代理"), kind: "reference", reference: "coop?role=supplier", when: { is: ["kind", "BOOKING"] } },
        text("toName", "收件单位"),
      ],
    },
    { key: "booking", label: label("订舱"), when: { is: ["kind", "BOOKING"] }, fields: [text("flightWish", "期望航班")] },
    { key: "delivery", label: label("交货"), when: { is: ["kind", "DELIVERY"] }, fields: [text("truck", "车牌")] },
    { key: "end", label: label("签字、备注与回复"), fields: [text("remark", "备注"), text("sentTo", "发送至", { readOnly: true, when: { set: "state" } }), text("reply", "回复", { readOnly: true, when: { is: ["state", "REPLIED"] } })] },
  ],
};
const DECLARED = { list: LIST, form: FORM, overrides: definition.list! };
const BUTTONS = ["af-order-letter", "af-plan-letter", "af-letter-send"];
const LETTER = {
  id: "4", version: 2, kind: "BOOKING", orderCode: "AE-2607150002", awbNumber: "", toName: "海外代理甲", state: "UNSENT",
  can: ["af-order-letter", "af-letter-send"],
};
const MAIL = { to: ["agent@example.com"], subject: "订舱托书 AE-2607150002 PVG-FRA", content: "您好，\n附件为托书。" };
const FACTS = { orderId: "2", orderUuid: "e2", orderCode: "AE-2607150002", awbNumber: "", route: "PVG-FRA" };
const PROPOSE: Answer = ({ query }) =>
  query.get("kind") === "DELIVERY"
    ? { ...FACTS, kind: "DELIVERY", toName: "浦东货站", truck: "沪A12345" }
    : { ...FACTS, kind: "BOOKING", flightWish: "X9101" };
const ROUTES: Record<string, Answer> = { [`GET ${BASE}/propose`]: PROPOSE, [`GET ${BASE}/mail/4`]: () => MAIL };

const open = (part: Partial<Opened> = {}) =>
  openList(DECLARED, { rows: [LETTER], buttons: BUTTONS, ...part, routes: { ...ROUTES, ...part.routes } });

/** Chooses in the select of a dialog. */
async function choose(path: string, words: string): Promise<void> {
  fireEvent.mouseDown(fieldAt(path).input);
  fireEvent.click(await screen.findByText(words, { selector: ".ant-select-item *" }));
}

beforeEach(closeLetter);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("sending a letter", () => {
  it("begins with the mail the server proposes, and goes out with the letter in its version", async () => {
    const server = await open({ routes: { [`POST ${BASE}/send/4`]: () => ({ id: "4", version: 3, state: "SENT" }) } });
    await screen.findByText("海外代理甲");
    await run("发送");
    await waitFor(() => expect(fieldAt("subject").input.value).toBe(MAIL.subject));
    const box = await dialogOf("发送托书 AE-2607150002");
    expect(box.getByText("托书 PDF 作为附件发送。")).toBeTruthy();
    expect(fieldAt("content").input.value).toBe(MAIL.content);
    fireEvent.change(fieldAt("subject").input, { target: { value: "" } });
    fireEvent.click(buttonOf(box, "发送"));
    await waitFor(() => expect(fieldAt("subject").box.textContent).toContain("请输入标题"));
    expect(server.to(`${BASE}/send/4`)).toHaveLength(0);
    fireEvent.change(fieldAt("subject").input, { target: { value: "订舱" } });
    fireEvent.click(buttonOf(box, "发送"));
    await waitFor(() => expect(toasts()).toEqual(["邮件已提交发送"]));
    expect(server.to(`${BASE}/send/4`)[0]?.json()).toEqual({ ...MAIL, subject: "订舱", cc: [], version: 2 });
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it("says that nobody is known to send it to, or that it went out before", async () => {
    await open({ rows: [{ ...LETTER, state: "SENT" }], routes: { [`GET ${BASE}/mail/4`]: () => ({ ...MAIL, to: [] }) } });
    await screen.findByText("海外代理甲");
    await run("发送");
    expect(
      await screen.findByText("托书 PDF 作为附件发送。 收件单位没有联系人邮箱，请输入收件人。 该托书已发送过，将再次发送。"),
    ).toBeTruthy();
    fireEvent.click(buttonOf(await dialogOf("发送托书 AE-2607150002"), "发送"));
    await waitFor(() => expect(fieldAt("to").box.textContent).toContain("请选择收件人"));
  });

  it("keeps what was typed when the mail is refused", async () => {
    await open({ routes: { [`POST ${BASE}/send/4`]: () => envelope(200, 1, "未配置发件邮箱，请联系管理员") } });
    await screen.findByText("海外代理甲");
    await run("发送");
    await waitFor(() => expect(fieldAt("content").input.value).toBe(MAIL.content));
    const box = await dialogOf("发送托书 AE-2607150002");
    fireEvent.change(fieldAt("content").input, { target: { value: "请安排" } });
    fireEvent.click(buttonOf(box, "发送"));
    await waitFor(() => expect(toasts()).toEqual(["操作失败，未配置发件邮箱，请联系管理员"]));
    expect(fieldAt("content").input.value).toBe("请安排");
  });
});

describe("registering the answer to a letter", () => {
  const REPLY = `${BASE}/reply/4`;
  const QUESTION = "将X9101 2026-07-18 990-12345712写入订单AE-2607150002，是否继续？";

  it("writes the confirmed space to the order once the user agrees", async () => {
    const server = await open({
      routes: {
        [`POST ${REPLY}`]: (asked) =>
          (asked.json() as { confirmed?: string[] }).confirmed
            ? { id: "4", version: 3, state: "REPLIED" }
            : envelope(200, 2, QUESTION, { confirms: [{ key: "letter.write", field: "", message: QUESTION }] }),
      },
    });
    await screen.findByText("海外代理甲");
    await run("登记回复");
    const box = await dialogOf("登记回复 AE-2607150002");
    fireEvent.click(buttonOf(box, "登记"));
    await waitFor(() => expect(fieldAt("reply").box.textContent).toContain("请选择回复"));
    expect(box.queryByLabelText("航班号")).toBeNull();
    await choose("reply", "接受");
    for (const [path, value] of [["flight", "x9101"], ["flightDate", "2026-07-18"], ["awbNumber", "990-12345712"]] as const) {
      fireEvent.change(fieldAt(path).input, { target: { value } });
      fireEvent.blur(fieldAt(path).input);
    }
    fireEvent.click(buttonOf(box, "登记"));
    await screen.findByText(QUESTION);
    expect(server.to(REPLY)).toHaveLength(1);
    fireEvent.click(buttonOf(screen, "是"));
    await waitFor(() => expect(server.to(REPLY)).toHaveLength(2));
    expect(server.to(REPLY)[1]?.json()).toEqual({
      version: 2, reply: "ACCEPTED", flight: "X9101", flightDate: "2026-07-18", awbNumber: "990-12345712", remark: null,
      confirmed: ["letter.write"],
    });
    await waitFor(() => expect(screen.queryByText("登记回复 AE-2607150002")).toBeNull());
  });

  it("says at its field what is wrong", async () => {
    const message = "接受订舱须填写航班或主单号";
    await open({
      routes: { [`POST ${REPLY}`]: () => envelope(200, 1, message, { findings: [{ field: "flight", severity: "error", key: "letter.nothing_confirmed", message }] }) },
    });
    await screen.findByText("海外代理甲");
    await run("登记回复");
    await choose("reply", "接受");
    fireEvent.click(buttonOf(await dialogOf("登记回复 AE-2607150002"), "登记"));
    await waitFor(() => expect(fieldAt("flight").box.textContent).toContain(message));
  });

  it("of a rejection says nothing of space, even when some was typed before", async () => {
    const server = await open({ routes: { [`POST ${REPLY}`]: () => ({ id: "4", version: 3, state: "REPLIED" }) } });
    await screen.findByText("海外代理甲");
    await run("登记回复");
    await choose("reply", "接受");
    fireEvent.change(fieldAt("flight").input, { target: { value: "X9101" } });
    fireEvent.change(fieldAt("remark").input, { target: { value: "舱位已满" } });
    await choose("reply", "拒绝");
    fireEvent.click(buttonOf(await dialogOf("登记回复 AE-2607150002"), "登记"));
    await waitFor(() => expect(server.to(REPLY)).toHaveLength(1));
    expect(server.to(REPLY)[0]?.json()).toEqual({
      version: 2, reply: "REJECTED", flight: null, flightDate: null, awbNumber: null, remark: "舱位已满",
    });
  });

  it("of a terminal is yes or no", async () => {
    const server = await open({
      rows: [{ ...LETTER, kind: "DELIVERY", can: ["af-plan-letter", "af-letter-send"] }],
      routes: { [`POST ${REPLY}`]: () => ({ id: "4", version: 3, state: "REPLIED" }) },
    });
    await screen.findByText("海外代理甲");
    await run("登记回复");
    await choose("reply", "接受");
    expect(() => fieldAt("flight")).toThrow("no field flight");
    fireEvent.click(buttonOf(await dialogOf("登记回复 AE-2607150002"), "登记"));
    await waitFor(() => expect(server.to(REPLY)[0]?.json()).toEqual({ version: 2, reply: "ACCEPTED", remark: null }));
  });
});

describe("a letter", () => {
  it("is printed beside the list, which counts it", async () => {
    const beside = { opener: {}, location: { replace: vi.fn<(href: string) => void>() }, close: vi.fn<() => void>() };
    vi.spyOn(window, "open").mockReturnValue(beside as unknown as Window);
    URL.createObjectURL = vi.fn(() => "blob:1");
    const server = await open({
      routes: {
        [`POST ${BASE}/print/4`]: () => ({ url: "/afbase/awbPrint/file/b" }),
        "GET /afbase/awbPrint/file/b": () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } }),
      },
    });
    await screen.findByText("海外代理甲");
    await run("打印");
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it.each([["BOOKING", "af-order-letter"], ["DELIVERY", "af-plan-letter"]])("of kind %s is stored as a workbook under the server's name, and counted", async (kind, code) => {
    let stored = "";
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      stored = this.download;
    });
    URL.createObjectURL = vi.fn(() => "blob:1");
    URL.revokeObjectURL = vi.fn();
    const opened = vi.spyOn(window, "open");
    const server = await open({
      rows: [{ ...LETTER, kind, can: [code] }],
      routes: {
        [`POST ${BASE}/excel/4`]: () => ({ url: "/afbase/awbPrint/file/x" }),
        "GET /afbase/awbPrint/file/x": () =>
          new Response("PK", {
            headers: { "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "content-disposition": "attachment; filename*=UTF-8''BOOKING_AE-2607150002.xlsx" },
          }),
      },
    });
    await screen.findByText("海外代理甲");
    await run("Excel");
    await waitFor(() => expect(stored).toBe("BOOKING_AE-2607150002.xlsx"));
    expect(server.to(`${BASE}/excel/4`)).toHaveLength(1);
    expect(opened).not.toHaveBeenCalled();
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it("whose workbook can't be made says why and isn't counted", async () => {
    const server = await open({ routes: { [`POST ${BASE}/excel/4`]: () => envelope(200, 1, "模板不能含有宏", null) } });
    await screen.findByText("海外代理甲");
    await run("Excel");
    await waitFor(() => expect(toasts()).toEqual(["操作失败，模板不能含有宏"]));
    expect(server.to(`${BASE}/page`)).toHaveLength(1);
  });

  const shownTitles = () =>
    [...document.querySelectorAll(".form-drawer .form-section")].map((each) => each.querySelector("h2")?.textContent);

  it("opened from an order is a booking filled from it", async () => {
    const server = await open({ search: "?o=e2" });
    await waitFor(() => expect(fieldAt("flightWish").input.value).toBe("X9101"));
    expect(Object.fromEntries(server.to(`${BASE}/propose`)[0]?.query ?? [])).toEqual({ orderUuid: "e2", kind: "BOOKING" });
    expect(gone).toEqual(["/af_shipper_letter"]);
    await screen.findByText("PVG-FRA");
    expect(shownTitles()).toEqual(["托书", "订舱", "签字、备注与回复"]);
    expect(() => fieldAt("sentTo")).toThrow("no field sentTo");
  });

  it("opened for the terminal has the parts of a delivery", async () => {
    await open({ search: "?o=e2&letter=DELIVERY" });
    await waitFor(() => expect(fieldAt("truck").input.value).toBe("沪A12345"));
    await screen.findByText("PVG-FRA");
    expect(shownTitles()).toEqual(["托书", "交货", "签字、备注与回复"]);
    expect(() => fieldAt("coopId")).toThrow("no field coopId");
  });

  it("that becomes another kind gives up what it was filled with as the first", async () => {
    const server = await open({ search: "?o=e2", routes: { [`POST ${BASE}`]: () => ({ id: "5", version: 1 }) } });
    await waitFor(() => expect(fieldAt("flightWish").input.value).toBe("X9101"));
    await screen.findByText("PVG-FRA");
    await waitFor(() => expect(server.to(`${BASE}/propose`)).toHaveLength(2));
    await choose("kind", "交货");
    await waitFor(() => expect(fieldAt("truck").input.value).toBe("沪A12345"));
    expect(fieldAt("toName").input.value).toBe("浦东货站");
    fireEvent.click(buttonOf(screen, "保存"));
    await waitFor(() => expect(server.to(BASE)).toHaveLength(1));
    expect(server.to(BASE)[0]?.json()).toMatchObject({ orderId: "2", kind: "DELIVERY", toName: "浦东货站", truck: "沪A12345", flightWish: null });
  });

  it("for the terminal is begun from the list too", async () => {
    await open();
    await screen.findByText("海外代理甲");
    fireEvent.click(buttonOf(screen, "交货托书"));
    await waitFor(() => expect(fieldAt("kind").box.textContent).toContain("交货"));
  });
});
