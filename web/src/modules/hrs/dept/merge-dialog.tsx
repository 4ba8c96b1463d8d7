import { Modal } from "antd";
import { useMemo } from "react";
import { withConfirmed } from "@/modules/hrs/common/run-call";
import { DeptChoice } from "@/modules/hrs/dept/dept-choice";
import { closeDept } from "@/modules/hrs/dept/dept-store";
import { mergeSources } from "@/modules/hrs/dept/dept-tree";
import type { DeptDialogProps } from "@/modules/hrs/dept/move-dialog";
import { useDeptCall } from "@/modules/hrs/dept/use-dept-call";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { FormStore, useValue } from "@/platform/forms/form-store";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";

/** Another department goes up in this one. Nothing brings it back, so the dialog says what will happen. */
export function MergeDialog({ row, depts, list }: DeptDialogProps) {
  const t = useText();
  const form = useMemo(() => new FormStore({ fromId: null }), []);
  const fromId = useValue<string | null>(form, "fromId");
  const { sending, send } = useDeptCall(list, form);
  const id = String(row.id);
  const name = String(row["deptName"] ?? "");
  const allowed = useMemo(() => mergeSources(depts, id), [depts, id]);
  const from = depts.find((each) => each.id === fromId);
  const body = { fromId, version: row["version"] };
  return (
    <Modal
      open
      width={480}
      title={t("hrs:dept.mergeTitle", { name })}
      mask={{ closable: false }}
      okText={t("hrs:dept.mergeDo")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ danger: true, disabled: !fromId, loading: busy(sending) }}
      onOk={() => void send((confirmed) => post(`/hrs/dept/${id}/merge`, withConfirmed(body, confirmed), { quiet: true }))}
      onCancel={closeDept}
    >
      <div className="dept-dialog">
        <DeptChoice form={form} path="fromId" label={t("hrs:dept.mergeFrom")} depts={depts} allowed={allowed} />
        <p className="soft">{t("hrs:dept.mergeLeaf")}</p>
        <div className="page-note tone-warning" role="note">
          <p>
            <b>
              {from
                ? t("hrs:dept.mergeWhat", { from: from.deptName, people: formatFigure(from.actual, 0), name })
                : t("hrs:dept.mergeWhatAny", { name })}
            </b>
          </p>
          <ul className="dept-effects">
            <li>{t("hrs:dept.mergePeople", { name })}</li>
            <li>{t("hrs:dept.mergeOrders", { name })}</li>
            <li>{t("hrs:dept.mergeRights", { name })}</li>
            <li>{t("hrs:dept.mergeGone")}</li>
          </ul>
        </div>
      </div>
    </Modal>
  );
}
