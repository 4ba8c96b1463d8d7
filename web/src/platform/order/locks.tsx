/** The locks of orders of every scope. */
import { Button } from "antd";
import { useState } from "react";
import { post } from "@/platform/call/client";
import { useChoice } from "@/platform/fields/sources";
import { type FormStore, useFindings, useValue } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import { Notice } from "@/platform/order/order-parts";
import { PageLink } from "@/platform/page-link";
import type { Scope } from "@/platform/scopes";
import { useCan } from "@/platform/session";

/** Where the page locks of orders of every scope are taken. */
export const ORDER_LEASES = "/afbase/order";

/** Letters of what is said about a move of an order. */
export const REASON_MAX = 200;

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

/** What the rules of an order find of a customer whose business is locked. */
const CUSTOMER_LOCKED = "order.coop.locked";

/** The customer is locked for the scope: who cannot unlock it applies for it, without leaving the order he writes. */
export function CustomerLockNotice({ form, scope }: { form: FormStore; scope: Scope }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const may = useCan("prm-unlock-apply");
  const findings = useFindings(form);
  const found = findings.find(({ key, severity }) => key === CUSTOMER_LOCKED && severity === "error");
  const coopId = String(useValue(form, "coopId") ?? "");
  const { data } = useChoice("coop", coopId, found !== undefined);
  if (!found || !may) return null;
  const done = (waits: boolean) => {
    // What is open by now need not be told of until the next check.
    if (!waits) form.setFindings(form.findings().filter((each) => each !== found));
  };
  return (
    <>
      <Notice text={found.message}>
        <Button size="small" onClick={() => setOpen(true)}>
          {t("order:move.applyUnlock")}
        </Button>
      </Notice>
      {open && (
        <UnlockDialog
          scope={scope}
          coop={{ coopId, coopName: data?.label ?? "" }}
          done={done}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** What a gate of credit finds of an act that needs a decision, and the kind of application that opens it. */
const PASSES: Record<string, string> = {
  "credit.approval.BOOKING": "CREDIT_BOOKING",
  "credit.approval.RELEASE": "CREDIT_RELEASE",
  "credit.approval.DELIVERY": "CREDIT_DELIVERY",
  "credit.approval.INVOICE": "CREDIT_INVOICE",
};
const PASS_EVENT = 105;

/** An act beyond the credit of a customer: who may, applies that it passes once, without leaving the order. */
export function CreditPassNotice({ form }: { form: FormStore }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const may = useCan("prm-unlock-apply");
  const found = useFindings(form).find(({ key, severity }) => severity === "error" && key in PASSES);
  const orderUuid = String(useValue(form, "orderUuid") ?? "");
  if (!found || !may || !orderUuid) return null;
  const apply = t("order:pass.apply");
  return (
    <>
      <Notice text={found.message}>
        <Button size="small" onClick={() => setOpen(true)}>
          {apply}
        </Button>
      </Notice>
      {open && (
        <MoveDialog
          title={found.message}
          fields={[{ name: "reason", kind: "longText", maxLength: REASON_MAX, label: labelPair("order:move.reason") }]}
          ok={apply}
          said={t("order:pass.sent")}
          send={({ reason }) => {
            const body = { eventId: PASS_EVENT, refType: PASSES[found.key], refId: orderUuid, reason: reason ?? "" };
            return post("/prm/ics/approval/apply", body, { quiet: true });
          }}
          done={() => setOpen(false)}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface UnlockDialogProps {
  scope: Scope;
  /** The order; nothing for the customer himself in the scope. */
  order?: { orderUuid: string; orderCode: string };
  coop: { coopId?: string; coopName?: string };
  /** Told whether somebody decides; else it is open already. */
  done(waits: boolean): void;
  close(): void;
}

/** 申请解锁: who decides, or whether anybody has to, the settings of the company say. */
export function UnlockDialog({ scope, order, coop: { coopId, coopName = "" }, done, close }: UnlockDialogProps) {
  const t = useText();
  const apply = t("order:move.applyUnlock");
  const about = order ? { orderUuid: order.orderUuid } : { coopId, businessScope: scope };
  return (
    <MoveDialog
      title={`${apply} ${order?.orderCode ?? ""}`}
      note={<p>{t("order:unlock.content", { coopName, scope: t(`platform:scope.${scope}`) })}</p>}
      fields={[{ name: "reason", kind: "longText", maxLength: REASON_MAX, label: labelPair("order:move.reason") }]}
      ok={apply}
      said={t("order:unlock.sent")}
      send={({ reason }) =>
        post<{ instanceId: string | null }>("/afbase/order/applyUnlock", { ...about, reason: reason ?? "" }, { quiet: true })
      }
      done={({ instanceId }) => {
        close();
        done(instanceId !== null);
      }}
      close={close}
    />
  );
}
