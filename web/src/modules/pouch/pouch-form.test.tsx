import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POUCH, PROPOSAL, buttonOf, openList, run, type } from "@/modules/pouch/pouch-kit";
import { setLanguage } from "@/platform/i18n";
import { envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const BASE = "/afbase/cargoPouch";
const PROPOSE = `GET ${BASE}/propose`;

beforeEach(() => {
  URL.createObjectURL = () => "blob:one";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const drawer = () => within(document.querySelector<HTMLElement>(".ant-drawer")!);
const at = (path: string) => document.querySelector<HTMLElement>(`[data-field="${path}"]`)!;
const box = (path: string) => at(path).querySelector<HTMLInputElement>("input")!;
const kinds = () => [...document.querySelectorAll('[data-field$=".docType"]')].map((each) => each.textContent);
const red = () =>
  [...document.querySelectorAll(".pouch-documents tbody tr")].map((line) => line.hasAttribute("data-missing"));
const status = () => document.querySelector(".pouch-documents [role=status]")?.textContent;

/** A double click on the row. */
const openRow = () => fireEvent.doubleClick(screen.getByTitle(/HA001|货物舱单/));

async function openNew() {
  fireEvent.click(await screen.findByRole("button", { name: /^新\s*增$/ }));
  await waitFor(() => expect(document.querySelector(".pouch-documents")).toBeTruthy());
}

describe("a new pouch", () => {
  it("is filled from the master that is typed, tells what is missing, and sends its rows", async () => {
    const server = await openList({ [PROPOSE]: () => PROPOSAL, [`POST ${BASE}`]: () => ({ id: "82", version: 1 }) });
    await openNew();
    drawer().getByText("输入主单号后自动列出所需单证");
    expect(at("state")).toBeNull();
    expect(drawer().queryByText("交接与签收")).toBeNull();
    type(box("awbNumber"), "99012345675");
    await waitFor(() => expect(kinds()).toEqual(["主运单", "分运单", "分运单", "货物舱单"]));
    expect(server.to(`${BASE}/propose`).map(({ query }) => query.get("awbNumber"))).toEqual(["990-12345675"]);
    expect(at("orderCodes").textContent).toBe("订单号AE-2607150001");
    expect(at("flightNo").textContent).toBe("航班号X9101");
    expect(at("departureStation").textContent).toBe("始发站PVG");
    expect(at("agentId").textContent).toContain("海外代理甲");
    expect(status()).toBe("缺件 主运单、分运单 HA001、分运单 HA002、货物舱单");
    expect(red()).toEqual([true, true, true, true]);
    for (const place of [0, 1, 2]) type(box(`documents.${place}.originals`), "1");
    await waitFor(() => expect(status()).toBe("缺件 货物舱单"));
    expect(red()).toEqual([false, false, false, true]);
    type(box("documents.3.originals"), "2");
    await waitFor(() => expect(status()).toBe("单证齐全"));
    fireEvent.click(buttonOf(drawer(), "保存"));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    const made = server.asked.find(({ method, path }) => method === "POST" && path === BASE);
    const body = made?.json() as Record<string, unknown>;
    expect(body).toMatchObject({ awbNumber: "990-12345675", agentId: "9", sealNo: null });
    expect(body).not.toHaveProperty("orderCodes");
    expect((body["documents"] as object[])[1]).toMatchObject({
      docType: "分运单",
      docNo: "HA001",
      originals: 1,
      copies: 0,
      fileId: null,
      isDisplay: false,
      remark: null,
    });
  });

  it("takes the list of another master when nobody has changed the first, and keeps what was changed", async () => {
    const documents = [{ ...PROPOSAL.documents[0]!, docNo: "990-12345686" }];
    const other = { ...PROPOSAL, awbNumber: "990-12345686", flightNo: "X9102", documents };
    await openList({ [PROPOSE]: (asked) => (asked.query.get("awbNumber") === other.awbNumber ? other : PROPOSAL) });
    await openNew();
    type(box("awbNumber"), "990-12345675");
    await waitFor(() => expect(kinds()).toHaveLength(4));
    type(box("awbNumber"), "990-12345686");
    await waitFor(() => expect(kinds()).toEqual(["主运单"]));
    expect(at("flightNo").textContent).toBe("航班号X9102");
    type(box("documents.0.copies"), "3");
    type(box("awbNumber"), "990-12345675");
    await waitFor(() => expect(at("flightNo").textContent).toBe("航班号X9101"));
    expect(kinds()).toEqual(["主运单"]);
    expect(status()).toBe("缺件 主运单、分运单 HA001、分运单 HA002、货物舱单");
    fireEvent.click(buttonOf(drawer(), "自动清单"));
    await waitFor(() => expect(kinds()).toEqual(["主运单", "主运单", "分运单", "分运单", "货物舱单"]));
    fireEvent.click(buttonOf(drawer(), "自动清单"));
    await waitFor(() => expect(toasts()).toEqual(["清单已包含全部所需单证"]));
  });

  it("says at the number that there is no order of the master", async () => {
    const message = "主单990-12345690没有可用的空运出口订单";
    const wrong = { field: "awbNumber", severity: "error", key: "pouch.no_order", message };
    await openList({ [PROPOSE]: () => envelope(200, 1, message, { findings: [wrong] }) });
    await openNew();
    type(box("awbNumber"), "990-12345690");
    await within(at("awbNumber")).findByText(message);
    expect(buttonOf(drawer(), "自动清单").hasAttribute("disabled")).toBe(true);
  });

  it("says that the proposal could not be read, and tries again", async () => {
    let broken = true;
    await openList({ [PROPOSE]: () => (broken ? envelope(500, 500, "") : PROPOSAL) });
    await openNew();
    type(box("awbNumber"), "990-12345675");
    await drawer().findByText(/^自动清单读取失败/);
    broken = false;
    fireEvent.click(buttonOf(drawer(), "重试"));
    await waitFor(() => expect(kinds()).toHaveLength(4));
  });

  it("offers the files of the master's orders", async () => {
    const server = await openList({
      [PROPOSE]: () => PROPOSAL,
      "GET /platform/select/pouchFile": () => [{ value: "31", label: "发票.pdf", hint: "AE-2607150001" }],
    });
    await openNew();
    type(box("awbNumber"), "990-12345675");
    await waitFor(() => expect(kinds()).toHaveLength(4));
    fireEvent.mouseDown(box("documents.3.fileId"));
    fireEvent.click(await screen.findByText("发票.pdf"));
    await waitFor(() => expect(status()).toBe("缺件 主运单、分运单 HA001、分运单 HA002"));
    expect(server.to("/platform/select/pouchFile")[0]?.query.get("role")).toBe("990-12345675");
    expect(at("documents.3.fileId").textContent).toContain("发票.pdf");
  });
});

const STORED = {
  ...POUCH,
  views: 2,
  lastView: "2026-07-19 08:00:00",
  expireTime: "2026-10-17 00:00:00",
  documents: PROPOSAL.documents.map((row, place) => ({ ...row, id: String(place + 1), originals: place < 3 ? 1 : 0 })),
  slip: [],
};

describe("a stored pouch", () => {
  it("is changed as long as it is a draft, by what its master needs now", async () => {
    const dangerous = { ...PROPOSAL.documents[3]!, docType: "危险品申报单" };
    const server = await openList({
      [`GET ${BASE}/81`]: () => STORED,
      [PROPOSE]: () => ({ ...PROPOSAL, documents: [...PROPOSAL.documents, dangerous] }),
      [`PUT ${BASE}/81`]: () => envelope(200, 1, "文件袋已封袋，不能修改"),
    });
    await run("修改");
    await waitFor(() => expect(status()).toBe("缺件 货物舱单、危险品申报单"));
    expect(red()).toEqual([false, false, false, true]);
    drawer().getByText("对外查看 2 次");
    drawer().getByText("链接有效至 2026-10-17 00:00");
    drawer().getByText("交接后显示");
    type(box("documents.3.originals"), "1");
    fireEvent.click(buttonOf(drawer(), "保存"));
    await waitFor(() => expect(toasts()).toEqual(["操作失败，文件袋已封袋，不能修改"]));
    const sent = server.asked.find(({ method }) => method === "PUT");
    const body = sent?.json() as { documents: object[]; version: number };
    expect(body).not.toHaveProperty("awbNumber");
    expect([body.version, body.documents.length]).toEqual([3, 4]);
    expect(box("documents.3.originals").value).toBe("1");
  });

  it("is read alone once it is sealed, with its missing row in red", async () => {
    const sealed = { ...STORED, state: "SEALED" };
    const server = await openList({ [`GET ${BASE}/81`]: () => sealed }, { row: { state: "SEALED" } });
    openRow();
    await waitFor(() => expect(status()).toBe("缺件 货物舱单"));
    expect(red()).toEqual([false, false, false, true]);
    expect(document.querySelector(".pouch-documents input")).toBeNull();
    expect(drawer().queryByText("自动清单")).toBeNull();
    expect(drawer().queryByText("保存")).toBeNull();
    expect(server.to(`${BASE}/propose`)).toHaveLength(0);
  });

  it("shows the photo of the slip after the hand-over, in English too", async () => {
    const slip = [{ id: "501", name: "slip.jpg", size: 1536 }];
    const handed = { ...STORED, state: "HANDED", missing: "分运单 HA001", handTo: "PACTL", slip };
    await openList(
      {
        [`GET ${BASE}/81`]: () => handed,
        [`GET ${BASE}/slip/501`]: () => new Response(new Blob(["x"]), { headers: { "content-type": "image/jpeg" } }),
      },
      { row: { state: "HANDED", missing: "分运单 HA001" } },
    );
    await setLanguage("en-US");
    expect((await screen.findByTitle("House waybill HA001")).textContent).toBe("Missing House waybill HA001");
    openRow();
    fireEvent.click(await screen.findByRole("button", { name: /slip\.jpg/ }));
    expect((await screen.findByAltText("slip.jpg")).getAttribute("src")).toBe("blob:one");
    expect(at("handTo").textContent).toBe("Handed toPACTL");
    await setLanguage("zh-CN");
  });
});
