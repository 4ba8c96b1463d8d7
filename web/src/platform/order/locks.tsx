/** The locks of orders of every scope. */
import { Button } from "antd";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { Notice } from "@/platform/order/order-parts";
import { PageLink } from "@/platform/page-link";

/** Where the page locks of orders of every scope are taken. */
export const ORDER_LEASES = "/afbase/order";

/** Locked by finance: who cannot unlock applies for it, and sees the application that runs. */
export function LockedNotice({ form, apply }: { form: FormStore; apply(): void }) {
  const t = useText();
  const buttons = useValue<string[] | undefined>(form, "buttons") ?? [];
  const unlocking = useValue<{ instanceId: string; instanceNo: string } | null | undefined>(form, "unlocking");
  return (
    <Notice text={unlocking ? t("order:unlock.running", { no: unlocking.instanceNo }) : t("order:notice.locked")}>
      {buttons.includes("prm-unlock-apply") && (
        <Button size="small" onClick={apply}>
          {t("order:move.applyUnlock")}
        </Button>
      )}
      {unlocking && (
        <PageLink href={`/notification?id=0&approval=${unlocking.instanceId}`}>{t("order:unlock.look")}</PageLink>
      )}
    </Notice>
  );
}
