import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import page from "@/modules/inquiry/compare.page";
import inquiryRoom from "@/modules/inquiry/pages";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { registerRooms, setContract } from "@/platform/page-registry";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";

const CALL = "/afbase/enquiry/7/compare";
const Page = page.page!;

const price = (more: object) => ({
  priceMode: "ALL_IN", currency: "CNY", unit: "26.50", fromKg: "0", minimum: null, lumpSum: null, freight: "13250.00", extras: [],
  total: "13250.00", perKg: "26.50", baseTotal: "13250.00", difference: "100.00", differencePercent: "0.76", lowest: false, ...more,
});
const answer = (askedId: string, agentName: string, more: object) => ({
  askedId, agentId: `a${askedId}`, agentName, state: "QUOTED", stateLabel: { zh: "已报价", en: "Quoted", tone: "ready" }, round: 1, byLink: true,
  sentTime: null, answerBy: null, answeredTime: null, views: 1, declineReason: null, chooseReason: null, quoteVersion: 1, newest: true,
  quoteId: `q${askedId}`, versions: [{ quoteId: `q${askedId}`, version: 1, round: 1, time: "2026-07-15 11:00:00" }], missing: [],
  needsReason: true, transitDays: 3, validFrom: "2026-07-15", validTo: "2026-07-31", expired: false, files: [], ...more,
});
const GYS = answer("1", "供应商甲", {
  transitDays: 5, needsReason: false,
  price: price({ freight: "11000.00", total: "13150.00", baseTotal: "13150.00", perKg: "26.30", difference: "0.00", lowest: true }),
});
const DL = answer("2", "海外代理甲", { fastest: true, missing: ["SC"], price: price({}) });
const DATA = {
  id: "7", version: 5, inquiryCode: "XJ-2607150001", state: "QUOTED", departureStation: "PVG", arrivalStation: "LAX", goodsNameCn: "普货",
  readyDate: "2026-07-17", weight: 500, volume: 3, ownWeight: 500, ownVolume: 3, chargeWeight: 500, pieces: 10, answers: [GYS, DL],
  published: [], roundAnswerBy: "2026-07-17 12:00:00", currency: "CNY", currencies: ["CNY"], targetPrice: "25.00", targetCurrency: "CNY",
  can: ["af-compare-select", "af-compare-round", "af-compare-export"],
};

function open(data: object = DATA, routes: Record<string, Answer> = {}, path = "/af_inquiry_compare?inquiryUuid=7"): StubServer {
  const server = stubServer({ [`GET ${CALL}`]: () => data, ...routes });
  renderPage(<Page />, path);
  return server;
}

const line = (words: string) => screen.getByRole("rowheader", { name: words }).closest("tr")!;
const cells = (words: string) => within(line(words)).getAllByRole("cell");

beforeEach(async () => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  registerRooms([inquiryRoom]);
  setContract({ lists: [], forms: [] });
  await setLanguage("zh-CN");
  await loadRoom("inquiry");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// req: af-open-inquiry-centres
describe("the comparison", () => {
  it("marks the lowest, the fastest, what is missing and what has expired, in words and in colour", async () => {
    open({ ...DATA, answers: [GYS, DL, answer("3", "代理丙", { expired: true, price: price({ difference: null }) })] });
    await screen.findByRole("region", { name: "报价比较" });
    expect(cells("合计").map((cell) => cell.textContent)).toEqual(["CNY 13150.00 最低", "CNY 13250.00 ", "CNY 13250.00 "]);
    expect(cells("与最低差").map((cell) => cell.textContent)).toEqual(["-", "+100.00 (+0.76%)", "-"]);
    expect(cells("合计").map((cell) => cell.dataset["lowest"] ?? null)).toEqual(["true", null, null]);
    expect(cells("时效（天）").map((cell) => cell.dataset["mark"] ?? null)).toEqual([null, "fastest", null]);
    expect(cells("缺项").map((cell) => [cell.textContent, cell.dataset["mark"] ?? null])).toEqual([["-", null], ["未含SC", "missing"], ["-", null]]);
    expect(cells("有效期").map((cell) => [cell.textContent?.includes("已过期"), cell.dataset["expired"] ?? null])).toEqual([
      [false, null], [false, null], [true, "true"],
    ]);
    expect(screen.getByText(/目标价 CNY 25.00\/KG/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "选定代理丙" })).toBeNull();
  });

  it("is made anew at another weight and volume, and at those of the inquiry again", async () => {
    const server = open();
    await screen.findByRole("region", { name: "报价比较" });
    const weight = screen.getByLabelText<HTMLInputElement>(/毛重/, { selector: "input" });
    fireEvent.change(weight, { target: { value: "1000" } });
    fireEvent.blur(weight);
    fireEvent.click(screen.getByRole("button", { name: "重新计算" }));
    await waitFor(() => expect(server.to(CALL)).toHaveLength(2));
    expect(Object.fromEntries(server.to(CALL)[1]!.query)).toEqual({ weight: "1000", volume: "3", base: "CNY" });
    fireEvent.click(screen.getByRole("button", { name: "恢复询价数据" }));
    await waitFor(() => expect(weight.value).toBe("500.0"));
  });

  it("asks what another currency is worth", async () => {
    const server = open({ ...DATA, currencies: ["CNY", "USD"] });
    const rate = await screen.findByLabelText("1 USD 折合");
    fireEvent.change(rate, { target: { value: "7.25" } });
    fireEvent.click(screen.getByRole("button", { name: "重新计算" }));
    await waitFor(() => expect(server.to(CALL)).toHaveLength(2));
    expect(server.to(CALL)[1]!.query.get("rates")).toBe("USD:7.25");
  });

  it("wants a reason where the server says so, and none of the lowest", async () => {
    const server = open(DATA, { "POST /afbase/enquiry/7/select": () => ({ state: "SELECTED" }) });
    fireEvent.click(await screen.findByRole("button", { name: "选定海外代理甲" }));
    const head = await screen.findByText("选定 海外代理甲", { selector: ".ant-modal-title" });
    const box = within(head.closest<HTMLElement>(".ant-modal")!);
    expect(box.getByLabelText(/未选最低价原因/)).toBeTruthy();
    fireEvent.click(box.getByRole("button", { name: /取\s*消/ }));
    await waitFor(() => expect(screen.queryByText("选定 海外代理甲")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "选定供应商甲" }));
    const second = within((await screen.findByText("选定 供应商甲", { selector: ".ant-modal-title" })).closest<HTMLElement>(".ant-modal")!);
    fireEvent.click(second.getByRole("button", { name: /^选\s*定$/ }));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(server.to("/afbase/enquiry/7/select")[0]?.json()).toEqual({ askedId: "1", version: 5 });
  });

  it("asks agents anew with another target and tells the links once", async () => {
    const agents = [{ value: "a1", label: "供应商甲", hint: "" }, { value: "a2", label: "海外代理甲", hint: "" }];
    const server = open(DATA, {
      "GET /platform/select/inquiryAgent": () => agents,
      "GET /platform/select/currency": () => [{ value: "CNY", label: "CNY", hint: "" }],
      "POST /afbase/enquiry/7/round": () => ({ mailed: 1, links: [{ askedId: "9", agentName: "供应商甲", email: "", url: "/af_order_inquiry_quotation?o=u&code=c" }] }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "再询一轮" }));
    const head = await screen.findByText("再询一轮 XJ-2607150001", { selector: ".ant-modal-title" });
    const box = within(head.closest<HTMLElement>(".ant-modal")!);
    fireEvent.click(box.getByRole("button", { name: /发\s*送/ }));
    await screen.findByText("链接只显示一次，关闭后不再显示。");
    expect(server.to("/afbase/enquiry/7/round")[0]?.json()).toEqual({
      agents: ["a1", "a2"], targetPrice: 25, targetCurrency: "CNY", answerBy: "2026-07-17 12:00:00", version: 5,
    });
  });

  it("shows no prices to who may not see costs, and an inquiry is chosen where none is named", async () => {
    const plain = [GYS, DL].map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => name !== "price")));
    const { currency: _, currencies: __, published: ___, ...rest } = DATA;
    open({ ...rest, answers: plain, can: [] });
    await screen.findByText("您没有查看成本的权限，价格不显示。");
    expect(screen.queryByRole("button", { name: "再询一轮" })).toBeNull();
    expect(screen.queryByRole("rowheader", { name: "合计" })).toBeNull();
    cleanup();
    open(DATA, {}, "/af_inquiry_compare");
    await screen.findByText("请选择要比较的询价单。");
    expect(screen.getByLabelText("询价单号")).toBeTruthy();
  });

  it("reads in English, too", async () => {
    await setLanguage("en-US");
    await loadRoom("inquiry");
    open();
    await screen.findByRole("region", { name: "Quotes compared" });
    expect(cells("Not included")[1]?.textContent).toBe("SC not included");
    expect(document.body.textContent).not.toMatch(/inquiry:/);
    await setLanguage("zh-CN");
  });
});
