import { render } from "@testing-library/react";
import { createElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallError, download, downloadFrom, fileName, get, post, postForm, put, remove, upload } from "@/platform/call/client";
import { connectRouter } from "@/platform/navigate";
import { useSession } from "@/platform/session";
import { KEY } from "@/platform/storage";
import { envelope, silence, stubServer } from "@/platform/test-kit";
import { wearStyles } from "@/platform/test-shell";
import { toast, useToasts } from "@/platform/toast";
import { ToastHost } from "@/platform/toast-host";

const texts = () => useToasts.getState().items.map((item) => item.text);
const went: string[] = [];

beforeEach(() => {
  localStorage.clear();
  useSession.getState().clear();
  useToasts.setState({ items: [] });
  went.length = 0;
  connectRouter((href) => went.push(href));
  window.history.replaceState(null, "", "/prm_coop?state=active");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function failure(status: number, messageInfo: string): Promise<string[]> {
  stubServer({ "GET /x": () => envelope(status, status, messageInfo) });
  await expect(get("/x")).rejects.toBeInstanceOf(CallError);
  return texts();
}

describe("what each failure says", () => {
  it("has its own sentence per status", async () => {
    // req: platform-error-403, platform-error-404, platform-error-503, platform-error-504, platform-error-501
    const cases: [number, string][] = [
      [403, "您没有操作权限，请联系管理员"],
      [404, "404，网络请求不存在"],
      [501, "服务器开小差了，请稍后再试"],
      [503, "请检查您的网络"],
      [504, "服务器开小差了，请联系管理员"],
    ];
    for (const [status, text] of cases) {
      useToasts.setState({ items: [] });
      expect(await failure(status, "内部")).toEqual([text]);
    }
  });

  it("says what the server says when it can't save now", async () => {
    const text = "暂时无法保存，请稍后重试或联系管理员";
    const body = JSON.stringify({ code: 503, messageInfo: text, data: null });
    const headers = { "Content-Type": "application/json", "Retry-After": "60" };
    stubServer({ "GET /x": () => new Response(body, { status: 503, headers }) });
    await expect(get("/x")).rejects.toMatchObject({ kind: "http", status: 503, message: text });
    expect(texts()).toEqual([`操作失败，${text}`]);
  });

  it("shows the message of other errors, or the general sentence", async () => {
    // req: platform-open-other-errors, platform-toast-failure-http, platform-error-second-client
    expect(await failure(409, "单号已被使用")).toEqual(["操作失败，单号已被使用"]);
    useToasts.setState({ items: [] });
    expect(await failure(500, "")).toEqual(["服务器开小差了，请联系管理员"]);
    useToasts.setState({ items: [] });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await expect(get("/x")).rejects.toMatchObject({ kind: "offline" });
    expect(texts()).toEqual(["请检查您的网络"]);
  });

  it("ends the session on 401 and returns to the page after log-in", async () => {
    // req: platform-error-401-expired, platform-error-401-token-removed
    localStorage.setItem(KEY.token, "t1");
    expect(await failure(401, "token invalid")).toEqual(["登录已超时，请重新登录"]);
    expect(localStorage.getItem(KEY.token)).toBeNull();
    expect(went).toEqual(["/login?redirect=/prm_coop%3Fstate%3Dactive"]);
  });

  it("says nothing on 401 without a message, and the server's words when a role is missing", async () => {
    // req: platform-error-401-no-role
    expect(await failure(401, "")).toEqual([]);
    expect(await failure(401, "当前用户没有角色权限，请联系管理员")).toEqual(["当前用户没有角色权限，请联系管理员"]);
    useToasts.setState({ items: [] });
    const english = "The user has no role. Please contact the administrator.";
    expect(await failure(401, english)).toEqual([english]);
  });

  it("treats a code as a failure although HTTP says 200", async () => {
    // req: platform-call-nonzero-code, platform-toast-failure, platform-call-envelope
    stubServer({ "GET /x": () => envelope(200, 1, "内部编号已存在", { secret: 1 }) });
    await expect(get("/x")).rejects.toMatchObject({ kind: "refused", code: 1, message: "内部编号已存在" });
    expect(texts()).toEqual(["操作失败，内部编号已存在"]);
  });
});

describe("time limits", () => {
  it("gives up after 10 s, not before", async () => {
    // req: platform-timeout-shared-client, platform-error-timeout, platform-error-timeout-throttle
    vi.useFakeTimers({ now: 1_000_000 });
    silence();
    const call = expect(get("/x")).rejects.toMatchObject({ kind: "timeout" });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(texts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(useToasts.getState().items).toMatchObject([{ tone: "warning", text: "请求超时，请检查网络或稍后重试" }]);
  });

  it.each([
    ["a save", () => put("/x", { a: 1 })],
    ["a removal", () => remove("/x", { version: 1 })],
    ["a sent form", () => postForm("/x", { a: "1" })],
    ["a read that builds a file", () => get("/x", {}, { long: true })],
  ])("gives %s 150 s: nobody is told to send again what is being done", async (_, send) => {
    // req: platform-timeout-default
    vi.useFakeTimers({ now: 1_200_000 });
    silence();
    const call = expect(send()).rejects.toMatchObject({ kind: "timeout" });
    await vi.advanceTimersByTimeAsync(149_999);
    expect(texts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await call;
  });

  it("gives exports 150 s", async () => {
    // req: platform-timeout-default
    vi.useFakeTimers({ now: 2_000_000 });
    silence();
    const call = expect(download("/x", {})).rejects.toMatchObject({ kind: "timeout" });
    await vi.advanceTimersByTimeAsync(149_999);
    expect(texts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(texts()).toEqual(["请求超时，请检查网络或稍后重试"]);
  });

  it("warns once per 5 s", async () => {
    // req: platform-error-timeout-throttle
    vi.useFakeTimers({ now: 3_000_000 });
    silence();
    const seen: number[] = [];
    const stop = useToasts.subscribe((now, before) => {
      const newest = now.items.at(-1);
      if (newest && !before.items.includes(newest)) seen.push(Date.now());
    });
    const calls = [0, 1_000, 4_999, 5_000].map(async (later) => {
      await new Promise((resolve) => setTimeout(resolve, later));
      await get("/x").catch(() => undefined);
    });
    await vi.advanceTimersByTimeAsync(16_000);
    await Promise.all(calls);
    stop();
    expect(seen).toEqual([3_010_000, 3_015_000]);
  });
});

describe("toasts", () => {
  it.each([
    ["success", 3_000, () => toast.done(), "操作成功"],
    ["information", 3_000, () => toast.info("说明"), "说明"],
    ["a refused permission", 3_000, () => failure(403, "内部"), "您没有操作权限，请联系管理员"],
    ["a failure", 5_000, () => toast.failed("原因"), "操作失败，原因"],
    ["an error", 5_000, () => toast.error("网络"), "网络"],
    ["a missing page", 5_000, () => failure(404, ""), "404，网络请求不存在"],
    ["a warning", 5_000, () => toast.warn("注意"), "注意"],
  ])("of %s stay %d ms", async (_, ms, show, text) => {
    // req: platform-message-duration, platform-error-403, platform-toast-success, platform-toast-failure
    vi.useFakeTimers();
    await show();
    expect(texts()).toEqual([text]);
    vi.advanceTimersByTime(ms - 1);
    expect(texts()).toEqual([text]);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it("stand at the bottom right, above everything", () => {
    // req: platform-toast-success, platform-toast-failure
    const takeOff = wearStyles();
    const { container, unmount } = render(createElement(ToastHost));
    const { position, right, bottom, left, top } = window.getComputedStyle(container.firstElementChild as Element);
    expect({ position, right, bottom, left, top }).toEqual({ position: "fixed", right: "16px", bottom: "16px", left: "auto", top: "auto" });
    unmount();
    takeOff();
  });
});

describe("the helpers", () => {
  it("carry token and language, and leave out undefined parameters", async () => {
    // req: platform-call-bearer, platform-helper-get-params
    localStorage.setItem(KEY.token, "t1");
    const server = stubServer({ "GET /x": () => [1] });
    expect(await get("/x", { a: "上海 & 浦东", b: undefined, c: 0 })).toEqual([1]);
    const asked = server.asked[0];
    expect(asked?.headers).toMatchObject({ Authorization: "Bearer t1", "Accept-Language": "zh-CN" });
    expect([...(asked?.query ?? [])]).toEqual([["a", "上海 & 浦东"], ["c", "0"]]);
    localStorage.removeItem(KEY.token);
    await get("/x");
    expect(server.asked[1]?.headers).not.toHaveProperty("Authorization");
  });

  it("send JSON, forms and deletions", async () => {
    // req: platform-helper-json-post, platform-helper-json-put, platform-helper-delete, platform-helper-form-post
    const server = stubServer({ "POST /x": () => 1, "PUT /x": () => 2, "DELETE /x": () => 3 });
    expect([await post("/x", { a: 1 }), await put("/x", { b: 2 }), await remove("/x", { version: 4 })]).toEqual([1, 2, 3]);
    await postForm("/x", { username: "0|a|b", grant_type: "password" });
    const [posted, changed, removed, form] = server.asked;
    expect([posted, changed].map((each) => [each?.method, each?.headers["Content-Type"]])).toEqual([
      ["POST", "application/json"],
      ["PUT", "application/json"],
    ]);
    expect([posted?.json(), changed?.json()]).toEqual([{ a: 1 }, { b: 2 }]);
    expect(removed?.query.get("version")).toBe("4");
    expect(form?.headers["Content-Type"]).toBe("application/x-www-form-urlencoded");
    expect(form?.body).toBe("username=0%7Ca%7Cb&grant_type=password");
  });

  it("save a file under the server's name, and show JSON as a failure", async () => {
    // req: platform-helper-blob-post
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    URL.createObjectURL = () => "blob:1";
    URL.revokeObjectURL = () => undefined;
    const disposition = "attachment; filename=\"x.xlsx\"; filename*=UTF-8''%E8%AE%A2%E5%8D%95.xlsx";
    stubServer({
      "POST /file": () => new Response("xlsx", { headers: { "content-disposition": disposition } }),
      "POST /large": () => ({ taskId: "7" }),
      "GET /own": () => new Response("xlsx", { headers: { "content-disposition": disposition } }),
      "GET /gone": () => envelope(404, 404, "数据不存在"),
      "POST /refused": () => envelope(200, 1, "导出数据超过200000行，请缩小查询范围"),
    });
    expect(await download("/file", {})).toBe("订单.xlsx");
    expect(click).toHaveBeenCalledOnce();
    await expect(download("/refused", {})).rejects.toBeInstanceOf(CallError);
    expect(texts()).toEqual(["操作失败，导出数据超过200000行，请缩小查询范围"]);
    expect(click).toHaveBeenCalledOnce();
    expect(await download("/large", {}), "lies in the download centre later").toBeNull();
    expect(useToasts.getState().items.at(-1)).toMatchObject({ text: "已提交下载中心", link: { href: "/hrs_task", text: "查看" } });
    await downloadFrom("/own");
    expect(click).toHaveBeenCalledTimes(2);
    await expect(downloadFrom("/gone")).rejects.toMatchObject({ status: 404 });
    expect(fileName('attachment; filename="a b.xlsx"')).toBe("a b.xlsx");
    expect(fileName(null)).toBeNull();
  });
});

describe("files", () => {
  const file = () => {
    const form = new FormData();
    form.append("file", new File(["x"], "a.txt"));
    return form;
  };
  const asked: { url: string; authorization: string | null; body: unknown }[] = [];
  beforeEach(() => {
    asked.length = 0;
    localStorage.setItem(KEY.token, "t1");
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      asked.push({ url, authorization: new Headers(init.headers).get("authorization"), body: init.body });
      return Promise.resolve(envelope(200, 0, "", url.endsWith("uploadTicket") ? { ticket: "k9" } : { name: "a.txt" }));
    });
  });
  afterEach(() => {
    delete window.__FORWARDER__;
  });

  it("go to the page's own address with the session's token", async () => {
    window.__FORWARDER__ = { uploadHttp: "", uploadHttps: "https://files.example.com" };
    await upload("/platform/picture", file());
    expect(asked.map(({ url, authorization }) => [url, authorization])).toEqual([["/platform/picture", "Bearer t1"]]);
  });

  it("go to the address for pages opened so, with a ticket and without the token", async () => {
    // req: attach-upload-endpoint
    window.__FORWARDER__ = { uploadHttp: "http://files.example.com", uploadHttps: "https://files.example.com" };
    await expect(upload("/hrs/doc?kind=1", file(), { params: { orderUuid: "e1" } })).resolves.toEqual({ name: "a.txt" });
    expect(asked.map(({ url, authorization }) => [url, authorization])).toEqual([
      ["/platform/uploadTicket", "Bearer t1"],
      ["http://files.example.com/hrs/doc?kind=1&orderUuid=e1", "Ticket k9"],
    ]);
    expect(asked[0]?.body).toBe('{"path":"/hrs/doc"}');
    vi.stubGlobal("location", { ...window.location, protocol: "https:" });
    await upload("/hrs/doc", file());
    expect(asked.at(-1)?.url).toBe("https://files.example.com/hrs/doc");
  });
});
