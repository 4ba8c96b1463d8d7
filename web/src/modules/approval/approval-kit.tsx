/** A page of this room in a test, with a stub server behind it. */
import type { ComponentType } from "react";
import { closeApproval } from "@/modules/approval/open";
import type { ListPage } from "@/platform/contract";
import { loadRoom } from "@/platform/i18n";
import { setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

const label = (zh: string) => ({ zh, en: zh });
const options = (...values: string[]) => values.map((value) => ({ value, label: label(value) }));

const RECORDS: ListPage = {
  key: "hrs.icsInstance.list",
  path: "/hrs_ics_instance",
  title: label("审批记录"),
  access: "hrs_ics_instance",
  rowKey: "id",
  call: "/prm/ics/approval/instance/page",
  columns: [],
  filters: [
    { name: "eventId", label: label("事项"), kind: "oneOf", field: { kind: "select", options: options("15") } },
    { name: "businessScope", label: label("业务范畴"), kind: "oneOf", field: { kind: "select", options: options("AE") } },
    { name: "status", label: label("状态"), kind: "oneOf", field: { kind: "state", options: options("审批中", "已通过") } },
  ],
  buttons: [],
  sort: "",
};

export async function openPage(Page: ComponentType, path: string, routes: Record<string, Answer>): Promise<StubServer> {
  localStorage.clear();
  closeApproval();
  useSession.getState().enter("t1", { userId: "7", orgId: "2", orgName: "演示货运", userCname: "经理一" }, 0);
  setContract({ lists: [RECORDS], forms: [] });
  await loadRoom("approval");
  const server = stubServer(routes);
  renderPage(<Page />, path);
  return server;
}
