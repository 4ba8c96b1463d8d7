import { Button } from "antd";
import { useState } from "react";
import { CallError, download } from "@/platform/call/client";
import { BASE } from "@/platform/charge/charge-model";
import type { ChargesHands } from "@/platform/charge/use-charges";
import { ask } from "@/platform/dialog";
import { useText } from "@/platform/i18n";

/** 导出: the charges as they are stored; what was typed is saved first. */
export function ChargeExport({ charges }: { charges: ChargesHands }) {
  const t = useText();
  const [waits, setWaits] = useState(false);
  const take = async () => {
    if (charges.form.dirty()) {
      if (!(await ask({ text: t("platform:form.saveFirst"), yes: t("platform:action.save") }))) return;
      if (!(await charges.save())) return;
    }
    setWaits(true);
    try {
      await download(`${BASE}/list/exportExcel`, { orderUuid: charges.told?.order.orderUuid });
    } catch (error) {
      // The call has told the user.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setWaits(false);
    }
  };
  return (
    <Button disabled={waits} onClick={() => void take()}>
      {t("css:tool.export")}
    </Button>
  );
}
