import { cleanup, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, it } from "vitest";
import type { TrackRecord } from "../record";
import { at, fine, roadExample, serve, UUID, type Answers, type Seen } from "../test-order";
import { TrackPage } from "./track";

const ORDER = "/sc/external/order/orderTrack/lc";
const CHECK = `/sc/external/order/checkOrderDeliveryNotice/${UUID}`;
const LONG = { timeout: 30_000 };

async function open(change: Partial<TrackRecord> = {}, more: Answers = {}, o = `LC${UUID}`): Promise<Seen[]> {
  at(`?o=${o}&code=k3y`);
  const seen = serve({ [ORDER]: fine({ ...roadExample(), ...change }), ...more });
  render(<TrackPage />);
  await screen.findByRole("button", { name: /订单信息/ }, LONG);
  await waitFor(() => expect(seen).toHaveLength(3), LONG);
  return seen;
}

const section = (name: string): HTMLElement => screen.getByRole("region", { name });
const facts = (block: HTMLElement): string[] => [...block.querySelectorAll(".fact")].map((one) => one.textContent ?? "");
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".figures tbody tr")];

// req: track-call-lc, track-scope-lc
it("asks the call of road orders", async () => {
  for (const scope of ["LC", "lc", "lC"]) {
    const seen = await open({}, {}, `${scope}${UUID}`);
    expect(seen[0]).toMatchObject({ method: "GET", path: ORDER, query: { o: `${scope}${UUID}`, code: "k3y" } });
    cleanup();
  }
});

// req: track-lc-header, track-qr-size, track-qr-content
it("shows the order code, the places by name and a QR code of 120", async () => {
  await open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("LC-2607010001");
  const head = section("运输概况");
  expect([...head.querySelectorAll(".station")].map((one) => one.textContent)).toEqual(["始发地上海市", "目的地苏州市"]);
  const code = within(head).getByRole("img", { name: "本订单分享链接的二维码" });
  expect(code.dataset.content).toBe(`http://forwarder.test/externalOrderTrack?o=LC${UUID}&code=k3y`);
  expect(code.getAttribute("width")).toBe("120");
});

// req: track-lc-goods
it("shows the goods", async () => {
  await open();
  expect(facts(section("订单信息"))[0]).toBe("品名机械零件");
});

// req: track-lc-plan-confirm
it("shows planned beside confirmed figures", async () => {
  await open();
  expect(rows().map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["件数纸箱", "40", "40"],
    ["毛重KG", "3,200.0", "3,200.0"],
    ["体积CBM", "8.000", "8.000"],
    ["计费重量KG", "3,200.000", "-"],
  ]);
});

// req: track-lc-mismatch-red
it("marks any mismatch in red, however small, but nothing that is still missing", async () => {
  await open();
  expect(rows().map((row) => row.querySelectorAll("td.outside").length)).toEqual([0, 2, 0, 0]);
  expect(rows().map((row) => row.querySelectorAll("[aria-label='与预报不一致']").length)).toEqual([0, 1, 0, 0]);
  cleanup();
  await open({ confirmPieces: 39, confirmWeight: "3200.000", confirmVolume: 7.999, confirmChargeWeight: 3199 });
  expect(rows().map((row) => row.querySelectorAll("td.outside").length)).toEqual([2, 0, 2, 2]);
});

// req: track-lc-vehicle
it("shows the lorry and a driver who can be called", async () => {
  await open();
  expect(facts(section("运输概况"))).toEqual(["车牌沪A12345", "司机测试司机", "司机电话138-0000-0000"]);
  expect(screen.getByRole("link", { name: "138-0000-0000" }).getAttribute("href")).toBe("tel:13800000000");
  cleanup();
  await open({ driverNumber: null, driverName: null, driverTel: null });
  expect(facts(section("运输概况"))).toEqual(["车牌-", "司机-", "司机电话-"]);
});

it("shows where it loads and unloads", async () => {
  await open();
  const stops = within(section("订单信息")).getAllByRole("listitem");
  expect(stops.map((one) => one.textContent)).toEqual(["装 上海市 一号库2026-07-10 08:00 – 2026-07-10 12:00", "卸 苏州市2026-07-10 15:00"]);
});

// req: track-lc-files
it("shows files and photos", async () => {
  await open();
  expect(within(section("相关文件")).getByRole("link", { name: /装箱单.xlsx/ }).getAttribute("href")).toBe("/afbase/external/file/1");
  expect(section("相关照片").querySelectorAll("img")).toHaveLength(1);
});

// req: track-lc-delivery-notice
it("leads to the notices the check allows", async () => {
  const seen = await open({}, { [`${CHECK}/warehouse`]: fine(null), [`${CHECK}/storehouse`]: fine(null) });
  expect((await screen.findByRole("link", { name: "送货通知 · 装货地" }, LONG)).getAttribute("href")).toBe(
    `/externalOrderDeliveryNotice?o=lc${UUID}&flag=warehouse&code=k3y`,
  );
  expect(screen.getByRole("link", { name: "送货通知 · 卸货地" }).getAttribute("href")).toBe(
    `/externalOrderDeliveryNotice?o=lc${UUID}&flag=storehouse&code=k3y`,
  );
  expect(seen.slice(1).map((one) => [one.method, one.path, one.query])).toEqual([
    ["GET", `${CHECK}/warehouse`, { code: "k3y" }],
    ["GET", `${CHECK}/storehouse`, { code: "k3y" }],
  ]);
});

// req: track-lc-delivery-notice
it("shows no notice the check refuses", async () => {
  await open({}, { [`${CHECK}/storehouse`]: fine(null), [`${CHECK}/warehouse`]: { code: 1, messageInfo: "未选择装货地" } });
  await screen.findByRole("link", { name: "送货通知 · 卸货地" }, LONG);
  expect(screen.queryByText("送货通知 · 装货地")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});
