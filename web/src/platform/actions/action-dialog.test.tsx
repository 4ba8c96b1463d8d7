import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { HAND, LINES, ROWS, TOLD, openActions, selectAll, type } from "@/platform/actions/action-kit";
import type { Button } from "@/platform/contract";
import { setLanguage } from "@/platform/i18n";
import { closeBatch } from "@/platform/lists/batch";
import { buttonOf, dialogOf, gone, runOnRow } from "@/platform/lists/declared-kit";
import { envelope } from "@/platform/test-kit";
import { fieldAt, press, toasts } from "@/platform/test-shell";

afterEach(() => {
  cleanup();
  closeBatch();
  vi.unstubAllGlobals();
});

const PUT = "PUT /bag/1/hand";
/** As a declaration says it. */
const LEADING = JSON.parse('{"then":"/bill?id={billId}"}') as Partial<Button>;
const bodies = (server: { to(path: string): { json(): unknown }[] }, path = "/bag/1/hand") => server.to(path).map((each) => each.json());
const open = async (button: Partial<Button> = {}, routes = {}) => {
  const server = await openActions([{ ...HAND, ...button }], { rows: [ROWS[0]!], routes: { [PUT]: () => null, ...routes } });
  screen.getByRole("button", { name: "交接" }).focus();
  await runOnRow("交接");
  return server;
};
const finding = (field: string, message: string) => () => envelope(200, 1, message, { findings: [{ field, severity: "error", key: "x", message }] });
const noDialog = () => waitFor(() => expect(document.querySelector(".ant-modal-title")).toBeNull());

describe("an action that asks", () => {
  it("draws its fields, sends each of them with the version, tells of success and reads the list again", async () => {
    const server = await open({ note: { zh: "交接后不能再改", en: "Final" }, ok: { zh: "确认交接", en: "Hand" } });
    const dialog = await dialogOf("交接");
    dialog.getByText("交接后不能再改");
    expect(document.activeElement).toBe(fieldAt("carrier").input);
    type("carrier", "CA");
    fireEvent.click(buttonOf(dialog, "确认交接"));
    await waitFor(() => expect(bodies(server)).toEqual([{ carrier: "CA", pieces: null, version: 3 }]));
    await noDialog();
    expect(toasts()).toEqual(["操作成功"]);
    await waitFor(() => expect(server.to("/bag/page")).toHaveLength(2));
    expect(document.activeElement?.textContent).toBe("交接");
  });

  it("speaks English, too", async () => {
    await openActions([HAND], { rows: [ROWS[0]!] });
    await setLanguage("en-US");
    await runOnRow("Hand over");
    await dialogOf("Hand over");
    expect(screen.getByLabelText(/Carrier/)).toBeTruthy();
    await setLanguage("zh-CN");
  });

  it.each([false, true])("says which row it is about, by the number people pass on of it; question: %s", async (question) => {
    const number = { name: "number", label: { zh: "袋号", en: "Number" }, kind: "text" as const, sortable: false, shown: true, copy: true };
    const button = question ? { ...HAND, fields: [], confirm: { zh: "确认交接吗？", en: "Sure?" } } : HAND;
    await openActions([{ ...button, many: true }], { list: { columns: [number] } });
    fireEvent.click(screen.getAllByRole("button", { name: "交接" })[1]!);
    await dialogOf("交接 P2");
    cleanup();
    await openActions([{ ...button, many: true }], { list: { columns: [number] } });
    await selectAll();
    fireEvent.click(buttonOf(within(await screen.findByRole("toolbar")), "交接"));
    await dialogOf(question ? "请确认" : "交接");
  });

  it("asks for what is missing before anything is sent, and shows the server's findings at their fields with what was typed", async () => {
    const server = await open({}, { [PUT]: finding("pieces", "件数不符") });
    const dialog = await dialogOf("交接");
    fireEvent.click(buttonOf(dialog, "交接"));
    await dialog.findByText("请输入承运人");
    expect(server.to("/bag/1/hand")).toHaveLength(0);
    type("carrier", "CA");
    type("pieces", "7");
    fireEvent.click(buttonOf(dialog, "交接"));
    await waitFor(() => expect(within(fieldAt("pieces").box).getByText("件数不符")).toBeTruthy());
    expect(fieldAt("carrier").input.value).toBe("CA");
    expect(bodies(server)).toEqual([{ carrier: "CA", pieces: 7, version: 3 }]);
  });

  it.each(["s", "Enter"])("is sent by Ctrl+%s", async (key) => {
    const server = await open();
    await dialogOf("交接");
    type("carrier", "CA");
    fireEvent.keyDown(fieldAt("carrier").input, { key, ctrlKey: true });
    await waitFor(() => expect(bodies(server)).toHaveLength(1));
  });

  it("answers the server's question and sends the same once more", async () => {
    const ask = (asked: { json(): unknown }) =>
      (asked.json() as { confirmed?: string[] }).confirmed ? null : envelope(200, 2, "", { confirms: [{ key: "late", message: "已过截单，是否继续？" }] });
    const server = await open({}, { [PUT]: ask });
    await dialogOf("交接");
    type("carrier", "CA");
    await press("交接");
    await screen.findByText("已过截单，是否继续？");
    await press("是");
    await waitFor(() => expect(bodies(server).at(-1)).toEqual({ carrier: "CA", pieces: null, confirmed: ["late"], version: 3 }));
    await noDialog();
  });

  it("asks its own question once the fields are filled in", async () => {
    const server = await open({ confirm: { zh: "确认交接吗？", en: "Sure?" } });
    await dialogOf("交接");
    await press("交接");
    expect(screen.queryByText("确认交接吗？")).toBeNull();
    type("carrier", "CA");
    await press("交接");
    await screen.findByText("确认交接吗？");
    expect(bodies(server)).toHaveLength(0);
    await press("确定");
    await waitFor(() => expect(bodies(server)).toHaveLength(1));
  });

  it("offers to read the list again where somebody else was first", async () => {
    const server = await open({}, { [PUT]: () => envelope(200, 3, "数据有变化", { changed: [] }) });
    await dialogOf("交接");
    type("carrier", "CA");
    await press("交接");
    await press("重新加载");
    await noDialog();
    await waitFor(() => expect(server.to("/bag/page")).toHaveLength(2));
  });

  it("begins with the values that are read for the row", async () => {
    const server = await open(
      { first: "/bag/{id}/hand", fields: [...HAND.fields!, { name: "agentId", label: { zh: "代理", en: "Agent" }, kind: "reference", reference: "coop" }] },
      { "GET /bag/1/hand": () => ({ carrier: "MU", agentId: "9", agentName: "代理甲" }) },
    );
    const dialog = await dialogOf("交接");
    expect(fieldAt("carrier").input.value).toBe("MU");
    dialog.getByText("代理甲");
    fireEvent.click(buttonOf(dialog, "交接"));
    await waitFor(() => expect(server.asked.find(({ method }) => method === "PUT")?.json()).toEqual({ carrier: "MU", pieces: null, agentId: "9", version: 3 }));
  });

  it("reads its first values anew when a field they follow was changed, and takes them over what stands there", async () => {
    const server = await open(
      { first: "/bag/{id}/hand", follows: ["carrier"] },
      { "GET /bag/1/hand": ({ query }: { query: URLSearchParams }) => ({ pieces: query.get("carrier") === "CA" ? 9 : 1 }) },
    );
    await dialogOf("交接");
    const reads = () => server.to("/bag/1/hand").filter(({ method }) => method === "GET");
    expect(fieldAt("pieces").input.value).toBe("1");
    type("pieces", "4");
    type("carrier", "CA");
    await waitFor(() => expect(fieldAt("pieces").input.value).toBe("9"));
    expect(reads()).toHaveLength(2);
  });

  it("shows a switch as it stands, and sends what is shown, touched or not", async () => {
    const fields = [{ name: "common", label: { zh: "常用", en: "Common" }, kind: "bool" as const }];
    for (const touched of [false, true]) {
      const server = await open({ first: "/bag/{id}/hand", fields }, { "GET /bag/1/hand": () => ({ common: true }) });
      const dialog = await dialogOf("交接");
      const common = dialog.getByRole("switch", { name: "常用" });
      expect(common.getAttribute("aria-checked")).toBe("true");
      if (touched) fireEvent.click(common);
      fireEvent.click(buttonOf(dialog, "交接"));
      await waitFor(() => expect(server.asked.find(({ method }) => method === "PUT")?.json()).toEqual({ common: !touched, version: 3 }));
      cleanup();
    }
  });

  it("says that the first values could not be read, and tries again", async () => {
    let broken = true;
    await open({ first: "/bag/{id}/hand" }, { "GET /bag/1/hand": () => (broken ? envelope(200, 1, "暂不可用") : { carrier: "MU" }) });
    await screen.findByText("暂不可用");
    broken = false;
    fireEvent.click(screen.getByRole("button", { name: /重\s*试/ }));
    await waitFor(() => expect(fieldAt("carrier").input.value).toBe("MU"));
  });

  it("asks for rows, leaves blank ones out, and shows findings in their cells", async () => {
    const server = await open(
      { lines: LINES, first: "/bag/{id}/hand" },
      { "GET /bag/1/hand": () => ({ carrier: "MU", documents: [{ type: "主单", copies: 2 }, { type: null, copies: null }] }), [PUT]: finding("documents.0.copies", "份数不足") },
    );
    const dialog = await dialogOf("交接");
    dialog.getByText("单证");
    fireEvent.click(buttonOf(dialog, "交接"));
    const sent = () => server.asked.filter(({ method }) => method === "PUT").map((each) => each.json());
    await waitFor(() => expect(sent()).toEqual([{ carrier: "MU", pieces: null, documents: [{ type: "主单", copies: 2 }], version: 3 }]));
    await waitFor(() => expect(within(fieldAt("documents.0.copies").box).getByText("份数不足")).toBeTruthy());
  });

  it("takes files", async () => {
    const files = { name: "files", label: { zh: "附件", en: "Files" }, kind: "files" as const, upload: "/bag/upload" };
    const server = await open({ fields: [files] }, { "POST /bag/upload": () => ({ id: "f1", name: "a.pdf", size: 3 }) });
    const dialog = await dialogOf("交接");
    const input = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('[data-field="files"] input[type=file]');
      if (!found) throw new Error("no input");
      return found;
    });
    fireEvent.change(input, { target: { files: [new File(["abc"], "a.pdf")] } });
    await dialog.findByText("a.pdf");
    fireEvent.click(buttonOf(dialog, "交接"));
    await waitFor(() => expect(bodies(server)).toEqual([{ files: [{ id: "f1", name: "a.pdf", size: 3 }], version: 3 }]));
  });

  it("opens where it leads, with what was answered", async () => {
    await open(LEADING, { [PUT]: () => ({ billId: "77" }) });
    await dialogOf("交接");
    type("carrier", "CA");
    await press("交接");
    await waitFor(() => expect(gone).toEqual(["/bill?id=77"]));
  });
});

describe("what an action tells", () => {
  it("stands in a dialog that stays and writes nothing, until other figures are typed", async () => {
    const server = await open({ tells: true, versioned: false }, { [PUT]: () => ({ told: TOLD }) });
    const dialog = await dialogOf("交接");
    type("carrier", "CA");
    fireEvent.click(buttonOf(dialog, "交接"));
    await dialog.findByText("1,250.00");
    expect(dialog.getByRole("table", { name: "明细" }).textContent).toBe("明细费用金额PJ-2611260001 空运费1,200.00PJ-2611260002-50.00");
    // Where there is no room for columns, each cell has its name; a number is never broken at its hyphens.
    const cells = [...document.querySelectorAll<HTMLElement>(".told-table td")];
    expect(cells.map(({ dataset, className }) => [dataset["label"], className])).toEqual([
      ["费用", ""],
      ["金额", "is-number"],
      ["费用", "is-number"],
      ["金额", "is-number"],
    ]);
    expect(toasts()).toEqual([]);
    expect(server.to("/bag/page")).toHaveLength(1);
    expect(bodies(server)).toEqual([{ carrier: "CA", pieces: null }]);
    type("pieces", "2");
    await waitFor(() => expect(dialog.queryByText("1,250.00")).toBeNull());
    fireEvent.click(buttonOf(dialog, "关闭"));
    await noDialog();
  });

  it("follows a success, too, and only then it leads on", async () => {
    const server = await open(LEADING, { [PUT]: () => ({ billId: "77", told: TOLD }) });
    await dialogOf("交接");
    type("carrier", "CA");
    await press("交接");
    await screen.findByText("1,250.00");
    expect(toasts()).toEqual(["操作成功"]);
    expect(server.to("/bag/page").length).toBeGreaterThan(1);
    expect(gone).toEqual([]);
    fireEvent.click(buttonOf(await dialogOf("交接"), "关闭"));
    await noDialog();
    expect(gone).toEqual(["/bill?id=77"]);
  });
});

describe("an action that asks for nothing", () => {
  it("is done at once, after its own question, and shows what it tells", async () => {
    const server = await open({ fields: [], confirm: { zh: "确认交接吗？", en: "Sure?" } }, { [PUT]: () => ({ told: TOLD }) });
    await screen.findByText("确认交接吗？");
    await press("确定");
    await screen.findByText("1,250.00");
    expect(bodies(server)).toEqual([{ version: 3 }]);
  });

  it("needs no question", async () => {
    const server = await open({ fields: [] });
    await waitFor(() => expect(bodies(server)).toEqual([{ version: 3 }]));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
  });
});

describe("an action for many rows", () => {
  const many: Button = { ...HAND, many: true };

  it("asks once, calls for each row with its own version, and shows the row that fails", async () => {
    const server = await openActions([many], { routes: { [PUT]: () => null, "PUT /bag/2/hand": () => envelope(200, 1, "已交接") } });
    await selectAll();
    const bar = await screen.findByRole("toolbar");
    fireEvent.click(buttonOf(within(bar), "交接"));
    const dialog = await dialogOf("交接");
    dialog.getByText("已选 2 条");
    type("carrier", "CA");
    fireEvent.click(buttonOf(dialog, "交接"));
    await screen.findByText("已交接");
    expect(screen.getByText("成功 1 条，失败 1 条，共 2 条")).toBeTruthy();
    expect(bodies(server)).toEqual([{ carrier: "CA", pieces: null, version: 3 }]);
    expect(bodies(server, "/bag/2/hand")).toEqual([{ carrier: "CA", pieces: null, version: 8 }]);
    expect(toasts()).toEqual(["成功 1 条"]);
  });

  it("refuses a row that does not allow it without a call", async () => {
    const rows = [ROWS[0]!, { ...ROWS[1]!, can: [] }];
    const server = await openActions([many], { rows, routes: { [PUT]: () => null } });
    await selectAll();
    fireEvent.click(buttonOf(within(await screen.findByRole("toolbar")), "交接"));
    await dialogOf("交接");
    type("carrier", "CA");
    await press("交接");
    await screen.findByText("没有权限或当前状态不能操作");
    expect(server.to("/bag/2/hand")).toHaveLength(0);
  });

  it("is one call for all where the path names no row", async () => {
    const batch: Button = { ...HAND, place: "batch", versioned: false, call: { method: "POST", path: "/bag/hand" } };
    const server = await openActions([batch], { routes: { "POST /bag/hand": () => null } });
    await selectAll();
    fireEvent.click(buttonOf(within(await screen.findByRole("toolbar")), "交接"));
    await dialogOf("交接");
    type("carrier", "CA");
    await press("交接");
    await waitFor(() => expect(bodies(server, "/bag/hand")).toEqual([{ ids: ["1", "2"], carrier: "CA", pieces: null }]));
  });
});

it("is shown to those who hold it, on rows that allow it", async () => {
  await openActions([HAND], { rows: [ROWS[0]!, { ...ROWS[1]!, can: [] }] });
  expect(screen.getAllByRole("button", { name: "交接" })).toHaveLength(1);
  cleanup();
  await openActions([HAND], { buttons: [] });
  expect(screen.queryByRole("button", { name: "交接" })).toBeNull();
});
