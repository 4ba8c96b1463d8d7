import { Modal } from "antd";
import { useMemo } from "react";
import { withConfirmed } from "@/modules/hrs/common/run-call";
import { DeptChoice } from "@/modules/hrs/dept/dept-choice";
import { closeDept } from "@/modules/hrs/dept/dept-store";
import { type Dept, moveTargets } from "@/modules/hrs/dept/dept-tree";
import { useDeptCall } from "@/modules/hrs/dept/use-dept-call";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

export interface DeptDialogProps {
  row: Row;
  depts: Dept[];
  list: ListContext;
}

/** Another parent for a department and all below it. */
export function MoveDialog({ row, depts, list }: DeptDialogProps) {
  const t = useText();
  const form = useMemo(() => new FormStore({ parentId: null }), []);
  const parentId = useValue<string | null>(form, "parentId");
  const { sending, send } = useDeptCall(list, form);
  const id = String(row.id);
  const own = depts.find((each) => each.id === id);
  const below = depts.filter((each) => own && each.id !== id && each.deptCode.startsWith(own.deptCode)).length;
  const allowed = useMemo(() => moveTargets(depts, id), [depts, id]);
  const body = { parentId, version: row["version"] };
  return (
    <Modal
      open
      width={480}
      title={t("hrs:dept.moveTitle", { name: String(row["deptName"] ?? "") })}
      mask={{ closable: false }}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ disabled: !parentId, loading: busy(sending) }}
      onOk={() => void send((confirmed) => post(`/hrs/dept/${id}/move`, withConfirmed(body, confirmed), { quiet: true }))}
      onCancel={closeDept}
    >
      <div className="dept-dialog">
        <p className="soft">{t("hrs:dept.moveNow", { path: own?.fullName ?? "" })}</p>
        <p className="soft">{below > 0 ? t("hrs:dept.moveNoteBelow", { n: below }) : t("hrs:dept.moveNote")}</p>
        <DeptChoice form={form} path="parentId" label={t("hrs:dept.newParent")} depts={depts} allowed={allowed} />
      </div>
    </Modal>
  );
}
