/** The lists of the message centre: open to everybody, so declared here and not with a permission. */
import type { Column, Filter, Label, ListPage, Option } from "@/platform/contract";
import { declaredList } from "@/platform/page-registry";

export type Tab = "todo" | "done" | "mine" | "cc" | "message";

export const APPROVAL_TABS = ["todo", "done", "mine", "cc"] as const;

const text = (zh: string, en: string): Label => ({ zh, en });

function column(name: string, label: Label, part: Partial<Column> = {}): Column {
  return { name, label, kind: "text", sortable: false, shown: true, ...part };
}

/** What the declared records offer to choose from. */
function offered(name: string): Option[] {
  return declaredList("hrs.icsInstance.list")?.filters.find((filter) => filter.name === name)?.field.options ?? [];
}

const EVENT = column("eventName", text("审批事项", "Act"), { width: 140 });
const NUMBER = column("instanceNo", text("审批编号", "Approval no."), { width: 140 });
const APPLICANT = column("applicantName", text("申请人", "Applicant"), { width: 90 });
const APPLIED = column("applyTime", text("申请时间", "Applied"), { kind: "instant", width: 150 });
const LEVEL = column("levelName", text("当前节点", "Level"), { width: 100 });
const WAITS = column("waitHours", text("已等待(小时)", "Waiting (hours)"), { width: 100 });

/** Every list shows the approval, how far it is and how long it waits, then what is its own. */
function approvalColumns(...own: Column[]): Column[] {
  return [
    NUMBER,
    EVENT,
    column("businessScope", text("业务范畴", "Scope"), { kind: "select", options: offered("businessScope"), width: 110 }),
    column("orderCode", text("单号", "Number"), { width: 140 }),
    column("internalNumber", text("内部编号", "Internal no."), { width: 110 }),
    column("coopName", text("客户名称", "Customer"), { width: 130 }),
    column("content", text("申请内容", "Content"), { width: 220 }),
    APPLICANT,
    APPLIED,
    LEVEL,
    WAITS,
    ...own,
    column("status", text("状态", "State"), { kind: "state", options: offered("status"), width: 90 }),
  ];
}

function filters(): Filter[] {
  const one = (name: string, label: Label, options?: Option[]): Filter =>
    options
      ? { name, label, kind: "oneOf", field: { kind: "select", options } }
      : { name, label, kind: "contains", field: { kind: "text" } };
  return [
    one("eventId", text("审批事项", "Act"), offered("eventId")),
    one("businessScope", text("业务范畴", "Scope"), offered("businessScope")),
    one("orderCode", text("单号", "Number")),
    one("coopName", text("客户名称", "Customer")),
    one("applicantName", text("申请人", "Applicant")),
    { name: "applyTime", label: text("申请时间", "Applied"), kind: "range", field: { kind: "instant" } },
    one("status", text("状态", "State"), offered("status")),
  ];
}

function page(key: string, title: Label, call: string, rowKey: string, columns: Column[], own: Filter[]): ListPage {
  return { key, path: "/notification", title, access: "", rowKey, call, columns, filters: own, buttons: [], sort: "" };
}

const KINDS: [string, string][] = [
  ["订单", "Order"],
  ["费用", "Charge"],
  ["账单", "Bill"],
  ["客商", "Partner"],
  ["审批", "Approval"],
  ["系统", "System"],
  ["公告", "Notice"],
  ["询价", "Inquiry"],
];

function messages(): ListPage {
  const kinds = KINDS.map(([zh, en]) => ({ value: zh, label: text(zh, en) }));
  return page(
    "approval.message",
    text("消息", "Messages"),
    "/prm/message",
    "id",
    [
      column("kind", text("类型", "Kind"), { kind: "select", options: kinds, width: 80 }),
      column("title", text("标题", "Title"), { width: 140 }),
      column("content", text("内容", "Text"), { width: 360 }),
      column("refNo", text("单号", "Number"), { width: 150 }),
      column("senderName", text("发送人", "Sender"), { width: 90 }),
      column("createdAt", text("时间", "Time"), { kind: "instant", width: 150 }),
      column("readAt", text("状态", "State"), { width: 80 }),
    ],
    [
      { name: "kind", label: text("类型", "Kind"), kind: "oneOf", field: { kind: "select", options: kinds } },
      { name: "read", label: text("已读", "Read"), kind: "bool", field: { kind: "bool" } },
      { name: "createdAt", label: text("时间", "Time"), kind: "range", field: { kind: "instant" } },
      { name: "keyword", label: text("关键字", "Keyword"), kind: "contains", field: { kind: "text" } },
    ],
  );
}

/** The list of a tab. */
export function centreList(tab: Tab): ListPage {
  const decision = column("taskStatus", text("我的审批", "My decision"), { width: 90 });
  const decided = column("decideTime", text("审批时间", "Decided"), { kind: "instant", width: 150 });
  const current = column("currentApprovers", text("当前审批人", "Approvers"), { width: 120 });
  switch (tab) {
    case "todo":
      return page("approval.todo", text("待我审批", "To decide"), "/prm/api/toDo", "taskId", approvalColumns(), filters());
    case "done":
      return page("approval.done", text("我已审批", "Decided"), "/prm/ics/approval/done", "taskId", approvalColumns(decision, decided), filters());
    case "mine":
      return page("approval.mine", text("我发起的", "My applications"), "/prm/ics/approval/mine", "instanceId", approvalColumns(current), filters());
    case "cc":
      return page("approval.cc", text("抄送我的", "Copies"), "/prm/ics/approval/cc", "instanceId", approvalColumns(current), filters());
    case "message":
      return messages();
  }
}
