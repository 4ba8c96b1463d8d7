import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { button, column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import hrsOrg from "@/modules/hrs/org/hrs-org.page";
import { closeOrg } from "@/modules/hrs/org/org-store";
import type { Contract, Field, FormPage } from "@/platform/contract";
import { setLanguage } from "@/platform/i18n";
import { ListPageView } from "@/platform/lists/list-page";
import { setContract } from "@/platform/page-registry";
import { type Answer, type StubServer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const word = (zh: string, en = zh) => ({ zh, en });
const option = (value: string, zh: string) => ({ value, label: word(zh) });
const FIELDS: Field[] = [
  { name: "orgId", label: word("企业"), kind: "reference", reference: "org", required: true, readOnlyOnEdit: true },
  {
    name: "serviceType",
    label: word("服务类型"),
    kind: "select",
    required: true,
    readOnlyOnEdit: true,
    options: [option("SMS", "短信"), option("STORAGE", "存储GB")],
  },
  { name: "period", label: word("服务周期"), kind: "select", required: true, options: [option("MONTH", "月"), option("YEAR", "年")] },
  { name: "quantity", label: word("套餐量"), kind: "int", min: 0, max: 1_000_000_000 },
  { name: "startDate", label: word("起始日"), kind: "day", required: true },
  { name: "remark", label: word("备注"), kind: "text", maxLength: 200 },
];
const FORM = {
  key: "hrs.orgMeal.form",
  path: "",
  title: word("服务套餐"),
  access: "sys_org_meal",
  view: "GET /hrs/orgMeal/{id}",
  versionField: "version",
  sections: [{ key: "main", label: word("服务套餐"), fields: FIELDS }],
} as unknown as FormPage;
const LIST = declared("hrs.org.list", "/hrs_org", "/hrs/org/page", {
  columns: [column("orgName", "企业")],
  buttons: [button("sys_org_meal", "服务套餐")],
});
const SMS = {
  id: "71",
  version: 4,
  serviceType: "SMS",
  serviceName: word("短信", "Text messages"),
  period: "YEAR",
  quantity: 500,
  used: 20,
  left: 480,
  startDate: "2026-07-01",
  since: "2026-07-01",
  remark: "赠送",
};
const STORAGE = { ...SMS, id: "72", serviceType: "STORAGE", serviceName: word("存储GB", "Storage (GB)"), period: "NONE", quantity: null, used: 1.5, left: null, since: null, remark: null };

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  setContract({ lists: [LIST], forms: [FORM] } as unknown as Contract);
});
afterEach(async () => {
  closeOrg();
  vi.unstubAllGlobals();
  await setLanguage("zh-CN");
});

async function open(routes: Record<string, Answer>): Promise<StubServer> {
  const shown = {
    "GET /hrs/org/page": rowsOf([{ id: "5", version: 3, orgName: "演示货运" }]),
    "GET /hrs/org/total": () => ({ total: 1 }),
    "GET /platform/listSetting/hrs.org.list": () => null,
    ...routes,
  };
  const server = await openPage(() => <ListPageView page={LIST} overrides={hrsOrg.list ?? {}} />, "/hrs_org", shown, { buttons: ["sys_org_meal"] });
  await screen.findByText("演示货运");
  fireEvent.click(await screen.findByRole("button", { name: "服务套餐" }));
  return server;
}

const cellsOf = (name: string) => [...(screen.getByText(name).closest("tr")?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent);
const sent = (server: StubServer, path: string) => server.to(path).filter((each) => each.method !== "GET").map((each) => each.json());
const dialog = async (title: string) => {
  await screen.findByText(title);
  return within(screen.getAllByRole("dialog").at(-1) ?? document.body);
};

it("shows the packages of a company with what is used and left of them", async () => {
  const server = await open({ "GET /hrs/orgMeal": () => [SMS, STORAGE] });
  await screen.findByText("短信");
  expect(cellsOf("短信").slice(0, 7)).toEqual(["短信", "年", "500", "20", "480", "2026-07-01", "赠送"]);
  expect(cellsOf("存储GB").slice(0, 5)).toEqual(["存储GB", "不限", "不限", "1.50", "-"]);
  expect(server.to("/hrs/orgMeal")[0]?.query.get("orgId")).toBe("5");
  await setLanguage("en-US");
  await screen.findByText("Text messages");
  expect(cellsOf("Storage (GB)").slice(0, 3)).toEqual(["Storage (GB)", "Not limited", "Not limited"]);
});

it("adds one, with what is wrong at its field", async () => {
  const finding = { field: "serviceType", severity: "error", key: "package.twice", message: "该企业已有此服务套餐" };
  let taken = true;
  let rows: unknown[] = [];
  const server = await open({
    "GET /hrs/orgMeal": () => rows,
    "POST /hrs/orgMeal": () => {
      if (taken) return envelope(200, 1, finding.message, { findings: [finding] });
      rows = [SMS];
      return { id: "71" };
    },
  });
  await screen.findByText("未设服务套餐，各项服务不限量");
  fireEvent.click(screen.getByRole("button", { name: "新增套餐" }));
  const box = await dialog("新增套餐 演示货运");
  fireEvent.click(box.getByRole("button", { name: "保存" }));
  expect(sent(server, "/hrs/orgMeal")).toEqual([]);
  fireEvent.mouseDown(box.getByRole("combobox", { name: /服务类型/ }));
  fireEvent.click(await screen.findByTitle("短信"));
  fireEvent.change(box.getByLabelText("套餐量"), { target: { value: "500" } });
  fireEvent.blur(box.getByLabelText("套餐量"));
  fireEvent.click(box.getByRole("button", { name: "保存" }));
  await box.findByText(finding.message);
  taken = false;
  fireEvent.click(box.getByRole("button", { name: "保存" }));
  await screen.findByText("480");
  expect(sent(server, "/hrs/orgMeal").at(-1)).toMatchObject({ orgId: "5", serviceType: "SMS", period: "MONTH", quantity: 500 });
});

it("changes and deletes one by its version", async () => {
  let rows: unknown[] = [SMS];
  const server = await open({
    "GET /hrs/orgMeal": () => rows,
    "PUT /hrs/orgMeal/71": () => {
      rows = [{ ...SMS, version: 5, quantity: 600, left: 580 }];
      return { id: "71" };
    },
    "DELETE /hrs/orgMeal/71": () => {
      rows = [];
      return null;
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "修改 短信" }));
  const box = await dialog("修改套餐 演示货运");
  fireEvent.change(box.getByLabelText("套餐量"), { target: { value: "600" } });
  fireEvent.blur(box.getByLabelText("套餐量"));
  fireEvent.click(box.getByRole("button", { name: "保存" }));
  await screen.findByText("580");
  expect(sent(server, "/hrs/orgMeal/71")).toEqual([
    { serviceType: "SMS", period: "YEAR", quantity: 600, startDate: "2026-07-01", remark: "赠送", version: 4 },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "删除 短信" }));
  await screen.findByText("确认删除 演示货运 的短信套餐吗？删除后该服务不限量。");
  fireEvent.click(screen.getByRole("button", { name: "删除" }));
  await screen.findByText("未设服务套餐，各项服务不限量");
  expect(server.to("/hrs/orgMeal/71").find((each) => each.method === "DELETE")?.query.get("version")).toBe("5");
  expect(toasts()).toContain("操作成功");
});

it("says when the packages can't be read, and reads again", async () => {
  let broken = true;
  await open({ "GET /hrs/orgMeal": () => (broken ? envelope(500, 500, "系统繁忙") : [SMS]) });
  await screen.findByText("系统繁忙");
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  await screen.findByText("短信");
});
