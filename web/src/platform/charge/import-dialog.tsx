import { Modal } from "antd";
import { downloadFrom, upload } from "@/platform/call/client";
import { BASE, type Proposal } from "@/platform/charge/charge-model";
import { useText } from "@/platform/i18n";
import { FileDrop } from "@/platform/import/file-drop";
import { useReturnedFocus } from "@/platform/use-returned-focus";

/** Pixels. */
const WIDTH = 560;

interface ImportDialogProps {
  orderUuid: string;
  done(proposal: Proposal): void;
  close(): void;
}

/** 导入: what a file holds is a proposal, beside what the grids hold. */
export function ImportDialog({ orderUuid, done, close }: ImportDialogProps) {
  const t = useText();
  useReturnedFocus();
  const words = { choose: t("css:tool.import.choose"), limits: t("css:tool.import.limits"), template: t("css:tool.import.template") };
  const read = async (file: File) => {
    const form = new FormData();
    form.append("files", file, file.name);
    const told = await upload<Omit<Proposal, "totals">>(`${BASE}/import`, form, { quiet: true, params: { orderUuid } });
    done({ ...told, totals: {}, beside: true });
  };
  return (
    <Modal open width={WIDTH} title={t("css:tool.import.title")} mask={{ closable: false }} footer={null} onCancel={close}>
      <p className="dialog-note soft">{t("css:tool.import.note")}</p>
      <FileDrop words={words} read={read} template={() => downloadFrom(`${BASE}/import/template`)} />
    </Modal>
  );
}
