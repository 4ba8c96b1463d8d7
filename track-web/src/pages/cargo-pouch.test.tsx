import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, it, vi } from "vitest";
import { at, fine, PHONE, serve, type Answers, type Seen } from "../test-order";
import CargoPouchPage from "./cargo-pouch";

const PATH = "/cargoPouchView";
const LONG = { timeout: 30_000 };
const GONE = { code: 1, messageInfo: "文件袋不存在或链接已失效" };

const POUCH = {
  pouchNumber: "WD-2607150001",
  mawbNumber: "990-12345675",
  flightNo: "X9101",
  flightDate: "2026-07-18",
  departureStation: "PVG",
  arrivalStation: "FRA",
  sealNo: "F0012",
  state: "HANDED",
  stateName: "已交接",
  receiver: null,
  receivedTime: null,
  documents: [
    { docType: "主运单", docNo: "990-12345675", originals: 3, copies: 0, fileName: "mawb.pdf", fileUrl: "/afbase/external/cargoPouch/t0k/file/1", remark: null },
    { docType: "分运单", docNo: "HA001", originals: 1, copies: 2, fileName: null, fileUrl: null, remark: "随机" },
    { docType: "货物舱单", docNo: null, originals: 1, copies: 1, fileName: "manifest.xlsx", fileUrl: null, remark: null },
  ],
  orgName: "测试货代",
};

async function open(answers: Answers, path = `${PATH}/t0k`, search = ""): Promise<Seen[]> {
  at(search, path);
  const seen = serve(answers);
  render(<CargoPouchPage />);
  return seen;
}

const VIEW = "cargoPouch/t0k";
const type = (label: RegExp, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole("button", { name }));
};

// req: track-open-cargo-pouch, track-route-cargo-pouch-view-id
it("shows the pouch of the address with its papers", async () => {
  const seen = await open({ [VIEW]: fine(POUCH) });
  expect((await screen.findByRole("heading", { level: 1 }, LONG)).textContent).toBe("WD-2607150001");
  expect(seen).toMatchObject([{ method: "GET", path: VIEW, query: {} }]);
  expect([...document.querySelectorAll(".fact")].map((one) => one.textContent)).toEqual([
    "主单号990-12345675",
    "航班/日期X9101 2026-07-18",
    "航程PVG → FRA",
    "封条号F0012",
    "签收-",
  ]);
  expect(screen.getByRole("status").textContent).toBe("状态已交接");
  const table = within(screen.getByRole("region", { name: "文件清单" })).getByRole("table");
  expect([...table.querySelectorAll("th")].map((one) => one.textContent)).toEqual(["单证类型", "编号", "正本", "副本", "文件", "备注"]);
  expect([...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["主运单", "990-12345675", "3", "0", "mawb.pdf", "-"],
    ["分运单", "HA001", "1", "2", "-", "随机"],
    ["货物舱单", "-", "1", "1", "manifest.xlsx", "-"],
  ]);
  expect([...table.querySelectorAll("[data-icon]")].map((one) => one.getAttribute("data-icon"))).toEqual(["pdf", "excel"]);
  expect(document.title).toBe("随货文件袋");
  expect(within(screen.getByRole("banner")).getByText("测试货代")).toBeTruthy();
});

// req: track-open-cargo-pouch, track-links-mobile
it("opens a file by the rule, and says when it has no address", async () => {
  await open({ [VIEW]: fine(POUCH) });
  const link = await screen.findByRole("link", { name: /mawb.pdf/ }, LONG);
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/afbase/external/cargoPouch/t0k/file/1", "_blank"]);
  fireEvent.click(screen.getByRole("button", { name: /manifest.xlsx/ }));
  expect(screen.getByRole("alert").textContent).toBe("操作失败，附件地址不存在");
  cleanup();
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(PHONE);
  await open({ [VIEW]: fine(POUCH) });
  expect((await screen.findByRole("link", { name: /mawb.pdf/ }, LONG)).hasAttribute("target")).toBe(false);
});

// req: track-open-cargo-pouch
it("says that there is no such pouch, and offers to ask for another", async () => {
  for (const answer of [GONE, new Response("", { status: 404 })]) {
    await open({ [VIEW]: answer });
    expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，文件袋不存在或链接已失效");
    expect(screen.getByRole("link", { name: "查看其他文件袋" }).getAttribute("href")).toBe(PATH);
    cleanup();
  }
});

// req: track-route-cargo-pouch-view
it("takes the id of the query", async () => {
  const seen = await open({ [VIEW]: fine(POUCH) }, PATH, "?id=t0k");
  await screen.findByText("WD-2607150001", {}, LONG);
  expect(seen[0]?.path).toBe(VIEW);
});

// req: track-route-cargo-pouch-view
it("asks for number and view code and leads to the pouch", async () => {
  const seen = await open({ "cargoPouch/open": fine({ id: "t0k" }), [VIEW]: fine(POUCH) }, PATH);
  type(/袋号/, " WD-2607150001 ");
  type(/查看码/, "AB12CD34");
  press("查看");
  expect((await screen.findByRole("heading", { name: "WD-2607150001" }, LONG)).textContent).toBe("WD-2607150001");
  expect(seen[0]).toMatchObject({ method: "POST", path: "cargoPouch/open", body: { pouchNumber: "WD-2607150001", code: "AB12CD34" } });
  expect(location.pathname).toBe(`${PATH}/t0k`);
});

it("asks nothing while a field is empty, and keeps what was typed when it is wrong", async () => {
  const seen = await open({ "cargoPouch/open": GONE }, PATH);
  type(/袋号/, "WD-1");
  press("查看");
  expect(screen.getByText("请填写查看码")).toBeTruthy();
  expect(screen.queryByText("请填写袋号")).toBeNull();
  expect(seen).toEqual([]);
  type(/查看码/, "wrong");
  press("查看");
  expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，文件袋不存在或链接已失效");
  expect(screen.getByLabelText<HTMLInputElement>(/袋号/).value).toBe("WD-1");
  expect(location.pathname).toBe(PATH);
});

it("confirms the receipt once, with name and phone", async () => {
  const answers: Answers = { [VIEW]: fine(POUCH), "cargoPouch/receive": fine(null) };
  const seen = await open(answers);
  await screen.findByRole("button", { name: "确认收到" }, LONG);
  press("确认收到");
  expect(screen.getByText("请填写签收人")).toBeTruthy();
  expect(screen.getByText("请填写联系电话")).toBeTruthy();
  expect(seen).toHaveLength(1);
  type(/签收人/, "甲");
  type(/联系电话/, "13800000000");
  type(/备注/, "完好");
  answers[VIEW] = fine({ ...POUCH, state: "RECEIVED", stateName: "已签收", receiver: "甲", receivedTime: "2026-07-19 09:30:00" });
  press("确认收到");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("状态已签收"), LONG);
  expect(seen[1]).toMatchObject({ method: "POST", path: "cargoPouch/receive", body: { id: "t0k", name: "甲", phone: "13800000000", remark: "完好" } });
  expect([...document.querySelectorAll(".fact")].at(-1)?.textContent).toBe("签收甲 2026-07-19 09:30");
  expect(screen.queryByRole("button", { name: "确认收到" })).toBeNull();
});

it("keeps what was typed when the receipt is refused", async () => {
  await open({ [VIEW]: fine(POUCH), "cargoPouch/receive": { code: 1, messageInfo: "已于2026-07-19 09:30由乙签收" } });
  await screen.findByRole("button", { name: "确认收到" }, LONG);
  type(/签收人/, "甲");
  type(/联系电话/, "13800000000");
  press("确认收到");
  expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，已于2026-07-19 09:30由乙签收");
  expect(screen.getByLabelText<HTMLInputElement>(/签收人/).value).toBe("甲");
});

it("asks for a receipt only while the pouch is handed over", async () => {
  for (const state of ["DRAFT", "SEALED", "RECEIVED"]) {
    await open({ [VIEW]: fine({ ...POUCH, state, documents: [] }) });
    await screen.findByText("文件袋内暂无文件", {}, LONG);
    expect(screen.queryByRole("button", { name: "确认收到" })).toBeNull();
    cleanup();
  }
});
