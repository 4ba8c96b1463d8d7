import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { type Answer, envelope } from "@/platform/test-kit";

const TOP = "/hrs/userAccessRecord/topActiveIndex";
const ALL = "/hrs/userAccessRecord/topActiveIndexList";

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  logIn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const member = (rankNumber: number, orgName: string, told = {}) => ({
  orgId: String(100 + rankNumber), orgName, rankNumber, activeIndex: 1060 - rankNumber,
  companyProfile: null, companyAdvantage: null, companyContactInfo: null, ...told,
});
const MEMBERS = [
  member(1, "上海远航货代", { companyProfile: "成立于2001年\n<b>总部上海</b>", companyContactInfo: "张三\r\n021-123456" }),
  member(2, "天津顺达", { companyAdvantage: "欧线包板" }),
  member(3, "广州通运", { companyProfile: " ", companyAdvantage: "", companyContactInfo: null }),
  member(4, "青岛海联", { companyContactInfo: "0532-1" }),
];

const at = (...rankingHosts: string[]) => vi.stubGlobal("__FORWARDER__", { rankingHosts });
const open = async (routes: Record<string, Answer> = { [`GET ${TOP}`]: () => MEMBERS }) => {
  const server = openApp("/dashboard", routes);
  const card = (await screen.findByRole("heading", { name: "网络成员活跃榜" })).closest("section") as HTMLElement;
  return { server, card: within(card) };
};

it("lists the members with their index: medals for the first three, numbers for the others", async () => {
  // req: home-ranking-card, home-ranking-medals
  at("localhost");
  const { server, card } = await open();
  await card.findByText("青岛海联");
  expect(card.getAllByRole("img").map((each) => each.getAttribute("aria-label"))).toEqual(["第1名", "第2名", "第3名"]);
  const lines = card.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines).toEqual(["1上海远航货代1,059", "2天津顺达1,058", "3广州通运1,057", "NO.4青岛海联1,056"]);
  expect(server.to(ALL)).toHaveLength(0);
});

it("is shown, and asked for, at the hosts of the platform alone", async () => {
  // req: home-ranking-vendor-hosts
  for (const hosts of [undefined, [], ["forwarder.example", "www.localhost"]]) {
    if (hosts) at(...hosts);
    const server = openApp("/dashboard", { [`GET ${TOP}`]: () => MEMBERS });
    await screen.findByRole("heading", { name: "帮助中心" });
    expect(screen.queryByRole("heading", { name: "网络成员活跃榜" })).toBeNull();
    expect([...server.to(TOP), ...server.to(ALL)]).toEqual([]);
    cleanup();
  }
  at("forwarder.example", "localhost");
  const { server } = await open();
  expect(server.to(TOP)).toHaveLength(1);
});

it("leads to what a company tells of itself, line by line and as it was typed", async () => {
  // req: home-ranking-clickable, home-ranking-company-dialog, home-ranking-newlines
  at("localhost");
  const { card } = await open();
  await card.findByText("广州通运");
  expect(card.queryByRole("button", { name: "广州通运" })).toBeNull();
  for (const name of ["天津顺达", "青岛海联"]) expect(card.getByRole("button", { name })).toBeTruthy();
  fireEvent.click(card.getByRole("button", { name: "上海远航货代" }));
  const dialog = within(await screen.findByRole("dialog", { name: "上海远航货代" }));
  expect(dialog.getAllByRole("heading", { level: 3 }).map((each) => each.textContent)).toEqual(["公司简介", "联系方式"]);
  const [profile, contact] = [...document.querySelectorAll("[role=dialog] section p")];
  expect(profile?.innerHTML).toBe("成立于2001年<br>&lt;b&gt;总部上海&lt;/b&gt;");
  expect(contact?.innerHTML).toBe("张三<br>021-123456");
  fireEvent.click(dialog.getByRole("button", { name: /关闭|Close/ }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "上海远航货代" })).toBeNull());
  fireEvent.click(card.getByRole("button", { name: "天津顺达" }));
  const other = within(await screen.findByRole("dialog", { name: "天津顺达" }));
  expect(other.getByRole("heading", { name: "公司优势" }).parentElement?.textContent).toBe("公司优势欧线包板");
});

it("shows all members in a table of 500 pixels", async () => {
  // req: home-ranking-more
  at("localhost");
  const { server, card } = await open({ [`GET ${TOP}`]: () => [], [`GET ${ALL}`]: () => MEMBERS });
  fireEvent.click(card.getByRole("button", { name: "更多" }));
  const dialog = await screen.findByRole("dialog", { name: "网络成员活跃榜" });
  await within(dialog).findByText("广州通运");
  const titles = within(dialog).getAllByRole("columnheader").map((each) => each.textContent);
  expect(titles.filter(Boolean)).toEqual(["序号", "企业名称", "活跃指数"]);
  const row = within(dialog).getByText("青岛海联").closest("tr");
  expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual(["4", "青岛海联", "1,056"]);
  expect(dialog.querySelector<HTMLElement>(".ant-table-body")?.style.maxHeight).toBe("500px");
  expect(server.to(ALL)).toHaveLength(1);
});

it("keeps to these 500 pixels when only what is visible is drawn", async () => {
  // req: home-ranking-more
  at("localhost");
  const many = Array.from({ length: 30 }, (_, index) => member(index + 1, `企业${index + 1}`));
  const { card } = await open({ [`GET ${TOP}`]: () => [], [`GET ${ALL}`]: () => many });
  fireEvent.click(card.getByRole("button", { name: "更多" }));
  const dialog = await screen.findByRole("dialog", { name: "网络成员活跃榜" });
  await within(dialog).findByText("企业1");
  expect(dialog.querySelector<HTMLElement>(".ant-table-tbody-virtual-holder")?.style.maxHeight).toBe("500px");
});

it("says what failed, whatever the server says, and can be asked again", async () => {
  // req: home-ranking-load-failed
  at("localhost");
  let answer: () => unknown = () => envelope(200, 1, "别的话");
  const { card } = await open({ [`GET ${TOP}`]: () => answer(), [`GET ${ALL}`]: () => answer() });
  expect((await card.findByRole("alert")).textContent).toContain("签约企业活跃指数加载失败");
  fireEvent.click(card.getByRole("button", { name: "更多" }));
  const dialog = within(await screen.findByRole("dialog", { name: "网络成员活跃榜" }));
  await dialog.findByText("签约企业活跃指数加载失败");
  answer = () => MEMBERS;
  fireEvent.click(card.getByRole("button", { name: "重试" }));
  await card.findByText("天津顺达");
});
