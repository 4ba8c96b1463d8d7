import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import { PlayDialog } from "@/modules/hrs/tutorial/play-dialog";
import tutorials from "@/modules/hrs/tutorial/tutorial.page";
import { type Card, clock } from "@/modules/hrs/tutorial/tutorial-model";

beforeEach(() => {
  // The page of a test plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const Tutorials = tutorials.page as () => React.ReactNode;
const card: Card = {
  id: "7",
  title: "订单录入",
  moduleName: "空运",
  seconds: 600,
  external: false,
  percent: 50,
  done: false,
  views: 3,
  coverId: null,
};
const board = { modules: [{ id: "1", name: "空运" }], tutorials: [card, { ...card, id: "8", title: "运单制作", percent: 100, done: true }] };
const playing = { id: "7", title: "订单录入", address: "/hrs/tutorial/video/x", external: false, second: 300, seconds: 600, done: false };

it("tells minutes and seconds", () => {
  expect([clock(0), clock(59), clock(600), clock(3661)]).toEqual(["00:00", "00:59", "10:00", "61:01"]);
});

describe("the board", () => {
  it("shows a card for each film with how far it was learnt", async () => {
    await openPage(Tutorials, "/tutorial", { "GET /hrs/tutorial/list": () => board });
    const first = within(await screen.findByRole("link", { name: /订单录入/ }));
    expect(first.getByText("10:00")).toBeTruthy();
    expect(first.getByText("已学 50%")).toBeTruthy();
    expect(first.getByText("3 次观看")).toBeTruthy();
    expect(within(screen.getByRole("link", { name: /运单制作/ })).getByText("已学完")).toBeTruthy();
  });

  it("asks for what is not learnt and for words of the title", async () => {
    const server = await openPage(Tutorials, "/tutorial", { "GET /hrs/tutorial/list": () => ({ modules: [], tutorials: [] }) });
    await screen.findByText("暂无视频教程");
    fireEvent.click(screen.getByLabelText("只看未学"));
    fireEvent.change(screen.getByLabelText("搜索标题"), { target: { value: " 订单 " } });
    await screen.findByText("没有符合条件的视频");
    await waitFor(() => expect(server.asked.at(-1)?.query.toString()).toBe("keyword=%E8%AE%A2%E5%8D%95&unlearned=true"));
  });
});

function film(): HTMLVideoElement {
  return screen.getByTitle<HTMLVideoElement>("订单录入");
}

function reach(second: number): void {
  film().currentTime = second;
  fireEvent.timeUpdate(film());
}

describe("a film", () => {
  const told = (server: { to(path: string): { json(): unknown }[] }) => server.to("/hrs/tutorial/progress").map((asked) => asked.json());
  const open = async (close = () => undefined) => {
    const server = await openPage(() => <PlayDialog id="7" close={close} />, "/tutorial", {
      "POST /hrs/tutorial/play": () => playing,
      "POST /hrs/tutorial/progress": () => ({ percent: 52, done: false }),
    });
    await screen.findByTitle("订单录入");
    return server;
  };

  // req: home-video-dialog
  it("goes on where it was left and tells the second now and then", async () => {
    const server = await open();
    expect(film().getAttribute("src")).toBe("/hrs/tutorial/video/x");
    fireEvent.loadedMetadata(film());
    expect(film().currentTime).toBe(300);
    reach(314);
    expect(told(server)).toEqual([]);
    reach(315);
    await waitFor(() => expect(told(server)).toEqual([{ tutorialId: "7", second: 315 }]));
    reach(320);
    fireEvent.pause(film());
    await waitFor(() => expect(told(server)).toHaveLength(2));
    fireEvent.pause(film());
    expect(told(server)).toHaveLength(2);
  });

  it("takes another address when the one it has runs out, once", async () => {
    const server = await open();
    fireEvent.loadedMetadata(film());
    reach(305);
    fireEvent.error(film());
    await waitFor(() => expect(server.to("/hrs/tutorial/play").at(-1)?.json()).toEqual({ tutorialId: "7", again: true }));
    fireEvent.error(film());
    expect(await screen.findByText("视频无法播放，请检查网络后重试")).toBeTruthy();
  });
});

function Opened() {
  const [open, setOpen] = useState(true);
  return open ? <PlayDialog id="7" close={() => setOpen(false)} /> : <p>已关闭</p>;
}

it("stops and tells the last second when it is closed", async () => {
  const server = await openPage(Opened, "/tutorial", {
    "POST /hrs/tutorial/play": () => playing,
    "POST /hrs/tutorial/progress": () => ({ percent: 50, done: false }),
  });
  await screen.findByTitle("订单录入");
  fireEvent.loadedMetadata(film());
  reach(307);
  fireEvent.click(screen.getByRole("button", { name: /close|关闭/i }));
  await screen.findByText("已关闭");
  expect(screen.queryByTitle("订单录入")).toBeNull();
  await waitFor(() => expect(server.to("/hrs/tutorial/progress").map((asked) => asked.json())).toEqual([{ tutorialId: "7", second: 307 }]));
});

// Issue 25, 23.
it("a tutorial that is a page with pictures says so, and is opened beside", async () => {
  await openPage(Tutorials, "/tutorial", {
    "GET /hrs/tutorial/list": () => ({ modules: [], tutorials: [{ ...card, external: true, page: true }, { ...card, id: "8", title: "运单制作", external: true, page: false }] }),
  });
  expect(within(await screen.findByRole("link", { name: /订单录入/ })).getByText("图文教程")).toBeTruthy();
  expect(within(screen.getByRole("link", { name: /运单制作/ })).getByText("外部视频")).toBeTruthy();
  await openPage(() => <PlayDialog id="7" close={() => undefined} />, "/tutorial", {
    "POST /hrs/tutorial/play": () => ({ ...playing, external: true, page: true, address: "/helpDoc?id=9" }),
  });
  const link = await screen.findByRole("link", { name: "打开教程" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/helpDoc?id=9", "_blank"]);
});

it("a film elsewhere is learnt by the user's own word", async () => {
  const close = vi.fn();
  const server = await openPage(() => <PlayDialog id="7" close={close} />, "/tutorial", {
    "POST /hrs/tutorial/play": () => ({ ...playing, external: true, address: "https://example.com/a" }),
    "POST /hrs/tutorial/progress": () => ({ percent: 100, done: true }),
  });
  const link = await screen.findByRole("link", { name: "打开视频" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["https://example.com/a", "_blank"]);
  fireEvent.click(screen.getByRole("button", { name: "我已看完" }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.to("/hrs/tutorial/progress")[0]?.json()).toEqual({ tutorialId: "7", second: 600 });
});
