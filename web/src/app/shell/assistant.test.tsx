import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp } from "@/app/app-kit";
import { AnswerText } from "@/app/shell/answer-text";
import { endAssistant, useAssistant } from "@/app/shell/assistant-store";
import { clearPlace } from "@/app/shell/ball-clear";
import { type Answer, envelope } from "@/platform/test-kit";
import { setLook, useLook } from "@/platform/theme/theme-store";
import { useToasts } from "@/platform/toast";

const QUESTION = "POST /hrs/aiLog/question";
const LABEL = "提问，或搜索帮助文档和菜单";
const BUSY = "业务繁忙，请稍后再试";

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Object.defineProperty(window, "innerWidth", { value: 1440, configurable: true });
  Object.defineProperty(window, "innerHeight", { value: 660, configurable: true });
  act(() => {
    setLook({ ball: true });
    endAssistant();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(routes: Record<string, Answer> = {}) {
  logIn();
  const server = openApp("/noPermission", routes);
  fireEvent.click(await screen.findByRole("button", { name: "AI助手" }));
  return { server, input: await screen.findByRole<HTMLInputElement>("searchbox", { name: LABEL }) };
}

const panel = () => screen.queryByRole("dialog", { name: "AI助手" });
const send = (input: HTMLElement, text: string) => {
  fireEvent.change(input, { target: { value: text } });
  fireEvent.submit(input.closest("form")!);
};
const said = () => useAssistant.getState().messages.map(({ sender, type, content }) => `${sender} ${type} ${content}`);
/** An answer that comes when it is let go. */
function held() {
  let give: (answer: unknown) => void = () => undefined;
  const waits = new Promise<unknown>((resolve) => (give = resolve));
  return { route: () => waits, give };
}
const told = (answer: string, more: object = {}) => ({ answer, logId: null, references: [], ...more });

describe("the assistant", () => {
  it("opens by its ball as a panel of 400 px, and closes by a second click", async () => {
    // req: ai-button, ai-panel-height
    await open();
    expect(panel()?.style.height).toBe("400px");
    fireEvent.click(screen.getByRole("button", { name: "AI助手" }));
    expect(panel()).toBeNull();
  });

  it("appends the question, clears the box, appends the reply and shows the end", async () => {
    // req: ai-send, ai-message-fields, ai-question-call
    const { route, give } = held();
    const { server, input } = await open({ [QUESTION]: route });
    send(input, " 如何解锁订单 ");
    await waitFor(() => expect(said()).toEqual(["user text 如何解锁订单"]));
    expect(input.value).toBe("");
    const talk = await screen.findByRole("log", { name: "对话" });
    Object.defineProperty(talk, "scrollHeight", { value: 900, configurable: true });
    within(talk).getByText("正在回答…");
    await act(async () => give(told("在**财务锁账**里", { references: [{ title: "财务锁账与解锁", url: "/manual?page=lock" }] })));
    await waitFor(() => expect(said()).toEqual(["user text 如何解锁订单", "reply text 在**财务锁账**里"]));
    await waitFor(() => expect(talk.scrollTop).toBe(900));
    expect(within(talk).getByText("财务锁账").tagName).toBe("B");
    const [asked] = server.to("/hrs/aiLog/question");
    expect(asked?.json()).toMatchObject({ question: "如何解锁订单", page: "noPermission" });
    fireEvent.click(within(talk).getByRole("link", { name: "财务锁账与解锁" }));
    await waitFor(() => expect(address()).toBe("/manual?page=lock"));
    expect(panel()).not.toBeNull();
  });

  it("sends nothing while a reply is on its way", async () => {
    // req: ai-send-pending
    const { route, give } = held();
    const { server, input } = await open({ [QUESTION]: route });
    send(input, "第一问");
    await waitFor(() => expect(server.to("/hrs/aiLog/question")).toHaveLength(1));
    send(input, "第二问");
    expect(server.to("/hrs/aiLog/question")).toHaveLength(1);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /发\s*送/ }).disabled).toBe(true);
    expect(input.value).toBe("第二问");
    await act(async () => give(told("好")));
    send(input, "第二问");
    await waitFor(() => expect(server.to("/hrs/aiLog/question")).toHaveLength(2));
  });

  it("ignores blank text: no call, nothing appended", async () => {
    // req: ai-send-empty
    const { server, input } = await open({ [QUESTION]: () => told("好") });
    for (const blank of ["", "   ", "\u3000"]) send(input, blank);
    expect(server.to("/hrs/aiLog/question")).toHaveLength(0);
    expect(said()).toEqual([]);
  });

  it("replies that business is busy when the call fails, and may be asked again", async () => {
    // req: ai-failure-reply
    let broken = true;
    const { input } = await open({ [QUESTION]: () => (broken ? envelope(500, 500, "") : told("好")) });
    send(input, "一");
    await screen.findByText(BUSY);
    expect(useToasts.getState().items).toEqual([]);
    broken = false;
    send(input, "二");
    await waitFor(() => expect(said()).toEqual(["user text 一", `reply text ${BUSY}`, "user text 二", "reply text 好"]));
  });

  it("keeps what was said while it is closed, and forgets it with the session", async () => {
    const { input } = await open({ [QUESTION]: () => told("好") });
    send(input, "一");
    await waitFor(() => expect(said()).toHaveLength(2));
    const ball = screen.getByRole("button", { name: "AI助手" });
    fireEvent.click(ball);
    fireEvent.click(ball);
    await screen.findByRole("log");
    cleanup();
    expect(said()).toEqual([]);
  });

  it("asks whether a reply helped", async () => {
    const { server, input } = await open({ [QUESTION]: () => told("好", { logId: "9" }), "PUT /hrs/aiLog/feedback": () => null });
    send(input, "一");
    fireEvent.click(await screen.findByRole("button", { name: "有用" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "有用" }).getAttribute("aria-pressed")).toBe("true"));
    expect(server.to("/hrs/aiLog/feedback").map((asked) => asked.json())).toEqual([{ logId: "9", useful: true }]);
  });

  it("leads to places of the product alone", async () => {
    const references = [
      { title: "外部", url: "https://evil.example/" },
      { title: "伪装", url: "//evil.example/" },
      { title: "账龄", url: "/prm_report_receivable_age" },
    ];
    const { input } = await open({ [QUESTION]: () => told("好", { references }) });
    send(input, "一");
    await screen.findByRole("link", { name: "账龄" });
    expect(within(screen.getByRole("log")).getAllByRole("link")).toHaveLength(1);
  });

  it("can be put away, and opened without the ball", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "收起悬浮球" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "AI助手" })).toBeNull());
    expect(useLook.getState().ball).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: "外观" }));
    fireEvent.click(await screen.findByRole("button", { name: "打开AI助手" }));
    await waitFor(() => expect(panel()).not.toBeNull());
    expect(screen.queryByRole("button", { name: "移到另一侧" })).toBeNull();
  });
});

describe("an answer", () => {
  it("is text with bold words, code and lists, whatever stands in it", () => {
    const hostile = "**粗**和`码`\n- 一\n  - 二\n<img src=x onerror=alert(1)>\n[链](javascript:alert(1))";
    const { container } = render(<AnswerText text={hostile} />);
    expect(container.querySelectorAll("img, a, script")).toHaveLength(0);
    expect([container.querySelector("b")?.textContent, container.querySelector("code")?.textContent]).toEqual(["粗", "码"]);
    expect([...container.querySelectorAll(".answer-item")].map((item) => item.textContent)).toEqual(["一", "二"]);
    expect(container.textContent).toContain("<img src=x onerror=alert(1)>");
  });
});

describe("a ball that would cover a field", () => {
  it("steps to the nearest free place of its side, else to the other one, else stays", () => {
    const at = { side: "right", down: 0.8 } as const;
    const off = (low: number, high: number) => clearPlace(at, ({ side, down }) => side === "right" && down >= low && down <= high);
    expect(off(0.95, 1)).toEqual(at);
    expect(off(0.75, 0.85)).toEqual({ side: "right", down: expect.closeTo(0.7) as number });
    expect(off(0, 1)).toEqual({ side: "left", down: 0.8 });
    expect(clearPlace(at, () => true)).toEqual(at);
  });
});
