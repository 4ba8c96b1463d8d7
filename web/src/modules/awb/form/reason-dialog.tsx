import { Input, Modal } from "antd";
import { useState } from "react";
import type { ReasonAsked } from "@/modules/awb/form/move-form";
import { useText } from "@/platform/i18n";

const REASON_MAX = 200;

/** Why a waybill that differs from its order is finished all the same. */
export function ReasonDialog({ asked }: { asked: ReasonAsked }) {
  const t = useText();
  const [reason, setReason] = useState("");
  return (
    <Modal
      open
      title={asked.message}
      okText={t("awb:form.finish")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ disabled: reason.trim() === "" }}
      onOk={() => asked.answer(reason.trim())}
      onCancel={() => asked.answer(null)}
    >
      <Input.TextArea
        autoFocus
        rows={3}
        maxLength={REASON_MAX}
        showCount
        value={reason}
        aria-label={t("awb:form.reason")}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
