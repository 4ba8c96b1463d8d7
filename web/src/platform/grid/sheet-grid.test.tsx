import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Contract, Field, FormPage, Section } from "@/platform/contract";
import { CELL_MOVED, jumpTo, pathOf, reachWhenThere } from "@/platform/forms/form-keys";
import { FormPageView } from "@/platform/forms/form-page";
import { FormStore } from "@/platform/forms/form-store";
import type { SheetField } from "@/platform/grid/cell-text";
import { LazySheet } from "@/platform/grid/lazy-sheet";
import { useKeySheet } from "@/platform/keys/key-sheet-store";
import { registerRooms, setContract } from "@/platform/page-registry";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { cellAt, drawSheets, drawnAt, textAt } from "@/platform/test-sheet";
import { buttons, press, renderPage, toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: `${zh} (en)` });
const FIELDS: Field[] = [
  { name: "code", label: label("费用代码"), kind: "upper", required: true, maxLength: 6 },
  { name: "unit", label: label("单位"), kind: "select", options: [{ value: "KG", label: label("公斤") }, { value: "CBM", label: label("立方米") }] },
  { name: "rate", label: label("费率"), kind: "decimal", digits: 2, max: 1000 },
  { name: "from", label: label("生效日"), kind: "day" },
  { name: "on", label: label("启用"), kind: "bool" },
  { name: "truckerId", label: label("车队"), kind: "reference", reference: "coop" },
  { name: "state", label: label("状态"), kind: "text", readOnly: true },
];
const PAGE: FormPage = {
  key: "x.card.form",
  path: "/x_card_edit",
  title: label("运价卡"),
  access: "x_card",
  view: "/x/card",
  create: { method: "POST", path: "/x/card" },
  update: { method: "PUT", path: "/x/card" },
  versionField: "rowUuid",
  sections: [
    { key: "base", label: label("基本信息"), fields: [{ name: "name", label: label("名称"), kind: "text" }] },
    {
      key: "lines",
      label: label("费率"),
      rows: true,
      sheet: true,
      fields: FIELDS,
    },
  ],
};
const STORED = {
  name: "TEST",
  rowUuid: "r1",
  lines: [
    { id: "1", code: "AF", unit: "KG", rate: 1.5, from: "2026-07-01", on: true, truckerId: "7", truckerName: "车队甲", state: "OK" },
    { id: "2", code: "BF", unit: "CBM", rate: 2, from: null, on: false, truckerId: null, state: "OK" },
  ],
};
const COOPS = [{ value: "7", label: "车队甲" }, { value: "8", label: "车队乙" }];

async function open(routes: Record<string, Answer> = {}, stored: object = STORED, page = PAGE) {
  const server = stubServer({
    "GET /x/card/1": () => stored,
    "GET /platform/select/coop": ({ query }) => COOPS.filter((each) => each.label.includes(query.get("keyword") ?? "")),
    "PUT /x/card/1": () => ({ rowUuid: "r2" }),
    ...routes,
  });
  renderPage(<FormPageView page={page} overrides={{}} />, "/x_card_edit?id=1");
  await waitFor(() => expect(document.querySelector(".sheet-grid")).toBeTruthy());
  return server;
}

/** The input of the chosen cell: the one thing in a sheet that has the focus. */
const input = () => document.querySelector<HTMLTextAreaElement>(".sheet-input")!;
const at = () => input().getAttribute("aria-label");
const key = (name: string, more: object = {}) => fireEvent.keyDown(input(), { key: name, ...more });
const ctrl = (name: string, more: object = {}) => key(name, { ctrlKey: true, ...more });
const write = (text: string) => fireEvent.change(input(), { target: { value: text } });
const enter = (text: string) => {
  write(text);
  key("Enter");
};
function go(column: string, row: number) {
  ctrl("Home");
  for (let down = 1; down < row; down += 1) key("ArrowDown");
  const wanted = FIELDS.findIndex((field) => field.label.zh === column);
  for (let right = 0; right < wanted; right += 1) key("ArrowRight");
  expect(at()).toBe(`${column} 第${row}行`);
}
const paste = (text: string) => fireEvent.paste(input(), { clipboardData: { getData: () => text } });
function copy(kind: "copy" | "cut" = "copy"): string {
  let text = "";
  fireEvent[kind](input(), { clipboardData: { setData: (_: string, copied: string) => (text = copied) } });
  return text;
}
const save = () => press("保存");
const sent = (server: Awaited<ReturnType<typeof open>>) =>
  server.asked.filter((each) => each.method === "PUT").map((each) => each.json() as { lines: Record<string, unknown>[] }).at(-1);
const column = async (server: Awaited<ReturnType<typeof open>>, name: string) => {
  await save();
  await waitFor(() => expect(sent(server)).toBeTruthy());
  return sent(server)?.lines.map((line) => line[name]);
};
const status = () => document.querySelector(".sheet-status")?.textContent;

beforeEach(() => {
  registerRooms([]);
  setContract({ lists: [], forms: [PAGE] } as Contract);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the sheet of a declared form", () => {
  it("takes a block from a spreadsheet, has it put right, and sends exactly the lines", async () => {
    const finding = { field: "lines.3.rate", severity: "error", key: "low", message: "低于最低费率" };
    let times = 0;
    const server = await open({ "PUT /x/card/1": () => ((times += 1) === 1 ? envelope(200, 1, finding.message, { findings: [finding] }) : { rowUuid: "r2" }) });
    go("费用代码", 2);
    ctrl("Enter");
    expect(at()).toBe("费用代码 第3行");
    paste("费用代码\t单位\t费率\t生效日\t启用\t车队\r\ncf\t公斤\t1,2.5\t20260715\t是\t车队乙\r\nTOOLONG\t立方米\t3\t\t否\t\r\n");
    expect(document.querySelector(".findings li")?.textContent).toBe("费率第4行费用代码不能超过6个字");
    await save();
    // Nothing is sent as long as the client knows better; the cell is where the work goes on.
    await waitFor(() => expect(at()).toBe("费用代码 第4行"));
    expect(server.to("/x/card/1").filter(({ method }) => method === "PUT")).toEqual([]);
    expect([input().getAttribute("aria-invalid"), status()]).toEqual(["true", "费用代码不能超过6个字"]);
    expect([input().selectionStart, input().selectionEnd]).toEqual([0, "TOOLONG".length]);
    enter("df");
    await save();
    await waitFor(() => expect(at()).toBe("费率 第4行"));
    expect(status()).toBe("低于最低费率");
    expect(document.getElementById(input().getAttribute("aria-describedby") ?? "")?.textContent).toBe("低于最低费率");
    enter("5");
    await save();
    await waitFor(() => expect(toasts()).toContain("操作成功"));
    expect(sent(server)).toEqual({
      name: "TEST",
      rowUuid: "r1",
      lines: [
        { id: "1", code: "AF", unit: "KG", rate: 1.5, from: "2026-07-01", on: true, truckerId: "7" },
        { id: "2", code: "BF", unit: "CBM", rate: 2, from: null, on: false, truckerId: null },
        { code: "CF", unit: "KG", rate: 12.5, from: "2026-07-15", on: true, truckerId: "8" },
        { code: "DF", unit: "CBM", rate: 5, from: null, on: false, truckerId: null },
      ],
    });
  });

  it("says of a row as a whole at its first cell what is wrong with it, and leads there", async () => {
    const findings = [{ field: "lines.1", severity: "error", key: "twice", message: "与第1行重复" }];
    await open({ "PUT /x/card/1": () => envelope(200, 1, "", { findings }) });
    await save();
    await waitFor(() => expect(at()).toBe("费用代码 第2行"));
    expect([status(), input().getAttribute("aria-invalid")]).toEqual(["与第1行重复", "true"]);
    key("ArrowRight");
    expect([status(), input().getAttribute("aria-invalid")]).toEqual(["", "false"]);
  });

  it("keeps a name nobody knows, red with its reason, and refuses to save it", async () => {
    const server = await open();
    go("车队", 2);
    enter("没有");
    go("车队", 2);
    await waitFor(() => expect(status()).toBe("找不到“没有”，请从列表中选择"));
    expect(input().value).toBe("没有");
    await save();
    await waitFor(() => expect(document.querySelector(".findings li")?.textContent).toContain("找不到“没有”"));
    expect(sent(server)).toBeUndefined();
    enter("车队乙");
    await waitFor(() => expect(document.querySelector(".findings")).toBeNull());
    expect(await column(server, "truckerId")).toEqual(["7", "8"]);
  });
});

describe("a name without the group it is offered under", () => {
  const grouped = ["干线-空运费", "干线-操作费", "操作-操作费"].map((label, place) => ({ value: String(place + 11), label }));
  const found: Answer = ({ query }) => grouped.filter(({ label }) => label.includes(query.get("keyword") ?? ""));
  const missing = (text: string) => waitFor(() => expect(status()).toBe(`找不到“${text}”，请从列表中选择`));

  it("is taken for a service item, where it is the only one of that name", async () => {
    const fields = FIELDS.map((field) => (field.name === "truckerId" ? { ...field, reference: "serviceItem?role=AE" } : field));
    const [base, lines] = PAGE.sections as [Section, Section];
    const page = { ...PAGE, sections: [base, { ...lines, fields }] };
    const server = await open({ "GET /platform/select/serviceItem": found }, STORED, page);
    go("车队", 1);
    enter("操作费");
    go("车队", 1);
    await missing("操作费");
    enter("空运费");
    expect(await column(server, "truckerId")).toEqual(["11", null]);
  });

  it("is none of anything else: a company may have a hyphen in its own name", async () => {
    await open({ "GET /platform/select/coop": found });
    go("车队", 1);
    enter("空运费");
    go("车队", 1);
    await missing("空运费");
  });
});

it("a value without its words is looked up, which leaves nothing unsaved", async () => {
  const one: Answer = ({ query }) => COOPS.filter(({ value }) => value === query.get("value"));
  await open({ "GET /platform/select/coop": one }, { ...STORED, lines: [{ ...STORED.lines[1], truckerId: "8" }] });
  go("车队", 1);
  await waitFor(() => expect(input().value).toBe("车队乙"));
  expect(copy()).toBe("车队乙");
  expect(screen.queryByText("未保存")).toBeNull();
});

describe("keys of the sheet", () => {
  it("go from cell to cell, and over the end of a row to the next", async () => {
    await open();
    go("费用代码", 1);
    key("ArrowDown");
    expect(at()).toBe("费用代码 第2行");
    key("ArrowDown");
    expect(at()).toBe("费用代码 第2行");
    key("ArrowRight");
    expect(at()).toBe("单位 第2行");
    key("Tab");
    key("Tab", { shiftKey: true });
    expect(at()).toBe("单位 第2行");
    go("状态", 1);
    key("Tab");
    expect(at()).toBe("费用代码 第2行");
    key("Tab", { shiftKey: true });
    expect(at()).toBe("状态 第1行");
    ctrl("End");
    expect(at()).toBe("状态 第2行");
    ctrl("ArrowUp");
    ctrl("ArrowLeft");
    expect(at()).toBe("费用代码 第1行");
    // In front of the first cell Tab leaves the sheet.
    expect(key("Tab", { shiftKey: true })).toBe(true);
    expect(document.activeElement).toBe(input());
  });

  it("add a row with Enter in the last one, and with Tab behind its last cell where it is filled", async () => {
    await open();
    go("单位", 2);
    key("Enter");
    expect(at()).toBe("单位 第3行");
    key("Enter", { shiftKey: true });
    expect(at()).toBe("单位 第2行");
    ctrl("End");
    expect(key("Tab")).toBe(true);
    go("费用代码", 3);
    enter("CF");
    key("ArrowUp");
    ctrl("ArrowRight");
    expect(at()).toBe("状态 第3行");
    ctrl("Delete");
    expect(at()).toBe("状态 第3行");
  });

  it("begin to edit by typing or with F2, and give up with Escape", async () => {
    const server = await open();
    go("费用代码", 1);
    write("x");
    expect(input().className).toContain("is-open");
    key("Escape");
    expect([input().value, input().className.includes("is-open")]).toEqual(["AF", false]);
    key("F2");
    expect(input().value).toBe("AF");
    // Within the text arrows are the input's.
    expect(key("ArrowRight")).toBe(true);
    write("AFX");
    key("Enter");
    expect(at()).toBe("费用代码 第2行");
    // Typed over, an arrow takes it and goes on.
    write("BG");
    key("ArrowRight");
    expect(at()).toBe("单位 第2行");
    expect(await column(server, "code")).toEqual(["AFX", "BG"]);
  });

  it("leave the keys of an input method alone", async () => {
    await open();
    go("费用代码", 1);
    write("n");
    fireEvent.keyDown(input(), { key: "Enter", isComposing: true });
    expect([at(), input().className.includes("is-open")]).toEqual(["费用代码 第1行", true]);
  });

  it("choose blocks, copy, cut and clear them, and fill them down", async () => {
    const server = await open();
    go("费用代码", 1);
    key("ArrowDown", { shiftKey: true });
    key("ArrowRight", { shiftKey: true });
    expect(copy()).toBe("AF\t公斤\r\nBF\t立方米");
    go("单位", 1);
    key("ArrowRight", { shiftKey: true });
    key("ArrowDown", { shiftKey: true });
    ctrl("d");
    expect(await column(server, "rate")).toEqual([1.5, 1.5]);
    expect(await column(server, "unit")).toEqual(["KG", "KG"]);
    go("费率", 2);
    expect(copy("cut")).toBe("1.5");
    go("启用", 1);
    key("ArrowDown", { shiftKey: true });
    key("Delete");
    await waitFor(async () => expect(await column(server, "on")).toEqual([null, null]));
    expect(await column(server, "rate")).toEqual([1.5, null]);
  });

  it("undo and redo, twenty steps, and stop at what was saved", async () => {
    const server = await open();
    go("费率", 1);
    enter("7");
    paste("8\n9");
    expect(at()).toBe("费率 第2行");
    ctrl("z");
    ctrl("z");
    ctrl("y");
    expect(await column(server, "rate")).toEqual([7, 2]);
    await waitFor(() => expect(toasts()).toContain("操作成功"));
    ctrl("z");
    go("费率", 1);
    expect(input().value).toBe("7");
  });

  it("take rows away, with a way back, and say what does not fit", async () => {
    await open();
    go("费用代码", 1);
    ctrl("Delete");
    expect([at(), input().value, toasts()]).toEqual(["费用代码 第1行", "BF", ["已删除第1行"]]);
    fireEvent.click(screen.getByRole("button", { name: "撤销" }));
    expect(input().value).toBe("AF");
    paste(Array.from({ length: 1001 }, (_, row) => `C${row}\tKG`).join("\n"));
    expect(toasts()).toContain("最多1000行，其余未粘贴");
    expect(buttons("＋ 添加一行")).toEqual([]);
  });

  it("are neither added nor pasted behind the last one where the server offers them", async () => {
    const offered: FormPage = structuredClone(PAGE);
    const [, lines] = offered.sections;
    lines!.fields[0] = { ...FIELDS[0]!, readOnly: true };
    await open({}, STORED, offered);
    expect(buttons("＋ 添加一行")).toEqual([]);
    go("费率", 2);
    paste("3\n4");
    expect([input().value, toasts()]).toEqual(["3", ["最多2行，其余未粘贴"]]);
    cleanup();
    await open({}, { ...STORED, lines: [] }, offered);
    await screen.findByText("暂无数据");
    expect(buttons("＋ 添加一行")).toEqual([]);
  });

  it("are told in the help", async () => {
    await open();
    const lines = useKeySheet.getState().parts.grid?.flat().map(([keys]) => keys.join("+"));
    expect(lines).toContain("F2");
    expect(lines).toContain("Ctrl+Z / Y");
  });
});

describe("cells of the sheet", () => {
  it("offer what can be chosen, by the keys and by the mouse", async () => {
    const server = await open();
    go("单位", 1);
    key("F2");
    const list = () => within(screen.getByRole("listbox"));
    expect(list().getAllByRole("option").map((each) => each.textContent)).toEqual(["公斤", "立方米"]);
    key("ArrowDown");
    key("Enter");
    expect(at()).toBe("单位 第2行");
    write("公");
    key("Tab");
    expect(at()).toBe("费率 第2行");
    go("车队", 1);
    write("乙");
    await waitFor(() => expect(list().getAllByRole("option").map((each) => each.textContent)).toEqual(["车队乙"]));
    fireEvent.click(list().getByRole("option"));
    expect(input().value).toBe("车队乙");
    expect(await column(server, "unit")).toEqual(["CBM", "KG"]);
    expect(await column(server, "truckerId")).toEqual(["8", null]);
  });

  it("turn a yes into a no with the space bar", async () => {
    const server = await open();
    go("启用", 1);
    key(" ");
    expect(input().value).toBe("否");
    expect(await column(server, "on")).toEqual([false, false]);
  });

  it("are closed where nothing is entered, and say so", async () => {
    await open();
    go("状态", 1);
    expect([input().readOnly, status()]).toEqual([true, "该单元格不可编辑"]);
    key("Delete");
    key("F2");
    expect([input().value, input().className.includes("is-open")]).toEqual(["OK", false]);
  });

  it("take what was typed when the focus goes, and tell that it is unsaved", async () => {
    await open();
    expect(screen.queryByText("未保存")).toBeNull();
    go("费率", 2);
    write("４．５");
    fireEvent.blur(input());
    screen.getByText("未保存");
    expect([at(), input().value]).toEqual(["费率 第2行", "4.5"]);
  });

  it("save with Ctrl+S what is still being typed", async () => {
    const server = await open();
    go("费用代码", 1);
    write("zf");
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(sent(server)?.lines[0]).toMatchObject({ code: "ZF" }));
  });
});

it("rows are cards where there is no room for a sheet", async () => {
  Object.defineProperty(window, "innerWidth", { value: 390, configurable: true, writable: true });
  stubServer({ "GET /x/card/1": () => STORED });
  renderPage(<FormPageView page={PAGE} overrides={{}} />, "/x_card_edit?id=1");
  await screen.findByLabelText("费用代码 1");
  expect(document.querySelector(".sheet-grid")).toBeNull();
  Object.defineProperty(window, "innerWidth", { value: 1024, configurable: true, writable: true });
});

describe("a sheet within a paper form", () => {
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const FEW: SheetField[] = [
    { name: "pieces", label: label("件数"), kind: "text", cell: { tidy: digits, most: 5, none: "", figure: true } },
    { name: "total", label: label("运费"), kind: "text", cell: { none: "" } },
  ];
  const mark = { text: "手工", title: "计算值 20" };
  let form: FormStore;
  const there = (fields: SheetField[] = FEW) => {
    drawSheets();
    form = new FormStore({ lines: [{ pieces: "12", total: "10" }, { pieces: "3", total: "20" }] });
    renderPage(<LazySheet paper form={form} path="lines" section={{ fields }} readOnly={false} marks={{ "lines.1.total": mark }} />);
    return waitFor(() => expect(textAt("lines.1.total")).toBe("20"));
  };

  it("leaves Tab behind its last cell and Ctrl+Enter to the form", async () => {
    await there();
    cellAt("lines.1.pieces");
    expect(key("Tab")).toBe(false);
    expect(input().dataset["cell"]).toBe("lines.1.total");
    expect(key("Tab")).toBe(true);
    expect(ctrl("Enter")).toBe(true);
    key("F2");
    expect(ctrl("Enter")).toBe(true);
    key("Escape");
    expect(form.get("lines")).toHaveLength(2);
    key("Enter");
    expect(form.get("lines")).toHaveLength(3);
    expect(useKeySheet.getState().parts.grid?.flat().map(([keys]) => keys.join("+"))).not.toContain("Ctrl+Enter");
  });

  it("goes on with Tab from a choice in its last cell, which it takes", async () => {
    const pay = ["PP", "CC"].map((value) => ({ value, label: label(value) }));
    await there([...FEW, { name: "pay", label: label("付款"), kind: "select", options: pay }]);
    cellAt("lines.1.pay");
    write("cc");
    expect(key("Tab")).toBe(true);
    expect(form.get("lines.1.pay")).toBe("CC");
  });

  it("tells of every cell it goes to", async () => {
    await there();
    const passed: string[] = [];
    const hear = ({ target }: Event) => passed.push(pathOf(target));
    document.addEventListener(CELL_MOVED, hear);
    cellAt("lines.0.total");
    key("ArrowDown");
    key("ArrowLeft");
    document.removeEventListener(CELL_MOVED, hear);
    expect(passed).toEqual(["lines.0.total", "lines.1.total", "lines.1.pieces"]);
  });

  it("shows words beside values, and says at the cell what they are about", async () => {
    await there();
    expect(drawnAt("lines.1.total").querySelector<HTMLElement>(".sheet-mark")?.title).toBe("计算值 20");
    expect([textAt("lines.1.total"), drawnAt("lines.1.total").textContent]).toEqual(["20", "手工20"]);
    cellAt("lines.1.total");
    expect(status()).toBe("计算值 20");
    key("ArrowUp");
    expect(status()).toBe("");
  });

  it("leaves a cell as it was, and chosen, when a character is typed it does not take", async () => {
    await there();
    cellAt("lines.0.pieces");
    input().setSelectionRange(2, 2);
    write("x");
    await Promise.resolve();
    expect([input().value, input().selectionStart, input().selectionEnd, input().className]).toEqual(["12", 0, 2, "sheet-input is-figure"]);
    write("4x");
    expect(input().value).toBe("4");
    // What an input method composes is left alone until it is done.
    fireEvent.compositionStart(input());
    fireEvent.input(input(), { target: { value: "4五" }, isComposing: true });
    expect(input().value).toBe("4五");
    fireEvent.compositionEnd(input());
    expect(input().value).toBe("4");
    key("Enter");
    expect(form.get("lines.0.pieces")).toBe("4");
  });

  it("says below what is wrong in cells that are not chosen, once", async () => {
    await there();
    const wrong = { field: "lines.0.total", severity: "error" as const, key: "x", message: "运费不正确" };
    act(() => form.setFindings([wrong]));
    expect(screen.getByText("运费不正确").parentElement?.textContent).toBe("运费 第1行 · 运费不正确");
    cellAt("lines.0.total");
    expect([status(), screen.getAllByText("运费不正确").length]).toEqual(["运费不正确", 1]);
  });

  it("is gone to as soon as it is there, unless something else was gone to meanwhile", async () => {
    reachWhenThere("lines.1.total");
    await there();
    await waitFor(() => expect(pathOf(document.activeElement)).toBe("lines.1.total"));
    cleanup();
    reachWhenThere("lines.1.total");
    jumpTo("elsewhere");
    await there();
    expect(pathOf(document.activeElement)).toBe("");
  });
});
