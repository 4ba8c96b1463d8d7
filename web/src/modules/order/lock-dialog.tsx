/** 锁账: the financial date for all chosen orders; those that fail are told, and the others may be locked without them. */
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { CallError, DOWNLOAD_CENTRE, get, put } from "@/platform/call/client";
import type { Field, Row } from "@/platform/contract";
import { labelPair, translate, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import { Notice } from "@/platform/order/order-parts";
import type { Scope } from "@/platform/scopes";
import { toast } from "@/platform/toast";

const BASE = "/afbase/orderLock";

interface Failed {
  orderId: string;
  orderCode: string;
  message: string;
}

interface Locked {
  locked: number;
  failed: Failed[];
  /** The job that locks them, where they are many. */
  taskId?: string;
}

interface LockDialogProps {
  scope: Scope;
  rows: Row[];
  close(): void;
  done(): void;
}

// The words are there when the dialog is.
const dateField = (): Field => ({ name: "lockDate", kind: "day", label: labelPair("order:lock.date"), required: true });
const passingField = (): Field => ({ name: "onlyPassing", kind: "bool", label: labelPair("order:lock.onlyPassing") });

function failedOf(error: unknown): Failed[] {
  const data = error instanceof CallError ? (error.data as { failed?: Failed[] } | null) : null;
  return data?.failed ?? [];
}

export function LockDialog({ scope, rows, close, done }: LockDialogProps) {
  const t = useText();
  const [failed, setFailed] = useState<Failed[]>([]);
  const { data, isPending } = useQuery({ queryKey: ["orderLock", "lockDate"], queryFn: () => get<{ lockDate: string }>(`${BASE}/lockDate`), gcTime: 0 });
  // Without a day that is proposed its user chooses one; the call has shown why there is none.
  if (isPending) return null;
  const send = async (body: Record<string, unknown>) => {
    const orderIds = rows.map((row) => String(row.id));
    try {
      return await put<Locked>(`${BASE}/lock`, { businessScope: scope, orderIds, ...body }, { quiet: true });
    } catch (error) {
      setFailed(failedOf(error));
      throw error;
    }
  };
  const some = failed.length > 0 && failed.length < rows.length;
  return (
    <MoveDialog
      title={t("order:lock.title", { n: rows.length })}
      fields={some ? [dateField(), passingField()] : [dateField()]}
      initial={{ lockDate: data?.lockDate ?? null }}
      below={failed.length > 0 && <FailedList failed={failed} />}
      ok={t("order:move.lock")}
      said={false}
      send={send}
      done={(answer) => {
        if (answer.taskId) toast.linked(translate("platform:export.submitted"), { href: DOWNLOAD_CENTRE, text: translate("platform:export.centre") });
        else if (answer.failed.length > 0) toast.warn(t("order:lock.part", { n: answer.locked, m: answer.failed.length }));
        else toast.done();
        close();
        done();
      }}
      close={close}
    />
  );
}

function FailedList({ failed }: { failed: Failed[] }) {
  return (
    <>
      {failed.map(({ orderId, orderCode, message }) => (
        <Notice key={orderId} text={`${orderCode} ${message}`} />
      ))}
    </>
  );
}
