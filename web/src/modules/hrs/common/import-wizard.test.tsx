import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { button, column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import { ListPageView } from "@/platform/lists/list-page";
import { type Answer, type Asked, envelope } from "@/platform/test-kit";

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const BASE = "/x/import";
const list = declared("test.list", "/x", "/x/page", {
  title: { zh: "航司", en: "Carriers" },
  columns: [column("code", "代码")],
  buttons: [{ ...button("x-import", "导入", "toolbar"), action: "import", call: { method: "POST", path: BASE } }],
});
const taken = (name: string, zh: string, required: boolean) => ({ field: { name, label: { zh, en: name }, kind: "text" }, note: `${zh}的说明`, required, needed: "", values: [] });
const READ = {
  fileName: "航司.xlsx", headerRow: 1, headers: ["代号", "名称", "别的"], matched: [null, "name", null], fixed: {},
  columns: [taken("code", "代码", true), taken("name", "名称", false), taken("prefix", "前缀", true)],
  keys: ["code"], canUpdate: true, hasAnswers: false, numbers: [2, 3, 5], rows: [["X1", "甲", "-"], ["X", "乙", "-"], ["X3", "丙", "-"]],
};
const NAMES = { code: "代码", prefix: "前缀" };

/** Codes of two letters, prefixes not empty. */
function check(asked: Asked) {
  const sent = asked.json() as { fields: string[]; rows: string[][] };
  const at = (row: string[], name: string) => row[sent.fields.indexOf(name)] ?? "";
  const cells = sent.rows.flatMap((row, place) =>
    (["code", "prefix"] as const)
      .filter((name) => at(row, name).length < 2)
      .map((field) => ({ place, row: READ.numbers[place], field, value: at(row, field), message: `${NAMES[field]}不对`, question: false })),
  );
  const bad = new Set(cells.map(({ place }) => place)).size;
  return { total: 3, good: 3 - bad, bad, doubts: 0, added: 3 - bad, changed: 0, cells };
}

const DONE = {
  id: "7", status: "已完成", total: 3, ok: 3, bad: 0, progress: 100, error: null, fileName: null, fileKept: false,
  added: 3, changed: 0, faults: [], hasAnswers: false, undoUntil: "2026-07-16 10:00:00", canUndo: true,
};

async function openWizard(routes: Record<string, Answer> = {}) {
  const server = await openPage(() => <ListPageView page={list} overrides={{}} />, "/x", {
    "GET /x/page": rowsOf([]),
    [`POST ${BASE}/read`]: () => READ,
    [`POST ${BASE}/check`]: check,
    [`POST ${BASE}/run`]: () => ({ taskId: "7" }),
    [`GET ${BASE}/job/7`]: () => DONE,
    ...routes,
  }, { buttons: ["x-import"] });
  // On the bar, and on the list that is empty.
  const buttons = () => screen.getAllByRole("button", { name: /^导\s?入$/ });
  await waitFor(() => expect(buttons()).toHaveLength(2));
  fireEvent.click(buttons()[1]!);
  const dialog = within(await screen.findByRole("dialog"));
  return { server, dialog };
}

function choose(dialog: ReturnType<typeof within>) {
  const file = new File(["x"], "航司.xlsx");
  fireEvent.change(dialog.getByLabelText(/点击选择文件/), { target: { files: [file] } });
}

/** Matches the first column by hand and goes on. */
async function toCheck(dialog: ReturnType<typeof within>) {
  choose(dialog);
  await dialog.findByText("代号");
  const select = dialog.getByRole("combobox", { name: "代号对应的字段" });
  fireEvent.mouseDown(select);
  fireEvent.click(await screen.findByTitle("代码的说明"));
  fireEvent.click(dialog.getByRole("button", { name: "下一步：校验" }));
  return dialog.findByRole("grid");
}

it("leads from a file to its rows, mends them in place, imports and takes back", async () => {
  let undone = false;
  const { server, dialog } = await openWizard({
    [`GET ${BASE}/job/7`]: () => (undone ? { ...DONE, status: "已撤销", canUndo: false } : DONE),
    [`POST ${BASE}/undo/7`]: () => {
      undone = true;
      return { id: "7" };
    },
  });
  const grid = await toCheck(dialog);
  await dialog.findByText("可导入 0");
  dialog.getByText("错误 3");
  const first = server.to(`${BASE}/check`)[0]?.json() as { fields: string[]; headers: string[]; rows: string[][] };
  expect(first.fields).toEqual(["code", "name", "prefix"]);
  expect(first.headers).toEqual(["代号", "名称", ""]);
  expect(first.rows[1]).toEqual(["X", "乙", ""]);
  expect(dialog.getByRole("button", { name: /^导入 0 行/ }).hasAttribute("disabled")).toBe(true);
  // By keyboard: to the first bad cell, typing over it, down, typing on.
  fireEvent.keyDown(grid, { key: "F8" });
  dialog.getByText("前缀不对");
  fireEvent.keyDown(grid, { key: "F8" });
  dialog.getByText("代码不对");
  fireEvent.keyDown(grid, { key: "ArrowUp" });
  fireEvent.keyDown(grid, { key: "End" });
  dialog.getByText("前缀不对");
  for (const text of ["901", "902", "903"]) {
    fireEvent.keyDown(grid, { key: text[0]! });
    const input = dialog.getByRole("textbox", { name: "修改单元格" });
    fireEvent.change(input, { target: { value: text } });
    fireEvent.keyDown(input, { key: "Enter" });
  }
  dialog.getByText("内容已修改，请重新校验");
  fireEvent.click(dialog.getByRole("checkbox", { name: "只看问题行" }));
  fireEvent.click(dialog.getByRole("button", { name: "重新校验" }));
  await dialog.findByText("可导入 2");
  expect(within(grid).getAllByRole("row")).toHaveLength(2);
  fireEvent.keyDown(grid, { key: "F8" });
  fireEvent.keyDown(grid, { key: "Enter" });
  const input = dialog.getByRole("textbox", { name: "修改单元格" });
  expect((input as HTMLInputElement).value).toBe("X");
  fireEvent.change(input, { target: { value: "X2" } });
  fireEvent.keyDown(input, { key: "Tab" });
  fireEvent.click(dialog.getByRole("button", { name: "重新校验" }));
  await dialog.findByText("可导入 3");
  fireEvent.click(dialog.getByRole("button", { name: "导入 3 行" }));
  await dialog.findByText("导入完成");
  const run = server.to(`${BASE}/run`)[0]?.json() as { rows: string[][]; mode: string; onError: string };
  expect(run).toMatchObject({ mode: "add", onError: "all", rows: [["X1", "甲", "901"], ["X2", "乙", "902"], ["X3", "丙", "903"]] });
  dialog.getByText("2026-07-16 10:00:00 前可撤销");
  expect(dialog.getByRole("link", { name: "在下载中心查看" }).getAttribute("href")).toBe("/hrs_task");
  await waitFor(() => expect(server.to("/x/page").length).toBeGreaterThan(1));
  fireEvent.click(dialog.getByRole("button", { name: "撤销导入" }));
  await screen.findByText("将删除新增的数据并还原修改的数据，是否继续？");
  fireEvent.click(screen.getAllByText("撤销导入").at(-1)!);
  await dialog.findByText("已撤销导入");
  expect(dialog.queryByRole("button", { name: "撤销导入" })).toBeNull();
});

it("leaves a cell as it was on Escape, and skips bad rows when it is told so", async () => {
  const { server, dialog } = await openWizard({
    [`GET ${BASE}/job/7`]: () => ({
      ...DONE, status: "部分成功", ok: 2, bad: 1, added: 2, fileName: "错误行.xlsx", fileKept: true, faults: [{ place: 1, row: 3, message: "代码：代码不对" }],
    }),
    [`POST ${BASE}/read`]: () => ({ ...READ, matched: ["code", "name", "prefix"] }),
    [`POST ${BASE}/check`]: (asked) => {
      const answer = check(asked);
      return { ...answer, good: 2, bad: 1, cells: answer.cells.filter(({ field }) => field === "code") };
    },
  });
  choose(dialog);
  fireEvent.click(await dialog.findByRole("button", { name: "下一步：校验" }));
  const grid = await dialog.findByRole("grid");
  await dialog.findByText("错误 1");
  fireEvent.keyDown(grid, { key: "Delete" });
  fireEvent.keyDown(dialog.getByRole("textbox", { name: "修改单元格" }), { key: "Escape" });
  within(grid).getByText("X1");
  expect(dialog.queryByText("内容已修改，请重新校验")).toBeNull();
  fireEvent.click(dialog.getByRole("radio", { name: "新增和更新" }));
  await waitFor(() => expect(server.to(`${BASE}/check`)).toHaveLength(2));
  expect(dialog.getByRole("button", { name: "导入 2 行" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(dialog.getByRole("radio", { name: "跳过错误行" }));
  await waitFor(() => expect(dialog.getByRole("button", { name: "导入 2 行" }).hasAttribute("disabled")).toBe(false));
  fireEvent.click(dialog.getByRole("button", { name: "导入 2 行" }));
  await dialog.findByText("部分导入");
  dialog.getByText("第3行");
  dialog.getByText("代码：代码不对");
  dialog.getByRole("button", { name: "下载错误行" });
  expect(server.to(`${BASE}/run`)[0]?.json()).toMatchObject({ mode: "update", onError: "skip" });
});

it("tells why a file is not read, and asks before mended rows are lost", async () => {
  let refuse = true;
  const { dialog } = await openWizard({
    [`POST ${BASE}/read`]: () => (refuse ? envelope(200, 1, "文件内容过大，无法导入") : READ),
  });
  choose(dialog);
  await dialog.findByText("文件内容过大，无法导入");
  refuse = false;
  choose(dialog);
  await dialog.findByText("文件中没有必填列：代码、前缀。可在下一步直接填写。");
  dialog.getByText("X1 / X / X3");
  fireEvent.click(dialog.getByRole("button", { name: "关闭" }));
  await screen.findByText("文件中的修改尚未导入，确定离开？");
});
