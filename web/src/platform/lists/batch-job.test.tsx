import { StyleProvider } from "@ant-design/cssinjs";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Button, ListPage, Row } from "@/platform/contract";
import { useDialogs } from "@/platform/dialog";
import { BatchBar } from "@/platform/lists/batch-bar";
import { jobButtons } from "@/platform/lists/batch-job";
import { envelope, stubServer } from "@/platform/test-kit";
import { useToasts } from "@/platform/toast";

const label = (zh: string) => ({ zh, en: zh });
const SWITCH: Button = { code: "stop", label: label("停用/启用"), place: "row", action: "call", many: true, call: { method: "POST", path: "/thing/{id}/status" } };
const REMOVE: Button = { code: "del", label: label("删除"), place: "row", action: "remove", many: true };
const OTHER: Button = { code: "mail", label: label("群发"), place: "batch", action: "custom" };
const PAGE: ListPage = { key: "k", path: "/k", title: label("事物"), access: "k", rowKey: "id", call: "/thing/page", batchCall: "/thing/batch", columns: [], filters: [], buttons: [], sort: "" };
const QUERY = { current: 1, sort: "code,asc", filters: { name: "x" } };
const ROWS: Row[] = [{ id: "1", version: 1 }];
const STYLES = document.createElement("div");

beforeEach(() => {
  useToasts.setState({ items: [] });
  useDialogs.setState({ open: [] });
});
afterEach(() => vi.unstubAllGlobals());

function show(total: number, page = PAGE, totalCapped = false) {
  const run = vi.fn<(button: Button, rows: Row[]) => void>();
  const select = vi.fn<(rows: Row[]) => void>();
  const data = { records: ROWS, total, totalCapped, current: 1, size: 10 };
  render(
    <StyleProvider container={STYLES}>
      <BatchBar page={page} query={QUERY} data={data} buttons={[SWITCH, REMOVE, OTHER]} selected={ROWS} select={select} run={run} />
    </StyleProvider>,
  );
  return { run, select };
}

const answer = async (yes: boolean) => {
  const question = await vi.waitFor(() => useDialogs.getState().open[0] ?? Promise.reject(new Error("no question yet")));
  question.answer(yes);
  return question.text;
};

it("works through 2,000 rows itself, and leaves 2,001 to a job", () => {
  show(2_000);
  expect(screen.getByText("选择全部 2,000 条结果")).toBeTruthy();
  expect(screen.queryByText(/后台处理/)).toBeNull();
});

it("offers a job for one row more, and for more than are counted", () => {
  show(2_001);
  expect(screen.getByText("选择前 2,000 条结果")).toBeTruthy();
  expect(screen.getByText("选择全部 2,001 条结果（后台处理）")).toBeTruthy();
});

it("has no job where the server takes none", () => {
  const { batchCall: _, ...page } = PAGE;
  show(2_001, page);
  expect(screen.queryByText(/后台处理/)).toBeNull();
});

it("hands the filter over with the button, once it was asked", async () => {
  const server = stubServer({ "POST /thing/batch": () => envelope(200, 0, "已提交下载中心", { taskId: "7" }) });
  const { run, select } = show(10_000, PAGE, true);
  fireEvent.click(screen.getByText("选择全部 10,000+ 条结果（后台处理）"));
  expect(screen.getByText("已选择全部 10,000+ 条结果")).toBeTruthy();
  expect(screen.queryByText("群发")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /^停\s?用$/ }));
  expect(await answer(false)).toEqual(["对全部 10,000+ 条结果执行“停用”？", "将由后台逐条处理，进度和每条结果见下载中心。"]);
  await vi.waitFor(() => expect(useDialogs.getState().open).toHaveLength(0));
  expect(server.asked).toHaveLength(0);
  fireEvent.click(screen.getByRole("button", { name: /^停\s?用$/ }));
  await answer(true);
  await vi.waitFor(() => expect(select).toHaveBeenCalledWith([]));
  expect(JSON.parse(String(server.asked[0]?.body))).toEqual({ action: "POST /thing/{id}/status", active: false, filters: { name: "x" }, sort: "code,asc" });
  expect(useToasts.getState().items.map(({ text }) => text)).toEqual(["已提交下载中心"]);
  expect(run).not.toHaveBeenCalled();
});

it("presses what needs no more of a row than its id", () => {
  const named: Button = { ...SWITCH, call: { method: "POST", path: "/thing/sent/{orderId}" } };
  expect(jobButtons([SWITCH, REMOVE, OTHER, named, { ...REMOVE, many: false }])).toEqual([SWITCH, REMOVE]);
});
