import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/paper/dgd/dgd-list.page";
import { closeDgdPrint } from "@/modules/paper/dgd/dgd-store";
import { type Opened, buttonOf, dialogOf, fieldAt, gone, openList, run } from "@/modules/paper/paper-kit";
import type { Button, Field, FormPage, ListPage } from "@/platform/contract";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const text = (name: string, zh: string, more: Partial<Field> = {}): Field => ({ name, label: label(zh), kind: "text", ...more });
const BASE = "/afbase/dgdPrint";
const print = (code: string, zh: string, path: string): Button => ({
  code, label: label(zh), place: "row", action: "custom", call: { method: path.includes("export") ? "POST" : "GET", path: `${BASE}/${path}` },
});

/** As the server declares them, as far as the page looks at it. */
const LIST: ListPage = {
  key: "af.dgd-print.list", path: "/af_dgd_print", title: label("危险品申报单"), access: "af_dgd_print", rowKey: "id",
  call: `${BASE}/page`, sort: "", form: "af.dgd-print.form", filters: [],
  columns: [text("dgdName", "申报单"), text("orderCode", "订单号")].map((field) => ({ ...field, sortable: false, shown: true })),
  buttons: [
    { code: "af-dgd-add", label: label("新增"), place: "primary", action: "create" },
    { code: "af-dgd-edit", label: label("编辑"), place: "row", action: "edit" },
    print("af-dgd-print", "格打", "print/{id}?kind=format"),
    print("af-dgd-over", "套打", "print/{id}?kind=over"),
    print("af-dgd-print", "导出Excel", "exportExcel/{id}"),
  ],
};
const FORM: FormPage = {
  key: "af.dgd-print.form", title: label("危险品申报单"), access: "af_dgd_print", versionField: "version", view: `${BASE}/{id}`,
  create: { method: "POST", path: BASE }, update: { method: "PUT", path: `${BASE}/{id}` },
  sections: [
    {
      key: "main", label: label("申报单"),
      fields: [
        { name: "orderId", label: label("订单"), kind: "reference", reference: "paperOrder", required: true, readOnlyOnEdit: true },
        text("shipperPrint", "发货人", { required: true }),
        text("consigneePrint", "收货人"),
        { name: "aircraftType", label: label("机型限制"), kind: "text", initial: "0" },
      ],
    },
    {
      key: "lines", label: label("危险品明细"), rows: true,
      fields: [
        { name: "unIdNo", label: label("UN/ID编号"), kind: "upper", required: true },
        text("properShippingName", "运输专用名称"),
      ],
    },
  ],
};
const DECLARED = { list: LIST, form: FORM, overrides: definition.list! };
const BUTTONS = ["af-dgd-add", "af-dgd-edit", "af-dgd-print", "af-dgd-over"];
const ROW = { id: "5", version: 1, dgdName: "DGD-1", orderCode: "AE-2607150001", can: BUTTONS };
const LINE = { unIdNo: "UN1263", properShippingName: "PAINT" };
const PROPOSAL = {
  orderId: "1", orderUuid: "e1", orderCode: "AE-2607150001", awbNumber: "990-12345675", route: "PVG-FRA",
  shipperPrint: "DEMO EXPORTER", consigneePrint: "DEMO GMBH", aircraftType: 0, lines: [LINE],
};
const PDF = () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } });
const CHECKED: Answer = (asked) => {
  const { lines } = asked.json() as { lines: (typeof LINE)[] };
  const wrong = lines.flatMap(({ unIdNo }, at) =>
    /^(UN|ID)\d{4}$/.test(unIdNo ?? "")
      ? []
      : [{ field: `lines.${at}.unIdNo`, severity: "error", key: unIdNo ? "dgd.un_number" : "field.required", message: unIdNo ? "UN编号格式不正确" : "请填写UN/ID编号" }],
  );
  return { findings: wrong };
};

const ROUTES: Record<string, Answer> = {
  [`GET ${BASE}/propose`]: () => PROPOSAL,
  [`POST ${BASE}/check`]: CHECKED,
  [`GET ${BASE}/print/5`]: () => ({ url: "/afbase/awbPrint/file/d" }),
  "GET /afbase/awbPrint/file/d": PDF,
  "GET /afbase/printer/offsets": () => [{ printer: "操作部针打", dx: 15, dy: -20, last: true }],
  "PUT /afbase/printer/offset": () => null,
  "GET /platform/select/paperOrder": () => [
    { value: "1", label: "AE-2607150001" },
    { value: "3", label: "AE-2607150003" },
  ],
};

function besides() {
  const beside = { opener: {}, location: { replace: vi.fn<(href: string) => void>() }, close: vi.fn<() => void>() };
  vi.spyOn(window, "open").mockReturnValue(beside as unknown as Window);
  URL.createObjectURL = vi.fn(() => "blob:1");
  return beside;
}

const open = (part: Partial<Opened> = {}) =>
  openList(DECLARED, { rows: [ROW], buttons: BUTTONS, ...part, routes: { ...ROUTES, ...part.routes } });

beforeEach(closeDgdPrint);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("printing a declaration", () => {
  it("draws two copies with the frame, moving nothing", async () => {
    const beside = besides();
    const server = await open();
    await screen.findByText("DGD-1");
    await run("格打");
    const box = await dialogOf("格打 AE-2607150001 DGD-1");
    expect(box.getByText("在白纸上连同红色斜纹边框一起打印，须彩色打印。")).toBeTruthy();
    fireEvent.click(buttonOf(box, "打开"));
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    expect(Object.fromEntries(server.to(`${BASE}/print/5`)[0]?.query ?? [])).toEqual({ kind: "format", copies: "2" });
    expect(server.to("/afbase/printer/offsets")).toHaveLength(0);
    // The number of prints is read again.
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
  });

  it("lays the text over the printed form with the offset of the printer", async () => {
    const beside = besides();
    const server = await open();
    await screen.findByText("DGD-1");
    await run("套打");
    const box = await dialogOf("套打 AE-2607150001 DGD-1");
    await box.findByText("操作部针打（左右 1.5，上下 -2.0）");
    fireEvent.click(box.getByText("1", { selector: ".ant-radio-button-label" }));
    fireEvent.click(buttonOf(box, "打开"));
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    const asked = Object.fromEntries(server.to(`${BASE}/print/5`)[0]?.query ?? []);
    expect(asked).toEqual({ kind: "over", copies: "1", offsetX: "1.5", offsetY: "-2.0" });
    await waitFor(() => expect(server.to("/afbase/printer/offset")[0]?.json()).toEqual({ printer: "操作部针打", dx: 15, dy: -20 }));
  });

  it("says why it could not, and stays", async () => {
    const beside = besides();
    await open({ routes: { [`GET ${BASE}/print/5`]: () => envelope(200, 1, "订单已取消") } });
    await screen.findByText("DGD-1");
    await run("格打");
    fireEvent.click(buttonOf(await dialogOf("格打 AE-2607150001 DGD-1"), "打开"));
    await waitFor(() => expect(toasts()).toEqual(["操作失败，订单已取消"]));
    expect(beside.close).toHaveBeenCalled();
    expect(screen.getByText("格打 AE-2607150001 DGD-1")).toBeTruthy();
  });

  it("stores the workbook under the server's name", async () => {
    const stored: string[] = [];
    URL.createObjectURL = vi.fn(() => "blob:1");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      stored.push(this.download);
    });
    const book = () => new Response("x", { headers: { "content-disposition": 'attachment; filename="DGD_990-12345675_DGD-1.xlsx"' } });
    await open({ routes: { [`POST ${BASE}/exportExcel/5`]: book } });
    await screen.findByText("DGD-1");
    await run("导出Excel");
    await waitFor(() => expect(stored).toEqual(["DGD_990-12345675_DGD-1.xlsx"]));
  });
});

describe("a new declaration", () => {
  it("opened from an order begins with what that order says", async () => {
    const server = await open({ search: "?o=e1" });
    await waitFor(() => expect(fieldAt("shipperPrint").input.value).toBe("DEMO EXPORTER"));
    expect(server.to(`${BASE}/propose`)[0]?.query.get("orderUuid")).toBe("e1");
    expect(fieldAt("lines.0.unIdNo").input.value).toBe("UN1263");
    expect(await screen.findByText("明细 1 行，共 1 页")).toBeTruthy();
    expect(screen.getByText("PVG-FRA")).toBeTruthy();
    expect(gone).toEqual(["/af_dgd_print"]);
  });

  it("says why an order can have none", async () => {
    await open({ search: "?o=e4", routes: { [`GET ${BASE}/propose`]: () => envelope(200, 1, "订单已关闭") } });
    await waitFor(() => expect(toasts()).toEqual(["操作失败，订单已关闭"]));
    expect(document.querySelector(".form-drawer")).toBeNull();
  });

  it("is filled when an order is chosen, keeps what was typed, and gives up what another order said", async () => {
    const other = { ...PROPOSAL, orderId: "3", orderCode: "AE-2607150003", shipperPrint: "OTHER EXPORTER", consigneePrint: "OTHER GMBH" };
    await open({ routes: { [`GET ${BASE}/propose`]: ({ query }) => (query.get("orderId") === "3" ? other : PROPOSAL) } });
    fireEvent.click(await screen.findByRole("button", { name: /新\s*增/ }));
    await waitFor(() => fieldAt("orderId"));
    const choose = async (code: string) => {
      fireEvent.mouseDown(fieldAt("orderId").input);
      fireEvent.click(await screen.findByText(code, { selector: ".ant-select-item *" }));
    };
    fireEvent.change(fieldAt("consigneePrint").input, { target: { value: "TYPED LTD" } });
    await choose("AE-2607150001");
    await waitFor(() => expect(fieldAt("shipperPrint").input.value).toBe("DEMO EXPORTER"));
    expect(fieldAt("consigneePrint").input.value).toBe("TYPED LTD");
    await choose("AE-2607150003");
    await waitFor(() => expect(fieldAt("shipperPrint").input.value).toBe("OTHER EXPORTER"));
    expect(fieldAt("consigneePrint").input.value).toBe("TYPED LTD");
  });

  it("says at its cell that a UN number is wrong, and nothing of what is not yet typed", async () => {
    const server = await open({ search: "?o=e1" });
    await screen.findByText("明细 1 行，共 1 页");
    const type = (value: string) => fireEvent.change(fieldAt("lines.0.unIdNo").input, { target: { value } });
    type("UN348");
    expect((await screen.findAllByText("UN编号格式不正确")).length).toBeGreaterThan(0);
    const last = () => (server.to(`${BASE}/check`).at(-1)!.json() as { lines: { unIdNo: string | null }[] }).lines[0]!.unIdNo ?? "";
    type("UN3480");
    await waitFor(() => expect(last()).toBe("UN3480"));
    expect(screen.queryByText("UN编号格式不正确")).toBeNull();
    type("");
    await waitFor(() => expect(last()).toBe(""));
    expect(screen.queryByText("请填写UN/ID编号")).toBeNull();
  });

  it("counts the pages of its goods: five lines on each", async () => {
    const lines = (count: number) => Array.from({ length: count }, () => LINE);
    for (const [count, pages] of [[5, 1], [6, 2]] as const) {
      const server = await open({ search: "?o=e1", routes: { [`GET ${BASE}/propose`]: () => ({ ...PROPOSAL, lines: lines(count) }) } });
      expect(await screen.findByText(`明细 ${count} 行，共 ${pages} 页`)).toBeTruthy();
      expect(server.to(`${BASE}/propose`).length).toBeGreaterThan(0);
      document.body.replaceChildren();
    }
  });

  it("tells the warnings of a saved one, whose form is gone", async () => {
    const warning = { field: "lines.0.unIdNo", severity: "warning", key: "dgd.other_number", message: "UN编号与订单的UN3480不一致" };
    const server = await open({ search: "?o=e1", routes: { [`POST ${BASE}`]: () => ({ id: "6", version: 1, findings: [warning] }) } });
    await waitFor(() => expect(fieldAt("shipperPrint").input.value).toBe("DEMO EXPORTER"));
    fireEvent.click(buttonOf(screen, "保存"));
    await waitFor(() => expect(toasts()).toContain("UN编号与订单的UN3480不一致"));
    expect(server.to(BASE)[0]?.json()).toMatchObject({ orderId: "1", shipperPrint: "DEMO EXPORTER", lines: [LINE] });
  });
});
