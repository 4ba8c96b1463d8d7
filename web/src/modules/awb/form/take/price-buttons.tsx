/** The buttons beside the rate lines and the other charges that look prices up. */
import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { type Cargo, type Charged, chargeParams, missingForRoute, withCharges } from "@/modules/awb/form/take/rate-model";
import type { Taking } from "@/modules/awb/form/take/taking";
import { busy } from "@/platform/busy";
import { CallError, get } from "@/platform/call/client";
import { jumpTo, pathOf } from "@/platform/forms/form-keys";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

// Comes when a rate is looked up.
const RateDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/take/rate-dialog")).RateDialog }));

interface PriceButtonProps {
  form: FormStore;
  taking: Taking;
}

/** Goes to the station that is missing, and says so; true when both are there. */
function needRoute(form: FormStore, text: string): boolean {
  const missing = missingForRoute(form);
  if (!missing) return true;
  toast.warn(text);
  jumpTo(missing);
  return false;
}

/** The line the cursor stood in, or the first. */
function currentLine(): number {
  return Number(/^lines\.(\d+)/.exec(pathOf(document.activeElement))?.[1] ?? 0);
}

/** 取运价 */
export function RateButton({ form, taking }: PriceButtonProps) {
  const t = useText();
  const [line, setLine] = useState<number | null>(null);
  const open = () => {
    if (!needRoute(form, t("awb:take.noRoute"))) return;
    const rows = (form.get("lines") as Values[] | undefined) ?? [];
    if (rows.length === 0) toast.warn(t("awb:take.noLine"));
    else setLine(Math.min(currentLine(), rows.length - 1));
  };
  return (
    <>
      {/* The focus stays in the line, which is the one that is priced. */}
      <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={open}>
        {t("awb:take.rate")}
      </Button>
      {line !== null && (
        <Suspense fallback={null}>
          <RateDialog form={form} line={line} taking={taking} close={() => setLine(null)} />
        </Suspense>
      )}
    </>
  );
}

/** 取附加费 */
export function ChargeButton({ form, taking, cargo }: PriceButtonProps & { cargo: Cargo }) {
  const t = useText();
  const [running, setRunning] = useState(false);
  const run = async () => {
    if (running || !needRoute(form, t("awb:take.noRoute"))) return;
    setRunning(true);
    try {
      const found = await get<Charged[]>("/afbase/surcharge/getSurchargeForBillMake", chargeParams(form, cargo));
      if (found.length === 0) toast.warn(t("awb:take.noCharges"));
      else taking.take(t("awb:take.chargesTaken", { n: found.length }), { charges: withCharges((form.get("charges") as Values[] | undefined) ?? [], found) });
    } catch (error) {
      // The client has said why; what was typed stays.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button size="small" loading={busy(running)} onClick={() => void run()}>
      {t("awb:take.charges")}
    </Button>
  );
}
