import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Contract, FormPage } from "@/platform/contract";
import { FormDrawer } from "@/platform/forms/form-drawer";
import { FormPageView } from "@/platform/forms/form-page";
import { registerRooms, setContract } from "@/platform/page-registry";
import { type Answer, envelope, stubServer } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: `${zh} (en)` });
const PAGE: FormPage = {
  key: "x.order.form",
  path: "/x_order_edit",
  title: label("订单"),
  access: "x_order",
  view: "/x/order",
  create: { method: "POST", path: "/x/order" },
  update: { method: "PUT", path: "/x/order" },
  versionField: "rowUuid",
  sections: [
    { key: "base", label: label("基本信息"), fields: [{ name: "shipName", label: label("船名"), kind: "text" }] },
    {
      key: "containers",
      label: label("箱信息"),
      rows: true,
      fields: [
        { name: "containerNo", label: label("箱号"), kind: "upper", required: true, maxLength: 11 },
        { name: "weight", label: label("货重"), kind: "decimal", digits: 3, unit: "KG" },
        { name: "sealNo", label: label("铅封号"), kind: "text", maxLength: 15 },
      ],
    },
  ],
};
const STORED = {
  shipName: "TEST OCEAN",
  rowUuid: "r1",
  containers: [
    { containerNo: "CSQU3054383", weight: 9300, sealNo: "S1" },
    { containerNo: "TRHU6875483", weight: 9350, sealNo: "S2" },
  ],
};

function open(routes: Record<string, Answer> = {}) {
  const server = stubServer({ "GET /x/order/1": () => STORED, ...routes });
  renderPage(<FormPageView page={PAGE} overrides={{}} />, "/x_order_edit?id=1");
  return server;
}

const cell = (place: number, name: string) =>
  document.querySelector<HTMLElement>(`[data-field="containers.${place}.${name}"]`)!;
const input = (place: number, name: string) => cell(place, name).querySelector("input")!;
const numbers = () =>
  [...document.querySelectorAll<HTMLInputElement>('[data-field$=".containerNo"] input')].map((each) => each.value);
const sent = (server: ReturnType<typeof open>) =>
  server.asked.find((each) => each.method === "PUT")?.json() as { containers: unknown };
const save = () => fireEvent.click(screen.getByRole("button", { name: "保存" }));

beforeEach(() => {
  registerRooms([]);
  setContract({ lists: [], forms: [PAGE] } as Contract);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("child rows of a declared form", () => {
  it("are a grid of the declared columns, sent as the member the section names", async () => {
    const server = open({ "PUT /x/order/1": () => ({ rowUuid: "r2" }) });
    await screen.findByLabelText("箱号 1");
    const heads = [...document.querySelectorAll(".row-grid th")].map((head) => head.textContent);
    expect(heads).toEqual(["箱号*", "货重KG", "铅封号", ""]);
    // Where the rows are cards, the cells say it: there is no head then.
    const told = (name: string) => [cell(0, name).dataset["label"], "required" in cell(0, name).dataset];
    expect(["containerNo", "weight", "sealNo"].map((name) => (cell(0, name) ? told(name) : null))).toEqual([["箱号", true], ["货重 KG", false], ["铅封号", false]]);
    expect(numbers()).toEqual(["CSQU3054383", "TRHU6875483"]);
    fireEvent.change(screen.getByLabelText("箱号 2"), { target: { value: "tstu1000019" } });
    save();
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(sent(server)).toEqual({
      shipName: "TEST OCEAN",
      rowUuid: "r1",
      containers: [STORED.containers[0], { containerNo: "TSTU1000019", weight: 9350, sealNo: "S2" }],
    });
  });

  it("leave out a row nobody has filled in", async () => {
    const server = open({ "PUT /x/order/1": () => ({ rowUuid: "r2" }) });
    fireEvent.click(await screen.findByRole("button", { name: /添加一行/ }));
    await waitFor(() => expect(document.activeElement).toBe(input(2, "containerNo")));
    save();
    await waitFor(() => expect(sent(server)?.containers).toEqual(STORED.containers));
    expect(numbers()).toHaveLength(2);
  });

  it("show what the client and the server find at the cell, and tell the row in the list", async () => {
    const finding = { field: "containers.1.containerNo", severity: "error", key: "digit", message: "箱号格式不正确" };
    open({ "PUT /x/order/1": () => envelope(200, 1, finding.message, { findings: [finding] }) });
    fireEvent.change(await screen.findByLabelText("箱号 1"), { target: { value: "" } });
    save();
    expect((await within(cell(0, "containerNo")).findByText("请输入箱号")).className).toBe("finding");
    expect(document.activeElement).toBe(input(0, "containerNo"));
    expect(document.querySelector(".findings li")?.textContent).toBe("箱信息第1行请输入箱号");
    fireEvent.change(input(0, "containerNo"), { target: { value: "CSQU3054383" } });
    save();
    await within(cell(1, "containerNo")).findByText("箱号格式不正确");
    expect(input(1, "containerNo").getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(input(1, "containerNo").getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "箱号格式不正确",
    );
    expect(document.querySelector(".findings li")?.textContent).toBe("箱信息第2行箱号格式不正确");
  });

  it("lose a row and get it back, while findings stay with their rows", async () => {
    const finding = { field: "containers.1.sealNo", severity: "error", key: "seal", message: "铅封号重复" };
    open({ "PUT /x/order/1": () => envelope(200, 1, finding.message, { findings: [finding] }) });
    await screen.findByLabelText("箱号 1");
    save();
    await within(cell(1, "sealNo")).findByText("铅封号重复");
    fireEvent.click(screen.getByRole("button", { name: "删除第1行" }));
    expect(numbers()).toEqual(["TRHU6875483"]);
    within(cell(0, "sealNo")).getByText("铅封号重复");
    expect(toasts()).toEqual(["已删除第1行"]);
    fireEvent.click(screen.getByRole("button", { name: "撤销" }));
    expect(numbers()).toEqual(["CSQU3054383", "TRHU6875483"]);
  });

  it("are entered by keyboard: down with Enter, a new row behind the last one with Enter and Tab", async () => {
    open();
    await screen.findByLabelText("箱号 1");
    fireEvent.keyDown(input(0, "weight"), { key: "ArrowDown" });
    expect(document.activeElement).toBe(input(1, "weight"));
    fireEvent.keyDown(input(0, "sealNo"), { key: "Enter" });
    expect(document.activeElement).toBe(input(1, "sealNo"));
    fireEvent.keyDown(input(0, "sealNo"), { key: "Tab" });
    expect(numbers()).toHaveLength(2);
    fireEvent.keyDown(input(1, "containerNo"), { key: "Tab" });
    expect(numbers()).toHaveLength(2);
    fireEvent.keyDown(input(1, "sealNo"), { key: "Tab" });
    await waitFor(() => expect(document.activeElement).toBe(input(2, "containerNo")));
    // Out of an empty last row Tab goes on to what comes behind the grid.
    fireEvent.keyDown(input(2, "sealNo"), { key: "Tab" });
    expect(numbers()).toHaveLength(3);
    fireEvent.keyDown(input(2, "containerNo"), { key: "Enter" });
    await waitFor(() => expect(document.activeElement).toBe(input(3, "containerNo")));
  });

  it("take the cell above over with Ctrl+D, but not in the first row", async () => {
    open();
    await screen.findByLabelText("箱号 1");
    fireEvent.keyDown(input(0, "weight"), { key: "d", ctrlKey: true });
    expect(input(0, "weight").value).toBe("9300.000");
    fireEvent.keyDown(input(1, "weight"), { key: "d", ctrlKey: true });
    expect(input(1, "weight").value).toBe("9300.000");
    expect(numbers()).toEqual(["CSQU3054383", "TRHU6875483"]);
  });

  it("go back step by step with Ctrl+Z, as far as nothing is unsaved", async () => {
    const server = open({ "PUT /x/order/1": () => ({ rowUuid: "r2" }) });
    await screen.findByLabelText("箱号 1");
    const back = (place: number, name: string) => fireEvent.keyDown(input(place, name), { key: "z", ctrlKey: true });
    const type = (text: string) => fireEvent.change(input(0, "sealNo"), { target: { value: text } });
    act(() => input(0, "sealNo").focus());
    type("S7");
    type("S78");
    act(() => input(0, "sealNo").blur());
    fireEvent.paste(input(1, "sealNo"), { clipboardData: { getData: () => "S4\nS5\n" } });
    fireEvent.click(screen.getByRole("button", { name: "删除第1行" }));
    const seals = () => [...document.querySelectorAll<HTMLInputElement>('[data-field$=".sealNo"] input')].map((each) => each.value);
    expect(seals()).toEqual(["S4", "S5"]);
    back(0, "sealNo");
    expect(seals()).toEqual(["S78", "S4", "S5"]);
    back(0, "sealNo");
    expect(seals()).toEqual(["S78", "S2"]);
    // What was typed in one go is one step.
    back(0, "sealNo");
    expect(seals()).toEqual(["S1", "S2"]);
    back(0, "sealNo");
    expect(seals()).toEqual(["S1", "S2"]);
    type("S9");
    save();
    await waitFor(() => expect(sent(server)?.containers).toMatchObject([{ sealNo: "S9" }, {}]));
    await waitFor(() => expect(toasts()).toContain("操作成功"));
    back(0, "sealNo");
    expect(seals()).toEqual(["S9", "S2"]);
  });

  it("do again with Ctrl+Y what Ctrl+Z took back, as long as nothing else is done", async () => {
    open();
    await screen.findByLabelText("箱号 1");
    const keys = (key: string, more: object = {}) => fireEvent.keyDown(input(0, "weight"), { key, ctrlKey: true, ...more });
    fireEvent.keyDown(input(1, "weight"), { key: "d", ctrlKey: true });
    keys("z");
    expect(input(1, "weight").value).toBe("9350.000");
    keys("y");
    expect(input(1, "weight").value).toBe("9300.000");
    keys("z");
    fireEvent.change(input(0, "sealNo"), { target: { value: "S9" } });
    keys("Z", { shiftKey: true });
    expect([input(1, "weight").value, input(0, "sealNo").value]).toEqual(["9350.000", "S9"]);
  });

  it("take the rows of a spreadsheet", async () => {
    open();
    await screen.findByLabelText("箱号 1");
    const clipboardData = { getData: () => "TRHU6875483\t9,350.5\tS2\r\nTSTU1000019\t9,400\tS3\r\n" };
    fireEvent.paste(input(1, "containerNo"), { clipboardData });
    expect(numbers()).toEqual(["CSQU3054383", "TRHU6875483", "TSTU1000019"]);
    expect([input(1, "weight").value, input(2, "weight").value, input(2, "sealNo").value]).toEqual([
      "9350.500",
      "9400.000",
      "S3",
    ]);
    expect(fireEvent.paste(input(0, "sealNo"), { clipboardData: { getData: () => "S9" } })).toBe(true);
    expect(input(0, "sealNo").value).toBe("S1");
  });
});

it("a drawer draws child rows too, and closes them for who may only look", async () => {
  stubServer({ "GET /x/order/1": () => STORED });
  renderPage(<FormDrawer page={PAGE} id="1" readOnly close={() => undefined} saved={() => undefined} />);
  await screen.findByText("CSQU3054383");
  expect(cell(1, "weight").textContent).toBe("9,350.000");
  expect(screen.queryByRole("button", { name: /添加一行/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "删除第1行" })).toBeNull();
});

it("rows that begin with what the server writes are offered by it: nobody adds one", async () => {
  const offered: FormPage = structuredClone(PAGE);
  const [, rows] = offered.sections;
  rows!.fields = [{ name: "ticked", label: label("选取"), kind: "bool" }, { ...rows!.fields[0]!, readOnly: true }, rows!.fields[1]!];
  let stored = STORED;
  stubServer({ "GET /x/order/1": () => stored });
  renderPage(<FormPageView page={offered} overrides={{}} />, "/x_order_edit?id=1");
  await screen.findByText("CSQU3054383");
  expect(screen.queryByRole("button", { name: /添加一行/ })).toBeNull();
  fireEvent.keyDown(input(1, "weight"), { key: "Enter", ctrlKey: true });
  expect(cell(2, "weight")).toBeNull();
  fireEvent.paste(input(1, "weight"), { clipboardData: { getData: () => "7\n8" } });
  expect(cell(2, "weight")).toBeNull();
  cleanup();
  stored = { ...STORED, containers: [] };
  renderPage(<FormPageView page={offered} overrides={{}} />, "/x_order_edit?id=1");
  await screen.findByText("暂无数据");
  expect(screen.queryByRole("button", { name: /添加一行/ })).toBeNull();
});
