import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatMessage } from "@/modules/chat/chat-calls";
import { ChatEntry } from "@/modules/chat/chat-entry";
import { ChatTalk } from "@/modules/chat/chat-talk";
import { joined } from "@/modules/chat/use-talk";
import { type Contact, useChat } from "@/platform/chat/chat-account";
import { loadRoom } from "@/platform/i18n";
import { usePush } from "@/platform/push/push";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";

const PEER: Contact = { accid: "xypeer", nickName: "上海操作", icon: null, isOnline: true, company: "演示上海", kind: "SUPPLIER", unread: 3, lastTime: null, guestId: null };
const CONTACTS = "/api-yc/api/supplier/yctop/api/query/supplier/service/7";
const SESSION = "/api-uc/yxim/session/xypeer";
const MESSAGE = "/api-uc/yxim/message";
const UNREAD = "/api-uc/yxim/query/unread/message/count";
const GREETING = "您好，很高兴为您服务";
const line = (seq: number, mine = false, file: ChatMessage["file"] = null): ChatMessage => ({ seq, content: file ? "" : `第${seq}条`, mine, from: mine ? "xyme" : "xypeer", sentAt: "2026-07-15 10:00:00", file });
const pageOf = (from: number, to: number) => ({
  records: Array.from({ length: to - from + 1 }, (_, place) => line(to - place)),
  total: to,
  current: 1,
  size: 20,
  peerReadSeq: 0,
});
const NEW = { ...pageOf(1, 0), greeting: GREETING };

/** An answer in the frame of the supplier platform. */
const framed = (data: unknown) => new Response(JSON.stringify({ code: "200", data, message: "" }), { headers: { "content-type": "application/json" } });

let page: object;
let server: StubServer;

function serve(more: Record<string, Answer> = {}): StubServer {
  return stubServer({
    [`GET ${SESSION}/message`]: () => page,
    [`POST ${SESSION}/read`]: () => ({ unread: 0 }),
    [`POST ${UNREAD}`]: () => framed(0),
    [`GET ${CONTACTS}`]: () => framed([PEER]),
    "GET /api-uc/saas/customer/service/perm/7": () => framed({ hasPrem: true, xyNumber: "xyme", xySign: "s1", unreadMessageCount: 0 }),
    ...more,
  });
}

beforeEach(async () => {
  await loadRoom("chat");
  useSession.getState().enter("t1", { userId: "7", orgId: "1", onlineService: true }, 0);
  useChat.setState({ user: { hasPrem: true, xyNumber: "xyme", xySign: "s1" }, unread: 3, topics: [PEER], topicId: null, open: false, greeted: [] });
  usePush.setState({ live: false });
  page = pageOf(1, 2);
  server = serve();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useSession.getState().clear();
});

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const read = () => server.to(`${SESSION}/read`).map((asked) => asked.json());
const texts = () => [...document.querySelectorAll(".chat-bubble")].map(({ textContent }) => textContent);

async function openTalk(): Promise<() => void> {
  const { unmount } = render(<ChatTalk contact={PEER} />);
  await later(0);
  return unmount;
}

/** How high the list is, and how much of it is shown. */
function tall(scrollTop: number): void {
  const log = screen.getByRole("log");
  Object.defineProperties(log, { scrollHeight: { value: 1_000, configurable: true }, clientHeight: { value: 300, configurable: true } });
  log.scrollTop = scrollTop;
  fireEvent.scroll(log);
}

describe("without the line for news", () => {
  it("an open conversation is read every ten seconds, with it not", async () => {
    // req: chat-open-message-transport
    await openTalk();
    const asked = () => server.to(`${SESSION}/message`).length;
    expect(asked()).toBe(1);
    await later(9_999);
    expect(asked()).toBe(1);
    page = pageOf(1, 3);
    await later(1);
    expect([asked(), texts().at(-1)]).toEqual([2, "第3条"]);
    act(() => usePush.setState({ live: true }));
    await later(60_000);
    expect(asked()).toBe(2);
  });

  it("what is unread is asked every ten seconds, with it every minute", async () => {
    // req: chat-open-message-transport
    render(<ChatEntry userId="7" />);
    await later(0);
    const asked = () => server.to(UNREAD).length;
    await later(9_999);
    expect(asked()).toBe(0);
    await later(1);
    expect(asked()).toBe(1);
    act(() => usePush.setState({ live: true }));
    await later(59_999);
    expect(asked()).toBe(1);
    await later(1);
    expect(asked()).toBe(2);
  });
});

describe("the first greeting", () => {
  it("is tried once in a session, however often the conversation is opened", async () => {
    // req: chat-first-greeting, chat-greeting-resend
    page = NEW;
    server = serve({ [`POST ${MESSAGE}`]: () => envelope(200, 1, "业务繁忙") });
    for (let mount = 0; mount < 3; mount += 1) {
      const close = await openTalk();
      await later(1_000);
      close();
    }
    await later(60_000);
    expect(server.to(MESSAGE), "once, and once more after five seconds").toHaveLength(2);
    await openTalk();
    await later(60_000);
    expect(server.to(MESSAGE)).toHaveLength(2);
  });

  it("is not sent again when the talk has begun meanwhile", async () => {
    // req: chat-first-greeting
    page = NEW;
    const sent = () => server.to(MESSAGE).map((asked) => (asked.json() as { content: string }).content);
    server = serve({ [`POST ${MESSAGE}`]: (asked) => ((asked.json() as { greeting?: true }).greeting ? envelope(200, 1, "业务繁忙") : line(1, true)) });
    await openTalk();
    fireEvent.change(screen.getByLabelText("输入消息"), { target: { value: "请报价" } });
    fireEvent.click(screen.getByRole("button", { name: "发送" }));
    await later(60_000);
    expect(sent()).toEqual([GREETING, "请报价"]);
  });

  it("is not sent by the next user", async () => {
    page = NEW;
    server = serve({ [`POST ${MESSAGE}`]: () => envelope(200, 1, "业务繁忙") });
    const close = await openTalk();
    close();
    useSession.getState().enter("t2", { userId: "8", orgId: "1" }, 0);
    await later(60_000);
    expect(server.to(MESSAGE)).toHaveLength(1);
  });
});

describe("what is marked as read", () => {
  it("is what stands at the end before the user's eyes", async () => {
    await openTalk();
    expect(read()).toEqual([{ seq: 2 }]);
    tall(200);
    page = pageOf(1, 3);
    await later(10_000);
    expect(read(), "he looks further up").toHaveLength(1);
    tall(700);
    await later(0);
    expect(read()).toEqual([{ seq: 2 }, { seq: 3 }]);
  });

  it("is nothing behind the search, nor behind another window", async () => {
    await openTalk();
    fireEvent.click(screen.getByRole("button", { name: "搜索聊天记录" }));
    page = pageOf(1, 3);
    await later(10_000);
    expect(read()).toEqual([{ seq: 2 }]);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    fireEvent.click(screen.getByRole("button", { name: "搜索聊天记录" }));
    await later(0);
    expect(read()).toHaveLength(1);
    vi.spyOn(document, "hidden", "get").mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    await later(0);
    expect(read()).toEqual([{ seq: 2 }, { seq: 3 }]);
  });
});

describe("a gap", () => {
  it("drops what lies below it, which is scrolled back to", async () => {
    page = pageOf(1, 5);
    await openTalk();
    page = pageOf(6, 25);
    await later(10_000);
    expect(texts(), "without a gap all stays").toHaveLength(25);
    expect(screen.queryByRole("button", { name: "查看更早的消息" })).toBeNull();
    page = pageOf(27, 46);
    await later(10_000);
    expect([texts().length, texts()[0]]).toEqual([20, "第27条"]);
    expect(screen.getByRole("button", { name: "查看更早的消息" })).toBeTruthy();
  });

  it("is found though the own message of its other side is known", () => {
    const known = [1, 2, 3, 4, 5, 41].map((seq) => line(seq, seq === 41));
    const newest = pageOf(22, 41).records;
    const { all, gap } = joined(known, newest);
    expect([gap, all.map(({ seq }) => seq)]).toEqual([true, Array.from({ length: 20 }, (_, place) => 22 + place)]);
    expect(joined([], newest).gap).toBe(false);
    expect(joined(known, []).gap).toBe(false);
  });

  it("before the own message is read at once", async () => {
    page = pageOf(1, 1);
    server = serve({ [`POST ${MESSAGE}`]: () => line(4, true) });
    await openTalk();
    page = pageOf(1, 4);
    fireEvent.change(screen.getByLabelText("输入消息"), { target: { value: "报价" } });
    fireEvent.click(screen.getByRole("button", { name: "发送" }));
    await later(0);
    expect(texts()).toEqual(["第1条", "第2条", "第3条", "第4条"]);
  });
});

it("what is sent quickly goes one behind the other, also behind one that failed", async () => {
  const content = (asked: { json(): unknown }) => (asked.json() as { content: string }).content;
  const answers: ((answer: unknown) => void)[] = [];
  server = serve({ [`POST ${MESSAGE}`]: () => new Promise((answer) => answers.push(answer)) });
  await openTalk();
  for (const text of ["一", "二", "三"]) {
    fireEvent.change(screen.getByLabelText("输入消息"), { target: { value: text } });
    fireEvent.click(screen.getByRole("button", { name: "发送" }));
  }
  await later(0);
  expect(server.to(MESSAGE).map(content)).toEqual(["一"]);
  answers[0]?.({ ...line(3, true), content: "一" });
  await later(0);
  expect(server.to(MESSAGE).map(content)).toEqual(["一", "二"]);
  answers[1]?.(envelope(200, 1, "业务繁忙"));
  await later(0);
  expect(server.to(MESSAGE).map(content)).toEqual(["一", "二", "三"]);
  answers[2]?.({ ...line(4, true), content: "三" });
  await later(0);
  expect(texts()).toEqual(["第1条", "第2条", "一", "三", "二"]);
});

it("a picture of a conversation is held as long as it is shown", async () => {
  page = { ...pageOf(1, 1), records: [line(1, false, { name: "箱单.png", size: 9, picture: true })] };
  const picture = () => new Response("x", { headers: { "content-type": "image/png" } });
  server = serve({ [`GET ${SESSION}/file/1`]: picture });
  const revoked: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revoked.push(url));
  const close = await openTalk();
  await later(0);
  expect(screen.getByAltText<HTMLImageElement>("箱单.png").src).toBe("blob:1");
  close();
  expect(revoked).toEqual(["blob:1"]);
  await openTalk();
  await later(0);
  expect(server.to(`${SESSION}/file/1`), "read anew").toHaveLength(2);
});
