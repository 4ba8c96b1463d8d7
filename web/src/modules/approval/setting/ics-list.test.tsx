import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/modules/approval/approval-kit";
import { LevelsSection } from "@/modules/approval/setting/levels-section";
import { MainSection } from "@/modules/approval/setting/main-section";
import type { Section } from "@/platform/contract";
import { FormStore } from "@/platform/forms/form-store";

afterEach(() => vi.unstubAllGlobals());

const CHOICES = {
  events: [{ value: "15", label: "AE 解锁申请", scope: "AE", facts: [{ name: "lockDays", label: "锁账天数", kind: "number" }] }],
  roles: [{ value: "21", label: "财务" }],
  users: [{ value: "31", label: "经理一" }],
  depts: [],
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

describe("the form of a setting", () => {
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
