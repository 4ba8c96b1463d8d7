import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { FileTab } from "@/platform/order/file-tab";
import { renderPage, toasts } from "@/platform/test-shell";
import { KEY } from "@/platform/storage";
import { READ, prepareOrders } from "@/platform/order/tabs-kit";

const FILE = {
  orderFileId: "31",
  fileType: "文件",
  fileClass: "发票",
  fileName: "invoice.pdf",
  fileRemark: "",
  isDisplay: false,
  size: 1536,
  creatorName: "李想",
  createTime: "2026-07-15 10:00:00",
  contentType: "application/pdf",
  fileUrl: "/afbase/orderFiles/download/31",
};

const photo = (id: number) => ({
  ...FILE,
  orderFileId: `${id}`,
  fileType: "照片",
  fileName: `${id}.png`,
  contentType: "image/png",
  fileUrl: `/afbase/orderFiles/download/${id}`,
});
const picture = () => new Response("png", { headers: { "content-type": "image/png" } });

/** Two pictures, a workbook and a PDF. */
function openAll() {
  const workbook = { ...FILE, orderFileId: "34", fileName: "箱单.xlsx", fileUrl: "/afbase/orderFiles/download/34" };
  const pdf = { ...FILE, orderFileId: "33", fileUrl: "/afbase/orderFiles/download/33" };
  return open({
    "GET /afbase/orderFiles/getList": () => [photo(31), photo(32), workbook, pdf],
    "GET /afbase/orderFiles/download/31": picture,
    "GET /afbase/orderFiles/download/32": picture,
    "GET /afbase/orderFiles/download/33": () => new Response("%PDF", { headers: { "content-type": "application/pdf" } }),
  });
}

function open(routes: Record<string, Answer> = {}, readOnly = false) {
  const server = stubServer({ "GET /afbase/orderFiles/getList": () => [FILE], ...routes });
  const changed = vi.fn<() => void>();
  renderPage(<FileTab order={READ} readOnly={readOnly} changed={changed} />);
  return { server, changed };
}

async function choose(...files: File[]) {
  fireEvent.change(await screen.findByLabelText("选择文件"), { target: { files } });
}

beforeEach(async () => {
  URL.createObjectURL = () => "blob:picture";
  URL.revokeObjectURL = () => undefined;
  await prepareOrders(["af-order-file"]);
});
afterEach(() => vi.unstubAllGlobals());

describe("files of an order", () => {
  it("says what is taken, and what each refused file did wrong, while the others go through", async () => {
    // req: attach-documents-allowed
    const { server, changed } = open({
      "POST /afbase/orderFiles/upload": (asked) =>
        server.to(asked.path).length === 1 ? ["32"] : envelope(200, 1, "文件格式不支持"),
    });
    expect(await screen.findByText(/支持 PDF, DOC, DOCX.*单个不超过 50MB，每个订单最多 50 个文件/)).toBeTruthy();
    await choose(new File(["a"], "a.PDF"), new File(["b"], "b.exe"), new File(["c"], "c.docx"));
    await screen.findByText("2 个文件未上传");
    const items = [...document.querySelectorAll(".file-drop .ant-alert li")].map((item) => item.textContent);
    expect(items).toEqual(["b.exe 文件格式不支持", "c.docx 文件格式不支持"]);
    // The wrong ending is known before anything is sent; the wrong content is the server's to see.
    expect(server.to("/afbase/orderFiles/upload")).toHaveLength(2);
    expect(Object.fromEntries(server.to("/afbase/orderFiles/upload")[0]?.query ?? [])).toEqual({
      orderUuid: READ.orderUuid,
      fileType: "文件",
      fileClass: "其他",
    });
    expect(toasts()).toContain("已上传 1 个文件");
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it("takes images alone as photos", async () => {
    // req: attach-images-allowed
    const { server } = open();
    fireEvent.click(await screen.findByText("照片"));
    await choose(new File(["a"], "a.pdf"));
    expect(await screen.findByText("图片仅支持JPG、JPEG、BMP、PNG格式")).toBeTruthy();
    expect(server.to("/afbase/orderFiles/upload")).toHaveLength(0);
  });

  it("changes remark and visibility in place", async () => {
    const { server } = open({ "POST /afbase/orderFiles/update": () => null });
    const remark = await screen.findByLabelText("备注");
    fireEvent.change(remark, { target: { value: " 正本 " } });
    fireEvent.blur(remark);
    fireEvent.click(screen.getByLabelText("对客户可见"));
    await waitFor(() => expect(server.to("/afbase/orderFiles/update")).toHaveLength(2));
    expect(server.to("/afbase/orderFiles/update").map((asked) => asked.json())).toEqual([
      { orderFileId: "31", fileRemark: "正本" },
      { orderFileId: "31", isDisplay: true },
    ]);
  });

  it("shows the small copy of a picture, fetched with the token", async () => {
    localStorage.setItem(KEY.token, "abc");
    const { server } = open({ "GET /afbase/orderFiles/getList": () => [photo(31)], "GET /afbase/orderFiles/download/31": picture });
    const shown = await screen.findByAltText("31.png");
    await waitFor(() => expect(shown.getAttribute("src")).toBe("blob:picture"));
    const [asked] = server.to("/afbase/orderFiles/download/31");
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({ thumb: "1" });
    expect(asked?.headers["Authorization"]).toBe("Bearer abc");
  });

  it("goes through pictures and PDF by buttons and arrow keys, past what can't be shown", async () => {
    openAll();
    fireEvent.click(await screen.findByLabelText("预览 31.png"));
    expect(await screen.findByText("31.png（1/3）")).toBeTruthy();
    fireEvent.keyDown(window, { key: "ArrowRight" });
    expect(await screen.findByText("32.png（2/3）")).toBeTruthy();
    fireEvent.click(screen.getByText("下一个"));
    expect(await screen.findByText("invoice.pdf（3/3）")).toBeTruthy();
    await waitFor(() => expect(document.querySelector("iframe")?.getAttribute("src")).toMatch(/^blob:picture/));
    fireEvent.click(screen.getByText("下一个"));
    fireEvent.keyDown(window, { key: "ArrowLeft" });
    expect(await screen.findByText("invoice.pdf（3/3）")).toBeTruthy();
  });

  it("plays them by itself, one every two seconds, until somebody turns or pauses", async () => {
    // req: platform-carousel-interval
    openAll();
    fireEvent.click(await screen.findByLabelText("预览 31.png"));
    await screen.findByText("31.png（1/3）");
    vi.useFakeTimers();
    try {
      const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      await wait(10_000);
      expect(screen.getByText("31.png（1/3）")).toBeTruthy();
      fireEvent.click(screen.getByText("自动播放"));
      await wait(1999);
      expect(screen.getByText("31.png（1/3）")).toBeTruthy();
      await wait(1);
      expect(screen.getByText("32.png（2/3）")).toBeTruthy();
      await wait(2000);
      await wait(2000);
      expect(screen.getByText("31.png（1/3）")).toBeTruthy();
      fireEvent.click(screen.getByText("暂停"));
      await wait(10_000);
      expect(screen.getByText("31.png（1/3）")).toBeTruthy();
      fireEvent.click(screen.getByText("自动播放"));
      fireEvent.keyDown(window, { key: "ArrowRight" });
      await wait(10_000);
      expect(screen.getByText("32.png（2/3）")).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  it("does not turn away from a picture that is still on its way", async () => {
    let arrive: (picture: Response) => void = () => undefined;
    const late = new Promise<Response>((done) => (arrive = done));
    open({
      "GET /afbase/orderFiles/getList": () => [photo(31), photo(32)],
      "GET /afbase/orderFiles/download/31": (asked) => (asked.query.has("thumb") ? picture() : late),
      "GET /afbase/orderFiles/download/32": picture,
    });
    fireEvent.click(await screen.findByLabelText("预览 31.png"));
    await screen.findByText("31.png（1/2）");
    vi.useFakeTimers();
    try {
      const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      fireEvent.click(screen.getByText("自动播放"));
      await wait(10_000);
      expect(screen.getByText("31.png（1/2）")).toBeTruthy();
      arrive(picture());
      await wait(1);
      await wait(1998);
      expect(screen.getByText("31.png（1/2）")).toBeTruthy();
      await wait(2);
      expect(screen.getByText("32.png（2/2）")).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  it("takes all files home in one archive", async () => {
    const { server } = open({ "POST /afbase/orderFiles/zip": () => new Response("PK", { headers: { "content-type": "application/zip" } }) });
    fireEvent.click(await screen.findByText("打包下载（1）"));
    await waitFor(() => expect(server.to("/afbase/orderFiles/zip")).toHaveLength(1));
    expect(server.to("/afbase/orderFiles/zip")[0]?.json()).toEqual({ orderUuid: READ.orderUuid });
  });

  it("only shows what may not be changed", async () => {
    open({}, true);
    await screen.findByText("invoice.pdf");
    expect(screen.queryByText("上传")).toBeNull();
    expect(screen.queryByText("删除")).toBeNull();
    expect((screen.getByLabelText("对客户可见") as HTMLInputElement).disabled).toBe(true);
  });
});
