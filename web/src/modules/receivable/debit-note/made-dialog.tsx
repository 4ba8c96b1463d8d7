/** The notes that were made, and what was refused. */
import { Button, Modal } from "antd";
import { ToldView } from "@/platform/actions/told-view";
import type { Told } from "@/platform/contract";
import { useText } from "@/platform/i18n";

const WIDTH = 880;

export function MadeDialog({ told, close }: { told: Told; close(): void }) {
  const t = useText();
  const footer = (
    <Button type="primary" onClick={close}>
      {t("platform:action.close")}
    </Button>
  );
  return (
    <Modal open width={WIDTH} title={t("receivable:make.made")} footer={footer} onCancel={close}>
      <ToldView told={told} />
    </Modal>
  );
}
