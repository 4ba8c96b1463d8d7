import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { button, column, declared, filter, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import log from "@/modules/hrs/interface/hrs-api-config-log.page";
import config from "@/modules/hrs/interface/hrs-api-config.page";
import { interfaceForm } from "@/modules/hrs/interface/interface-kit";
import type { Field, ListPage, Row } from "@/platform/contract";
import { FormStore } from "@/platform/forms/form-store";
import { ListPageView } from "@/platform/lists/list-page";
import type { ListOverrides } from "@/platform/lists/list-overrides";
import type { Answer } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const call = (name: string) => ({ method: "POST" as const, path: `/hrs/orgInterface/${name}/{id}` });
const LIST = declared("hrs.orgInterface.list", "/hrs_api_config", "/hrs/orgInterface/page", {
  columns: [column("typeCode", "类型"), column("orgName", "企业", { needs: "sys_org_interface" })],
  filters: [{ ...filter("orgId", "企业"), needs: "sys_org_interface" }, filter("platform", "平台")],
  buttons: [
    { ...button("sys_api_test", "测试"), call: call("test") },
    { ...button("sys_api_edit", "修改"), action: "edit" },
    { ...button("sys_api_edit", "生成新令牌"), call: call("token") },
  ],
});
const CALLS = declared("hrs.interfaceCall.list", "/hrs_api_config/log", "/hrs/orgInterface/log/page", {
  columns: [column("summary", "请求摘要")],
});
const ROW: Row = { id: "5", version: 2, typeCode: "AE_ORDER_LIST", orgName: "演示货运", token: null };

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => vi.unstubAllGlobals());

function openList(page: ListPage, overrides: ListOverrides, routes: Record<string, Answer>, rights: { buttons: string[] }) {
  const setting = { [`GET /platform/listSetting/${page.key}`]: () => null };
  return openPage(() => <ListPageView page={page} overrides={overrides} />, page.path, { ...setting, ...routes }, rights);
}

const open = (routes: Record<string, Answer>, buttons = ["sys_api_test", "sys_api_edit"]) =>
  openList(LIST, config.list ?? {}, { "GET /hrs/orgInterface/page": rowsOf([ROW]), ...routes }, { buttons });

describe("interfaces", () => {
  it("tells what a test came to, and how fast", async () => {
    await open({ "POST /hrs/orgInterface/test/5": () => ({ ok: true, status: 200, took: 12, result: "HTTP 200", mode: "模拟" }) });
    fireEvent.click(await screen.findByRole("button", { name: "测试" }));
    await waitFor(() => expect(toasts()).toEqual(["测试成功：HTTP 200，用时 12 毫秒（模拟）"]));
  });

  it("tells why it failed", async () => {
    const failed = { ok: false, status: null, took: 3, result: "无法连接对方系统，请检查地址", mode: "正式" };
    await open({ "POST /hrs/orgInterface/test/5": () => failed });
    fireEvent.click(await screen.findByRole("button", { name: "测试" }));
    await waitFor(() => expect(toasts()).toEqual(["测试失败：无法连接对方系统，请检查地址，用时 3 毫秒（正式）"]));
  });

  it("shows a new token once", async () => {
    const server = await open({ "POST /hrs/orgInterface/token/5": () => ({ token: "made-token", version: 3 }) });
    fireEvent.click(await screen.findByRole("button", { name: "生成新令牌" }));
    await screen.findByText("made-token");
    expect(server.to("/hrs/orgInterface/token/5")[0]?.json()).toEqual({ version: 2 });
    fireEvent.click(screen.getByRole("button", { name: "已保存，关闭" }));
    await waitFor(() => expect(screen.queryByText("made-token")).toBeNull());
  });

  it("names companies to those who keep those of all", async () => {
    await open({});
    await screen.findByText("AE_ORDER_LIST");
    expect(screen.queryByText("演示货运")).toBeNull();
    expect(screen.queryByText("企业")).toBeNull();
  });

  it("names them where there are several", async () => {
    await open({}, ["sys_api_test", "sys_org_interface"]);
    await screen.findByText("演示货运");
    expect(screen.getAllByText("企业").length).toBeGreaterThan(1);
  });

  it("opens what was said in a call", async () => {
    const row: Row = { id: "9", summary: "测试", createdAt: "2026-07-15 10:00:00", request: "GET https://api.example.com", response: "" };
    await openList(CALLS, log.list ?? {}, { "GET /hrs/orgInterface/log/page": rowsOf([row]) }, { buttons: [] });
    fireEvent.click(await screen.findByRole("button", { name: "测试" }));
    await screen.findByText("GET https://api.example.com");
    screen.getByText("（空）");
  });

  const asked = (name: string, zh: string): Field => ({ name, label: { zh, en: zh }, kind: "text" });

  it.each([
    ["AE_ORDER_LIST", "允许IP", "报文地址"],
    ["EDI_RECEIVE", "允许IP", "报文地址"],
    ["AE_IDF_RECEIVE", "允许IP", "报文地址"],
    ["AE_DZ_MAWB", "报文地址", "允许IP"],
  ])("asks of %s for %s alone", async (apiType, there, gone) => {
    const Link = interfaceForm.sections!["link"]!;
    const fields = [asked("urlPost", "报文地址"), asked("allowIp", "允许IP")];
    const section = { key: "link", label: { zh: "连接", en: "Connection" }, fields };
    const form = new FormStore({ apiType });
    await openPage(() => <Link section={section} form={form} readOnly={false} editing={false} />, "/hrs_api_config", {});
    await screen.findByText(there);
    expect(screen.queryByText(gone)).toBeNull();
  });
});
