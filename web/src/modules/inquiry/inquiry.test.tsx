import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AnswersSection } from "@/modules/inquiry/answers-section";
import buying from "@/modules/inquiry/enquiry.page";
import { closeInquiry } from "@/modules/inquiry/inquiry-store";
import selling from "@/modules/inquiry/order-inquiry.page";
import inquiryRoom from "@/modules/inquiry/pages";
import type { Button, Field, FormPage, ListPage, Row } from "@/platform/contract";
import { FormStore } from "@/platform/forms/form-store";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { ListPageView } from "@/platform/lists/list-page";
import type { ListOverrides } from "@/platform/lists/list-overrides";
import { registerRooms, setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const text = (name: string, zh: string, more: Partial<Field> = {}): Field => ({ name, label: label(zh), kind: "text", ...more });
const BUYING = "/afbase/enquiry";
const row = (code: string, zh: string, path: string): Button => ({
  code, label: label(zh), place: "row", action: "custom", call: { method: "POST", path },
});

/** As the server declares them, as far as the pages look at it. */
const listOf = (key: string, path: string, buttons: Button[]): ListPage => ({
  key, path, title: label("询价"), access: path.slice(1), rowKey: "id", call: `/list${path}`, sort: "", form: "", filters: [],
  columns: [{ ...text("inquiryCode", "询价单号"), sortable: false, shown: true }], buttons,
});
const ENQUIRIES = listOf("af.enquiry.list", "/af_enquiry_manage", [
  row("af-enq-assign", "分配", `${BUYING}/{id}/assign`),
  row("af-enq-send", "发送询价", `${BUYING}/{id}/send`),
  row("af-enq-quote", "录入报价", "/afbase/inquiryQuote"),
  row("af-enq-lost", "未成交", `${BUYING}/{id}/lost`),
]);
const MINE = listOf("af.order-inquiry.list", "/af_order_inquiry", [
  row("af-inquiry-lost", "未成交", "/afbase/orderInquiry/{id}/lost"),
]);
const QUOTE: FormPage = {
  key: "af.inquiry-quote.form", title: label("报价"), access: "af_enquiry_manage", versionField: "version", view: "/afbase/inquiryQuote/{id}",
  create: { method: "POST", path: "/afbase/inquiryQuote" }, update: { method: "PUT", path: "/afbase/inquiryQuote/{id}" },
  sections: [
    {
      key: "main", label: label("报价"),
      fields: [
        text("inquiryId", "询价单号", { kind: "reference", reference: "inquiry", readOnlyOnEdit: true }),
        text("validTo", "有效期止", { kind: "text" }),
      ],
    },
  ],
};
const XJ: Row = {
  id: "7", version: 3, inquiryCode: "XJ-2607150001", state: "ASKING",
  can: ["af-enq-assign", "af-enq-send", "af-enq-quote", "af-enq-lost", "af-inquiry-lost"],
};

async function prepare(): Promise<void> {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  registerRooms([inquiryRoom]);
  await setLanguage("zh-CN");
  await loadRoom("inquiry");
}

async function open(list: ListPage, overrides: ListOverrides, routes: Record<string, Answer> = {}): Promise<StubServer> {
  setContract({ lists: [list], forms: [QUOTE] });
  useSession.getState().setButtons(list.buttons.map(({ code }) => code));
  const server = stubServer({
    [`GET ${list.call}`]: () => ({ records: [XJ], total: 1, current: 1, size: 10 }),
    [`GET /platform/listSetting/${list.key}`]: () => null,
    ...routes,
  });
  renderPage(<ListPageView page={list} overrides={overrides} />, list.path);
  await screen.findByText("XJ-2607150001");
  return server;
}

async function run(words: string): Promise<void> {
  const inline = screen.queryAllByRole("button", { name: words }).find((each) => each.closest(".row-buttons"));
  if (inline) return void fireEvent.click(inline);
  fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: words }));
}

async function dialogOf(title: string) {
  const found = await screen.findByText(title, { selector: ".ant-modal-title" });
  return within(found.closest<HTMLElement>(".ant-modal")!);
}

function press(box: Pick<ReturnType<typeof within>, "getByText">, words: string): void {
  const isIt = (_: string, element: Element | null) =>
    element?.tagName === "BUTTON" && element.textContent?.replaceAll(" ", "") === words;
  fireEvent.click(box.getByText(isIt));
}

beforeEach(prepare);
afterEach(() => {
  closeInquiry();
  cleanup();
  vi.unstubAllGlobals();
});

describe("sending", () => {
  const agents = [
    { value: "11", label: "供应商甲", hint: "a@example.com" },
    { value: "12", label: "海外代理甲", hint: "b@example.com" },
  ];
  const links = agents.map(({ value, label: agentName }) => ({
    askedId: value, agentName, email: "", url: `/af_order_inquiry_quotation?o=u${value}&code=c${value}`,
  }));

  it("begins with the agents of the lane, asks about those asked before, and tells each link once", async () => {
    const server = await open(ENQUIRIES, buying.list!, {
      [`GET ${BUYING}/7/agents`]: () => ({ agents, answerBy: "2026-07-16 10:00:00" }),
      "GET /platform/select/inquiryAgent": () => agents,
      [`POST ${BUYING}/7/send`]: (asked) => {
        const { confirmed } = asked.json() as { confirmed?: string[] };
        if (confirmed) return { mailed: 0, links };
        const message = "该代理已询价，是否发送新一轮？";
        return envelope(200, 2, message, { confirms: [{ key: "inquiry.again", field: "agents", message }] });
      },
    });
    await run("发送询价");
    const field = await screen.findByLabelText(/截止时间/);
    const box = within(field.closest<HTMLElement>(".ant-modal")!);
    press(box, "发送");
    await screen.findByText("该代理已询价，是否发送新一轮？");
    fireEvent.click(screen.getByRole("button", { name: /^是$/ }));
    await screen.findByText("未发送邮件：未配置发件邮箱或对外地址，请复制链接发送。");
    expect(server.to(`${BUYING}/7/send`).at(-1)?.json()).toEqual({
      agents: ["11", "12"], language: null, answerBy: "2026-07-16 10:00:00", version: 3, confirmed: ["inquiry.again"],
    });
    const link = screen.getByLabelText<HTMLInputElement>("海外代理甲");
    expect(link.value).toBe(`${window.location.origin}/af_order_inquiry_quotation?o=u12&code=c12`);
    expect(screen.getByText("链接只显示一次，关闭后不再显示。")).toBeTruthy();
    await waitFor(() => expect(server.to(`/list/af_enquiry_manage`)).toHaveLength(2));
  });

  it("says when the proposal can't be read", async () => {
    await open(ENQUIRIES, buying.list!, { [`GET ${BUYING}/7/agents`]: () => envelope(500, 500, "服务器开小差了") });
    await run("发送询价");
    const box = await dialogOf("发送询价 XJ-2607150001");
    await box.findByText("服务器开小差了", { exact: false });
  });
});

describe("moves", () => {
  it("a buyer is chosen before anything is sent", async () => {
    const server = await open(ENQUIRIES, buying.list!, { "GET /platform/select/user": () => [] });
    await run("分配");
    const box = await dialogOf("分配 XJ-2607150001");
    press(box, "分配");
    await box.findByText("请选择采购");
    expect(server.to(`${BUYING}/7/assign`)).toHaveLength(0);
  });

  it("both sides tell why it came to nothing, at their own address", async () => {
    for (const [list, page, path] of [
      [ENQUIRIES, buying, `${BUYING}/7/lost`],
      [MINE, selling, "/afbase/orderInquiry/7/lost"],
    ] as const) {
      const server = await open(list, page.list!, {
        [`POST ${path}`]: () => envelope(200, 1, "请填写未成交原因", {
          findings: [{ field: "reason", severity: "error", key: "k", message: "请填写未成交原因" }],
        }),
      });
      await run("未成交");
      const box = await dialogOf("未成交 XJ-2607150001");
      press(box, "确认未成交");
      await box.findByText("请选择未成交原因");
      expect(server.to(path)).toHaveLength(0);
      closeInquiry();
      cleanup();
    }
  });

  it("a quote that came by phone is typed into the declared form", async () => {
    const server = await open(ENQUIRIES, buying.list!, { "POST /afbase/inquiryQuote": () => ({ id: "9", version: 1 }) });
    await run("录入报价");
    const field = await screen.findByLabelText(/有效期止/);
    fireEvent.change(field, { target: { value: "2026-07-31" } });
    fireEvent.blur(field);
    fireEvent.click(screen.getByRole("button", { name: /^保\s*存$/ }));
    await waitFor(() => expect(server.to("/afbase/inquiryQuote")).toHaveLength(1));
    expect(server.to("/afbase/inquiryQuote")[0]?.json()).toMatchObject({ inquiryId: "7", validTo: "2026-07-31" });
  });
});

describe("the answers", () => {
  const price = (more: object) => ({
    priceMode: "ALL_IN", currency: "CNY", unit: "26.50", fromKg: "0", minimum: null, lumpSum: null, freight: "13250.00", extras: [],
    total: "13250.00", perKg: "26.50", difference: "100.00", differencePercent: "0.76", lowest: false, ...more,
  });
  const answer = (askedId: string, agentName: string, more: object) => ({
    askedId, agentName, state: "QUOTED", stateLabel: { zh: "已报价", en: "Quoted", tone: "ready" }, round: 1, byLink: true, sentTime: null,
    answerBy: null, answeredTime: "2026-07-15 11:00:00", views: 1, declineReason: null, chooseReason: null, quoteVersion: 1,
    transitDays: 3, validFrom: "2026-07-15", validTo: "2026-07-31", expired: false, files: [], ...more,
  });
  const GYS = answer("1", "供应商甲", {
    transitDays: 5,
    price: price({
      unit: "22.00", freight: "11000.00", total: "13150.00", perKg: "26.30", difference: "0.00", differencePercent: "0.00", lowest: true,
      extras: [{ code: "MY", amount: "1500.00" }],
    }),
  });
  const DL = answer("2", "海外代理甲", { fastest: true, price: price({}) });
  const DATA = { chargeWeight: 500, pieces: 10, answers: [GYS, DL] };

  function show(data: object, codes: string[] = ["af-compare-select"], more: Record<string, Answer> = {}): StubServer {
    setContract({ lists: [], forms: [] });
    useSession.getState().setButtons(codes);
    const server = stubServer({ [`GET ${BUYING}/7/compare`]: () => data, ...more });
    const form = new FormStore({ id: "7", state: "QUOTED", version: 5 });
    renderPage(<AnswersSection section={{ key: "answers", label: label("报价"), fields: [] }} form={form} readOnly editing />, "/af_enquiry_manage");
    return server;
  }
  const cells = (words: string) => {
    const line = screen.getByRole("rowheader", { name: words }).closest("tr")!;
    return within(line).getAllByRole("cell").map((cell) => cell.textContent);
  };

  it("stand side by side with the lowest marked", async () => {
    show(DATA);
    await screen.findByRole("region", { name: "报价比较" });
    expect(screen.getByText("按计费重量 500.00 KG，10 件")).toBeTruthy();
    expect(cells("合计")).toEqual(["CNY 13150.00 最低", "CNY 13250.00 "]);
    expect(cells("每公斤")).toEqual(["26.30", "26.50"]);
    expect(cells("与最低差")).toEqual(["-", "+100.00 (+0.76%)"]);
    expect(cells("单价")).toEqual(["+0 22.00", "+0 26.50"]);
    expect(cells("附加费")).toEqual(["MY 1500.00", "-"]);
    expect(cells("时效（天）")).toEqual(["5 ", "3 最快"]);
    expect(screen.queryByRole("rowheader", { name: "舱位" })).toBeNull();
  });

  it("show no line of money to who may not see costs, and no choice", async () => {
    const plain = [GYS, DL].map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => name !== "price")));
    show({ ...DATA, answers: plain }, []);
    await screen.findByRole("region", { name: "报价比较" });
    expect(screen.queryByRole("rowheader", { name: "合计" })).toBeNull();
    expect(screen.queryByRole("button", { name: "选定供应商甲" })).toBeNull();
  });

  it("another than the lowest is chosen with a reason, the lowest without", async () => {
    const server = show(DATA, ["af-compare-select"], { [`POST ${BUYING}/7/select`]: () => ({ state: "SELECTED" }) });
    fireEvent.click(await screen.findByRole("button", { name: "选定海外代理甲" }));
    let box = await dialogOf("选定 海外代理甲");
    press(box, "选定");
    await box.findByText("请选择未选最低价原因");
    expect(server.to(`${BUYING}/7/select`)).toHaveLength(0);
    press(box, "取消");
    await waitFor(() => expect(screen.queryByText("选定 海外代理甲")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "选定供应商甲" }));
    box = await dialogOf("选定 供应商甲");
    press(box, "选定");
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(server.to(`${BUYING}/7/select`)[0]?.json()).toEqual({ askedId: "1", version: 5 });
    await waitFor(() => expect(screen.queryByRole("button", { name: "选定供应商甲" })).toBeNull());
  });

  it("say that nobody was asked, or that they can't be read", async () => {
    show({ ...DATA, answers: [] });
    await screen.findByText("尚未询价");
    cleanup();
    show(envelope(500, 500, "服务器开小差了"));
    await screen.findByText("服务器开小差了", { exact: false });
  });

  it("read in English, too", async () => {
    await setLanguage("en-US");
    await loadRoom("inquiry");
    show(DATA);
    await screen.findByRole("region", { name: "Quotes compared" });
    expect(cells("Total")).toEqual(["CNY 13150.00 Lowest", "CNY 13250.00 "]);
    expect(document.body.textContent).not.toMatch(/inquiry:/);
    await setLanguage("zh-CN");
  });
});
