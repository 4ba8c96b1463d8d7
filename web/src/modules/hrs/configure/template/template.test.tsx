import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import configure from "@/modules/hrs/configure/configure.page";
import { moved } from "@/modules/hrs/configure/template/template-model";
import { type Answer, envelope } from "@/platform/test-kit";

const label = (zh: string) => ({ zh, en: zh });
const OWN = {
  id: "7", businessScope: "AE", document: "账单", language: "zh", format: "EXCEL", revision: 3, active: true,
  fileName: "账单.xlsx", createdAt: "2026-07-15 10:00:00", createdBy: "陈管理",
};
const TEMPLATES = {
  papers: [
    { name: "账单", label: label("账单"), formats: ["PDF", "EXCEL"], money: true },
    { name: "托书", label: label("托书"), formats: ["PDF"], money: false },
  ],
  variables: [
    { name: "coopName", label: label("客户"), row: false },
    { name: "awb", label: label("运单号"), row: true },
    { name: "amount", label: label("金额"), row: true },
  ],
  cells: [OWN],
  fields: [
    { name: "fontSize", label: label("字号"), kind: "int", digits: 0 },
    { name: "bankId", label: label("银行账户"), kind: "select", options: [] },
    { name: "footer", label: label("页脚"), kind: "longText" },
  ],
};
const LAYOUT = { columns: ["awb"], fontSize: 9, footer: "", bankId: null };
const ROUTES: Record<string, Answer> = {
  "GET /hrs/org/template": () => TEMPLATES,
  "GET /hrs/org/template/layout": () => ({ layout: LAYOUT, standard: { ...LAYOUT, columns: ["awb", "amount"] } }),
  "GET /hrs/org/template/history": () => [OWN, { ...OWN, id: "6", revision: 2, active: false }],
  "POST /hrs/org/template/preview": () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } }),
};

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  URL.createObjectURL = () => "blob:one";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

const open = async (routes: Record<string, Answer> = {}, buttons = ["sys_orgconf_template"]) => {
  const Page = configure.page;
  if (!Page) throw new Error("the page draws itself");
  const server = await openPage(Page, "/hrs_org_configure?tab=template", { ...ROUTES, ...routes }, { buttons });
  await screen.findByText("自定义 v3");
  return server;
};

const row = (text: string) => {
  const line = screen.getByText(text).closest("tr");
  if (!line) throw new Error("no row");
  return within(line);
};

describe("the templates of a company", () => {
  it("show waybills to air export alone, with what they may name", async () => {
    const waybill = { name: "主单", label: label("主单"), formats: ["EXCEL"], money: false, scope: "AE" };
    const only = { ...waybill, name: "提单", label: label("提单"), scope: "SE" };
    await open({
      "GET /hrs/org/template": () => ({
        ...TEMPLATES,
        papers: [...TEMPLATES.papers, waybill, only],
        waybillVariables: [{ name: "shipperText", label: label("发货人"), row: false }],
      }),
    });
    expect(row("主单").getByText("EXCEL")).toBeTruthy();
    expect(screen.queryByText("提单")).toBeNull();
    expect(within(screen.getByLabelText("运单可用变量")).getByText("{shipperText}")).toBeTruthy();
    expect(within(screen.getByLabelText("可用变量")).queryByText("{shipperText}")).toBeNull();
  });

  it("show letters as workbooks to air export, with what they may name", async () => {
    const letter = { name: "托书", label: label("托书"), formats: ["EXCEL"], money: false, scope: "AE" };
    await open({
      "GET /hrs/org/template": () => ({
        ...TEMPLATES,
        papers: [...TEMPLATES.papers, letter],
        letterVariables: [{ name: "servicesText", label: label("服务项目"), row: false }],
      }),
    });
    const lines = screen.getAllByText("托书", { selector: "strong" }).map((each) => each.closest("tr")?.cells[1]?.textContent);
    expect(lines).toEqual(["PDF", "EXCEL"]);
    const names = within(screen.getByLabelText("托书与送货通知Excel可用变量"));
    expect(names.getByText("{servicesText}")).toBeTruthy();
    expect(names.queryByText("{coopName}")).toBeNull();
  });

  it("shows whose template counts in each cell, and what may be named", async () => {
    await open();
    expect(screen.getAllByText("平台默认")).toHaveLength(5);
    expect(screen.getByText("陈管理 2026-07-15")).toBeTruthy();
    expect(screen.getByText("{coopName}")).toBeTruthy();
  });

  it("sends a workbook under the revision that was seen, and shows why it is refused", async () => {
    const message = "模板含有未知变量：foo";
    const asked: URLSearchParams[] = [];
    const refuse: Answer = (call) => {
      asked.push(call.query);
      return envelope(200, 1, message, null);
    };
    await open({ "POST /hrs/org/template/upload": refuse });
    const [input] = screen.getAllByLabelText<HTMLInputElement>("上传新版本", { selector: "input" });
    if (!input) throw new Error("no input");
    fireEvent.change(input, { target: { files: [new File(["x"], "a.xlsx")] } });
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ businessScope: "AE", document: "账单", language: "zh", format: "EXCEL", revision: "3" });
  });

  it("changes columns of a PDF and saves them", async () => {
    const saved: unknown[] = [];
    await open({
      "POST /hrs/org/template/layout": (call) => {
        saved.push(call.json());
        return { revision: 1 };
      },
    });
    fireEvent.click(row("托书").getAllByRole("button", { name: "设置" })[0] as HTMLElement);
    fireEvent.click(await screen.findByRole("checkbox", { name: "金额" }));
    fireEvent.click(screen.getByRole("button", { name: "金额上移" }));
    expect(screen.queryByLabelText("银行账户"), "a booking note has no bank").toBeNull();
    expect((await screen.findByTitle("预览")).getAttribute("src")).toContain("blob:one");
    fireEvent.click(screen.getByRole("button", { name: /保\s*存/ }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ document: "托书", format: "PDF", revision: 0, layout: { columns: ["amount", "awb"] } });
  });

  it("puts an old revision in force", async () => {
    const calls: unknown[] = [];
    await open({
      "PUT /hrs/org/template/rollback/6": (call) => {
        calls.push(call.json());
        return { revision: 2 };
      },
    });
    fireEvent.click(screen.getAllByRole("button", { name: "更多" })[2] as HTMLElement);
    fireEvent.click(await screen.findByText("历史"));
    fireEvent.click(await screen.findByRole("button", { name: /回\s*退/ }));
    await waitFor(() => expect(calls).toEqual([{ businessScope: "AE", document: "账单", language: "zh", format: "EXCEL", revision: 3 }]));
  });

  it("lets those look who may not change", async () => {
    await open({}, []);
    expect(screen.queryByRole("button", { name: "设置" })).toBeNull();
    expect(screen.queryByLabelText("上传新版本")).toBeNull();
    expect(screen.getAllByRole("button", { name: "预览" }).length).toBeGreaterThan(0);
  });

  it("moves a column a step and never off the list", () => {
    expect(moved(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], "b", 1)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b"], "a", -1)).toEqual(["a", "b"]);
    expect(moved(["a", "b"], "x", 1)).toEqual(["a", "b"]);
  });
});
