import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FormPageView } from "@/platform/forms/form-page";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { declaredForm, registerRooms } from "@/platform/page-registry";
import { declareAll } from "@/platform/pages-kit";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";
import form from "./coop-form.page";

const LEASE = "/prm/coop/lease/5";
const MINE = { holder: "操作一", since: "2026-07-15 14:05:00", mine: true };
const OTHERS = { ...MINE, holder: "李想", mine: false };
const HELD = "李想正在编辑该客商（自 14:05），当前为只读";

beforeEach(async () => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  declareAll();
  registerRooms([]);
  await setLanguage("zh-CN");
  await Promise.all(["order", "prm"].map(loadRoom));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(buttons: string[], routes: Record<string, Answer>): StubServer {
  useSession.getState().setButtons(buttons);
  const server = stubServer({
    "GET /prm/coop/5": () => ({ id: "5", version: 1, coopCode: "KH001", coopName: "客户甲", subTypes: [], contacts: [] }),
    "GET /prm/coopShare/of/5": () => [],
    ...routes,
  });
  const page = declaredForm("prm.coop.form")!;
  renderPage(<FormPageView page={page} overrides={form.form ?? {}} />, "/prm_coop_edit?coopId=5");
  return server;
}

it("leaves the form of a partner to who has it, until it is taken over by who may", async () => {
  const server = open(["prm-coop-edit", "prm-coop-takeover"], {
    [`POST ${LEASE}`]: () => OTHERS,
    "POST /prm/coop/takeover/5": () => MINE,
    [`DELETE ${LEASE}`]: () => null,
  });
  await screen.findByText(HELD);
  expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "接管" }));
  await screen.findByRole("button", { name: "保存" });
  expect(screen.queryByText(HELD)).toBeNull();
  cleanup();
  await waitFor(() => expect(server.to(LEASE).some(({ method }) => method === "DELETE")).toBe(true));
});

it("is closed while its admission is decided, and asks for no lock", async () => {
  const approving = [
    { instanceId: "7", instanceNo: "SP-2607150001", act: { zh: "新增客商准入", en: "Admission of a partner" }, closes: true },
  ];
  const coop = { id: "5", version: 1, coopCode: "KH004", coopName: "客户丁", subTypes: [], contacts: [], approving };
  const server = open(["prm-coop-edit"], { "GET /prm/coop/5": () => coop, [`POST ${LEASE}`]: () => MINE });
  await screen.findByText("审批中");
  screen.getByText("新增客商准入（SP-2607150001），审批结束前不能修改");
  expect(screen.getByRole("link", { name: "查看审批" }).getAttribute("href")).toBe("/notification?id=0&approval=7");
  expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
  expect(server.to(LEASE)).toEqual([]);
  cleanup();
  await setLanguage("en-US");
  open(["prm-coop-edit"], { "GET /prm/coop/5": () => coop });
  await screen.findByText("Admission of a partner (SP-2607150001); nothing can be changed until it is decided");
  screen.getByText("Being decided");
});

it("is closed to who only decides about it", async () => {
  const coop = { id: "5", version: 1, coopCode: "KH003", coopName: "客户丙", subTypes: [], contacts: [], readOnly: true };
  const server = open(["prm-coop-edit"], { "GET /prm/coop/5": () => coop, [`POST ${LEASE}`]: () => MINE });
  await screen.findByText("客户丙");
  for (const name of ["保存", "操作日志"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByText("共享记录")).toBeNull();
  expect([...server.to(LEASE), ...server.to("/prm/coopShare/of/5")]).toEqual([]);
  cleanup();
  open(["prm_coop"], {});
  await screen.findAllByText("共享记录");
  screen.getByRole("button", { name: "操作日志" });
});

it("stays open while its way off the black list is decided", async () => {
  const approving = [
    { instanceId: "8", instanceNo: "SP-2607150002", act: { zh: "黑名单恢复", en: "Off the blacklist" }, closes: false },
  ];
  const coop = { id: "5", version: 1, coopCode: "KH003", coopName: "客户丙", subTypes: [], contacts: [], approving };
  open(["prm-coop-edit"], { "GET /prm/coop/5": () => coop, [`POST ${LEASE}`]: () => MINE, [`DELETE ${LEASE}`]: () => null });
  await screen.findByText("黑名单恢复（SP-2607150002）");
  await screen.findByRole("button", { name: "保存" });
});

it("offers no taking over to who may not, and asks for no lock where nobody edits", async () => {
  open(["prm-coop-edit"], { [`POST ${LEASE}`]: () => OTHERS });
  await screen.findByText(HELD);
  expect(screen.queryByRole("button", { name: "接管" })).toBeNull();
  cleanup();
  const server = open(["prm_coop"], {});
  await screen.findByDisplayValue("客户甲");
  expect(server.to(LEASE)).toEqual([]);
});
