import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/modules/approval/approval-kit";
import { LevelsSection } from "@/modules/approval/setting/levels-section";
import { newLevel } from "@/modules/approval/setting/level-model";
import { MainSection } from "@/modules/approval/setting/main-section";
import type { Section } from "@/platform/contract";
import { FormStore } from "@/platform/forms/form-store";

afterEach(() => vi.unstubAllGlobals());

const CHOICES = {
  events: [
    { value: "15", label: "AE 解锁申请", scope: "AE", facts: [{ name: "lockDays", label: "锁账天数", kind: "number" }] },
    {
      value: "108",
      label: "付款申请",
      scope: "",
      facts: [
        { name: "scope", label: "业务范畴", kind: "scope" },
        { name: "coopLevel", label: "客户等级", kind: "coopLevel" },
      ],
    },
  ],
  roles: [{ value: "21", label: "财务" }],
  users: [{ value: "31", label: "经理一" }],
  depts: [],
  scopes: [{ value: "AE", label: "AE 空运出口" }, { value: "SE", label: "SE 海运出口" }],
  coopLevels: [{ value: "A", label: "A" }, { value: "B", label: "B" }],
};
const label = (zh: string) => ({ zh, en: zh });
const MAIN: Section = {
  key: "main",
  label: label("审批设置"),
  fields: [
    { name: "eventId", label: label("事项"), kind: "select", required: true, options: [{ value: "15", label: label("AE 解锁申请") }, { value: "27", label: label("SE 解锁申请") }] },
    { name: "businessScope", label: label("业务范畴"), kind: "select", options: [] },
    { name: "unlockDays", label: label("解锁天数"), kind: "int" },
  ],
};
const LEVELS: Section = { key: "levels", label: label("审批节点"), fields: [] };

async function open(values: Record<string, unknown>) {
  const form = new FormStore(values);
  const Page = () => (
    <>
      <MainSection section={MAIN} form={form} readOnly={false} editing={false} />
      <LevelsSection section={LEVELS} form={form} readOnly={false} editing={false} />
    </>
  );
  await openPage(Page, "/hrs_ics_list", { "GET /prm/ics/approval/choices": () => CHOICES });
  await screen.findByText("事项");
  return form;
}

const choose = async (name: string, option: string) => {
  fireEvent.mouseDown(await screen.findByRole("combobox", { name }));
  const found = await screen.findAllByText(option, { selector: ".ant-select-item-option-content" });
  fireEvent.click(found.at(-1) as HTMLElement);
};

describe("the form of a setting", () => {
  it("says what becomes of a decision nobody takes in time", async () => {
    const form = await open({ eventId: "15", levels: [newLevel()] });
    expect((screen.getByRole("combobox", { name: "超时处理" }) as HTMLInputElement).disabled, "without a limit nothing is late").toBe(true);
    fireEvent.change(screen.getByLabelText("时限小时（0 为不限）"), { target: { value: "4" } });
    expect(form.get("levels.0.onTimeout")).toBe("remind");
    for (const [option, stored] of [["自动同意", "agree"], ["自动驳回", "refuse"], ["转管理员", "admin"], ["提醒", "remind"]] as const) {
      await choose("超时处理", option);
      expect(form.get("levels.0.onTimeout")).toBe(stored);
    }
    expect(form.get("levels.0.limitHours")).toBe(4);
  });

  it("offers scopes and levels of customers to a condition, several where it is one of them", async () => {
    const form = await open({ eventId: "108", levels: [newLevel()] });
    const condition = () => (form.get("levels.0.conditions") as unknown[])[0];
    fireEvent.click(await screen.findByRole("button", { name: "新增条件" }));
    await choose("条件值", "AE 空运出口");
    expect(condition()).toEqual({ field: "scope", compare: "eq", value: "AE" });
    await choose("比较", "属于");
    await choose("条件值", "SE 海运出口");
    expect(condition()).toEqual({ field: "scope", compare: "in", value: "AE,SE" });
    await choose("比较", "≠");
    expect(condition(), "one value alone can be unlike").toEqual({ field: "scope", compare: "ne", value: "AE" });
    await choose("条件字段", "客户等级");
    await choose("条件值", "B");
    expect(condition()).toEqual({ field: "coopLevel", compare: "eq", value: "B" });
  });

  it("adds levels with their conditions", async () => {
    const form = await open({ eventId: "15", levels: [] });
    fireEvent.click(screen.getByRole("button", { name: "新增节点" }));
    fireEvent.click(screen.getByRole("button", { name: "新增节点" }));
    const second = within(screen.getByRole("group", { name: "二级审批" }));
    fireEvent.click(await second.findByRole("button", { name: "新增条件" }));
    fireEvent.change(second.getByLabelText("条件值"), { target: { value: "30" } });
    expect(form.get("levels.1.conditions")).toEqual([{ field: "lockDays", compare: "eq", value: "30" }]);
    fireEvent.click(second.getByRole("button", { name: "上移" }));
    expect((form.get("levels.0.conditions") as unknown[]).length).toBe(1);
  });

  it("leaves the scope to the act and shows what the server finds at a level", async () => {
    const form = await open({ eventId: "15", levels: [{ name: "", approverType: "user", approverIds: [], approverUp: 1, mode: "any", conditions: [], limitHours: 0, onTimeout: "remind", ccIds: [] }] });
    await screen.findByText("解锁天数");
    expect(screen.queryByText("业务范畴")).toBeNull();
    form.setFindings([{ field: "levels.0.approverIds", severity: "error", key: "x", message: "请选择审批人" }]);
    expect(await screen.findByText("请选择审批人")).toBeTruthy();
  });
});
