import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SharesSection } from "@/modules/prm/share/coop-form.page";
import external from "@/modules/prm/share/external-coop-share.page";
import { ShareDialog } from "@/modules/prm/share/share-dialog";
import { FormStore } from "@/platform/forms/form-store";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { connectRouter } from "@/platform/navigate";
import { registerRooms, setContract } from "@/platform/page-registry";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";

const CALL = "/prm/coopShare/external/u1";
const Page = external.page!;
const member = (field: string, zh: string, value: string) => ({ field, label: { zh, en: field }, value });
const SHARE = {
  shareId: "u1", shareNo: "GX-2607150001", orgName: "演示货运", coopName: "客户乙", coopType: "客户", message: "请接收", state: "SENT",
  version: 1, createTime: "2026-07-15 10:00:00", expireTime: "2026-07-22 10:00:00", handlerName: "", rejectReason: "", mayAnswer: true,
  mayChange: true, fields: [member("coopFullName", "全称", "演示客户乙有限公司"), member("phone", "电话", "")],
};

function open(answer: Answer, routes: Record<string, Answer> = {}, path = "/externalCoopShare?shareId=u1&code=abc"): StubServer {
  const server = stubServer({ [`GET ${CALL}`]: answer, ...routes });
  renderPage(<Page />, path);
  return server;
}

async function dialogOf(title: string) {
  const found = await screen.findByText(title, { selector: ".ant-modal-title" });
  return within(found.closest<HTMLElement>(".ant-modal")!);
}

beforeEach(async () => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  registerRooms([]);
  setContract({ lists: [], forms: [] });
  await setLanguage("zh-CN");
  await loadRoom("prm");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// req: prm-route-external-coop-share
describe("the page of a link", () => {
  it("shows who shares what and makes a partner of it", async () => {
    let state = "SENT";
    const answered = { ...SHARE, state: "ACCEPTED", mayAnswer: false, fields: [], handlerName: "上海操作一", coopId: "9", coopCode: "KH001" };
    const server = open(() => (state === "SENT" ? SHARE : answered), {
      [`POST ${CALL}/accept`]: () => {
        state = "ACCEPTED";
        return { state, coopId: "9", coopCode: "KH001" };
      },
    });
    await screen.findByText("演示客户乙有限公司");
    expect(server.to(CALL)[0]?.query.get("code")).toBe("abc");
    expect(screen.getByText("请接收")).toBeTruthy();
    expect(screen.getByText("（未填写）")).toBeTruthy();
    expect(screen.queryByText(/共用额度/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "接收为我的客商" }));
    const box = await dialogOf("接收为我的客商");
    fireEvent.change(box.getByLabelText(/简称/), { target: { value: "" } });
    fireEvent.click(box.getByRole("button", { name: /^接\s*收$/ }));
    await box.findByText("请输入简称");
    fireEvent.change(box.getByLabelText(/简称/), { target: { value: "共享客户乙" } });
    fireEvent.click(box.getByRole("button", { name: /^接\s*收$/ }));
    await screen.findByText(/已被上海操作一接收/);
    expect(server.to(`${CALL}/accept`)[0]?.json()).toEqual({ coopType: "客户", coopName: "共享客户乙", code: "abc" });
    expect(screen.getByText("打开客商 KH001").getAttribute("href")).toBe("/prm_coop_edit?coopId=9");
    expect(screen.queryByRole("button", { name: "拒绝" })).toBeNull();
  });

  it("is refused with a reason", async () => {
    const server = open(() => SHARE, { [`POST ${CALL}/reject`]: () => ({ state: "REJECTED" }) });
    fireEvent.click(await screen.findByRole("button", { name: /^拒\s*绝$/ }));
    const box = await dialogOf("拒绝共享");
    fireEvent.click(box.getByRole("button", { name: "确认拒绝" }));
    await box.findByText("请输入拒绝原因");
    fireEvent.change(box.getByLabelText(/拒绝原因/), { target: { value: "已有往来" } });
    fireEvent.click(box.getByRole("button", { name: "确认拒绝" }));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(server.to(`${CALL}/reject`)[0]?.json()).toEqual({ reason: "已有往来", code: "abc" });
  });

  it("can only be looked at without the right to add partners", async () => {
    open(() => ({ ...SHARE, mayAnswer: false }));
    await screen.findByText("您没有新增客商的权限，只能查看。");
    expect(screen.queryByRole("button", { name: "接收为我的客商" })).toBeNull();
    screen.getByRole("button", { name: "仅查看" });
  });

  it("says what is wrong with a link, and leads those of another company away", async () => {
    open(() => envelope(200, 1, "链接已过期"));
    expect((await screen.findByRole("alert")).textContent).toBe("链接已过期");
    cleanup();
    open(() => SHARE, {}, "/externalCoopShare");
    expect((await screen.findByRole("alert")).textContent).toBe("链接无效");
    cleanup();
    const went: string[] = [];
    open(() => envelope(403, 403, "没有权限"));
    connectRouter((href) => void went.push(href));
    await waitFor(() => expect(went).toEqual(["/noPermission"]));
  });
});

describe("a link that lends a limit", () => {
  it("says so before anybody accepts", async () => {
    open(() => ({ ...SHARE, shareCredit: true }));
    await screen.findByText("接收后与演示货运共用额度：共用公司的欠款合计，按其额度控制。");
  });
});

// req: prm-route-prm-coop-share
describe("sharing", () => {
  const FIELDS = { coopName: "客户乙", company: null, fields: SHARE.fields };

  it("ticks what has a value and tells the link once", async () => {
    const told = {
      id: "1", shareNo: "GX-2607150001", coopName: "客户乙", peerName: "演示货运上海", url: "/externalCoopShare?shareId=u1&code=abc",
      expireTime: "2026-07-22 10:00:00",
    };
    const server = stubServer({ "GET /prm/coopShare/fields": () => FIELDS, "POST /prm/coopShare": () => told });
    renderPage(<ShareDialog partner={{ id: "5", coopName: "客户乙" }} close={() => undefined} />);
    const company = await screen.findByLabelText(/对方公司/);
    fireEvent.change(company, { target: { value: "DEMOSH" } });
    fireEvent.click(screen.getByRole("button", { name: /^共\s*享$/ }));
    await screen.findByText("已共享给 演示货运上海（GX-2607150001）");
    expect(server.to("/prm/coopShare")[0]?.json()).toEqual({
      company: "DEMOSH", fields: ["coopFullName"], shareCredit: null, days: 7, message: null, email: null, coopId: "5",
    });
    expect(screen.getByLabelText<HTMLInputElement>("链接").value).toBe(`${window.location.origin}/externalCoopShare?shareId=u1&code=abc`);
  });

  it("is listed below its partner with what came of it", async () => {
    const given = {
      id: "1", shareNo: "GX-2607150001", peerName: "演示货运上海", state: "ACCEPTED", stateLabel: { zh: "已接收", en: "Accepted", tone: "done" },
      createTime: "2026-07-15 10:00:00", expireTime: "2026-07-22 10:00:00", handlerName: "上海操作一", peerCode: "KH001", rejectReason: null,
      shareCredit: true,
    };
    stubServer({ "GET /prm/coopShare/of/5": () => [given] });
    const section = { key: "shares", title: { zh: "", en: "" }, label: { zh: "", en: "" }, fields: [] };
    renderPage(<SharesSection section={section} form={new FormStore({ id: "5" })} readOnly editing />);
    const table = await screen.findByRole("region", { name: "共享记录" });
    const cells = within(table).getAllByRole("cell").map((cell) => cell.textContent);
    expect(cells).toEqual([
      "GX-2607150001", "演示货运上海", "是", "已接收", "2026-07-15 10:00", "2026-07-22 10:00", "上海操作一", "KH001", "-",
    ]);
    cleanup();
    stubServer({ "GET /prm/coopShare/of/5": () => [] });
    renderPage(<SharesSection section={section} form={new FormStore({ id: "5" })} readOnly editing />);
    await screen.findByText("尚未共享给其他公司。");
  });
});
