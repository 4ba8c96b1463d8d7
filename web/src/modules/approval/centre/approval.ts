/** One approval as the server tells it, and the calls about it. */
import { post } from "@/platform/call/client";

/** How a task came to its approver, as the server tells it. */
export const SOURCE = { delegated: "委托", handed: "转交", added: "加签" } as const;

export interface ApprovalTask {
  taskId: string;
  name: string;
  fromName: string;
  source: string;
  sign: string | null;
  status: string;
  comment: string;
  history: boolean;
  dueTime: string | null;
  decideTime: string | null;
}

export interface ApprovalLevel {
  level: number;
  name: string;
  mode: string;
  skipped: string | null;
  tasks: ApprovalTask[];
  cc: string[];
}

export interface Allowed {
  taskId: string | null;
  addSign: boolean;
  backTo: { level: number; name: string }[];
  removeSigns: string[];
  withdraw: boolean;
  urge: boolean;
  resubmit: boolean;
}

export interface Approval {
  instanceId: string;
  instanceNo: string;
  eventName: string;
  businessScope: string;
  orderCode: string;
  internalNumber: string;
  coopCode: string;
  coopName: string;
  content: string;
  reason: string;
  url: string;
  applicantName: string;
  applyTime: string;
  finishTime: string | null;
  status: string;
  returned: boolean;
  effectStatus: string;
  effectError: string;
  facts: { name: string; label: string; value: string }[];
  levels: ApprovalLevel[];
  can: Allowed;
}

/** A quiet call about an approval: agree, refuse, back, … */
export function move(name: string, body: object): Promise<unknown> {
  return post(`/prm/ics/approval/${name}`, body, { quiet: true });
}

/** `李 代 王` for who decides in another's place. */
export function who(task: ApprovalTask, place: (name: string, from: string) => string): string {
  return task.source === SOURCE.delegated && task.fromName ? place(task.name, task.fromName) : task.name;
}

/** How a task looks by its state. */
export function toneOf(status: string): "ready" | "danger" | "warning" | "neutral" {
  if (status === "同意" || status === "自动同意") return "ready";
  if (status === "驳回" || status === "自动驳回") return "danger";
  return status === "待审" ? "warning" : "neutral";
}
