import { Modal, Radio } from "antd";
import { useState } from "react";
import { runCall } from "@/modules/hrs/common/run-call";
import { type OpenDoc, closeDoc } from "@/modules/hrs/doc/doc-store";
import { PreviewDialog } from "@/modules/hrs/doc/preview-dialog";
import { UploadDialog } from "@/modules/hrs/doc/upload-dialog";
import { put } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

export function DocDialogs({ open, list }: { open: OpenDoc; list: ListContext }) {
  if (open.dialog === "upload") return <UploadDialog list={list} />;
  if (open.dialog === "display") return <DisplayDialog ids={open.ids} list={list} />;
  return <PreviewDialog preview={open} />;
}

/** Whether customers see the chosen papers on the share page. */
function DisplayDialog({ ids, list }: { ids: string[]; list: ListContext }) {
  const t = useText();
  const [display, setDisplay] = useState(true);
  const save = async () => {
    const result = await runCall(list, () => put("/hrs/doc/order/display", { ids, display }, { quiet: true }));
    if (result.kind !== "saved") return;
    list.clearSelection();
    closeDoc();
  };
  return (
    <Modal
      open
      width={400}
      title={t("hrs:doc.displayTitle", { n: ids.length })}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
      onOk={() => void save()}
      onCancel={closeDoc}
    >
      <Radio.Group
        value={display}
        options={[
          { value: true, label: t("hrs:doc.displayOn") },
          { value: false, label: t("hrs:doc.displayOff") },
        ]}
        onChange={(event) => setDisplay(event.target.value === true)}
      />
    </Modal>
  );
}
