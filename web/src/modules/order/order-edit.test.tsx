import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectRouter } from "@/platform/navigate";
import { useSession } from "@/platform/session";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";
import { orderEdit } from "./order-edit.page";
import { SE1, UUID, prepare } from "./order-kit";
import { profileOf } from "./profiles";

const ONE = `/sc/order/se/${UUID}`;
const LEASE = `/afbase/order/lease/${UUID}`;
const MINE = { holder: "操作一", since: "2026-07-15 14:05:00", mine: true };
const ROUTES: Record<string, Answer> = {
  "GET /hrs/user/getHrsUserExtend": () => ({}),
  "GET /sc/order/se/formRules": () => ({ offered: {}, required: [] }),
  "GET /hrs/user/7": () => ({ orderEditNewPage: false, orderSaveClosePage: false }),
  "GET /platform/select/coop": () => [{ value: "11", label: "客户海甲" }],
  "GET /platform/select/port": () => [{ value: "CNSHA", label: "上海" }],
  [`GET ${ONE}`]: () => SE1,
  "POST /sc/order/se/check": () => ({ computed: {}, findings: [] }),
  [`POST ${LEASE}`]: () => MINE,
};

function open(routes: Record<string, Answer> = {}, path = `/se_order_edit?o=${UUID}`, scope: Parameters<typeof profileOf>[0] = "se") {
  const server = stubServer({ ...ROUTES, ...routes });
  const Page = orderEdit(profileOf(scope)).page!;
  renderPage(<Page />, path);
  return server;
}

const head = () => document.querySelector(".order-figures")?.textContent ?? "";
const fieldOf = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"]`)!;
const choose = async (name: string) => {
  fireEvent.click(screen.getByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name }));
};

beforeEach(prepare);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("asks for what the company decided for the scope", async () => {
  open({ "GET /sc/order/se/formRules": () => ({ offered: {}, required: ["arrivalStation"] }) });
  await screen.findByRole("heading", { name: "SE-2607150001" });
  await waitFor(() => expect(fieldOf("arrivalStation").querySelector(".required")).not.toBeNull());
});

describe("the head of an order", () => {
  it("tells state, number, customer, route, vessel, boxes and figures, those that differ from the plan marked", async () => {
    open();
    await screen.findByRole("heading", { name: "SE-2607150001" });
    expect(head()).toContain("已订舱");
    for (const fact of [
      "业务单号TSTSHA260701",
      "客户客户海甲",
      "CNSHA – DEHAM",
      "船名/航次TEST OCEAN / 025W",
      "箱量2×40HQ (4.00 TEU)",
    ]) {
      expect(head()).toContain(fact);
    }
    expect(head()).toContain("1,200 / 18,500.000 / 118.000 / 118.000 → 1,200 / ⚠ 18,700.000 / ⚠ 118.500 / ⚠ 118.500");
    const marked = [...document.querySelectorAll(".order-figures .marked")];
    expect(marked.map((each) => each.getAttribute("aria-description"))).toEqual([
      "毛重与预报不一致，预报 18,500.000",
      "体积与预报不一致，预报 118.000",
      "计费重量与预报不一致，预报 118.000",
    ]);
    expect(marked.every((each) => each.classList.contains("is-outside"))).toBe(true);
  });

  it.each([
    ["te", { trainNo: "X8001", departureStation: "XAN" }, "班列X8001"],
    ["lc", { driverNumber: "沪A12345", driverName: "司机甲" }, "车辆沪A12345 / 司机甲"],
  ] as const)("tells what carries the goods of %s, and places by name", async (scope, values, fact) => {
    const order = { ...SE1, ...values, departureStationName: "西安" };
    const routes = {
      [`GET /sc/order/${scope}/${UUID}`]: () => order,
      [`POST /sc/order/${scope}/check`]: () => ({ computed: {}, findings: [] }),
    };
    open(routes, `/${scope}_order_edit?o=${UUID}`, scope);
    await screen.findByRole("heading", { name: "SE-2607150001" });
    expect(head()).toContain(fact);
    expect(head()).toContain("西安 – 汉堡");
  });

  it("looks up the names of cities that came as codes", async () => {
    const order = { ...SE1, departureStation: "310100", departureStationName: null, arrivalStationName: "杭州市" };
    open(
      {
        [`GET /sc/order/lc/${UUID}`]: () => order,
        "POST /sc/order/lc/check": () => ({ computed: {}, findings: [] }),
        "GET /platform/select/port": ({ query }) =>
          query.get("value") === "310100" ? [{ value: "310100", label: "上海市" }] : [],
      },
      `/lc_order_edit?o=${UUID}`,
      "lc",
    );
    await waitFor(() => expect(head()).toContain("上海市 – 杭州市"));
  });

  it("shows figures in the decimals its user has chosen for the scope", async () => {
    // req: settings-open-effects
    open({
      "GET /hrs/user/getHrsUserExtend": () => ({
        orderSeDigitsWeight: 1,
        orderSeDigitsVolume: 2,
        orderSeDigitsChargeWeight: 0,
      }),
    });
    await waitFor(() => expect(head()).toContain("1,200 / 18,500.0 / 118.00 / 118 →"));
  });

  it("says why a locked order cannot be changed", async () => {
    open({ [`GET ${ONE}`]: () => ({ ...SE1, lifecycle: "LOCKED", buttons: [] }) });
    await screen.findByText("订单已财务锁账，不能修改");
    expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
    expect(fieldOf("containers.0.containerNo").querySelector("input")).toBeNull();
  });
});

describe("the page lock of an order", () => {
  const others = { ...MINE, holder: "李想", mine: false };
  const held = "李想正在编辑该订单（自 14:05），当前为只读";

  it("leaves the form to who has it, until it is taken over by who may", async () => {
    useSession.getState().setButtons([...SE1.buttons, "se-order-takeover"]);
    const server = open({ [`POST ${LEASE}`]: () => others, [`POST /afbase/order/takeover/${UUID}`]: () => MINE });
    await screen.findByText(held);
    expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "接管" }));
    await screen.findByRole("button", { name: "保存" });
    expect(screen.queryByText(held)).toBeNull();
    expect(server.to(`/afbase/order/takeover/${UUID}`)).toHaveLength(1);
  });

  it("is asked for again with what is stored, and taken over by nobody else", async () => {
    let round = 0;
    const server = open({ [`POST ${LEASE}`]: () => (++round === 1 ? others : MINE) });
    await screen.findByText(held);
    expect(screen.queryByRole("button", { name: "接管" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "刷新" }));
    await screen.findByRole("button", { name: "保存" });
    expect(server.to(ONE).filter(({ method }) => method === "GET")).toHaveLength(2);
  });

  it("names the window that saves, and is given back when the form closes", async () => {
    const server = open({ [`PUT ${ONE}`]: () => SE1, [`DELETE ${LEASE}`]: () => null });
    await waitFor(() => expect(server.to(LEASE)).toHaveLength(1));
    const { tab } = server.to(LEASE)[0]!.json() as { tab: string };
    fireEvent.change(await screen.findByLabelText("箱号 2"), { target: { value: "TRHU6875483" } });
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    const put = server.to(ONE).find(({ method }) => method === "PUT");
    expect([tab.length, put?.json()]).toMatchObject([32, { tab }]);
    cleanup();
    await waitFor(() => expect(server.to(LEASE).some(({ method }) => method === "DELETE")).toBe(true));
  });

  it("is not asked for where nothing may be changed", async () => {
    const server = open({ [`GET ${ONE}`]: () => ({ ...SE1, lifecycle: "CLOSED", buttons: [] }) });
    await screen.findByText("订单已关闭，不能修改");
    expect(server.to(LEASE)).toEqual([]);
  });
});

describe("an order locked by finance", () => {
  const locked = { ...SE1, lifecycle: "LOCKED", buttons: ["prm-unlock-apply"], coopName: "客户海甲" };

  it("is applied for with a reason, by who cannot unlock it", async () => {
    const finding = { field: "reason", severity: "error", key: "x", message: "请填写原因" };
    let round = 0;
    const server = open({
      [`GET ${ONE}`]: () => locked,
      "POST /afbase/order/applyUnlock": () =>
        ++round === 1 ? envelope(200, 1, finding.message, { findings: [finding] }) : { instanceId: "5" },
    });
    fireEvent.click(await screen.findByRole("button", { name: "申请解锁" }));
    const dialog = within(await screen.findByRole("dialog", { name: "申请解锁 SE-2607150001" }));
    dialog.getByText("客户海甲海运出口已锁定，申请解锁");
    fireEvent.click(dialog.getByRole("button", { name: "申请解锁" }));
    await dialog.findByText("请填写原因");
    fireEvent.change(dialog.getByLabelText(/原因/), { target: { value: "补录费用" } });
    await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
    fireEvent.click(dialog.getByRole("button", { name: "申请解锁" }));
    await waitFor(() => expect(server.to(ONE)).toHaveLength(2));
    expect(server.to("/afbase/order/applyUnlock").map((asked) => asked.json())).toEqual([
      { orderUuid: UUID, reason: "" },
      { orderUuid: UUID, reason: "补录费用" },
    ]);
  });

  it("shows the application that runs", async () => {
    const unlocking = { instanceId: "5", instanceNo: "SP-2607150001" };
    open({ [`GET ${ONE}`]: () => ({ ...locked, unlocking, buttons: [] }) });
    await screen.findByText("订单已财务锁账，解锁申请 SP-2607150001 审批中");
    expect(screen.getByRole("link", { name: "查看审批" }).getAttribute("href")).toBe("/notification?id=0&approval=5");
    expect(screen.queryByRole("button", { name: "申请解锁" })).toBeNull();
  });

  it("is locked and unlocked by finance", async () => {
    const stored = { ...SE1, buttons: ["af-lock-lock", "af-lock-unlock"] };
    const server = open({ [`GET ${ONE}`]: () => stored, [`PUT ${ONE}/lock`]: () => null, [`PUT ${ONE}/unlock`]: () => null });
    await screen.findByRole("heading", { name: "SE-2607150001" });
    for (const [name, path] of [["财务锁账", "lock"], ["财务解锁", "unlock"]] as const) {
      await choose(name);
      await screen.findByText(`${name} SE-2607150001`);
      fireEvent.click(screen.getByRole("button", { name: "确定" }));
      await waitFor(() => expect(server.to(`${ONE}/${path}`)[0]?.json()).toEqual({ rowUuid: "r1" }));
    }
  });
});

it("shows that an order is being closed, and leaves it to be worked on", async () => {
  const act = { zh: "订单强制关闭", en: "Order closed for good" };
  const approving = [{ instanceId: "6", instanceNo: "SP-2607150003", act, closes: false }];
  open({ [`GET ${ONE}`]: () => ({ ...SE1, approving }) });
  await screen.findByText("审批中");
  screen.getByText("订单强制关闭（SP-2607150003）");
  expect(screen.getByRole("link", { name: "查看审批" }).getAttribute("href")).toBe("/notification?id=0&approval=6");
  screen.getByRole("button", { name: "保存" });
});

describe("saving an order", () => {
  it("sends the members, the child rows and the version, and shows what came back", async () => {
    const put = vi.fn<(body: unknown) => void>();
    open({
      [`PUT ${ONE}`]: (asked) => {
        put(asked.json());
        return { ...SE1, rowUuid: "r2", number: "TSTSHA260702" };
      },
    });
    fireEvent.change(await screen.findByLabelText("箱号 2"), { target: { value: "TRHU6875483" } });
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(put.mock.calls[0]?.[0]).toMatchObject({
      coopId: "11",
      planWeight: 18500,
      rowUuid: "r1",
      containerList: [{ containerType: "40HQ", quantity: 2 }],
      containers: [
        { containerNo: "CSQU3054383", weight: 9300 },
        { containerNo: "TRHU6875483", weight: 9400 },
      ],
    });
    expect(put.mock.calls[0]?.[0]).not.toHaveProperty("planChargeWeight");
    await waitFor(() => expect(head()).toContain("TSTSHA260702"));
  });

  it("keeps what was typed when the server refuses a box", async () => {
    const finding = { field: "containers.1.containerNo", severity: "error", key: "digit", message: "箱号格式不正确" };
    open({ [`PUT ${ONE}`]: () => envelope(200, 1, finding.message, { findings: [finding] }) });
    fireEvent.change(await screen.findByLabelText("箱号 2"), { target: { value: "X1" } });
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await within(fieldOf("containers.1.containerNo")).findByText("箱号格式不正确");
    expect(screen.getByLabelText<HTMLInputElement>("箱号 2").value).toBe("X1");
  });

  it("begins a new order with the user's station and day, and goes to the stored one", async () => {
    // req: settings-open-effects
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-07-15T02:00:00Z") });
    const posted = vi.fn<(body: unknown) => void>();
    open(
      {
        "GET /hrs/user/getHrsUserExtend": () => ({ orderSeDefaultStation: "CNSHA", orderSeDefaultDate: "3" }),
        "POST /sc/order/se": (asked) => {
          posted(asked.json());
          const left = "应收操作-操作费未复制：服务项目已停用";
          return { ...SE1, findings: [{ field: "copyCharges", severity: "warning", key: "order.copy.left_out", message: left }] };
        },
      },
      "/se_order_edit",
    );
    const day = await screen.findByLabelText<HTMLInputElement>("ETD");
    expect(day.value).toBe("2026-07-18");
    expect(screen.queryByRole("tab", { name: "轨迹" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await screen.findAllByText("请选择客户");
    expect(posted).not.toHaveBeenCalled();
    fireEvent.mouseDown(fieldOf("coopId").querySelector("input")!);
    fireEvent.click(await screen.findByText("客户海甲", { selector: ".ant-select-item *" }));
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    await screen.findByRole("heading", { name: "SE-2607150001" });
    expect(posted.mock.calls[0]?.[0]).toMatchObject({
      departureStation: "CNSHA",
      expectDeparture: "2026-07-18",
      containers: [],
    });
    expect(toasts(), "the form it stood in is gone").toContain("应收操作-操作费未复制：服务项目已停用");
  });
});

describe("live figures", () => {
  it("fill what nobody types and stand beside what may be overwritten", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let round = 0;
    const server = open({
      "POST /sc/order/se/check": () =>
        ++round === 1
          ? { computed: {}, findings: [] }
          : {
              computed: {
                planChargeWeight: 120.5,
                confirmChargeWeight: 121,
                containerNumber: 5,
                containerText: "1×45HQ;1×40HQ",
              },
              findings: [
                { field: "planVolume", severity: "warning", key: "volume", message: "体积偏大" },
                { field: "expectDeparture", severity: "error", key: "required", message: "请选择ETD" },
              ],
            },
    });
    const volume = await screen.findByLabelText("预报体积");
    await waitFor(() => expect(round).toBe(1));
    fireEvent.focus(volume);
    fireEvent.change(volume, { target: { value: "120.5" } });
    fireEvent.change(volume, { target: { value: "120.50" } });
    expect(round).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(300));
    await waitFor(() => expect(fieldOf("planChargeWeight").textContent).toContain("120.500"));
    expect(round).toBe(2);
    expect(server.to("/sc/order/se/check").at(-1)?.json()).toMatchObject({
      orderUuid: UUID,
      planVolume: 120.5,
      containerList: [{ containerType: "40HQ" }],
    });
    expect(fieldOf("planChargeWeight").querySelector("output")?.className).toContain("computed");
    expect(head()).toContain("1×45HQ;1×40HQ (5.00 TEU)");
    // What was typed is spoken about, what is empty still is not.
    expect(fieldOf("planVolume").textContent).toContain("体积偏大");
    expect(screen.queryByText("请选择ETD")).toBeNull();
    const confirm = fieldOf("confirmChargeWeight");
    expect(confirm.querySelector("input")?.value).toBe("118.500");
    expect(confirm.textContent).toContain("系统计算 121.000");
    fireEvent.click(within(confirm).getByRole("button", { name: "采用" }));
    expect(confirm.querySelector("input")?.value).toBe("121.000");
    expect(confirm.textContent).not.toContain("系统计算");
  });
});

describe("moves of an order", () => {
  it("cancels with a reason, and shows why it may not", async () => {
    let round = 0;
    const finding = { field: "reason", severity: "error", key: "x", message: "请选择原因" };
    const server = open({
      [`PUT ${ONE}/cancel`]: () =>
        ++round === 1 ? envelope(200, 1, finding.message, { findings: [finding] }) : { lifecycle: "CANCELLED" },
    });
    await screen.findByRole("heading", { name: "SE-2607150001" });
    await choose("取消订单");
    const dialog = within(await screen.findByRole("dialog", { name: "取消订单 SE-2607150001" }));
    fireEvent.click(dialog.getByRole("button", { name: "取消订单" }));
    await dialog.findByText("请选择原因");
    fireEvent.mouseDown(dialog.getByRole("combobox", { name: "原因" }));
    fireEvent.click(await screen.findByText("无舱位", { selector: ".ant-select-item *" }));
    fireEvent.change(dialog.getByLabelText("备注"), { target: { value: "改下周" } });
    await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
    fireEvent.click(dialog.getByRole("button", { name: "取消订单" }));
    await waitFor(() => expect(server.to(ONE)).toHaveLength(2));
    expect(server.to(`${ONE}/cancel`).map((asked) => asked.json())).toEqual([
      { rowUuid: "r1", reason: "", remark: "" },
      { rowUuid: "r1", reason: "无舱位", remark: "改下周" },
    ]);
  });

  it("restores after a question, and closes for good with a reason", async () => {
    const server = open({ [`PUT ${ONE}/restore`]: () => null, [`PUT ${ONE}/forceStop`]: () => null });
    await screen.findByRole("heading", { name: "SE-2607150001" });
    await choose("恢复订单");
    await screen.findByText("恢复订单 SE-2607150001");
    fireEvent.click(screen.getByRole("button", { name: "确定" }));
    await waitFor(() => expect(server.to(`${ONE}/restore`)[0]?.json()).toEqual({ rowUuid: "r1" }));
    await choose("强制关闭");
    const dialog = within(await screen.findByRole("dialog", { name: "强制关闭 SE-2607150001" }));
    fireEvent.change(dialog.getByLabelText("原因"), { target: { value: "客户破产" } });
    fireEvent.click(dialog.getByRole("button", { name: "强制关闭" }));
    await waitFor(() =>
      expect(server.to(`${ONE}/forceStop`)[0]?.json()).toEqual({ rowUuid: "r1", reason: "客户破产" }),
    );
  });

  it("finishes operations after a question, and opens them again", async () => {
    let finished = false;
    const question = { confirms: [{ key: "order.boxes.out", message: "箱TSTU4000012未还空，是否继续？" }] };
    const server = open({
      [`GET ${ONE}`]: () => ({ ...SE1, operationFinished: finished, buttons: ["se-order-edit", "se-order-opfinish"] }),
      [`PUT ${ONE}/opFinish`]: ({ json }) => {
        if (!JSON.stringify(json()).includes("order.boxes.out")) return envelope(200, 2, "请确认后继续", question);
        finished = true;
        return null;
      },
      [`PUT ${ONE}/opCancel`]: () => {
        finished = false;
        return null;
      },
    });
    await screen.findByRole("heading", { name: "SE-2607150001" });
    expect(fieldOf("departureStation").querySelector("input")).not.toBeNull();
    expect(fieldOf("planPieces").querySelector("input")).not.toBeNull();
    await choose("操作完成");
    await screen.findByText("操作完成 SE-2607150001");
    fireEvent.click(screen.getByRole("button", { name: "确定" }));
    await screen.findByText("箱TSTU4000012未还空，是否继续？");
    fireEvent.click(screen.getByRole("button", { name: "是" }));
    await screen.findByText("操作已完成，货物和航程不能修改");
    expect(server.to(`${ONE}/opFinish`).map((asked) => asked.json())).toEqual([
      { rowUuid: "r1" },
      { rowUuid: "r1", confirmed: ["order.boxes.out"] },
    ]);
    // Cargo and routing are shown, the rest is worked on.
    expect(fieldOf("departureStation").querySelector("input")).toBeNull();
    expect(fieldOf("planPieces").querySelector("input")).toBeNull();
    expect(fieldOf("customerNumber").querySelector("input")).not.toBeNull();
    await choose("撤销操作完成");
    await screen.findByText("撤销操作完成 SE-2607150001");
    fireEvent.click(screen.getByRole("button", { name: "确定" }));
    await waitFor(() => expect(screen.queryByText("操作已完成，货物和航程不能修改")).toBeNull());
    expect(server.to(`${ONE}/opCancel`)[0]?.json()).toEqual({ rowUuid: "r1" });
  });

  it("offers what the order allows alone", async () => {
    open({ [`GET ${ONE}`]: () => ({ ...SE1, buttons: ["se-order-edit", "se-order-share"] }) });
    await screen.findByRole("heading", { name: "SE-2607150001" });
    fireEvent.click(screen.getByRole("button", { name: "更多操作" }));
    await screen.findByRole("menuitem", { name: "分享" });
    expect(screen.getAllByRole("menuitem")).toHaveLength(1);
  });
});

describe("the bills of an order", () => {
  it("are opened from a stored order of sea export, and from no other", async () => {
    open();
    await screen.findByRole("heading", { name: "SE-2607150001" });
    const went: string[] = [];
    connectRouter((href) => void went.push(href));
    fireEvent.click(screen.getByRole("button", { name: "提单制单" }));
    expect(went).toEqual([`/seOrderWaybillMake?orderUuid=${UUID}`]);
    cleanup();
    open({}, "/se_order_edit");
    await screen.findByRole("heading", { name: "新增海运出口订单" });
    expect(screen.queryByRole("button", { name: "提单制单" })).toBeNull();
    cleanup();
    open({ [`GET /sc/order/te/${UUID}`]: () => SE1, "POST /sc/order/te/check": () => ({ computed: {}, findings: [] }) }, `/te_order_edit?o=${UUID}`, "te");
    await screen.findByRole("heading", { name: "SE-2607150001" });
    expect(screen.queryByRole("button", { name: "提单制单" })).toBeNull();
  });
});

describe("the tabs of an order", () => {
  it("count the files and read files, notes and log of the order", async () => {
    const server = open({
      "GET /afbase/orderFiles/getList": () => [],
      "GET /afbase/order/notes": () => [],
      "GET /hrs/log/page": () => ({
        records: [{ id: "1", time: "2026-07-15 10:00:00", operatorName: "李想", type: "新增", text: "新增订单" }],
        total: 1,
      }),
    });
    const file = await screen.findByRole("tab", { name: "文件3" });
    expect(screen.getAllByRole("tab").map((each) => each.textContent)).toEqual([
      "基本信息",
      "轨迹",
      "文件3",
      "备注",
      "日志",
    ]);
    fireEvent.click(file);
    await screen.findByText("暂无文件");
    expect(screen.getByRole("button", { name: /上传/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("tab", { name: "备注" }));
    await screen.findByText("暂无备注");
    fireEvent.click(screen.getByRole("tab", { name: "日志" }));
    await screen.findByText("新增订单");
    expect(Object.fromEntries(server.to("/hrs/log/page")[0]?.query ?? [])).toEqual({
      objectType: "order",
      objectId: "41",
      current: "1",
      size: "100",
    });
    // The form kept what was typed meanwhile.
    expect(document.querySelector(".form-sections-kept")?.hasAttribute("hidden")).toBe(true);
  });

  it("follow what flies by its waybill number", async () => {
    const routes = {
      [`GET /sc/order/ai/${UUID}`]: () => ({ ...SE1, awbNumber: "990-12345675" }),
      "POST /sc/order/ai/check": () => ({ computed: {}, findings: [] }),
      "GET /afbase/order/tracks": () => ({ awbNumber: "990-12345675", routeTracks: [], routes: [], manifest: [] }),
    };
    const server = open(routes, `/ai_order_edit?o=${UUID}&tab=track`, "ai");
    await screen.findByText("暂无航程");
    expect(server.to("/afbase/order/tracks")[0]?.query.get("orderUuid")).toBe(UUID);
    expect(server.to("/sc/order/events")).toEqual([]);
  });

  it("says that an order could not be read, and tries again", async () => {
    let broken = true;
    open({ [`GET ${ONE}`]: () => (broken ? envelope(200, 1, "订单不存在") : SE1) });
    await screen.findByText("订单不存在");
    broken = false;
    fireEvent.click(screen.getByRole("button", { name: "重试" }));
    await screen.findByRole("heading", { name: "SE-2607150001" });
  });
});
