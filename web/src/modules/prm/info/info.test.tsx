import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/prm/info/customer-info.page";
import { differing, otherFacts } from "@/modules/prm/info/info";
import { closeInfo } from "@/modules/prm/info/info-store";
import { buttonOf, dialogOf, openList, rowWords, run, type } from "@/modules/prm/prm-kit";
import { setLanguage } from "@/platform/i18n";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";
import { useToasts } from "@/platform/toast";

const BASE = "/prm/coopInfo";
const ALL = ["prm-coop-add", "prm-coop-edit", "prm-coop-invite"];
const ROW = {
  id: "71",
  version: 4,
  requestNo: "ZL-2607150001",
  coopId: "5",
  coopCode: "KH0001",
  coopName: "华东化工",
  coopType: "客户",
  state: "SUBMITTED",
  can: ["prm-coop-edit", "prm-coop-invite"],
};
const line = (field: string, zh: string, old: string, now: string) => ({
  field, label: { zh, en: field }, old, new: now, differs: now !== "" && old !== now,
});
const INFO = {
  ...ROW,
  coopVersion: 9,
  email: "chen@hd.example",
  returnReason: "",
  expireTime: "2026-07-29 10:00:00",
  data: {
    nature: "外商独资",
    invoice: { title: "华东化工有限公司", taxNumber: "91310000MA1FL00001", type: "" },
    bankAccounts: [{ bank: "中国银行", accountName: "华东化工", account: "6222", swift: "", currency: "CNY" }],
  },
  files: [{ id: "91", kind: "营业执照", fileName: "license.pdf", size: 2048 }],
  comparison: [
    line("coopFullName", "全称", "华东化工有限公司", "华东化工有限公司"),
    line("phone", "电话", "021-1", "021-12345678"),
    line("coopEname", "英文名", "East Chemical", ""),
    line("contacts", "联系人", "", "陈明 经理"),
  ],
};
const TITLE = "客户资料 华东化工（ZL-2607150001）";
const VIEW: Record<string, Answer> = { [`GET ${BASE}/71`]: () => INFO };

const open = (routes: Record<string, Answer> = VIEW, row: object = {}, buttons = ALL) =>
  openList({ key: "prm.customer-info.list", definition, rows: [{ ...ROW, ...row }], buttons }, routes);
const reads = (server: Awaited<ReturnType<typeof open>>) => server.to(`${BASE}/page`).length;
const ticks = () =>
  Object.fromEntries(
    screen
      .getAllByRole<HTMLInputElement>("checkbox")
      .map((each) => [each.getAttribute("aria-label"), [each.checked, each.disabled]]),
  );

/** The dialog once its sheet is there. */
async function viewed(title = TITLE) {
  await screen.findByText(title, { selector: ".ant-modal-title" });
  return dialogOf(title);
}

beforeEach(() => {
  URL.createObjectURL = () => "blob:one";
});
afterEach(() => {
  closeInfo();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("shows states as tags, and the buttons of each state", async () => {
  await open();
  expect(screen.getByText("已提交", { selector: ".tag" }).className).toBe("tag tone-warning");
  expect(await rowWords()).toEqual(["采纳", "退回", "查看"]);
  cleanup();
  await open(VIEW, { state: "OPENED", can: ["prm-coop-invite"] });
  expect(screen.getByText("已打开", { selector: ".tag" }).className).toBe("tag tone-info");
  expect(await rowWords()).toEqual(["撤回", "查看"]);
  cleanup();
  await open(VIEW, { state: "ADOPTED", can: [] }, []);
  expect(screen.getByText("已采纳", { selector: ".tag" }).className).toBe("tag tone-done");
  expect(await rowWords()).toEqual(["查看"]);
});

it("knows what differs, and what stays in the sheet", () => {
  expect(differing(INFO.comparison)).toEqual(["phone", "contacts"]);
  expect(otherFacts(INFO.data).map(({ word, place, text }) => [word, place, text])).toEqual([
    ["prm:sheet.nature", undefined, "外商独资"],
    ["prm:invoice.title", undefined, "华东化工有限公司"],
    ["prm:account.bank", 1, "中国银行"],
    ["prm:account.accountName", 1, "华东化工"],
    ["prm:account.account", 1, "6222"],
    ["prm:account.currency", 1, "CNY"],
  ]);
});

describe("looking at a sheet", () => {
  it("puts old and new beside each other, and ticks what differs", async () => {
    await open();
    await run("查看");
    const box = await viewed();
    const rows = [...document.querySelectorAll<HTMLElement>(".prm-compare tbody tr")];
    expect(rows.map((row) => row.className)).toEqual(["", "is-different", "", "is-different"]);
    const cells = [...(rows[1]?.children ?? [])].map((cell) => cell.textContent?.trim());
    expect(cells).toEqual(["", "电话", "021-1", "021-12345678 不同"]);
    expect(ticks()).toEqual({
      全部采纳: [true, false],
      采纳全称: [false, true],
      采纳电话: [true, false],
      采纳英文名: [false, true],
      采纳联系人: [true, false],
    });
    box.getByText("外商独资");
    box.getByText("银行账户开户行 1");
    expect(box.getByText("打开客商").getAttribute("href")).toBe("/prm_coop_edit?coopId=5");
    box.getByText("有效期至 2026-07-29 10:00");
    await setLanguage("en-US");
    await box.findByText("Adopt 2");
    await setLanguage("zh-CN");
  });

  it("saves its files", async () => {
    const headers = { "content-type": "application/pdf", "content-disposition": 'attachment; filename="license.pdf"' };
    const server = await open({ ...VIEW, [`GET ${BASE}/file/91`]: () => new Response(new Blob(["x"]), { headers }) });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await run("查看");
    const box = await viewed();
    box.getByText("营业执照");
    box.getByText("2.0 KB");
    fireEvent.click(box.getByRole("button", { name: "下载 license.pdf" }));
    await waitFor(() => expect(saved).toEqual(["license.pdf"]));
    expect(server.to(`${BASE}/file/91`)).toHaveLength(1);
  });

  it("says that it could not be read, and that nothing is filled in yet", async () => {
    let broken = true;
    const blank = { ...INFO, state: "SENT", data: null, files: [] };
    await open({ [`GET ${BASE}/71`]: () => (broken ? envelope(500, 500, "") : blank) }, { state: "SENT" });
    await run("查看");
    const first = await dialogOf("客户资料");
    await first.findByText("加载数据失败");
    broken = false;
    fireEvent.click(buttonOf(first, "重试"));
    const box = await viewed();
    box.getByText("对方尚未填写资料");
    expect(document.querySelector(".prm-compare")).toBeNull();
    expect(box.queryByText(/^采纳/)).toBeNull();
  });

  it("takes nothing from a sheet that is not handed in, nor for those who may not", async () => {
    await open({ [`GET ${BASE}/71`]: () => ({ ...INFO, state: "DRAFT" }) }, { state: "DRAFT" });
    await run("查看");
    const box = await viewed();
    box.getByText("对方已暂存，尚未提交。");
    expect(screen.queryAllByRole("checkbox")).toHaveLength(0);
    expect(box.queryByText("采纳 2 项")).toBeNull();
    cleanup();
    closeInfo();
    // A new partner is made by those who may add one.
    await open({ [`GET ${BASE}/71`]: () => ({ ...INFO, coopId: null, coopVersion: null }) }, {}, ["prm-coop-edit"]);
    await run("查看");
    const other = await viewed();
    other.getByText("新客商");
    expect(other.queryByText("采纳 2 项")).toBeNull();
    expect(other.queryByText("退回")).toBeNull();
  });
});

describe("adopting", () => {
  const adopted = { coopId: "5", coopCode: "KH0001", state: "ADOPTED", version: 5, changes: [{ field: "contacts" }] };

  it("sends what is ticked with both versions, and leads to the partner", async () => {
    const server = await open({ ...VIEW, [`POST ${BASE}/71/adopt`]: () => adopted });
    await run("采纳");
    const box = await viewed();
    fireEvent.click(box.getByLabelText("全部采纳"));
    expect(buttonOf(box, "采纳 0 项").hasAttribute("disabled")).toBe(true);
    fireEvent.click(box.getByLabelText("采纳联系人"));
    fireEvent.click(buttonOf(box, "采纳 1 项"));
    await waitFor(() => expect(toasts()).toEqual(["已采纳到客商 KH0001，修改 1 项"]));
    expect(useToasts.getState().items[0]?.link).toEqual({ href: "/prm_coop_edit?coopId=5", text: "打开客商" });
    expect(server.to(`${BASE}/71/adopt`)[0]?.json()).toEqual({ version: 4, coopVersion: 9, fields: ["contacts"] });
    await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
    await waitFor(() => expect(reads(server)).toBe(2));
  });

  it("tells what the rules of partners find, in the row or above the table", async () => {
    const findings = [
      { field: "phone", severity: "error", key: "a", message: "电话格式不正确" },
      { field: "coopName", severity: "error", key: "b", message: "简称已存在" },
    ];
    await open({ ...VIEW, [`POST ${BASE}/71/adopt`]: () => envelope(200, 1, "简称已存在", { findings }) });
    await run("采纳");
    const box = await viewed();
    fireEvent.click(buttonOf(box, "采纳 2 项"));
    await box.findByText("电话格式不正确");
    expect(box.getByText("电话格式不正确").closest("tr")?.textContent).toContain("021-12345678");
    expect(box.getByText("简称已存在").closest("[role=alert]")).toBeTruthy();
    expect(ticks()["采纳电话"]).toEqual([true, false]);
  });

  it("shows what is there now when somebody else was first", async () => {
    let info = INFO;
    const server = await open({
      [`GET ${BASE}/71`]: () => info,
      [`POST ${BASE}/71/adopt`]: () => envelope(200, 3, "数据有变化，请刷新后重试"),
    });
    await run("采纳");
    fireEvent.click(buttonOf(await viewed(), "采纳 2 项"));
    const taken = line("phone", "电话", "021-12345678", "021-12345678");
    const comparison = INFO.comparison.map((each) => (each.field === "phone" ? taken : each));
    info = { ...INFO, coopVersion: 10, comparison };
    fireEvent.click(await screen.findByRole("button", { name: "重新加载" }));
    await screen.findByText("采纳 1 项");
    expect(ticks()["采纳电话"]).toEqual([false, true]);
    expect(reads(server)).toBe(2);
  });
});

describe("giving back", () => {
  it("wants a reason", async () => {
    const server = await open({ ...VIEW, [`POST ${BASE}/71/reject`]: () => ({ state: "RETURNED" }) });
    await run("退回");
    const box = await dialogOf("退回 ZL-2607150001");
    box.getByText("对方可通过原链接修改，并在7天内重新提交。");
    fireEvent.click(buttonOf(box, "退回"));
    await box.findByText("请输入退回原因");
    expect(server.to(`${BASE}/71/reject`)).toHaveLength(0);
    type(box.getByLabelText(/退回原因/), "税号有误");
    fireEvent.click(buttonOf(box, "退回"));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(server.to(`${BASE}/71/reject`)[0]?.json()).toEqual({ reason: "税号有误", version: 4 });
    await waitFor(() => expect(reads(server)).toBe(2));
  });

  it("is done from the sheet too", async () => {
    const server = await open({ ...VIEW, [`POST ${BASE}/71/reject`]: () => ({ state: "RETURNED" }) });
    await run("查看");
    fireEvent.click(buttonOf(await viewed(), "退回"));
    const box = await dialogOf("退回 ZL-2607150001");
    type(box.getByLabelText(/退回原因/), "税号有误");
    fireEvent.click(buttonOf(box, "退回"));
    await waitFor(() => expect(server.to(`${BASE}/71/reject`)[0]?.json()).toEqual({ reason: "税号有误", version: 4 }));
    await waitFor(() => expect(screen.queryByText("退回 ZL-2607150001")).toBeNull());
  });
});

it("withdraws after a question", async () => {
  const row = { state: "SENT", can: ["prm-coop-invite"] };
  const server = await open({ [`POST ${BASE}/71/withdraw`]: () => ({ state: "WITHDRAWN" }) }, row);
  await run("撤回");
  const question = await screen.findByText("撤回后链接立即失效，是否继续？");
  fireEvent.click(within(question.closest<HTMLElement>(".ant-modal")!).getByRole("button", { name: /^确\s*定$/ }));
  await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
  expect(server.to(`${BASE}/71/withdraw`)[0]?.json()).toEqual({ version: 4 });
  expect(reads(server)).toBe(2);
});
