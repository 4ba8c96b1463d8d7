import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/modules/approval/approval-kit";
import { toasts } from "@/platform/test-shell";
import notification from "@/modules/approval/centre/notification.page";
import { type Answer, envelope } from "@/platform/test-kit";

const ROW = {
  taskId: "11",
  instanceId: "5",
  instanceNo: "SP-2607010001",
  eventName: "AE 解锁申请",
  eventNameEn: "AE unlocking",
  businessScope: "AE",
  orderCode: "AE-2607010001",
  coopName: "客户甲",
  content: "客户甲空运出口已锁定，申请解锁",
  applicantName: "操作一",
  applyTime: "2026-07-01 18:00:00",
  levelName: "一级审批",
  status: "审批中",
  waitHours: 2.5,
  late: true,
  source: "委托",
  fromName: "财务一",
};
const TASK = { taskId: "11", name: "经理一", fromName: "财务一", source: "委托", sign: null, status: "待审", comment: "", history: false, dueTime: "2026-07-01 20:00:00", decideTime: null };
const APPROVAL = {
  ...ROW,
  internalNumber: "",
  coopCode: "KH001",
  reason: "补录费用",
  url: "/af_order_edit?o=abc",
  finishTime: null,
  returned: false,
  effectStatus: "",
  effectError: "",
  facts: [{ name: "lockDays", label: "锁账天数", value: "10" }],
  levels: [
    { level: 1, name: "一级审批", mode: "any", skipped: null, tasks: [TASK], cc: ["单证一"] },
    { level: 2, name: "二级审批", mode: "any", skipped: "condition", tasks: [], cc: [] },
  ],
  can: { taskId: "11", addSign: true, backTo: [], removeSigns: [], withdraw: false, urge: false, resubmit: false },
};
const MESSAGE = { id: "3", kind: "审批", title: "审批结果", content: "您提交的解锁申请已通过：AE-2607010001", refNo: "AE-2607010001", url: "/af_order", senderName: "财务一", createdAt: "2026-07-01 18:00:00", readAt: null };
const rows = (...records: object[]): Answer => () => ({ records, total: records.length, current: 1, size: 10 });
const ROUTES: Record<string, Answer> = {
  "GET /prm/api/toDo": rows(ROW),
  "GET /prm/api/haveMessage": () => 1,
  "GET /prm/message": rows(MESSAGE),
  "GET /prm/ics/approval/5": () => APPROVAL,
  "GET /prm/ics/approval/mine": rows(),
};

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

const Page = notification.page ?? (() => null);
const openRow = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "SP-2607010001" }));
  const drawer = within(await screen.findByRole("dialog"));
  await drawer.findByText("补录费用");
  return drawer;
};

describe("the message centre", () => {
  it("lists what is to be decided, and who is decided for", async () => {
    // req: notify-tab-approvals
    await openPage(Page, "/notification?id=0", ROUTES);
    await screen.findByText("AE-2607010001");
    for (const text of ["AE 解锁申请", "AE 空运出口", "一级审批", "操作一（代 财务一）"]) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText("2.5").className).toContain("approval-late");
  });

  it.each(["todo", "done", "mine", "cc"])("tells in the list %s the level reached and how long it waits", async (tab) => {
    // req: notify-tab-approvals
    const path = tab === "todo" ? "/prm/api/toDo" : `/prm/ics/approval/${tab}`;
    await openPage(Page, `/notification?id=0&tab=${tab}`, { ...ROUTES, [`GET ${path}`]: rows(ROW) });
    await screen.findByText("AE-2607010001");
    const headings = screen.getAllByRole("columnheader").map((cell) => cell.textContent?.trim());
    const asked = ["审批编号", "审批事项", "业务范畴", "单号", "内部编号", "客户名称", "申请内容", "申请人", "申请时间", "当前节点", "已等待(小时)", "状态"];
    expect(headings.filter((each) => asked.includes(each ?? ""))).toEqual(asked);
    expect(screen.getByText("一级审批")).toBeTruthy();
    expect(screen.getByText("2.5").className).toContain("approval-late");
  });

  it("shows an approval with its levels, and refuses with a reason", async () => {
    const server = await openPage(Page, "/notification?id=0", {
      ...ROUTES,
      "POST /prm/ics/approval/refuse": (asked) =>
        (asked.json() as { comment: string }).comment === ""
          ? envelope(200, 1, "请填写驳回原因", { findings: [{ field: "comment", severity: "error", key: "x", message: "请填写驳回原因" }] })
          : { status: "已驳回" },
    });
    const drawer = await openRow();
    for (const text of ["客户甲空运出口已锁定，申请解锁", "补录费用", "经理一 代 财务一", "已跳过（条件不满足）", "抄送：单证一", "锁账天数"]) {
      expect(drawer.getByText(text)).toBeTruthy();
    }
    expect(drawer.getByRole("link", { name: "AE-2607010001" }).getAttribute("href")).toBe("/af_order_edit?o=abc");
    fireEvent.click(drawer.getByRole("button", { name: "驳回" }));
    const reason = await screen.findByLabelText("原因", { selector: "textarea" });
    fireEvent.click(screen.getByRole("button", { name: "确定" }));
    await screen.findByText("请填写驳回原因");
    fireEvent.change(reason, { target: { value: "期间已关" } });
    fireEvent.click(screen.getByRole("button", { name: "确定" }));
    await waitFor(() => expect(toasts()).toContain("操作成功"));
    expect(server.to("/prm/ics/approval/refuse").at(-1)?.json()).toEqual({ taskId: "11", comment: "期间已关" });
    expect(server.to("/prm/api/toDo").length).toBeGreaterThan(2);
  });

  it("opens the approval a message leads to", async () => {
    await openPage(Page, "/notification?id=0&approval=5", ROUTES);
    expect(await within(await screen.findByRole("dialog")).findByText("补录费用")).toBeTruthy();
  });

  it("marks a message as read when it is opened, and all at once", async () => {
    // req: notify-open-message-centre, notify-tab-messages
    const server = await openPage(Page, "/notification?id=1", { ...ROUTES, "PUT /prm/message/read": () => ({ changed: 1 }) });
    await screen.findByText("您提交的解锁申请已通过：AE-2607010001");
    expect(screen.getByText("未读")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "全部已读" }));
    await waitFor(() => expect(server.to("/prm/message/read")).toHaveLength(1));
    expect(server.to("/prm/message/read")[0]?.json()).toEqual({ all: true });
    fireEvent.click(screen.getByRole("button", { name: "审批" }));
    await waitFor(() => expect(server.to("/prm/message/read")).toHaveLength(2));
    expect(server.to("/prm/message/read")[1]?.json()).toEqual({ ids: ["3"] });
  });
});
