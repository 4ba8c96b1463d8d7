import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buttons, fieldAt, openPage, press } from "@/modules/awb/awb-kit";
import { PrintDialog } from "@/modules/awb/form/print-dialog";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const OFFSETS = "/afbase/printer/offsets";
const OFFSET = "/afbase/printer/offset";
const SEALS = "/afbase/awbPrint/seals";
const MATRIX = { printer: "操作部针打", dx: 15, dy: -20, last: false };
const LASER = { printer: "单证激光", dx: 0, dy: 5, last: true };
const PDF = () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } });

/** A server that keeps printers as the real one does. */
function keeping(first: object[]): Record<string, Answer> {
  let printers = first as { printer: string }[];
  return {
    [`GET ${OFFSETS}`]: () => printers,
    [`PUT ${OFFSET}`]: (asked) => {
      const one = { ...(asked.json() as { printer: string }), last: true };
      printers = [...printers.filter(({ printer }) => printer !== one.printer).map((each) => ({ ...each, last: false })), one];
    },
    [`DELETE ${OFFSET}`]: (asked) => {
      printers = printers.filter(({ printer }) => printer !== asked.query.get("printer"));
    },
    "POST /afbase/printer/calibration": () => ({ url: "/afbase/awbPrint/file/sheet" }),
    "GET /afbase/awbPrint/file/sheet": PDF,
    [`GET ${SEALS}`]: () => ({ seals: [], withheld: false }),
    "POST /afbase/awbPrint/downloadAWB": () => "/afbase/awbPrint/file/t0k",
    "GET /afbase/awbPrint/file/t0k": PDF,
  };
}

const target = { house: false, orderUuid: "o1", awbPrintId: "77", number: "990-12345675" };
const none = () => undefined;

/** Chosen on this device before. */
let remembered: object = {};

function Page() {
  useState(() => localStorage.setItem("awbPrint.", JSON.stringify(remembered)));
  return <PrintDialog target={target} draft={false} close={none} printed={none} />;
}

function SeveralPage() {
  return <PrintDialog target={{ ...target, ids: ["77", "81"] }} draft={false} close={none} printed={none} />;
}

async function open(routes: Record<string, Answer>, over = true) {
  const server = await openPage(Page, "/", routes);
  if (over) fireEvent.click(await screen.findByLabelText("套打"));
  return server;
}

const shown = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

async function type(name: string, value: string): Promise<void> {
  const input = await screen.findByLabelText(name);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}

function besides() {
  const window = { opener: {}, location: { replace: vi.fn<(href: string) => void>() }, close: vi.fn<() => void>() };
  vi.spyOn(globalThis.window, "open").mockReturnValue(window as unknown as Window);
  URL.createObjectURL = vi.fn(() => "blob:1");
  return window;
}

beforeEach(() => {
  remembered = {};
  Element.prototype.scrollIntoView = none;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the print dialog of a waybill", () => {
  it("begins with the printer used last, moves the text by its offset, and keeps it as the last one", async () => {
    const beside = besides();
    const server = await open(keeping([MATRIX, LASER]));
    expect(await screen.findByText("单证激光（左右 0.0，上下 0.5）")).toBeTruthy();
    expect([shown("左右"), shown("上下")]).toEqual(["0.0", "0.5"]);
    fireEvent.mouseDown(screen.getByRole("combobox", { name: "打印机" }));
    fireEvent.click(await screen.findByText("操作部针打（左右 1.5，上下 -2.0）"));
    expect([shown("左右"), shown("上下")]).toEqual(["1.5", "-2.0"]);
    await press("打开");
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    const body = server.to("/afbase/awbPrint/downloadAWB")[0]?.json() as Record<string, unknown>;
    expect(body).toMatchObject({ printType: "1", offsetX: 1.5, offsetY: -2 });
    expect(body["printer"]).toBeUndefined();
    await waitFor(() => expect(server.to(OFFSET)[0]?.json()).toEqual({ printer: "操作部针打", dx: 15, dy: -20 }));
  });

  it("begins with the printer chosen on this device before that of another place", async () => {
    remembered = { printer: MATRIX.printer, offsetX: 9 };
    await open(keeping([MATRIX, LASER]));
    expect(await screen.findByText("操作部针打（左右 1.5，上下 -2.0）")).toBeTruthy();
    expect(shown("左右")).toBe("1.5");
  });

  it("neither asks for printers nor moves anything when the form is printed along", async () => {
    besides();
    remembered = { offsetX: 3, printer: MATRIX.printer };
    const server = await open(keeping([MATRIX]), false);
    await press("打开");
    await waitFor(() => expect(server.to("/afbase/awbPrint/downloadAWB")).toHaveLength(1));
    expect(server.to("/afbase/awbPrint/downloadAWB")[0]?.json()).toMatchObject({ printType: "2", offsetX: 0, offsetY: 0 });
    expect(server.to(OFFSETS)).toHaveLength(0);
  });

  it("takes offsets from -20 to 20 mm with one decimal, and keeps them when asked to", async () => {
    const server = await open(keeping([LASER]));
    await screen.findByText("单证激光（左右 0.0，上下 0.5）");
    expect(buttons("保存偏移")).toEqual([]);
    await type("左右", "20.1");
    expect(shown("左右")).toBe("20.0");
    await type("左右", "-20");
    expect(shown("左右")).toBe("-20.0");
    await type("上下", "1.26");
    expect(shown("上下")).toBe("1.3");
    await press("保存偏移");
    await waitFor(() => expect(toasts()).toEqual(["偏移已保存"]));
    expect(server.to(OFFSET)[0]?.json()).toEqual({ printer: "单证激光", dx: -200, dy: 13 });
    expect(await screen.findByText("单证激光（左右 -20.0，上下 1.3）")).toBeTruthy();
    await waitFor(() => expect(buttons("保存偏移")).toEqual([]));
  });

  it("adds a printer with the offset that was typed, and no name twice", async () => {
    const server = await open(keeping([]));
    expect(await screen.findByText("尚未添加打印机，偏移只对本次打印有效")).toBeTruthy();
    await type("左右", "2.5");
    await press("新增打印机");
    await screen.findByText("打印机名称");
    await press("保存");
    await waitFor(() => expect(fieldAt("printer").box.textContent).toContain("请输入打印机名称"));
    fireEvent.change(fieldAt("printer").input, { target: { value: "操作部针打" } });
    await press("保存");
    expect(await screen.findByText("操作部针打（左右 2.5，上下 0.0）")).toBeTruthy();
    expect(server.to(OFFSET)[0]?.json()).toEqual({ printer: "操作部针打", dx: 25, dy: 0 });
    await press("新增打印机");
    await screen.findByText("打印机名称");
    fireEvent.change(fieldAt("printer").input, { target: { value: " 操作部针打 " } });
    await press("保存");
    await waitFor(() => expect(fieldAt("printer").box.textContent).toContain("已有同名打印机"));
    expect(server.to(OFFSET)).toHaveLength(1);
  });

  it("renames a printer with its offset, and removes one after asking", async () => {
    const server = await open(keeping([MATRIX]));
    await screen.findByText("操作部针打（左右 1.5，上下 -2.0）");
    await press("改名");
    await screen.findByText("打印机名称");
    fireEvent.change(fieldAt("printer").input, { target: { value: "二楼针打" } });
    await press("保存");
    expect(await screen.findByText("二楼针打（左右 1.5，上下 -2.0）")).toBeTruthy();
    expect(server.to(OFFSET).map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
    expect(server.to(OFFSET)[1]?.query.get("printer")).toBe("操作部针打");
    await waitFor(() => expect(screen.queryByText("打印机名称")).toBeNull());
    await press("删除");
    await screen.findByText("确认删除打印机“二楼针打”及其偏移？");
    expect(server.to(OFFSET)).toHaveLength(2);
    await press("删除");
    expect(await screen.findByText("尚未添加打印机，偏移只对本次打印有效")).toBeTruthy();
    expect(server.to(OFFSET).at(-1)?.query.get("printer")).toBe("二楼针打");
  });

  it("opens the test page moved by what was typed, kept before it is drawn", async () => {
    const beside = besides();
    const server = await open(keeping([MATRIX]));
    await screen.findByText("操作部针打（左右 1.5，上下 -2.0）");
    await type("上下", "-2.5");
    await press("测试页");
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledWith("blob:1"));
    const made = server.asked.filter(({ method }) => method !== "GET");
    expect(made.map(({ path }) => path)).toEqual([OFFSET, "/afbase/printer/calibration"]);
    expect(made[0]?.json()).toEqual({ printer: "操作部针打", dx: 15, dy: -25 });
    expect(made[1]?.json()).toEqual({ printer: "操作部针打" });
    expect(await screen.findByText("操作部针打（左右 1.5，上下 -2.5）")).toBeTruthy();
  });

  it("says that the printers could not be read, and tries again", async () => {
    let broken = true;
    const routes = keeping([MATRIX]);
    const read = routes[`GET ${OFFSETS}`]!;
    await open({ ...routes, [`GET ${OFFSETS}`]: (asked) => (broken ? envelope(500, 500, "") : read(asked)) });
    await screen.findByText("加载数据失败");
    broken = false;
    await press("重试");
    expect(await screen.findByText("操作部针打（左右 1.5，上下 -2.0）")).toBeTruthy();
  });

  const VIEW = "GET /afbase/awbPrint/view/77";
  const checked = (name: string) => screen.getByText(name).closest(".ant-radio-wrapper")?.classList.contains("ant-radio-wrapper-checked");

  it("begins with the paper the numbers were received on, and leaves what the user chooses", async () => {
    const beside = besides();
    const server = await open({ ...keeping([LASER]), [VIEW]: () => ({ stockKind: "纸质套打" }) }, false);
    await waitFor(() => expect([checked("航司运单"), checked("套打")]).toEqual([true, true]));
    fireEvent.click(await screen.findByLabelText("中性运单"));
    await screen.findByText("单证激光（左右 0.0，上下 0.5）");
    await press("打开");
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalled());
    expect(server.to("/afbase/awbPrint/downloadAWB")[0]?.json()).toMatchObject({ paper: "neutral", printType: "1", paperSize: "A4" });
  });

  it("begins with neutral paper for neutral and electronic numbers, whatever was printed last", async () => {
    remembered = { paper: "carrier", printType: "2" };
    const server = await open({ ...keeping([]), [VIEW]: () => ({ stockKind: "电子" }) }, false);
    await waitFor(() => expect(server.to("/afbase/awbPrint/view/77")).toHaveLength(1));
    await waitFor(() => expect(checked("中性运单")).toBe(true));
    expect(checked("格打")).toBe(true);
  });

  it("asks for the size of pre-printed paper alone, and forms are drawn on A4", async () => {
    const beside = besides();
    const server = await open(keeping([LASER]), false);
    const over = await screen.findByLabelText("套打");
    expect(screen.queryByLabelText("连续纸 241 × 305 mm")).toBeNull();
    fireEvent.click(over);
    fireEvent.click(await screen.findByLabelText("连续纸 241 × 305 mm"));
    await press("打开");
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalled());
    expect(server.to("/afbase/awbPrint/downloadAWB")[0]?.json()).toMatchObject({ printType: "1", paperSize: "241x305" });
    fireEvent.click(screen.getByLabelText("格打"));
    expect(screen.queryByLabelText("连续纸 241 × 305 mm")).toBeNull();
    await press("打开");
    await waitFor(() => expect(server.to("/afbase/awbPrint/downloadAWB")).toHaveLength(2));
    expect(server.to("/afbase/awbPrint/downloadAWB")[1]?.json()).toMatchObject({ printType: "2", paperSize: "A4" });
  });

  const CARRIER = { id: "5", name: "承运章", kind: "印章", isDefault: true };
  const COMMON = { id: "6", name: "通用章", kind: "印章", isDefault: false };
  const OWN = { id: "7", name: "张三", kind: "签字", isDefault: false };
  const ticked = (name: string) => screen.getByLabelText<HTMLInputElement>(name).checked;
  const bodies = (server: Awaited<ReturnType<typeof open>>) =>
    server.to("/afbase/awbPrint/downloadAWB").map((asked) => (asked.json() as { sealIds?: string[] }).sealIds);

  it("shows the default seals ticked, leaves them to the server, and sends what is ticked by hand", async () => {
    const beside = besides();
    const server = await open({ ...keeping([]), [`GET ${SEALS}`]: () => ({ seals: [CARRIER, COMMON, OWN], withheld: false }) }, false);
    await screen.findByRole("group", { name: "印章" });
    expect([ticked("承运章"), ticked("通用章"), ticked("张三（签字）")]).toEqual([true, false, false]);
    expect(Object.fromEntries(server.to(SEALS)[0]!.query)).toEqual({ awbPrintType: "PRINT_MAWB" });
    await press("打开");
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledTimes(1));
    fireEvent.click(screen.getByLabelText("张三（签字）"));
    await press("打开");
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledTimes(2));
    fireEvent.click(screen.getByLabelText("承运章"));
    fireEvent.click(screen.getByLabelText("张三（签字）"));
    await press("打开");
    await waitFor(() => expect(beside.location.replace).toHaveBeenCalledTimes(3));
    expect(bodies(server)).toEqual([undefined, ["5", "7"], []]);
    expect(localStorage.getItem("awbPrint.")).not.toContain("sealIds");
  });

  it("asks for the seals of both kinds where several forms are printed", async () => {
    const server = await openPage(SeveralPage, "/", keeping([]));
    await waitFor(() => expect(server.to(SEALS)).toHaveLength(1));
    expect([...server.to(SEALS)[0]!.query]).toEqual([]);
    expect(screen.queryByRole("group", { name: "印章" })).toBeNull();
  });

  it("says that the default seal is not for the user, and prints without one", async () => {
    besides();
    const server = await open({ ...keeping([]), [`GET ${SEALS}`]: () => ({ seals: [], withheld: true }) }, false);
    expect(await screen.findByText("您没有使用默认印章的权限，打印件不加盖该印章")).toBeTruthy();
    await press("打开");
    await waitFor(() => expect(bodies(server)).toEqual([undefined]));
  });

  it("says that the seals could not be read, and tries again; a refused seal is told", async () => {
    besides();
    let broken = true;
    const server = await open(
      {
        ...keeping([]),
        [`GET ${SEALS}`]: () => (broken ? envelope(500, 500, "") : { seals: [COMMON], withheld: false }),
        "POST /afbase/awbPrint/downloadAWB": () => envelope(200, 1, "印章已停用：通用章"),
      },
      false,
    );
    await screen.findByText("加载数据失败");
    broken = false;
    await press("重试");
    fireEvent.click(await screen.findByLabelText("通用章"));
    await press("打开");
    await waitFor(() => expect(toasts()).toEqual(["操作失败，印章已停用：通用章"]));
    expect(bodies(server)).toEqual([["6"]]);
  });

  it("exports the workbook without prices where they are hidden, and counts no print", async () => {
    const saved: string[] = [];
    URL.createObjectURL = vi.fn(() => "blob:2");
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    let refused = false;
    const server = await open(
      { ...keeping([]), "POST /afbase/awbPrint/excel": () => (refused ? envelope(200, 1, "运单未制单") : "/afbase/awbPrint/file/t0k") },
      false,
    );
    fireEvent.click(await screen.findByLabelText(/AS AGREED/));
    await press("导出Excel");
    await waitFor(() => expect(saved).toEqual(["AWB-990-12345675.xlsx"]));
    expect(server.to("/afbase/awbPrint/excel")[0]?.json()).toEqual({ awbPrintType: "PRINT_MAWB", orderUuid: "o1", showRate: false });
    expect(server.to("/afbase/awbPrint/downloadAWB")).toEqual([]);
    refused = true;
    await press("导出Excel");
    await waitFor(() => expect(toasts()).toEqual(["操作失败，运单未制单"]));
    expect(saved).toHaveLength(1);
  });
});
