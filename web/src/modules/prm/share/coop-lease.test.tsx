import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FormPageView } from "@/platform/forms/form-page";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { declaredForm, loadContract, registerRooms, setContract } from "@/platform/page-registry";
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
  setContract(null);
  await loadContract();
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

it("offers no taking over to who may not, and asks for no lock where nobody edits", async () => {
  open(["prm-coop-edit"], { [`POST ${LEASE}`]: () => OTHERS });
  await screen.findByText(HELD);
  expect(screen.queryByRole("button", { name: "接管" })).toBeNull();
  cleanup();
  const server = open(["prm_coop"], {});
  await screen.findByDisplayValue("客户甲");
  expect(server.to(LEASE)).toEqual([]);
});
