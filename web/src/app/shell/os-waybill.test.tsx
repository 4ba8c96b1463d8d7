import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CLERK, address, freshApp, logIn, openApp } from "@/app/app-kit";
import type { Contract } from "@/platform/contract";
import { setContract } from "@/platform/page-registry";

const text = (zh: string) => ({ zh, en: zh });
const LIST = {
  key: "os.waybill.list", path: "/os_waybill", title: text("运单列表"), access: "os_waybill", call: "/os/waybill/page",
  totalCall: "/os/waybill/total", rowKey: "awbPrintId", sort: "awbPrintId,desc", filters: [], buttons: [],
  columns: [
    { name: "number", label: text("运单号"), kind: "text", sortable: false, shown: true, link: "/osWaybillMake?type={type}&awbPrintId={awbPrintId}" },
    { name: "route", label: text("航程"), kind: "text", sortable: false, shown: true },
    { name: "pieces", label: text("件数"), kind: "int", sortable: false, shown: true },
  ],
};
const FORM = {
  kind: "master", awbNumber: "990-12346003", awbPrintId: "77", rowUuid: "u1", state: "DRAFT", shipper: {}, consignee: {}, notify: {},
  lines: [], sizes: [], charges: [], specialHandlingCodes: [], orderUuid: null,
};
const ROUTES = {
  "GET /os/waybill/page": () => ({
    records: [{ awbPrintId: "77", type: "0", number: "990-12346003", route: "PVG-FRA", pieces: 5, state: "DRAFT", can: [] }], total: 1, current: 1, size: 10,
  }),
  "GET /platform/listSetting/os.waybill.list": () => null,
  "GET /os/waybill/view": () => FORM,
};
const GROUP = [
  {
    id: "1", label: "运单制作", alwaysShow: true,
    children: [{ id: "11", path: "/os_waybill", label: "运单列表" }, { id: "12", path: "/osWaybillMake", label: "运单制单", hidden: true }],
  },
];

beforeEach(() => {
  freshApp();
  Element.prototype.scrollIntoView = () => undefined;
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  setContract({ lists: [LIST], forms: [] } as unknown as Contract);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("the group of waybills holds the list inside the shell, and the list leads to the form beside it", async () => {
  // req: shell-group-os-waybill, os-route-os-waybill
  logIn();
  openApp("/os_waybill", { ...ROUTES, "GET /hrs/permission": () => GROUP });
  const menu = await screen.findByRole("navigation", { name: "主导航" });
  const row = await screen.findByText("990-12346003");
  expect(document.title).toBe(`运单列表 · ${CLERK.orgName} · OpenForwarder`);
  expect(menu.textContent).toContain("运单制作");
  expect(menu.textContent).not.toContain("运单制单");
  for (const shown of ["PVG-FRA", "5"]) expect(screen.getByText(shown)).toBeTruthy();
  row.closest("a")?.click();
  await waitFor(() => expect(address()).toBe("/osWaybillMake?type=0&awbPrintId=77"));
  await screen.findByText("无订单");
  expect(screen.getByRole("navigation", { name: "主导航" })).toBe(menu);
});

it("the list opens for who has its menu alone", async () => {
  // req: os-route-os-waybill
  logIn();
  openApp("/os_waybill", ROUTES);
  await waitFor(() => expect(address()).toBe("/unPermission?name=/os_waybill"));
});

it("the form opens for every user who is logged in", async () => {
  // req: os-route-os-waybill-make
  logIn();
  openApp("/osWaybillMake?type=0&awbPrintId=77", ROUTES);
  expect(await screen.findByText("无订单")).toBeTruthy();
  expect(screen.getByLabelText(/^主单号/).textContent).toBe("990-12346003");
  expect(address()).toBe("/osWaybillMake?type=0&awbPrintId=77");
});

it("nobody opens them without logging in", async () => {
  // req: os-route-os-waybill, os-route-os-waybill-make
  openApp("/osWaybillMake", ROUTES);
  await screen.findByRole("heading", { name: "登录" });
  expect(address()).toBe("/login?redirect=/osWaybillMake");
  cleanup();
  openApp("/os_waybill", ROUTES);
  await screen.findByRole("heading", { name: "登录" });
  expect(address()).toBe("/login?redirect=/os_waybill");
});
