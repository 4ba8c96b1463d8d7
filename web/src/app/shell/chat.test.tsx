import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { logout } from "@/app/logout";
import { useChat } from "@/platform/chat/chat-account";
import { TestSocket, useTestSockets } from "@/platform/push/test-socket";
import { useSession } from "@/platform/session";
import { KEY } from "@/platform/storage";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { useToasts } from "@/platform/toast";

const PERM = "/api-uc/saas/customer/service/perm/7";
const CONTACTS = "/api-yc/api/supplier/yctop/api/query/supplier/service/7";
const UNREAD = "/api-uc/yxim/query/unread/message/count";
const MESSAGE = "/api-uc/yxim/message";
const LONG = { timeout: 20_000 };

const im = (code: string | number, data: unknown, message = "") =>
  new Response(JSON.stringify({ code, data, message }), { headers: { "content-type": "application/json" } });
/** An answer as the server frames it. */
const framed = (status: number, code: number, message: string) =>
  new Response(JSON.stringify({ code, data: null, message }), { status, headers: { "content-type": "application/json" } });
const granted = (unreadMessageCount = 0) => im("200", { hasPrem: true, xyNumber: "xyme", xySign: "s1", unreadMessageCount });
const PEER = { accid: "xypeer", nickName: "上海操作", icon: null, isOnline: true, company: "演示上海", kind: "SUPPLIER", unread: 3, lastTime: null, guestId: null };
const line = (seq: number, content: string, mine = false) => ({ seq, content, mine, from: mine ? "xyme" : "xypeer", sentAt: "2026-07-15 10:00:00", file: null });
const talked = (...records: object[]) => ({ records, total: records.length, current: 1, size: 20, peerReadSeq: 1 });

const ROUTES: Record<string, Answer> = {
  [`GET ${PERM}`]: () => granted(),
  [`GET ${CONTACTS}`]: () => im(200, [PEER]),
  [`POST ${UNREAD}`]: () => im("200", 0),
  "GET /api-uc/yxim/session/xypeer/message": () => talked(line(2, "在吗"), line(1, "您好", true)),
  "POST /api-uc/yxim/session/xypeer/read": () => ({ unread: 0 }),
};

beforeEach(() => {
  freshApp();
  useChat.setState({ user: null, unread: 0, topics: [], topicId: null, open: false, greeted: [] });
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(routes: Record<string, Answer> = {}): StubServer {
  logIn({ onlineService: true, privateSaas: "0" });
  return openApp("/noPermission", { ...ROUTES, ...routes });
}

const entry = () => screen.findByRole("button", { name: /^在线聊天/ }, LONG);
const badge = async () => (await entry()).querySelector(".chat-badge")?.textContent;

async function openPanel(routes: Record<string, Answer> = {}): Promise<StubServer> {
  const server = open(routes);
  fireEvent.click(await entry());
  await screen.findByRole("dialog", { name: "在线聊天" }, LONG);
  return server;
}

async function openTalk(routes: Record<string, Answer> = {}): Promise<StubServer> {
  const server = await openPanel(routes);
  fireEvent.click(await screen.findByRole("button", { name: /上海操作/ }, LONG));
  await screen.findByRole("log", {}, LONG);
  return server;
}

describe("the entry", () => {
  it("is there for who has the chat, with what is not read", async () => {
    // req: chat-entry-condition, chat-account-setup, chat-state-fields, chat-perm-call, chat-im-user-call
    const server = open({ [`GET ${PERM}`]: () => granted(5) });
    expect(await badge()).toBe("5");
    expect(server.to(PERM)).toHaveLength(1);
    expect(useChat.getState()).toMatchObject({ user: { hasPrem: true, xyNumber: "xyme", xySign: "s1" }, unread: 5 });
  });

  it.each([
    ["no online service", { onlineService: false, privateSaas: "0" }],
    ["a private deployment", { onlineService: true, privateSaas: "1" }],
  ])("is not there with %s, nor is any call", async (_, user) => {
    // req: chat-entry-condition
    logIn(user);
    const server = openApp("/noPermission", ROUTES);
    await screen.findByRole("button", { name: /条待处理/ }, LONG);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole("button", { name: /^在线聊天/ })).toBeNull();
    expect(server.asked.filter(({ path }) => path.startsWith("/api-"))).toEqual([]);
  });

  it("is not there without the service of the company, and nothing more is asked", async () => {
    // req: chat-entry-condition, chat-account-setup
    const server = open({ [`GET ${PERM}`]: () => im("200", { hasPrem: false, xyNumber: "", xySign: "", unreadMessageCount: 0 }) });
    await waitFor(() => expect(server.to(PERM)).toHaveLength(1), LONG);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole("button", { name: /^在线聊天/ })).toBeNull();
    expect(server.asked.filter(({ path }) => path.startsWith("/api-"))).toHaveLength(1);
  });

  it.each([[0, undefined], [1, "1"], [99, "99"], [100, "99+"]])("shows %s unread as %s", async (count, shown) => {
    // req: chat-unread-badge, chat-unread-cap
    open({ [`GET ${PERM}`]: () => granted(count) });
    expect(await badge()).toBe(shown);
  });

  it("says what the user call says, or the usual words, under its title", async () => {
    // req: chat-im-user-error
    open({ [`GET ${PERM}`]: () => im("500", null, "账号异常") });
    const told = (await screen.findByText("账号异常", {}, LONG)).closest(".toast");
    expect(told?.querySelector("b")?.textContent).toBe("错误");
    cleanup();
    open({ [`GET ${PERM}`]: () => im("500", null) });
    expect((await screen.findByText("IM用户接口异常", {}, LONG)).textContent).toContain("错误");
    for (const [status, message, shown] of [[200, "服务暂停，请稍后再试", "服务暂停，请稍后再试"], [500, "服务器繁忙", "服务器繁忙"], [500, "", "IM用户接口异常"]] as const) {
      cleanup();
      useToasts.setState({ items: [] });
      open({ [`GET ${PERM}`]: () => framed(status, status === 200 ? 1 : status, message) });
      expect((await screen.findByText(shown, {}, LONG)).closest(".toast")?.querySelector("b")?.textContent).toBe("错误");
      expect(screen.queryByRole("button", { name: /^在线聊天/ })).toBeNull();
    }
  });

  it("asks to log in again where the user's data are not whole", async () => {
    // req: chat-user-info-failed, chat-account-setup
    open({ [`GET ${PERM}`]: () => im("200", { hasPrem: true, xyNumber: "xyme", xySign: "", unreadMessageCount: 0 }) });
    expect(await screen.findByText("获取IM用户信息失败，请重新登录", {}, LONG)).toBeTruthy();
    expect(useChat.getState().user).toBeNull();
  });

  it("reads what is unread at news, by the account's number, and tells when that fails", async () => {
    // req: chat-unread-call, chat-im-unread-error, chat-open-message-transport
    useTestSockets();
    let answer = im("200", 7);
    const server = open({ [`POST ${UNREAD}`]: () => answer });
    await entry();
    act(() => {
      TestSocket.last().open();
      TestSocket.last().hear({ watching: [] });
    });
    await waitFor(async () => expect(await badge()).toBe("7"), LONG);
    expect(server.to(UNREAD)[0]?.query.get("xyNumber")).toBe("xyme");
    answer = im("1", null);
    act(() => TestSocket.last().hear({ changed: ["chat"] }));
    expect((await screen.findByText("IM未读总数接口异常", {}, LONG)).textContent).toContain("错误");
    expect(await badge()).toBe("7");
  });

  it.each([[500, 500], [200, 1]])("shows what the unread call is told with status %s", async (status, code) => {
    // req: chat-im-unread-error
    useTestSockets();
    open({ [`POST ${UNREAD}`]: () => framed(status, code, "服务器繁忙") });
    await entry();
    act(() => {
      TestSocket.last().open();
      TestSocket.last().hear({ watching: [] });
    });
    expect((await screen.findByText("服务器繁忙", {}, LONG)).closest(".toast")?.querySelector("b")?.textContent).toBe("错误");
  });

  it("sounds and notifies as the user wished on this device, and not otherwise", async () => {
    const [tones, notes]: [number[], string[]] = [[], []];
    class Tone extends EventTarget {
      frequency = { value: 0 };
      connect = (to: unknown) => to;
      start = () => tones.push(this.frequency.value);
      stop = () => undefined;
    }
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    class Audio {
      currentTime = 0;
      destination = {};
      createOscillator = () => new Tone();
      createGain = () => ({ gain, connect: (to: unknown) => to });
      close = async () => undefined;
    }
    class Note extends EventTarget {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title: string) {
        super();
        notes.push(title);
      }
    }
    vi.stubGlobal("AudioContext", Audio);
    vi.stubGlobal("Notification", Note);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    useTestSockets();
    let unread = 1;
    await openPanel({ [`POST ${UNREAD}`]: () => im("200", unread) });
    act(() => {
      TestSocket.last().open();
      TestSocket.last().hear({ watching: [] });
    });
    const heard = async (count: number) => {
      unread = count;
      act(() => TestSocket.last().hear({ changed: ["chat"] }));
      await waitFor(async () => expect(await badge()).toBe(String(count)), LONG);
    };
    await heard(2);
    expect([tones.length, notes.length]).toEqual([0, 0]);
    fireEvent.click(screen.getByRole("button", { name: "新消息桌面通知" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "新消息桌面通知" }).getAttribute("aria-pressed")).toBe("true"));
    await heard(3);
    expect([tones.length, notes.length]).toEqual([0, 1]);
    fireEvent.click(screen.getByRole("button", { name: "新消息提示音" }));
    expect(tones).toHaveLength(1);
    hidden.mockReturnValue(false);
    await heard(4);
    expect([tones.length, notes.length]).toEqual([1, 1]);
    hidden.mockRestore();
  });

  it("goes without a word when its service ends", async () => {
    // req: chat-entry-condition
    useTestSockets();
    open({ [`POST ${UNREAD}`]: () => framed(404, 404, "数据不存在") });
    await entry();
    act(() => {
      TestSocket.last().open();
      TestSocket.last().hear({ watching: [] });
    });
    await waitFor(() => expect(screen.queryByRole("button", { name: /^在线聊天/ })).toBeNull(), LONG);
    expect(useToasts.getState().items).toEqual([]);
    expect(useChat.getState()).toMatchObject({ user: null, topics: [] });
  });
});

describe("the panel", () => {
  it("is toggled by its entry and closed by a click outside", async () => {
    // req: chat-panel-toggle, chat-panel-outside-click, chat-panel
    await openPanel();
    const panel = () => screen.queryByRole("dialog", { name: "在线聊天" });
    fireEvent.click(screen.getByRole("button", { name: /邮件邀请/ }));
    expect(panel()).toBeTruthy();
    fireEvent.click(await entry());
    expect(panel()).toBeNull();
    fireEvent.click(await entry());
    expect(panel()).toBeTruthy();
    fireEvent.click(document.body);
    expect(panel()).toBeNull();
  });

  it("has the focus from its opening, is closed by Escape anywhere in it, and gives the focus back", async () => {
    open();
    const button = await entry();
    button.focus();
    fireEvent.click(button);
    const panel = await screen.findByRole("dialog", { name: "在线聊天" }, LONG);
    await waitFor(() => expect(document.activeElement).toBe(panel), LONG);
    fireEvent.click(await screen.findByRole("button", { name: /上海操作/ }, LONG));
    fireEvent.keyDown(await screen.findByRole("log", {}, LONG), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "在线聊天" })).toBeNull(), LONG);
    expect(document.activeElement).toBe(button);
  });

  it("tells once that contacts can't be had, in words of their own", async () => {
    await openPanel({ [`GET ${CONTACTS}`]: () => framed(500, 500, "") });
    expect((await screen.findByText("IM联系人接口异常", {}, LONG)).textContent).toContain("错误");
    fireEvent.click(await entry());
    fireEvent.click(await entry());
    await screen.findByRole("dialog", { name: "在线聊天" }, LONG);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(useToasts.getState().items.filter(({ text }) => text === "IM联系人接口异常")).toHaveLength(1);
  });

  it("lists contacts with name, state and what is unread", async () => {
    // req: chat-contact-fields, chat-contacts-call, chat-unread-badge, chat-im-state-fields
    const server = await openPanel({ [`GET ${CONTACTS}`]: () => im(200, [PEER, { ...PEER, accid: "xyb", nickName: "客服", isOnline: false, unread: 0 }]) });
    const [first, second] = await within(await screen.findByRole("list", { name: "联系人" }, LONG)).findAllByRole("listitem", {}, LONG);
    expect(within(first as HTMLElement).getByRole("img", { name: "在线" })).toBeTruthy();
    expect(within(first as HTMLElement).getByRole("img", { name: "3条未读" }).textContent).toBe("3");
    expect(within(second as HTMLElement).getByRole("img", { name: "离线" })).toBeTruthy();
    expect(within(second as HTMLElement).queryByRole("img", { name: /未读/ })).toBeNull();
    expect(server.to(CONTACTS)[0]?.headers["Authorization"]).toBe("Bearer t1");
    fireEvent.click(screen.getByRole("button", { name: /上海操作/ }));
    expect(useChat.getState()).toMatchObject({ topicId: "xypeer", topics: [{ accid: "xypeer" }, { accid: "xyb" }] });
  });

  it("opens a conversation, marks it as read and greets nobody twice", async () => {
    // req: chat-start-conversation, chat-first-greeting
    const server = await openTalk();
    expect(await screen.findByText("在吗", {}, LONG)).toBeTruthy();
    expect(screen.getByText(/已读/)).toBeTruthy();
    await waitFor(() => expect(server.to("/api-uc/yxim/session/xypeer/read")[0]?.json()).toEqual({ seq: 2 }), LONG);
    expect(server.to(MESSAGE)).toEqual([]);
    const asked = server.to("/api-uc/yxim/session/xypeer/message")[0]?.query;
    expect([asked?.get("current"), asked?.get("size")]).toEqual(["1", "20"]);
  });

  it("sends a text and ignores a blank one", async () => {
    // req: chat-open-message-transport
    const server = await openTalk({ [`POST ${MESSAGE}`]: () => line(3, "报价已发", true) });
    const text = screen.getByLabelText("输入消息");
    expect(text.getAttribute("maxlength")).toBe("2000");
    fireEvent.change(text, { target: { value: "   " } });
    fireEvent.keyDown(text, { key: "Enter" });
    fireEvent.change(text, { target: { value: "报价已发" } });
    fireEvent.keyDown(text, { key: "Enter" });
    expect(await screen.findByText("报价已发", { selector: ".chat-bubble:not(.is-waiting)" }, LONG)).toBeTruthy();
    expect(server.to(MESSAGE)).toHaveLength(1);
    expect(server.to(MESSAGE)[0]?.json()).toMatchObject({ to: "xypeer", content: "报价已发" });
  });

  it("keeps what was refused, says why, and sends it again under its name", async () => {
    const findings = [{ field: "to", severity: "error", key: "", message: "对方账号已停用，消息未发送" }];
    let refuses = true;
    const server = await openTalk({
      [`POST ${MESSAGE}`]: () => (refuses ? envelope(200, 1, "", { findings }) : line(3, "还在吗", true)),
    });
    fireEvent.change(screen.getByLabelText("输入消息"), { target: { value: "还在吗" } });
    fireEvent.click(screen.getByRole("button", { name: "发送" }));
    expect((await screen.findByRole("alert", {}, LONG)).textContent).toContain("对方账号已停用，消息未发送");
    refuses = false;
    fireEvent.click(screen.getByRole("button", { name: "重新发送" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull(), LONG);
    const [first, second] = server.to(MESSAGE).map((asked) => (asked.json() as { clientId: string }).clientId);
    expect(second).toBe(first);
  });
});

describe("the first greeting", () => {
  const NEW = { records: [], total: 0, current: 1, size: 20, peerReadSeq: 0, greeting: "您好，很高兴为您服务" };

  it("goes to a new contact", async () => {
    // req: chat-first-greeting
    const server = await openTalk({
      "GET /api-uc/yxim/session/xypeer/message": () => NEW,
      [`POST ${MESSAGE}`]: () => line(1, NEW.greeting, true),
    });
    expect(await screen.findByText(NEW.greeting, {}, LONG)).toBeTruthy();
    expect(server.to(MESSAGE)).toHaveLength(1);
    expect(server.to(MESSAGE)[0]?.json()).toEqual({ to: "xypeer", content: NEW.greeting, clientId: "greeting-xypeer", greeting: true });
  });

  it("is sent exactly once more after five seconds when it fails", async () => {
    // req: chat-greeting-resend
    const { greet } = await import("@/modules/chat/chat-calls");
    logIn();
    const server = stubServer({ [`POST ${MESSAGE}`]: () => envelope(200, 1, "业务繁忙") });
    vi.useFakeTimers();
    const failed = greet("xypeer", NEW.greeting, () => true).catch(() => "failed");
    await vi.advanceTimersByTimeAsync(4_999);
    expect(server.to(MESSAGE)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.to(MESSAGE)).toHaveLength(2);
    expect(await failed).toBe("failed");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.to(MESSAGE)).toHaveLength(2);
  });
});

describe("the next user of the tab", () => {
  it("sees nothing of the former user's chat, nor what is answered late", async () => {
    let answer: (response: Response) => void = () => undefined;
    const late = new Promise<Response>((resolve) => (answer = resolve));
    const server = await openTalk();
    const chat = () => useChat.getState();
    expect(chat()).toMatchObject({ open: true, topicId: "xypeer", topics: [{ accid: "xypeer" }] });
    act(() => useSession.getState().clear());
    expect(chat()).toEqual({ user: null, unread: 0, topics: [], topicId: null, open: false, greeted: [] });
    logIn({ userId: "8" });
    stubServer({ "GET /api-uc/saas/customer/service/perm/8": () => late });
    const { setUpChat } = await import("@/platform/chat/chat-account");
    const setUp = setUpChat("8");
    // Another one logs in before the answer is there.
    logIn({ userId: "9" });
    answer(granted(5));
    await setUp;
    expect(chat().user).toBeNull();
    expect(server.asked.length).toBeGreaterThan(0);
  });

  it("finds no picture of the former one", async () => {
    const { pictureUrl } = await import("@/platform/rich/pictures");
    logIn();
    const picture = () => new Response("x", { headers: { "content-type": "image/png" } });
    const server = stubServer({ "GET /picture/1": picture });
    const made = ["blob:1", "blob:2"];
    const revoked: string[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation(() => String(made.shift()));
    vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revoked.push(url));
    expect([await pictureUrl("/picture/1"), await pictureUrl("/picture/1")]).toEqual(["blob:1", "blob:1"]);
    useSession.getState().amend({ userCname: "李思" });
    expect(await pictureUrl("/picture/1")).toBe("blob:1");
    logIn({ userId: "8" });
    expect(await pictureUrl("/picture/1")).toBe("blob:2");
    expect([revoked, server.asked.length]).toEqual([["blob:1"], 2]);
    vi.restoreAllMocks();
  });
});

describe("the end of the session", () => {
  it("ends the chat before the token, whatever that answers, and forgets it", async () => {
    // req: chat-open-chat-logout, auth-session-state-fields
    logIn({ yctopToken: "y1" });
    expect([useSession.getState().yctopToken, localStorage.getItem(KEY.yctopToken)]).toEqual(["y1", "y1"]);
    expect(JSON.stringify(useSession.getState().user)).not.toContain("y1");
    const server = stubServer({ "POST /api-uc/yxim/logout": () => envelope(500, 500, ""), "DELETE /auth/token/logout": () => null });
    useChat.setState({ user: { hasPrem: true, xyNumber: "xyme", xySign: "s1" } });
    await logout("/login");
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api-uc/yxim/logout", "DELETE /auth/token/logout"]);
    expect(server.asked[0]?.query.get("xyNumber")).toBe("xyme");
    expect([useSession.getState().yctopToken, localStorage.getItem(KEY.yctopToken), useChat.getState().user]).toEqual([null, null, null]);
  });
});
