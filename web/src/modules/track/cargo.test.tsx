import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import single from "@/modules/track/cargo-tracking.page";
import many from "@/modules/track/new-cargo-tracking.page";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { prepareOrders } from "@/platform/order/tabs-kit";
import { press, renderPage, toasts } from "@/platform/test-shell";

const NUMBER = "990-12345675";
const OTHER = "990-90000002";
const DEP = {
  id: "2",
  flightStatusCode: "DEP",
  flightStatusName: "已起飞",
  airportCode: "PVG",
  eventTime: "2026-07-18 11:20:00",
  remark: null,
  flightNum: "X9101",
  quantity: 12,
  grossWeight: 500,
  source: "手工",
  part: "T",
  known: true,
  canRemove: false,
};
const RCS = { ...DEP, id: "1", flightStatusCode: "RCS", flightNum: "", eventTime: "2026-07-17 18:00:00" };
const LEG = { depPort: "PVG", arrPort: "FRA", flightNo: "X9101", etd: null, atd: "2026-07-18 11:20:00", eta: "2026-07-18 22:30:00", ata: null, piece: 12, weight: 500, errorMessage: null };
const CARGO = {
  awbNumber: NUMBER, state: "TRACKING", note: null, orderCode: "AE-2607150001", orderUuid: "u1",
  routes: [LEG], routeTracks: [DEP, RCS], manifest: [], weighing: [],
};
const NOTHING = {
  ...CARGO, awbNumber: OTHER, note: "该航司暂不支持自动追踪，可手工录入", orderCode: null, orderUuid: null, routes: [], routeTracks: [],
};
const HISTORY = [
  { id: "8", awbNumber: OTHER, hawbNumber: "", askedAt: "2026-07-20 10:00:00" },
  { id: "7", awbNumber: NUMBER, hawbNumber: "", askedAt: "2026-07-19 10:00:00" },
];

const SUBSCRIBE = "/afbase/awbSubscription/cargoTrackingSubscribe";

function open(page: typeof many, path: string, routes: Record<string, Answer> = {}) {
  const server = stubServer({
    "GET /afbase/awbSubscription/AE": () => ({ history: HISTORY, used: 3, total: 100 }),
    "GET /afbase/awbSubscription/AI": () => ({ history: [], used: 3, total: 100 }),
    [`POST ${SUBSCRIBE}`]: (asked) => (asked.json() as { awbNumbers: string[] }),
    "GET /afbase/aforder/cargoTracking": (asked) => (asked.query.get("awbNumber") === NUMBER ? CARGO : NOTHING),
    ...routes,
  });
  const Page = page.page as () => React.JSX.Element;
  renderPage(<Page />, path);
  return server;
}

const box = () => screen.getByRole("textbox") as HTMLTextAreaElement;
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const card = (number: string) => screen.findByRole("article", { name: number });

beforeEach(async () => prepareOrders([], "track"));
afterEach(() => vi.unstubAllGlobals());

describe("cargo tracking", () => {
  it("shows a card for each number with its last event, and the details when it is opened", async () => {
    // req: af-route-new-cargo-tracking
    const server = open(many, "/newCargoTracking");
    await screen.findByText("货物追踪");
    await screen.findByText("已用 3 / 100");
    type(`${NUMBER}，${OTHER}\n${NUMBER}`);
    await press("查询");
    const shown = await card(NUMBER);
    await within(shown).findByText("AE-2607150001");
    expect(shown.querySelector(".cargo-last")?.textContent).toBe("DEP已起飞[PVG]2026-07-18 11:2012 Pcs / 500.0 Kg");
    expect(shown.querySelector(".cargo-legs .is-flying")?.textContent).toBe("PVG-FRA 已起飞");
    expect(within(shown).getByText("计划到达 2026-07-18 22:30")).toBeTruthy();
    expect(within(shown).getByText("追踪中")).toBeTruthy();
    expect(within(shown).getByText("分享").getAttribute("href")).toBe("/orderShareQrcodeTrack?orderUuid=u1");
    expect(within(shown).queryByText("手工录入")).toBeNull();
    expect(shown.querySelector(".track-events")).toBeNull();
    fireEvent.click(within(shown).getByText("展开"));
    await waitFor(() => expect(shown.querySelector(".track-events")).not.toBeNull());
    const codes = [...shown.querySelectorAll(".track-events li b.mono")].map((each) => each.textContent);
    expect(codes).toEqual(["DEP", "RCS"]);
    expect(await within(await card(OTHER)).findByText(NOTHING.note)).toBeTruthy();
    expect(server.to(SUBSCRIBE)[0]?.json()).toEqual({ businessScope: "AE", awbNumbers: [NUMBER, OTHER], hawbNumber: "" });
  });

  it("lists the wrong numbers and keeps what was typed", async () => {
    const findings = [{ level: "error", field: "awbNumbers", message: "单号格式不正确：990-12345670" }];
    open(many, "/newCargoTracking", { [`POST ${SUBSCRIBE}`]: () => envelope(200, 1, "", { findings }) });
    await screen.findByText("我的历史");
    await press("查询");
    await screen.findByText("请输入主单号");
    type("990-12345670");
    await press("查询");
    await screen.findByText("单号格式不正确：990-12345670");
    expect(box().value).toBe("990-12345670");
    expect(screen.queryByRole("article")).toBeNull();
  });

  it("asks for 20 numbers, not for 21", async () => {
    const server = open(many, "/newCargoTracking");
    await screen.findByText("我的历史");
    const numbers = Array.from({ length: 21 }, (_, n) => `990-${n}`);
    type(numbers.join("\n"));
    await press("查询");
    await screen.findByText("一次最多查询20个单号");
    expect(server.to(SUBSCRIBE)).toHaveLength(0);
    type(numbers.slice(0, 20).join("\n"));
    await press("查询");
    await waitFor(() => expect(server.to(SUBSCRIBE)).toHaveLength(1));
  });

  it("says that the package is used up", async () => {
    const text = "空运订阅额度不足（共100，已用100）";
    open(many, "/newCargoTracking", { [`POST ${SUBSCRIBE}`]: () => envelope(200, 1, text) });
    await screen.findByText("我的历史");
    type(NUMBER);
    await press("查询");
    await screen.findByText(text);
    expect(toasts()).toEqual([`操作失败，${text}`]);
    expect(box().value).toBe(NUMBER);
    expect(screen.queryByRole("article")).toBeNull();
  });

  it("shows the history newest first, asks again from it and removes from it", async () => {
    let rows = HISTORY;
    const server = open(many, "/newCargoTracking", {
      "GET /afbase/awbSubscription/AE": () => ({ history: rows, used: null, total: null }),
      "DELETE /afbase/awbSubscription/history/8": () => {
        rows = HISTORY.slice(1);
        return null;
      },
    });
    await screen.findByText(NUMBER);
    const shown = () => [...document.querySelectorAll(".cargo-history .mono")].map((each) => each.textContent);
    expect(shown()).toEqual([OTHER, NUMBER]);
    expect(screen.queryByText(/已用/)).toBeNull();
    fireEvent.click(screen.getByLabelText(`删除历史 ${OTHER}`));
    await waitFor(() => expect(shown()).toEqual([NUMBER]));
    fireEvent.click(screen.getByText(NUMBER));
    await card(NUMBER);
    expect(box().value).toBe(NUMBER);
    expect(server.to(SUBSCRIBE)).toHaveLength(1);
  });

  it("marks a number that could not be read, beside those that could", async () => {
    open(many, `/newCargoTracking?awbNumber=${NUMBER},${OTHER}`, {
      "GET /afbase/aforder/cargoTracking": (asked) =>
        asked.query.get("awbNumber") === NUMBER ? envelope(200, 1, "系统繁忙") : NOTHING,
    });
    const failed = await card(NUMBER);
    await within(failed).findByText("系统繁忙");
    expect(failed.className).toContain("is-wrong");
    await within(await card(OTHER)).findByText(NOTHING.note);
    expect((await card(OTHER)).className).not.toContain("is-wrong");
  });

  it("enters an event by hand with the permission", async () => {
    await prepareOrders(["af-track-input"], "track");
    open(many, `/newCargoTracking?awbNumber=${OTHER}`);
    fireEvent.click(await within(await card(OTHER)).findByText("手工录入"));
    await screen.findByText("状态代码");
  });
});

describe("in English", () => {
  it("has words for everything of an opened card", async () => {
    await setLanguage("en-US");
    try {
      await Promise.all(["order", "track"].map(loadRoom));
      open(single, `/cargoTracking?awbNumber=${NUMBER}`);
      await screen.findByText("3 of 100 used");
      const shown = await card(NUMBER);
      await within(shown).findByText("Tracking");
      expect(within(shown).getByText("Planned arrival 2026-07-18 22:30")).toBeTruthy();
      expect(within(shown).getByText("There is no manifest to show for this order.")).toBeTruthy();
      expect((document.querySelector(".cargo-page")?.textContent ?? "").replaceAll("手工", "")).not.toMatch(/[\u4e00-\u9fff]/u);
    } finally {
      await setLanguage("zh-CN");
    }
  });
});

describe("cargo tracks", () => {
  it("opens with the number of the address and all its details", async () => {
    // req: af-route-cargo-tracking
    open(single, `/cargoTracking?awbNumber=${NUMBER}`);
    await screen.findByText("货物轨迹");
    const shown = await card(NUMBER);
    await waitFor(() => expect(shown.querySelectorAll(".track-events li")).toHaveLength(2));
    expect(within(shown).getByText("当前订单暂无可展示的舱单信息")).toBeTruthy();
  });

  it("says what there is not, for a house of air import too", async () => {
    const server = open(single, `/cargoTracking?awbNumber=${OTHER}&hawbNumber=HA001&scope=AI`);
    const shown = await card(OTHER);
    await within(shown).findByText("当前订单暂无可展示的轨迹信息");
    expect(within(shown).getByText("当前订单暂无可展示的舱单信息")).toBeTruthy();
    expect(server.to(SUBSCRIBE)[0]?.json()).toEqual({ businessScope: "AI", awbNumbers: [OTHER], hawbNumber: "HA001" });
  });

  it("asks for 10 numbers, not for 11", async () => {
    const server = open(single, "/cargoTracking");
    await screen.findByText("我的历史");
    const numbers = Array.from({ length: 11 }, (_, n) => `990-${n}`);
    type(numbers.join(" "));
    await press("查询");
    await screen.findByText("一次最多查询10个单号");
    type(numbers.slice(0, 10).join(" "));
    await press("查询");
    await waitFor(() => expect(server.to(SUBSCRIBE)).toHaveLength(1));
  });
});
