import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPage } from "@/modules/approval/approval-kit";
import { TrialDialog, openTrial, useTrial } from "@/modules/approval/setting/trial-dialog";

afterEach(() => {
  useTrial.setState({ open: null });
  vi.unstubAllGlobals();
});

it("shows who would decide, and which level is skipped", async () => {
  const level = (number: number, name: string, approver: string, skipped: string | null) => ({ level: number, name, mode: "any", approvers: [approver], skipped });
  openTrial({ id: "9", eventId: "15" });
  const server = await openPage(TrialDialog, "/hrs_ics_list", {
    "GET /prm/ics/approval/choices": () => ({
      events: [{ value: "15", label: "AE 解锁申请", scope: "AE", facts: [{ name: "lockDays", label: "锁账天数", kind: "number" }] }],
      roles: [],
      users: [{ value: "31", label: "操作一" }],
      depts: [],
    }),
    "POST /prm/ics/approval/setting/test": () => ({ approval: 1, levels: [level(1, "一级审批", "经理一", null), level(2, "二级审批", "财务一", "condition")] }),
  });
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.mouseDown(dialog.getByRole("combobox", { name: "申请人" }));
  fireEvent.click(await screen.findByText("操作一"));
  fireEvent.change(dialog.getByLabelText("锁账天数"), { target: { value: "10" } });
  fireEvent.click(dialog.getByRole("button", { name: /试\s*算/ }));
  await dialog.findByText("经理一");
  dialog.getByText("已跳过（条件不满足）");
  await waitFor(() => expect(server.to("/prm/ics/approval/setting/test")[0]?.json()).toMatchObject({ settingId: "9", applicantId: "31", facts: { lockDays: "10" } }));
});

it("assumes a scope and a level of the customer by choosing them", async () => {
  openTrial({ id: "9", eventId: "108" });
  const server = await openPage(TrialDialog, "/hrs_ics_list", {
    "GET /prm/ics/approval/choices": () => ({
      events: [
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
      roles: [],
      users: [{ value: "31", label: "操作一" }],
      depts: [],
      scopes: [{ value: "AE", label: "AE 空运出口" }],
      coopLevels: [{ value: "A", label: "A 级" }],
    }),
    "POST /prm/ics/approval/setting/test": () => ({ approval: 0, levels: [] }),
  });
  const dialog = within(await screen.findByRole("dialog"));
  for (const [name, option] of [["申请人", "操作一"], ["业务范畴", "AE 空运出口"], ["客户等级", "A 级"]] as const) {
    fireEvent.mouseDown(await dialog.findByRole("combobox", { name }));
    fireEvent.click(await screen.findByText(option));
  }
  fireEvent.click(dialog.getByRole("button", { name: /试\s*算/ }));
  await dialog.findByText("不需要审批，提交后直接生效");
  expect(server.to("/prm/ics/approval/setting/test")[0]?.json()).toMatchObject({ facts: { scope: "AE", coopLevel: "A" } });
});
