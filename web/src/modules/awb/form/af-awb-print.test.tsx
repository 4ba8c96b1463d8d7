import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import prints from "@/modules/awb/form/af-awb-print.page";
import { RuleCell } from "@/modules/awb/form/rule-cell";
import { openPage, press } from "@/modules/awb/awb-kit";
import { loadRoom } from "@/platform/i18n";
import { toasts } from "@/platform/test-shell";
import { type Answer, envelope } from "@/platform/test-kit";

const HOUSE = { id: "21", hawbId: "21", hawbNumber: "HA001", awbPrintId: null, rowUuid: null, awbStatus: "NONE", orderUuid: "o1", pieces: 5, grossWeight: 200 };
const MASTERS = [
  {
    id: "1", orderUuid: "o1", awbNumber: "990-12345675", awbStatus: "DRAFT", awbPrintId: "77", rowUuid: "u1", pieces: 12, grossWeight: 500,
    check: { state: "DIFFERS", fields: ["毛重"] }, can: ["af-awbprint-mawb", "af-awbprint-finish", "af-awbprint-del", "af-awbprint-print", "af-edi-send"], children: [HOUSE],
  },
  { id: "2", orderUuid: "o2", awbNumber: "990-12345686", awbStatus: "DONE", awbPrintId: "78", rowUuid: "u2", can: ["af-awbprint-back", "af-awbprint-print", "af-edi-send"], check: { state: "OK", fields: [] } },
];
const ROUTES: Record<string, Answer> = {
  "GET /afbase/awbPrint/page": () => ({ records: MASTERS, total: 2, totalCapped: false, current: 1, size: 10 }),
  "GET /platform/listSetting/af.awb-print.list": () => null,
};
const open = (routes: Record<string, Answer> = {}) => openPage(prints.page ?? (() => null), "/af_awb_print", { ...ROUTES, ...routes });

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rowOf = (text: string): HTMLElement => {
  const row = screen.getByText(text).closest<HTMLElement>("tr");
  if (!row) throw new Error(`no row ${text}`);
  return row;
};

/** The buttons at the end of a row. */
const wordsOf = (text: string): (string | null)[] =>
  [...rowOf(text).querySelectorAll(".row-buttons button")].map((each) => each.textContent);

function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

it("counts what the rules of the destination find, errors before warnings", async () => {
  await loadRoom("awb");
  const options = [
    { value: "NONE", label: { zh: "未检查", en: "Not checked" } },
    { value: "OK", label: { zh: "通过", en: "Passed" }, tone: "done" as const },
  ];
  const column = { name: "ruleState", label: { zh: "目的地检查", en: "" }, kind: "state" as const, options, sortable: false, shown: true };
  const shown = (row: object) => {
    cleanup();
    const { container } = render(<RuleCell row={{ ...row }} column={column} />, { wrapper: Queries });
    return [container.textContent, container.querySelector(".tag")?.className, container.querySelector("[title]")?.getAttribute("title")];
  };
  expect(shown({ ruleState: "ERROR", ruleErrors: 2, ruleWarnings: 1 })).toEqual(["2 项错误", "tag tone-danger", "2 项错误，1 项警告"]);
  expect(shown({ ruleState: "WARNING", ruleErrors: 0, ruleWarnings: 1 })).toEqual(["1 项警告", "tag tone-warning", "1 项警告"]);
  expect(shown({ ruleState: "OK", ruleErrors: 0, ruleWarnings: 0 }).slice(0, 2)).toEqual(["通过", "tag tone-done"]);
  expect(shown({ ruleState: "NONE", ruleErrors: null, ruleWarnings: null })[0]).toBe("未检查");
});

describe("the list of waybills to make", () => {
  it("stands houses below their master, each with its own form and buttons", async () => {
    await open();
    expect((await screen.findByText("990-12345675")).getAttribute("href")).toBe("/af_mawb_make?o=o1");
    expect(within(rowOf("990-12345675")).getByText("与订单不一致：毛重")).toBeTruthy();
    expect(within(rowOf("990-12345686")).queryByText(/不一致/)).toBeNull();
    expect(wordsOf("990-12345686")).toEqual(["退回", "打印", "发送"]);
    const expand = rowOf("990-12345675").querySelector(".ant-table-row-expand-icon");
    if (expand) fireEvent.click(expand);
    expect((await screen.findByText("HA001")).getAttribute("href")).toBe("/hawb_info_page?o=o1&hawbId=21");
    expect(wordsOf("HA001")).toEqual(["分单制单"]);
  });

  it("takes a finished form back after asking, with its version", async () => {
    const server = await open({ "PUT /afbase/awbPrint/back/78": () => ({ awbPrintId: "78", rowUuid: "u3", state: "DRAFT" }) });
    await screen.findByText("990-12345686");
    await press("退回");
    await screen.findByText("退回后单证可以再次修改，确认退回？");
    expect(server.to("/afbase/awbPrint/back/78")).toHaveLength(0);
    await press("退回");
    await waitFor(() => expect(server.to("/afbase/awbPrint/page")).toHaveLength(2));
    expect(server.to("/afbase/awbPrint/back/78")[0]?.json()).toEqual({ rowUuid: "u2" });
    expect(toasts()).toEqual(["操作成功"]);
  });

  it("tells why a form can't be taken back", async () => {
    await open({ "PUT /afbase/awbPrint/back/78": () => envelope(200, 1, "单证未完成") });
    await screen.findByText("990-12345686");
    await press("退回");
    await screen.findByText("退回后单证可以再次修改，确认退回？");
    await press("退回");
    await waitFor(() => expect(toasts()).toEqual(["操作失败，单证未完成"]));
  });
});
