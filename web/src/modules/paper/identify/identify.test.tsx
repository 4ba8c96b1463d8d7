import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import definition from "@/modules/paper/identify/identify-list.page";
import { closeAudit } from "@/modules/paper/identify/identify-store";
import { type Opened, buttonOf, dialogOf, fieldAt, gone, openList, run } from "@/modules/paper/paper-kit";
import type { Button, Field, FormPage, ListPage } from "@/platform/contract";
import { envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const text = (name: string, zh: string, more: Partial<Field> = {}): Field => ({ name, label: label(zh), kind: "text", ...more });
const BASE = "/afbase/identify";
const row = (code: string, zh: string, path: string, action: Button["action"], state: string): Button => ({
  code, label: label(zh), place: "row", action, call: { method: "POST", path: `${BASE}/${path}` }, when: { oneOf: ["state", [state]] },
});

/** As the server declares them, as far as the page looks at it. */
const LIST: ListPage = {
  key: "af.identify.list", path: "/af_identify", title: label("鉴定证书"), access: "af_identify", rowKey: "id",
  call: `${BASE}/page`, sort: "", form: "af.identify.form", filters: [],
  columns: [text("orderCode", "订单号"), text("validUntil", "最早到期")].map((field) => ({ ...field, sortable: false, shown: true })),
  buttons: [
    { code: "af-identify-add", label: label("新增"), place: "primary", action: "create" },
    row("af-identify-declare", "申报", "declare/{id}", "call", "DRAFT"),
    row("af-identify-audit", "登记审核", "audit/{id}", "custom", "DECLARED"),
  ],
};
const FORM: FormPage = {
  key: "af.identify.form", title: label("鉴定证书"), access: "af_identify", versionField: "version", view: `${BASE}/{id}`,
  create: { method: "POST", path: BASE }, update: { method: "PUT", path: `${BASE}/{id}` },
  sections: [
    {
      key: "main", label: label("申报"),
      fields: [
        { name: "orderId", label: label("订单"), kind: "reference", reference: "paperOrder", required: true, readOnlyOnEdit: true },
        text("terminal", "货站"),
        text("declarationNo", "申报编号", { readOnly: true, when: { set: "reports" } }),
      ],
    },
  ],
};
const DECLARED = { list: LIST, form: FORM, overrides: definition.list! };
const BUTTONS = ["af-identify-add", "af-identify-declare", "af-identify-audit"];
const DRAFT = {
  id: "5", version: 2, orderCode: "AE-2607150001", awbNumber: "990-12345675", flightDate: "2026-07-18", validUntil: "2026-07-17",
  state: "DRAFT", declarationNo: "", can: BUTTONS,
};
const SENT = { ...DRAFT, id: "6", version: 3, orderCode: "AE-2607150003", validUntil: "2026-07-18", state: "DECLARED", declarationNo: "JD-2607150001" };

const open = (part: Partial<Opened> = {}) => openList(DECLARED, { rows: [DRAFT], buttons: BUTTONS, ...part });

beforeEach(closeAudit);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("certificates", () => {
  it("that end before the flight are marked, those that end on its day are not", async () => {
    await open({ rows: [DRAFT, SENT] });
    const tag = await screen.findByText("2026-07-17 早于航班");
    expect(tag.closest(".tag")?.className).toContain("tone-warning");
    expect(screen.getByText("2026-07-18").closest(".tag")).toBeNull();
  });

  it("are declared after the user agreed to what the server asks", async () => {
    const question = "鉴定报告R-1将于2026-07-17到期，早于航班日期，是否继续申报？";
    const server = await open({
      routes: {
        [`POST ${BASE}/declare/5`]: (asked) =>
          ((asked.json() as { confirmed?: string[] }).confirmed ?? []).length > 0
            ? { version: 3, state: "DECLARED" }
            : envelope(200, 2, question, { confirms: [{ key: "identify.ends_early", field: "", message: question }] }),
      },
    });
    await screen.findByText("AE-2607150001");
    await run("申报");
    await screen.findByText(question);
    expect(server.to(`${BASE}/declare/5`)[0]?.json()).toMatchObject({ version: 2 });
    fireEvent.click(buttonOf(screen, "是"));
    await waitFor(() => expect(server.to(`${BASE}/declare/5`)).toHaveLength(2));
    expect(server.to(`${BASE}/declare/5`)[1]?.json()).toMatchObject({ version: 2, confirmed: ["identify.ends_early"] });
    await waitFor(() => expect(server.to(`${BASE}/page`).length).toBeGreaterThan(1));
  });

  it("of an order without master say so", async () => {
    await open({ routes: { [`POST ${BASE}/declare/5`]: () => envelope(200, 1, "请先录入主单号") } });
    await screen.findByText("AE-2607150001");
    await run("申报");
    await waitFor(() => expect(toasts().join()).toContain("请先录入主单号"));
  });

  it("take the answer of the terminal, and say at its field what is wrong", async () => {
    const message = "请填写退回原因";
    const server = await open({
      rows: [SENT],
      routes: {
        [`POST ${BASE}/audit/6`]: (asked) =>
          (asked.json() as { remark: string | null }).remark
            ? { version: 4, auditState: "RETURNED" }
            : envelope(200, 1, message, { findings: [{ field: "remark", severity: "error", key: "identify.no_reason", message }] }),
      },
    });
    await screen.findByText("AE-2607150003");
    await run("登记审核");
    const box = await dialogOf("登记审核 JD-2607150001");
    fireEvent.click(buttonOf(box, "登记"));
    await waitFor(() => expect(fieldAt("result").box.textContent).toContain("请选择审核结果"));
    expect(server.to(`${BASE}/audit/6`)).toHaveLength(0);
    fireEvent.mouseDown(fieldAt("result").input);
    fireEvent.click(await screen.findByText("退回", { selector: ".ant-select-item *" }));
    fireEvent.change(fieldAt("auditor").input, { target: { value: "货站审核员" } });
    fireEvent.click(buttonOf(box, "登记"));
    await waitFor(() => expect(fieldAt("remark").box.textContent).toContain(message));
    expect(fieldAt("auditor").input.value).toBe("货站审核员");
    fireEvent.change(fieldAt("remark").input, { target: { value: "印章不清" } });
    fireEvent.click(buttonOf(box, "登记"));
    await waitFor(() => expect(server.to(`${BASE}/page`)).toHaveLength(2));
    expect(server.to(`${BASE}/audit/6`)[1]?.json()).toEqual({
      version: 3, result: "RETURNED", auditor: "货站审核员", auditTime: null, remark: "印章不清",
    });
  });

  it("opened from an order begin with its terminal, and say nothing of declaring", async () => {
    const facts = { orderId: "1", orderUuid: "e1", orderCode: "AE-2607150001", awbNumber: "990-12345675", route: "PVG-FRA" };
    const server = await open({
      search: "?o=e1",
      routes: { [`GET ${BASE}/propose`]: () => ({ ...facts, terminal: "测试货站" }) },
    });
    await waitFor(() => expect(fieldAt("terminal").input.value).toBe("测试货站"));
    expect(Object.fromEntries(server.to(`${BASE}/propose`)[0]?.query ?? [])).toEqual({ orderUuid: "e1" });
    expect(gone).toEqual(["/af_identify"]);
    await screen.findByText("PVG-FRA");
    expect(() => fieldAt("declarationNo")).toThrow("no field declarationNo");
  });
});
