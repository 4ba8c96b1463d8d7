import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import sharesPage from "@/modules/order/order-share.page";
import { prepare } from "@/modules/order/air/tabs-kit";
import { ListPageView } from "@/platform/lists/list-page";
import { declaredList } from "@/platform/page-registry";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";
import { deviceName } from "./device-name";
import { closeViews } from "./views-store";

const WECHAT =
  "Mozilla/5.0 (Linux; Android 14; V2301A) AppleWebKit/537.36 Chrome/121.0 Mobile Safari/537.36 MicroMessenger/8.0.49";
const EDGE =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0";
const VIEWS = [
  { viewTime: "2026-07-16 09:00:01", ip: "203.0.113.7", part: "page", agent: WECHAT },
  { viewTime: "2026-07-15 18:20:00", ip: null, part: "file", agent: EDGE },
];
const CALL = "/afbase/orderShare/views/31";

async function open(answer: Answer) {
  const page = declaredList("af.order-share.list")!;
  const server = stubServer({
    [`GET ${page.call}`]: () => ({
      records: [{ id: "31", orderCode: "AE-2607150001", can: [] }],
      total: 1,
      current: 1,
      size: 10,
    }),
    [`GET ${CALL}`]: answer,
  });
  renderPage(<ListPageView page={page} overrides={sharesPage.list!} />, "/af_order_share");
  fireEvent.click(await screen.findByRole("button", { name: "访问记录" }));
  await screen.findByText("访问记录 AE-2607150001");
  return { server, dialog: within(document.querySelector<HTMLElement>(".ant-modal")!) };
}

beforeEach(async () => prepare(["af-share-stop"]));
afterEach(() => {
  closeViews();
  cleanup();
  vi.unstubAllGlobals();
});

describe("views of a share link", () => {
  it("tell time, address, part and device, page by page", async () => {
    const { server, dialog } = await open(({ query }) => ({
      records: query.get("current") === "1" ? VIEWS : [VIEWS[1]],
      total: 11,
    }));
    await dialog.findByText("2026-07-16 09:00:01");
    const rows = dialog
      .getAllByRole("row", { hidden: true })
      .map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent));
    expect(rows).toContainEqual(["2026-07-16 09:00:01", "203.0.113.7", "跟踪页面", "Android · WeChat"]);
    expect(rows).toContainEqual(["2026-07-15 18:20:00", "-", "文件", "Windows · Edge"]);
    expect(dialog.getByText("共 11 条")).toBeTruthy();
    fireEvent.click(dialog.getByTitle("2"));
    await waitFor(() => expect(dialog.queryByText("2026-07-16 09:00:01")).toBeNull());
    expect(server.to(CALL).map(({ query }) => Object.fromEntries(query))).toEqual([
      { current: "1", size: "10" },
      { current: "2", size: "10" },
    ]);
  });

  it("say that there are none", async () => {
    const { dialog } = await open(() => ({ records: [], total: 0 }));
    await dialog.findByText("该链接还没有被访问过");
  });

  it("say that they could not be read, and are asked for again", async () => {
    let broken = true;
    const { dialog } = await open(() => (broken ? envelope(200, 1, "无权限") : { records: VIEWS, total: 2 }));
    await dialog.findByText("无权限");
    broken = false;
    fireEvent.click(dialog.getByText("重试"));
    await dialog.findByText("Android · WeChat");
  });
});

it("names devices shortly", () => {
  expect(
    deviceName(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1",
    ),
  ).toBe("iPhone · Safari");
  expect(deviceName("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0")).toBe(
    "macOS · Firefox",
  );
  expect(deviceName("curl/8.7.1")).toBe("curl/8.7.1");
  expect([deviceName("x".repeat(40)), deviceName("x".repeat(41))]).toEqual(["x".repeat(40), `${"x".repeat(40)}…`]);
  expect([deviceName(null), deviceName("")]).toEqual(["", ""]);
});
