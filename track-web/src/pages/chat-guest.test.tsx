import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import { at, serve, type Answers, type Seen } from "../test-order";
import ChatGuestPage from "./chat-guest";

const BASE = "/api-uc/yxim/guest";
const LONG = { timeout: 30_000 };
/** What somebody writes who wants to leave the place his text stands in. */
const HOSTILE = "</script><img src=x onerror=alert(1)>";

const VISIT = { orgName: "测试货代", name: "王工", until: "2026-08-14 10:00", host: { nickName: "销售一", isOnline: true }, answers: true };
/** The frame of these calls. */
const fine = (data: unknown): unknown => ({ code: 200, data, message: "操作成功" });
const refused = (message: string, data: unknown = null): unknown => ({ code: 1, data, message });
const GONE = refused("链接无效或已过期");
const line = (seq: number, more: object = {}) => ({ seq, mine: false, content: `第${seq}条`, sentAt: "2026-07-15 10:00:00", file: null, ...more });

async function open(records: object[], visit: object = VISIT, more: Answers = {}): Promise<Seen[]> {
  at("?code=k3y", "/chat_guest");
  const messages = fine({ records, total: records.length });
  const seen = serve({ [`${BASE}/page`]: fine(visit), [`${BASE}/message`]: messages, [`${BASE}/read`]: fine(null), ...more });
  render(<ChatGuestPage />);
  await screen.findByRole("heading", { level: 1 }, LONG);
  return seen;
}

it("shows the own conversation and marks what came as read", async () => {
  const seen = await open([line(2), line(1, { mine: true, content: HOSTILE })]);
  expect(await screen.findByText("第2条", {}, LONG)).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("王工，您正在与销售一沟通");
  expect(screen.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("img[src='x']")).toBeNull();
  await waitFor(() => expect(seen.find(({ path }) => path === `${BASE}/read`)?.body).toEqual({ code: "k3y", seq: 2 }), LONG);
});

it("sends a text under a name, and keeps it where it is refused", async () => {
  const findings = [{ field: "content", message: "消息不能超过2000个字符" }];
  const seen = await open([], VISIT, { [`${BASE}/message`]: refused("消息不能超过2000个字符", { findings }) });
  const text = screen.getByLabelText<HTMLTextAreaElement>("输入消息");
  fireEvent.input(text, { target: { value: "您好" } });
  fireEvent.click(screen.getByRole("button", { name: "发送" }));
  expect(await screen.findByText(/消息不能超过2000个字符/, {}, LONG)).toBeTruthy();
  expect(text.value).toBe("您好");
  const sent = seen.find(({ method }) => method === "POST");
  expect(sent?.body).toEqual({ code: "k3y", content: "您好", clientId: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

it("sends nothing that is blank, and nothing to who answers no more", async () => {
  const seen = await open([]);
  fireEvent.input(screen.getByLabelText("输入消息"), { target: { value: "   " } });
  fireEvent.click(screen.getByRole("button", { name: "发送" }));
  expect(seen.filter(({ method }) => method === "POST")).toEqual([]);
  cleanup();
  await open([], { ...VISIT, answers: false });
  expect(await screen.findByText("对方已停止在线沟通，无法发送消息。", {}, LONG)).toBeTruthy();
  expect(screen.queryByLabelText("输入消息")).toBeNull();
});

it("says that a link is not valid any more", async () => {
  at("?code=old", "/chat_guest");
  serve({ [`${BASE}/page`]: GONE });
  render(<ChatGuestPage />);
  expect(await screen.findByText("请核对链接是否完整，或联系邀请您的人重新发送邀请。", {}, LONG)).toBeTruthy();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
});

/** A server whose pages of messages, and whose answers to what is sent, change during the story. */
interface Changing {
  page: unknown;
  messages: unknown;
  sent: unknown;
}

function changing(now: Changing): Seen[] {
  at("?code=k3y", "/chat_guest");
  const seen: Seen[] = serve({
    get [`${BASE}/page`]() {
      return now.page;
    },
    get [`${BASE}/message`]() {
      return seen.at(-1)?.method === "POST" ? now.sent : now.messages;
    },
    [`${BASE}/read`]: fine(null),
  });
  render(<ChatGuestPage />);
  return seen;
}

const pageOf = (from: number, to: number) =>
  fine({ records: Array.from({ length: to - from + 1 }, (_, place) => line(to - place, { mine: true })), total: to });
const texts = () => [...document.querySelectorAll(".chat-said")].map(({ textContent }) => textContent);
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** What a page does at once; its own timers begin within this time. */
const SETTLES_MS = 400;
const settled = async () => {
  for (let passed = 0; passed < SETTLES_MS; passed += 50) await later(50);
};
const asked = (seen: Seen[], path: string, method = "GET") => seen.filter((one) => one.path === BASE + path && one.method === method);
const write = (text: string) => fireEvent.input(screen.getByLabelText("输入消息"), { target: { value: text } });
const send = () => fireEvent.click(screen.getByRole("button", { name: "发送" }));

it("sends a changed text under a name of its own, and the same one again under its own", async () => {
  const now: Changing = { page: fine(VISIT), messages: fine({ records: [], total: 0 }), sent: new Response("", { status: 504 }) };
  const seen = changing(now);
  await screen.findByRole("heading", { level: 1 }, LONG);
  const sent = () => asked(seen, "/message", "POST").map(({ body }) => body as { content: string; clientId: string });
  const whole = async (count: number) => {
    await waitFor(() => expect(sent()).toHaveLength(count), LONG);
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "发送" }).disabled).toBe(false), LONG);
  };
  write("A");
  send();
  await whole(1);
  // The answer was lost: it is sent again as it is, then changed.
  now.sent = new Response("", { status: 504 });
  send();
  await whole(2);
  now.sent = fine(line(1, { mine: true, content: "B" }));
  write("B");
  send();
  await whole(3);
  const [first, again, other] = sent();
  expect(again?.clientId).toBe(first?.clientId);
  expect(other?.content).toBe("B");
  expect(other?.clientId).not.toBe(first?.clientId);
  expect(screen.getByLabelText<HTMLTextAreaElement>("输入消息").value).toBe("");
});

it("keeps what is written while the text before is on its way", async () => {
  let answer: (value: unknown) => void = () => undefined;
  const now: Changing = { page: fine(VISIT), messages: fine({ records: [], total: 0 }), sent: new Promise((done) => (answer = done)) };
  changing(now);
  await screen.findByRole("heading", { level: 1 }, LONG);
  write("A");
  send();
  write("B");
  answer(fine(line(1, { mine: true, content: "A" })));
  expect(await screen.findByText("A", { selector: ".chat-said" }, LONG)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("输入消息").value).toBe("B");
});

it("drops what lies below a gap, which is read back from there", async () => {
  vi.useFakeTimers();
  const now: Changing = { page: fine(VISIT), messages: pageOf(1, 5), sent: fine(null) };
  changing(now);
  await settled();
  expect(texts()).toHaveLength(5);
  now.messages = pageOf(6, 25);
  await later(10_000);
  expect(texts(), "without a gap all stays").toHaveLength(25);
  expect(screen.queryByRole("button", { name: "查看更早的消息" })).toBeNull();
  now.messages = pageOf(27, 46);
  await later(10_000);
  expect([texts().length, texts()[0]]).toEqual([20, "第27条"]);
  expect(screen.getByRole("button", { name: "查看更早的消息" })).toBeTruthy();
});

it("reads at once what others wrote before the own text", async () => {
  const now: Changing = { page: fine(VISIT), messages: pageOf(1, 1), sent: fine(line(4, { mine: true, content: "我的" })) };
  changing(now);
  expect(await screen.findByText("第1条", {}, LONG)).toBeTruthy();
  now.messages = pageOf(1, 4);
  write("我的");
  send();
  await waitFor(() => expect(texts()).toEqual(["第1条", "第2条", "第3条", "第4条"]), LONG);
});

it("looks every ten seconds, at nothing behind other pages, and asks now and then who is there", async () => {
  vi.useFakeTimers();
  const now: Changing = { page: fine(VISIT), messages: pageOf(1, 1), sent: fine(null) };
  const seen = changing(now);
  await settled();
  expect(asked(seen, "/message")).toHaveLength(1);
  await later(10_000 - 2 * SETTLES_MS);
  expect(asked(seen, "/message")).toHaveLength(1);
  await later(2 * SETTLES_MS);
  expect(asked(seen, "/message")).toHaveLength(2);
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  await later(60_000);
  expect(asked(seen, "/message"), "nobody looks").toHaveLength(2);
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  expect(asked(seen, "/message"), "at once when it is shown again").toHaveLength(3);
  now.page = fine({ ...VISIT, host: { nickName: "销售一", isOnline: false }, answers: false });
  await later(30_000);
  expect(asked(seen, "/page")).toHaveLength(2);
  expect(screen.getByText("对方已停止在线沟通，无法发送消息。")).toBeTruthy();
  expect(screen.getByText(/^离线/)).toBeTruthy();
});

it("ends when its link does, and asks no more; what only fails is tried again", async () => {
  vi.useFakeTimers();
  const now: Changing = { page: fine(VISIT), messages: pageOf(1, 1), sent: fine(null) };
  const seen = changing(now);
  await settled();
  for (const status of [503, 429]) {
    now.messages = Response.json(refused("请稍后再试"), { status, headers: { "Retry-After": "5" } });
    await later(10_000);
    expect(texts(), String(status)).toEqual(["第1条"]);
  }
  now.messages = GONE;
  await later(10_000);
  expect(screen.getByText("请核对链接是否完整，或联系邀请您的人重新发送邀请。")).toBeTruthy();
  expect(texts()).toEqual([]);
  const before = seen.length;
  await later(60_000);
  expect(seen).toHaveLength(before);
});
