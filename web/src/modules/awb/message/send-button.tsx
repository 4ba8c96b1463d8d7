/** 发送: the button of a waybill form; what is sent is what is stored. */
import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { reachAfterwards, reachBox } from "@/modules/awb/form/reach-box";
import type { WaybillKey } from "@/modules/awb/form/store-form";
import type { Waybill } from "@/modules/awb/form/use-waybill";
import { type SendRow, formOf } from "@/modules/awb/message/send-model";
import { useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";

// Comes when it is opened.
const SendDialog = lazy(async () => ({ default: (await import("@/modules/awb/message/send-dialog")).SendDialog }));

interface SendButtonProps {
  waybill: Waybill;
  waybillKey: WaybillKey;
  mayWrite: boolean;
}

export function SendButton({ waybill, waybillKey, mayWrite }: SendButtonProps) {
  const t = useText();
  const maySend = useCan("af-edi-send");
  const [open, setOpen] = useState(false);
  const { form, meta, busy } = waybill;
  const house = waybillKey.kind === "house";
  const number = useValue<string>(form, house ? "hawbNumber" : "awbNumber");
  if (!maySend) return null;
  const start = async () => {
    const writable = mayWrite && meta.state !== "DONE";
    const wrong = form.findings().find((each) => each.severity === "error" && !each.key.endsWith(".required"));
    if (wrong && writable && form.dirty()) {
      toast.warn(wrong.message);
      return reachBox(wrong.field);
    }
    if (form.dirty() && writable && !(await waybill.save())) return;
    setOpen(true);
  };
  const reach = (row: SendRow, field: string) => {
    setOpen(false);
    // The dialog gives the focus back first.
    if (row.awbPrintId === meta.awbPrintId) setTimeout(() => reachBox(field));
    else {
      reachAfterwards(field);
      goTo(formOf(waybillKey.orderUuid, row));
    }
  };
  return (
    <>
      <Button disabled={busy} onClick={() => void start()}>
        {t(house ? "awb:send.sendHouse" : "awb:send.sendMaster")}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SendDialog
            target={{ orderUuid: waybillKey.orderUuid, number, hawbId: waybillKey.hawbId }}
            close={() => setOpen(false)}
            sent={waybill.sent}
            reach={reach}
          />
        </Suspense>
      )}
    </>
  );
}
