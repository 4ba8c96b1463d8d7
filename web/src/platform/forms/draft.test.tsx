/** What was typed and not saved, when its window goes. */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FormPage } from "@/platform/contract";
import { type Draft, answerDrafts, changesOf, dropDrafts, leftDraft, openDraft, releaseDrafts, same } from "@/platform/forms/drafts";
import { FormDrawer } from "@/platform/forms/form-drawer";
import { registerRooms, setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, press, renderPage, toasts } from "@/platform/test-shell";
import { askWindows } from "@/platform/windows";

const label = (zh: string) => ({ zh, en: zh });
const PAGE: FormPage = {
  key: "x.way.form",
  title: label("通道"),
  access: "x_way",
  view: "/x/way/{id}",
  create: { method: "POST", path: "/x/way" },
  update: { method: "PUT", path: "/x/way/{id}" },
  versionField: "version",
  sections: [
    {
      key: "main",
      label: label("通道"),
      fields: [
        { name: "code", label: label("代码"), kind: "text" },
        { name: "name", label: label("名称"), kind: "text" },
        { name: "coopId", label: label("客户"), kind: "reference" },
      ],
    },
    { key: "copies", label: label("抄送"), rows: true, fields: [{ name: "mail", label: label("抄送邮箱"), kind: "text" }] },
  ],
};
const STORED = { id: "7", version: 1, code: "A", name: "甲", coopId: "1", coopName: "客户甲", copies: [{ id: "1", mail: "a@example.com" }] };
const view = (row: object): Record<string, Answer> => ({ "GET /x/way/7": () => row });

function open(id: string | null, routes: Record<string, Answer> = view(STORED), readOnly = false) {
  setContract({ lists: [], forms: [PAGE] });
  registerRooms([]);
  const server = stubServer(routes);
  renderPage(<FormDrawer page={PAGE} id={id} readOnly={readOnly} close={() => undefined} saved={() => undefined} />);
  return server;
}

const write = (path: string, text: string) => fireEvent.change(fieldAt(path).input, { target: { value: text } });

async function type(path: string, text: string): Promise<void> {
  await waitFor(() => fieldAt(path));
  write(path, text);
}

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("draft:"));
const kept = () => drafts().map((key) => JSON.parse(localStorage.getItem(key) ?? "") as { at: number; changes: { path: string }[] });
const as = (userId: string) => useSession.setState({ user: { userId, orgId: "1" } });

/** The window goes without a word of its user: nothing is asked, nothing is cleaned up, another one begins. */
function crash(): void {
  act(() => void window.dispatchEvent(new Event("pagehide")));
  const left = drafts().map((key): [string, string] => [key, localStorage.getItem(key) ?? ""]);
  cleanup();
  localStorage.clear();
  for (const [key, text] of left) localStorage.setItem(key, text);
  releaseDrafts();
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its own origin alone
const say = (channel: BroadcastChannel, words: string): void => channel.postMessage(words);

/** Asked after the form has asked, so answered after it, too. */
async function settled(id: string | null): Promise<Draft | null> {
  let draft: Draft | null = null;
  await act(async () => {
    draft = await leftDraft({ form: PAGE.key, id });
  });
  return draft;
}

const offered = () => screen.findByText(/有未保存的内容，是否恢复？/);

beforeEach(() => {
  localStorage.clear();
  releaseDrafts();
  as("9");
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a draft", () => {
  it("is written a second after the last letter, and goes when nothing is unsaved any more", async () => {
    open("7");
    await waitFor(() => fieldAt("name"));
    vi.useFakeTimers();
    write("name", "乙");
    act(() => void vi.advanceTimersByTime(999));
    expect(drafts()).toEqual([]);
    act(() => void vi.advanceTimersByTime(1));
    expect(kept()[0]?.changes).toEqual([{ path: "name", from: "甲", to: "乙" }]);
    write("name", "甲");
    expect(drafts()).toEqual([]);
  });

  it("brings back a new form with its rows, and goes with its saving", async () => {
    open(null, {});
    await type("code", "B");
    await press("＋ 添加一行");
    await type("copies.0.mail", "b@example.com");
    crash();
    const server = open(null, { "POST /x/way": () => ({ id: "8" }) });
    await offered();
    await press("恢复");
    await waitFor(() => expect(fieldAt("code").input.value).toBe("B"));
    expect(fieldAt("copies.0.mail").input.value).toBe("b@example.com");
    expect(screen.queryByText(/是否恢复/)).toBeNull();
    expect(drafts()).toHaveLength(1);
    await press("保存");
    await waitFor(() => expect(server.to("/x/way")).toHaveLength(1));
    expect(server.to("/x/way")[0]?.json()).toMatchObject({ code: "B", copies: [{ mail: "b@example.com" }] });
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it("changes what was typed alone: the rest is as it was read now", async () => {
    open("7");
    await type("code", "B");
    crash();
    open("7", view({ ...STORED, version: 2, name: "丙" }));
    await offered();
    await press("恢复");
    await waitFor(() => expect(fieldAt("code").input.value).toBe("B"));
    expect(fieldAt("name").input.value).toBe("丙");
    expect(screen.queryByText("选择要保留的内容")).toBeNull();
  });

  it("stands beside what somebody else saved meanwhile, member by member", async () => {
    open("7");
    await type("code", "B");
    await type("name", "乙");
    crash();
    open("7", view({ ...STORED, version: 2, code: "C", name: "丙" }));
    await offered();
    await press("恢复");
    const dialog = (await screen.findByText("选择要保留的内容")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
    const lines = () => within(dialog).getAllByRole("row").slice(1).map((row) => row.textContent);
    expect(lines()).toEqual(["代码CB", "名称丙乙"]);
    // What was typed is chosen until its user says otherwise.
    fireEvent.click(within(dialog).getByRole("radio", { name: "丙" }));
    fireEvent.click(within(dialog).getByRole("button", { name: /恢\s*复/ }));
    await waitFor(() => expect(fieldAt("code").input.value).toBe("B"));
    expect(fieldAt("name").input.value).toBe("丙");
  });

  it("is thrown away after a question, and by whoever leaves without saving", async () => {
    open("7");
    await type("code", "B");
    crash();
    open("7");
    await offered();
    await press("丢弃");
    await screen.findByText("丢弃后无法找回，确认丢弃？");
    expect(drafts()).toHaveLength(1);
    await press("确定");
    await waitFor(() => expect(drafts()).toEqual([]));
    expect(screen.queryByText(/是否恢复/)).toBeNull();
    await type("code", "C");
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(drafts()).toHaveLength(1);
    await press("取消");
    await press("离开");
    await waitFor(() => expect(drafts()).toEqual([]));
  });

  it.each<[string, () => void, string | null, boolean]>([
    ["another user", () => as("10"), "7", false],
    ["another company of the same user", () => useSession.setState({ user: { userId: "9", orgId: "2" } }), "7", false],
    ["a form that is only read", () => undefined, "7", true],
    ["a new form", () => undefined, null, false],
  ])("is nothing for %s", async (_, change, id, readOnly) => {
    open("7");
    await type("code", "B");
    crash();
    change();
    open(id, view(STORED), readOnly);
    await waitFor(() => expect(document.querySelector("[data-field=code]")).not.toBeNull());
    await settled(id);
    expect(screen.queryByText(/是否恢复/)).toBeNull();
    expect(drafts()).toHaveLength(1);
  });

  it("is no use once the same stands there, nor after a week", async () => {
    open("7");
    await type("code", "B");
    crash();
    open("7", view({ ...STORED, code: "B" }));
    await waitFor(() => expect(drafts()).toEqual([]));
    cleanup();
    releaseDrafts();
    const at = (days: number) => Date.now() - days * 86_400_000;
    const changes = [{ path: "code", from: "A", to: "Z" }];
    localStorage.setItem("draft:1:9:x.way.form:7:old", JSON.stringify({ at: at(7.01), changes }));
    localStorage.setItem("draft:1:9:x.way.form:7:new", JSON.stringify({ at: at(6.99), changes }));
    open("7");
    await offered();
    expect(drafts()).toEqual(["draft:1:9:x.way.form:7:new"]);
  });

  it("of a form that another window is at work on is not offered", async () => {
    const key = "draft:1:9:x.way.form:7:other";
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), changes: [{ path: "code", from: "A", to: "Z" }] }));
    const other = new BroadcastChannel("drafts");
    other.addEventListener("message", ({ data }) => data === `asked${key}` && say(other, `held${key}`));
    open("7");
    await waitFor(() => fieldAt("code"));
    expect(await settled("7")).toBeNull();
    expect(screen.queryByText(/是否恢复/)).toBeNull();
    other.close();
  });

  it("of a form that is open here is nobody else's", async () => {
    const stop = answerDrafts();
    const key = openDraft({ form: PAGE.key, id: "7" });
    expect(await askWindows("drafts", key)).toBe(true);
    expect(await askWindows("drafts", `${key}0`)).toBe(false);
    stop();
  });

  it("leaves nothing of its user behind when he logs out", () => {
    localStorage.setItem("draft:1:9:x.way.form:7:a", "{}");
    localStorage.setItem("draft:1:10:x.way.form:7:b", "{}");
    dropDrafts();
    expect(drafts()).toEqual(["draft:1:10:x.way.form:7:b"]);
  });
});

it("tells what changed by its members, lists as one, nothing as nothing", () => {
  const before = { a: "", b: { c: 1, d: [1] }, e: null };
  expect(changesOf(before, { a: null, b: { c: 2, d: [1, 2] }, e: { f: "x" } })).toEqual([
    { path: "b.c", from: 1, to: 2 },
    { path: "b.d", from: [1], to: [1, 2] },
    { path: "e.f", from: null, to: "x" },
  ]);
  expect([same("", null), same(0, ""), same(false, null), same([1], [1])]).toEqual([true, false, false, true]);
});

describe("what was typed while somebody else saved first", () => {
  const STALE = () => envelope(200, 3, "数据有变化", { current: null, changed: ["名称"] });

  async function reloaded(now: object, routes: Record<string, Answer> = {}) {
    let stored: object = STORED;
    const server = open("7", { "GET /x/way/7": () => stored, "PUT /x/way/7": STALE, ...routes });
    await type("code", "B");
    await type("copies.0.mail", "b@example.com");
    stored = now;
    await press("保存");
    await press("重新加载");
    return server;
  }

  it("lies over what is stored by now, and is saved with its version", async () => {
    const server = await reloaded({ ...STORED, version: 2, name: "丙" });
    await waitFor(() => expect(fieldAt("name").input.value).toBe("丙"));
    expect([fieldAt("code").input.value, fieldAt("copies.0.mail").input.value]).toEqual(["B", "b@example.com"]);
    expect(screen.queryByText(/是否恢复/)).toBeNull();
    await waitFor(() => expect(document.querySelector(".ant-btn-loading")).toBeNull());
    await press("保存");
    const puts = () => server.to("/x/way/7").filter(({ method }) => method === "PUT");
    await waitFor(() => expect(puts()[1]?.json()).toMatchObject({ version: 2, code: "B", name: "丙", copies: [{ id: "1", mail: "b@example.com" }] }));
  });

  it("is offered where the same was changed by both", async () => {
    await reloaded({ ...STORED, version: 2, code: "C", copies: [] });
    await waitFor(() => expect(fieldAt("code").input.value).toBe("C"));
    await press("恢复");
    const dialog = (await screen.findByText("选择要保留的内容")).closest<HTMLElement>("[role=dialog]") as HTMLElement;
    fireEvent.click(within(dialog).getByRole("radio", { name: "C" }));
    fireEvent.click(within(dialog).getByRole("button", { name: /恢\s*复/ }));
    await waitFor(() => expect(fieldAt("copies.0.mail").input.value).toBe("b@example.com"));
    expect(fieldAt("code").input.value).toBe("C");
    expect(screen.queryByText(/是否恢复/)).toBeNull();
  });

  it("stays where it was when the server is not reached", async () => {
    let reached = true;
    await reloaded(STORED, {
      "GET /x/way/7": () => (reached ? STORED : envelope(200, 1, "系统忙")),
      "PUT /x/way/7": () => {
        reached = false;
        return STALE();
      },
    });
    await waitFor(() => expect(toasts().join()).toContain("系统忙"));
    expect(fieldAt("code").input.value).toBe("B");
  });
});
