import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Bar } from "@/platform/charts/bar-chart";
import type { ListPage } from "@/platform/contract";
import { ListPageView } from "@/platform/lists/list-page";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

// What is drawn needs a browser; what is handed to the drawing does not.
vi.mock("@/platform/charts/bar-chart", () => ({
  default: ({ title, bars, show }: { title: string; bars: Bar[]; show(value: number): string }) => (
    <ul aria-label={title}>
      {bars.map((bar) => (
        <li key={bar.name} data-bar>{`${bar.name} ${show(bar.value)} ${bar.tone ?? ""}`.trim()}</li>
      ))}
    </ul>
  ),
}));

vi.mock("@/platform/charts/shape-chart", () => ({
  default: ({ title, shape, points, show }: { title: string; shape: string; points: Bar[]; show(value: number): string }) => (
    <ul aria-label={title} data-shape={shape}>
      {points.map((point) => (
        <li key={point.name} data-bar>{`${point.name} ${show(point.value)}`}</li>
      ))}
    </ul>
  ),
}));

const label = (zh: string) => ({ zh, en: zh });
const column = (name: string, zh: string, rest = {}) => ({ name, label: label(zh), kind: "text" as const, sortable: true, shown: true, ...rest });
const LEVELS = [
  { value: "LOW", label: label("不足"), tone: "danger" as const },
  { value: "ENOUGH", label: label("充足"), tone: "ready" as const },
];
const report: ListPage = {
  key: "t.stock", path: "/stock", title: label("库存统计"), access: "stock", rowKey: "id", call: "/stock/page", sort: "", filters: [], buttons: [], toned: "level",
  columns: [
    column("carrier", "航司"),
    column("station", "始发港"),
    column("level", "库存", { kind: "state", options: LEVELS }),
    column("unused", "未使用", { kind: "int", sum: true }),
    column("useDays", "日均用量", { kind: "decimal", digits: 2 }),
  ],
  chart: { label: ["carrier", "station"], measures: ["unused", "useDays"] },
};
const rows = [
  { id: "1", carrier: "X9", station: "PVG", level: "LOW", unused: 3, useDays: 0.1 },
  { id: "2", carrier: "CA", station: null, level: "ENOUGH", unused: 1200, useDays: 3.5 },
];

beforeEach(() => Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(kept = {}, records: object[] = rows) {
  const server = stubServer({
    "GET /stock/page": () => ({ records, total: records.length, current: 1, size: 10, totals: { unused: 1203 } }),
    "GET /platform/listView/t.stock": () => ({ views: [], defaultId: null, ownDefaultId: null, settings: { "": kept } }),
    "PUT /platform/listSetting/t.stock": () => null,
  });
  renderPage(<ListPageView page={report} overrides={{}} />, "/stock");
  return server;
}

const drawn = () => [...document.querySelectorAll("[data-bar]")].map((each) => each.textContent);

it("draws the rows of a report by a measure the user chooses, with the colour of those in need", async () => {
  open();
  await screen.findByText("X9 PVG 3 danger");
  expect(drawn()).toEqual(["X9 PVG 3 danger", "CA 1,200"]);
  fireEvent.click(screen.getByRole("radio", { name: "日均用量" }));
  await screen.findByRole("list", { name: "库存统计：日均用量" });
  expect(drawn()).toEqual(["X9 PVG 0.10 danger", "CA 3.50"]);
  const row = screen.getByText("X9").closest("tr");
  expect(row?.className).toContain("row-danger");
  expect(screen.getByText("CA").closest("tr")?.className).not.toMatch(/row-(danger|warning)/);
  expect(screen.queryByRole("button", { name: "X9" })).toBeNull();
});

it("draws no more than 20 rows that have anything of what is measured, and says so", async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ id: String(at), carrier: `C${at}`, level: "ENOUGH", unused: at < 5 ? 0 : at, useDays: at === 0 ? 1 : 0 }));
  open({}, many);
  await screen.findByText("图表显示前 20 行");
  // The first has nothing of this measure, but something of another.
  expect(drawn()).toHaveLength(20);
  expect(drawn().slice(0, 3)).toEqual(["C0 0", "C5 5", "C6 6"]);
  cleanup();
  open({}, many.slice(0, 8));
  await screen.findByText("C7 7");
  expect(drawn()).toHaveLength(4);
  expect(screen.queryByText(/图表显示前/)).toBeNull();
});

it("hides the chart for who hid it, and brings it back", async () => {
  const server = open({ chart: false });
  await screen.findByText("X9");
  expect(screen.queryByRole("list", { name: /库存统计/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /图\s?表/ }));
  await screen.findByRole("list", { name: "库存统计：未使用" });
  await waitFor(() => expect(server.to("/platform/listSetting/t.stock")[0]?.json()).toEqual({ chart: true }));
});

it("draws months as a line in their order and parts as a pie, where the report is grouped by one of them", async () => {
  const options = ["coop", "month", "reason"].map((value) => ({ value, label: label(value) }));
  const grouped: ListPage = {
    ...report,
    toned: "",
    filters: [{ name: "groupBy", label: label("汇总方式"), kind: "oneOf", field: { kind: "select", options }, main: true, initial: "month" }],
    columns: [column("month", "月", { only: { filter: "groupBy", oneOf: ["month"] } }), column("reason", "原因", { only: { filter: "groupBy", oneOf: ["reason"] } }), column("rate", "取消率", { kind: "decimal", digits: 2 })],
    chart: { label: ["month", "reason"], measures: ["rate"], draws: { month: "line", reason: "pie" } },
  };
  const rowsOf = (by: string | null) =>
    by === "reason" ? [{ id: "1", month: null, reason: "客户取消", rate: 20 }] : [{ id: "1", month: "2026-07", rate: 20 }, { id: "2", month: "2026-06", rate: 5 }];
  stubServer({
    "GET /stock/page": ({ query }) => ({ records: rowsOf(query.get("groupBy")), total: 2, current: 1, size: 10 }),
    "GET /platform/listView/t.stock": () => ({ views: [], defaultId: null, ownDefaultId: null, settings: {} }),
    "GET /stock/total": () => ({ total: 2, totals: {} }),
  });
  renderPage(<ListPageView page={grouped} overrides={{}} />, "/stock");
  await screen.findByText("2026-06 5.00");
  expect(document.querySelector("[data-shape]")?.getAttribute("data-shape")).toBe("line");
  expect(drawn()).toEqual(["2026-06 5.00", "2026-07 20.00"]);
  expect(screen.queryByRole("columnheader", { name: "原因" })).toBeNull();
});
