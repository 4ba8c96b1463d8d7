import { Checkbox, Modal } from "antd";
import { useState } from "react";
import { runCall } from "@/modules/hrs/common/run-call";
import { usePublishing } from "@/modules/hrs/version/hrs-version.page";
import { put } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

export function PublishDialog({ open: row, list }: { open: Row; list: ListContext }) {
  const t = useText();
  const [notice, setNotice] = useState(true);
  const close = () => usePublishing.setState({ open: null });
  const publish = async () => {
    const body = { version: row["version"], notice };
    const result = await runCall(list, () => put(`/hrs/version/publish/${String(row.id)}`, body, { quiet: true }));
    if (result.kind === "saved" || result.kind === "stale") close();
  };
  return (
    <Modal
      open
      width={440}
      title={t("hrs:version.publishTitle", { code: String(row["versionCode"] ?? "") })}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
      onOk={() => void publish()}
      onCancel={close}
    >
      <p>{t("hrs:version.publishText")}</p>
      <Checkbox checked={notice} onChange={(event) => setNotice(event.target.checked)}>
        {t("hrs:version.withNotice")}
      </Checkbox>
    </Modal>
  );
}
