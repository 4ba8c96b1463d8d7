import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closePouch } from "@/modules/pouch/pouch-store";
import { BUTTONS, POUCH, buttonOf, dialogOf, openList, run, type } from "@/modules/pouch/pouch-kit";
import { envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const BASE = "/afbase/cargoPouch";
const NOW = new Date("2026-07-17T02:30:00Z");
const reads = (server: Awaited<ReturnType<typeof openList>>) => server.to(`${BASE}/page`).length;
const finding = (field: string, message: string) =>
  envelope(200, 1, message, { findings: [{ field, severity: "error", key: "k", message }] });
const pdf = () => new Response(new Blob(["%PDF-1.7"]), { headers: { "content-type": "application/pdf" } });

/** The words of the row's buttons, those behind the three dots too. */
async function all(): Promise<(string | null)[]> {
  const more = screen.queryByRole("button", { name: "更多操作" });
  if (more) fireEvent.click(more);
  const items = more ? await screen.findAllByRole("menuitem") : [];
  const inline = [...document.querySelectorAll(".row-buttons > button:not([aria-label])")];
  return [...inline, ...items].map((each) => each.textContent);
}

beforeEach(() => {
  URL.createObjectURL = () => "blob:one";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  closePouch();
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("shows what is missing in red with its words", async () => {
  await openList();
  const cell = screen.getByTitle("货物舱单");
  expect(cell.className).toBe("pouch-missing");
  expect(cell.textContent).toBe("缺件 货物舱单");
});

describe("buttons of a row", () => {
  it("are those of its state and of the user's codes", async () => {
    await openList({}, { row: { state: "SEALED" } });
    expect(await all()).toEqual(["拆封", "交接", "打印", "发送", "链接", "作废"]);
    cleanup();
    await openList({}, { row: { state: "HANDED", can: ["af-pouch-hand", "af-pouch-print", "af-pouch-send"] } });
    expect(await all()).toEqual(["签收", "打印", "发送", "链接"]);
    cleanup();
    await openList({}, { row: { state: "VOID", can: [] } });
    expect(await all()).toEqual([]);
    cleanup();
    await openList({}, { buttons: ["af-pouch-edit"] });
    expect(await all()).toEqual(["修改"]);
    expect(screen.queryByRole("button", { name: "新增" })).toBeNull();
  });
});

describe("sealing", () => {
  it("wants a seal number, asks about what is missing and seals when it is confirmed", async () => {
    const question = "缺少货物舱单，是否封袋？";
    const server = await openList({
      [`POST ${BASE}/81/seal`]: (asked) => {
        const { confirmed } = asked.json() as { confirmed?: string[] };
        if (confirmed) return { id: "81", version: 4, state: "SEALED" };
        const confirms = [{ key: "pouch.missing", field: "documents", message: question }];
        return envelope(200, 2, question, { confirms });
      },
    });
    await run("封袋");
    const box = await dialogOf("封袋 WD-2607150001");
    box.getByText("货物舱单", { exact: false, selector: ".pouch-missing" });
    fireEvent.click(buttonOf(box, "封袋"));
    await box.findByText("请输入封袋号");
    expect(server.to(`${BASE}/81/seal`)).toHaveLength(0);
    type(box.getByLabelText(/封袋号/), "s100");
    fireEvent.click(buttonOf(box, "封袋"));
    await screen.findByText(question);
    fireEvent.click(screen.getByRole("button", { name: /^否$/ }));
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(toasts()).toEqual([]);
    fireEvent.click(buttonOf(box, "封袋"));
    await screen.findByText(question);
    fireEvent.click(screen.getByRole("button", { name: /^是$/ }));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    const sent = server.to(`${BASE}/81/seal`).at(-1)?.json();
    expect(sent).toEqual({ sealNo: "S100", version: 3, confirmed: ["pouch.missing"] });
    await waitFor(() => expect(screen.queryByText("封袋 WD-2607150001")).toBeNull());
    await waitFor(() => expect(reads(server)).toBe(2));
  });

  it("reads the list again when somebody else was first", async () => {
    const stale = () => envelope(200, 3, "数据有变化，请刷新后重试");
    const server = await openList({ [`POST ${BASE}/81/seal`]: stale }, { row: { sealNo: "S1" } });
    await run("封袋");
    fireEvent.click(buttonOf(await dialogOf("封袋 WD-2607150001"), "封袋"));
    fireEvent.click(await screen.findByRole("button", { name: "重新加载" }));
    await waitFor(() => expect(reads(server)).toBe(2));
    expect(server.to(`${BASE}/81/seal`)[0]?.json()).toEqual({ sealNo: "S1", version: 3 });
    await waitFor(() => expect(screen.queryByText("封袋 WD-2607150001")).toBeNull());
  });

  it("is taken back after a question", async () => {
    const row = { state: "SEALED" };
    const server = await openList({ [`POST ${BASE}/81/unseal`]: () => ({ state: "DRAFT" }) }, { row });
    await run("拆封");
    await screen.findByText("确认拆封该文件袋？");
    fireEvent.click(screen.getByRole("button", { name: /^确\s*定$/ }));
    await waitFor(() => expect(server.to(`${BASE}/81/unseal`)[0]?.json()).toEqual({ version: 3 }));
  });
});

describe("handing over", () => {
  it("sends unit, person, time and the photo of the slip", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const server = await openList(
      {
        [`POST ${BASE}/slip`]: () => ({ id: "501", name: "slip.jpg", size: 1536 }),
        [`POST ${BASE}/81/hand`]: (asked) => {
          const { handTime } = asked.json() as { handTime: string };
          return handTime > "2026-07-17 10:30:00" ? finding("handTime", "时间不能晚于现在") : { state: "HANDED" };
        },
      },
      { row: { state: "SEALED" } },
    );
    await run("交接");
    const box = await dialogOf("交接 WD-2607150001");
    expect(box.getByLabelText<HTMLInputElement>(/交接时间/).value).toBe("2026-07-17 10:30");
    fireEvent.click(buttonOf(box, "交接"));
    await box.findByText("请输入交接人");
    type(box.getByLabelText(/交接单位/), "浦东货站");
    type(box.getByLabelText(/交接人/), "李想");
    type(box.getByLabelText(/交接时间/), "2026-07-17 10:31");
    const input = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>("[data-field=slip] input[type=file]");
      if (!found) throw new Error("no upload");
      return found;
    });
    fireEvent.change(input, { target: { files: [new File(["x"], "slip.jpg", { type: "image/jpeg" })] } });
    await box.findByText("slip.jpg");
    fireEvent.click(buttonOf(box, "交接"));
    await box.findByText("时间不能晚于现在");
    expect(box.getByLabelText<HTMLInputElement>(/交接单位/).value).toBe("浦东货站");
    type(box.getByLabelText(/交接时间/), "2026-07-17 10:30");
    fireEvent.click(buttonOf(box, "交接"));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(server.to(`${BASE}/81/hand`).at(-1)?.json()).toEqual({
      handTo: "浦东货站",
      handPerson: "李想",
      handTime: "2026-07-17 10:30:00",
      slip: ["501"],
      version: 3,
    });
  });

  it("receives by hand", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const row = { state: "HANDED" };
    const server = await openList({ [`POST ${BASE}/81/receive`]: () => ({ state: "RECEIVED" }) }, { row });
    await run("签收");
    const box = await dialogOf("签收 WD-2607150001");
    fireEvent.click(buttonOf(box, "签收"));
    await box.findByText("请输入签收人");
    type(box.getByLabelText(/签收人(?!电话)/), "Hans Weber");
    type(box.getByLabelText(/签收备注/), "两份正本");
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(server.to(`${BASE}/81/receive`)[0]?.json()).toEqual({
      receiver: "Hans Weber",
      receiverPhone: null,
      receivedTime: "2026-07-17 10:30:00",
      receivedRemark: "两份正本",
      version: 3,
    });
  });
});

it("becomes void with a reason", async () => {
  const server = await openList({ [`POST ${BASE}/81/void`]: () => ({ state: "VOID" }) });
  await run("作废");
  const box = await dialogOf("作废 WD-2607150001");
  box.getByText("作废后不能恢复，对外链接立即失效。");
  fireEvent.click(buttonOf(box, "作废"));
  await box.findByText("请输入作废原因");
  type(box.getByLabelText(/作废原因/), "退关");
  fireEvent.click(buttonOf(box, "作废"));
  await waitFor(() => expect(server.to(`${BASE}/81/void`)[0]?.json()).toEqual({ reason: "退关", version: 3 }));
  await waitFor(() => expect(reads(server)).toBe(2));
});

describe("printing", () => {
  it("shows the label and the slip, and stores what is shown", async () => {
    const server = await openList({ [`GET ${BASE}/print/81`]: pdf });
    await run("打印");
    const box = await dialogOf("打印 WD-2607150001");
    expect((await box.findByTitle("文件袋标签")).getAttribute("src")).toBe("blob:one#navpanes=0&view=FitH");
    fireEvent.click(box.getByLabelText("交接单"));
    await box.findByTitle("交接单");
    expect(server.to(`${BASE}/print/81`).map(({ query }) => query.get("kind"))).toEqual(["label", "slip"]);
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    fireEvent.click(buttonOf(box, "下载PDF"));
    expect(saved).toEqual(["SLIP_WD-2607150001.pdf"]);
  });

  it("says why there is none, and tries again", async () => {
    let ended = true;
    await openList({ [`GET ${BASE}/print/81`]: () => (ended ? envelope(200, 1, "文件袋已作废，不能打印") : pdf()) });
    await run("打印");
    const box = await dialogOf("打印 WD-2607150001");
    await box.findByText("文件袋已作废，不能打印");
    expect(buttonOf(box, "下载PDF").hasAttribute("disabled")).toBe(true);
    ended = false;
    fireEvent.click(buttonOf(box, "重试"));
    await box.findByTitle("文件袋标签");
  });
});

describe("the link", () => {
  const LINK = {
    url: "https://f.example.com/cargoPouchView/abc",
    code: "ABCD2345",
    pouchNumber: POUCH.pouchNumber,
    views: 2,
    lastView: "2026-07-19 08:00:00",
    expireTime: "2026-10-17 00:00:00",
  };

  it("is shown with its code, each copied by its button", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { ...navigator, userAgent: navigator.userAgent, clipboard: { writeText } });
    await openList({ [`GET ${BASE}/81/link`]: () => LINK });
    await run("链接");
    const box = await dialogOf("对外链接 WD-2607150001");
    expect((await box.findByLabelText<HTMLInputElement>("链接", { selector: "input" })).value).toBe(LINK.url);
    expect(box.getByLabelText<HTMLInputElement>("查看码", { selector: "input" }).value).toBe("ABCD2345");
    box.getByText("对外查看 2 次");
    box.getByText("最近查看 2026-07-19 08:00");
    box.getByText("链接有效至 2026-10-17 00:00");
    fireEvent.click(box.getByRole("button", { name: "复制 链接" }));
    fireEvent.click(box.getByRole("button", { name: "复制 查看码" }));
    await waitFor(() => expect(writeText.mock.calls).toEqual([[LINK.url], ["ABCD2345"]]));
    expect(toasts()).toEqual(["已复制"]);
  });

  it("is there for those who may print or send it, and says when it cannot be read", async () => {
    const sends = { buttons: ["af-pouch-send"], row: { state: "SEALED" } };
    await openList({ [`GET ${BASE}/81/link`]: () => envelope(404, 404, "") }, sends);
    await run("链接");
    await (await dialogOf("对外链接 WD-2607150001")).findByText("加载数据失败");
    cleanup();
    closePouch();
    await openList({}, { buttons: BUTTONS.filter((code) => !["af-pouch-print", "af-pouch-send"].includes(code)) });
    expect(await all()).toEqual(["修改", "封袋", "作废"]);
  });
});

describe("the mail", () => {
  const LETTER = { to: ["ops@agent.example"], subject: "随货文件袋 WD-2607150001（990-12345675）", content: "请查看。" };

  it("begins as it is proposed and goes to who is named", async () => {
    const server = await openList(
      {
        [`GET ${BASE}/81/letter`]: () => LETTER,
        [`POST ${BASE}/81/send`]: (asked) => {
          const { to } = asked.json() as { to: string[] };
          return to.includes("wrong") ? finding("to", "收件人wrong不正确") : { mailId: "1" };
        },
      },
      { row: { state: "SEALED" } },
    );
    await run("发送");
    await screen.findByText("对外链接会附在正文下方。");
    const box = await dialogOf("发邮件 WD-2607150001");
    expect(box.getByLabelText<HTMLInputElement>(/标题/).value).toBe(LETTER.subject);
    const add = (label: RegExp, text: string) => {
      const input = box.getByLabelText(label, { selector: "input" });
      fireEvent.change(input, { target: { value: text } });
      fireEvent.keyDown(input, { key: "Enter", keyCode: 13 });
    };
    add(/收件人/, "wrong");
    type(box.getByLabelText(/正文/), "");
    fireEvent.click(buttonOf(box, "发送"));
    await box.findByText("请输入正文");
    type(box.getByLabelText(/正文/), "请确认收到。");
    fireEvent.click(buttonOf(box, "发送"));
    await box.findByText("收件人wrong不正确");
    const wrong = box.getByText("wrong").closest<HTMLElement>(".ant-select-selection-item")!;
    fireEvent.click(wrong.querySelector(".ant-select-selection-item-remove")!);
    add(/抄送/, "desk@forwarder.example");
    fireEvent.click(buttonOf(box, "发送"));
    await waitFor(() => expect(toasts()).toEqual(["邮件已提交发送"]));
    expect(server.to(`${BASE}/81/send`).at(-1)?.json()).toEqual({
      to: LETTER.to,
      cc: ["desk@forwarder.example"],
      subject: LETTER.subject,
      content: "请确认收到。",
    });
    await waitFor(() => expect(screen.queryByText("发邮件 WD-2607150001")).toBeNull());
  });

  it("asks for a receiver where the agent has none", async () => {
    const row = { state: "SEALED" };
    const server = await openList({ [`GET ${BASE}/81/letter`]: () => ({ ...LETTER, to: [] }) }, { row });
    await run("发送");
    await screen.findByText("对外链接会附在正文下方。 目的港代理没有联系人邮箱，请输入收件人。");
    const box = await dialogOf("发邮件 WD-2607150001");
    fireEvent.click(buttonOf(box, "发送"));
    await box.findByText("请选择收件人");
    expect(server.to(`${BASE}/81/send`)).toHaveLength(0);
  });

  it("says when the proposal cannot be read", async () => {
    await openList({ [`GET ${BASE}/81/letter`]: () => envelope(500, 500, "") }, { row: { state: "SEALED" } });
    await run("发送");
    await (await dialogOf("发邮件 WD-2607150001")).findByText("加载数据失败");
  });
});
