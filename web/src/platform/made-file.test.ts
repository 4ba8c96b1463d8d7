import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { post } from "@/platform/call/client";
import { openMade, saveMade } from "@/platform/made-file";
import { envelope, stubServer } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";
import { useToasts } from "@/platform/toast";

const ADDRESS = "/afbase/awbPrint/file/t0k";
const FILE = {
  "POST /make": () => ({ url: ADDRESS }),
  [`GET ${ADDRESS}`]: () =>
    new Response("%PDF-1.7", { headers: { "content-type": "text/html", "content-disposition": "inline; filename*=UTF-8''LABEL_1.pdf" } }),
};
const make = async () => (await post<{ url: string }>("/make", {})).url;

let made: Blob[] = [];
let stored: string[] = [];

beforeEach(() => {
  useToasts.setState({ items: [] });
  made = [];
  stored = [];
  URL.createObjectURL = vi.fn((blob: Blob) => {
    made.push(blob);
    return "blob:1";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    stored.push(this.download);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function besides() {
  const window = { opener: {} as unknown, location: { replace: vi.fn<(href: string) => void>() }, close: vi.fn<() => void>() };
  vi.spyOn(globalThis.window, "open").mockReturnValue(window as unknown as Window);
  return window;
}

describe("a file a call makes", () => {
  it("is shown beside the application as a PDF, whatever its answer calls itself", async () => {
    const window = besides();
    stubServer(FILE);
    expect(await openMade(make)).toBe(true);
    expect(window.location.replace).toHaveBeenCalledWith("blob:1");
    expect(window.opener).toBeNull();
    expect(made[0]?.type).toBe("application/pdf");
    expect(stored).toEqual([]);
  });

  it("is stored under the server's name where the browser opens no window", async () => {
    vi.spyOn(globalThis.window, "open").mockReturnValue(null);
    stubServer(FILE);
    expect(await openMade(make)).toBe(true);
    expect(stored).toEqual(["LABEL_1.pdf"]);
    expect(toasts()).toEqual(["浏览器阻止了新窗口，文件已下载"]);
  });

  it("closes the empty window when the call is refused, and says why once", async () => {
    const window = besides();
    stubServer({ "POST /make": () => envelope(200, 1, "序号范围无效") });
    expect(await openMade(make)).toBe(false);
    expect(window.close).toHaveBeenCalled();
    expect(toasts()).toEqual(["操作失败，序号范围无效"]);
  });

  it("says that its address is used up", async () => {
    stubServer({ "POST /make": FILE["POST /make"]!, [`GET ${ADDRESS}`]: () => envelope(200, 1, "文件链接已失效，请重新打印") });
    expect(await saveMade(make)).toBe(false);
    expect(toasts()).toEqual(["文件链接已失效，请重新打印"]);
    expect(stored).toEqual([]);
  });
});
