/** 结账检查, 结账 with the check before it, and 反结账 with its reason. */
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Field } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import { useReturnedFocus } from "@/platform/use-returned-focus";
import { BASE, type CheckItem, MARK_TONE } from "./period-data";

const REASON_MAX = 200;

interface DialogProps {
  month: string;
  /** The months may have changed. */
  changed(): void;
  close(): void;
}

/** Read anew each time: others lock and bill meanwhile. */
function useCheck(month: string, wanted: boolean) {
  return useQuery({
    queryKey: ["css.period.check", month],
    queryFn: () => post<CheckItem[]>(`${BASE}/check`, { month }, { quiet: true }),
    enabled: wanted,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

type Check = ReturnType<typeof useCheck>;

function CheckList({ data, error, isFetching, refetch }: Check) {
  const t = useText();
  if (error && !isFetching) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={4} />;
  return (
    <ul className="period-check">
      {data.map(({ mark, text }) => (
        <li key={text}>
          <span className={`period-mark tone-${MARK_TONE[mark]}`} role="img" aria-label={t(`css:period.mark.${MARK_TONE[mark]}`)}>
            {mark}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

const failed = (items: CheckItem[]): boolean => items.some(({ mark }) => mark === "✗");

export function CheckDialog({ month, close }: Pick<DialogProps, "month" | "close">) {
  const t = useText();
  const check = useCheck(month, true);
  useReturnedFocus();
  return (
    <Modal
      open
      width={480}
      title={t("css:period.checkOf", { month })}
      onCancel={close}
      footer={
        <Button autoFocus onClick={close}>
          {t("platform:action.close")}
        </Button>
      }
    >
      <CheckList {...check} />
    </Modal>
  );
}

/** Who may close but not check is told by the server alone what stands against it. */
export function CloseDialog({ month, checks, changed, close }: DialogProps & { checks: boolean }) {
  const t = useText();
  const [sending, setSending] = useState(false);
  const check = useCheck(month, checks);
  useReturnedFocus();
  const stands = checks && check.data !== undefined && failed(check.data);
  const ready = !checks || (check.data !== undefined && !check.error && !check.isFetching && !stands);
  const send = async () => {
    if (sending) return;
    setSending(true);
    try {
      const result = await submit(() => post(`${BASE}/close`, { month }, { quiet: true }));
      if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
      if (result.kind === "declined") return;
      changed();
      if (result.kind === "saved") close();
      else if (checks) void check.refetch();
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal
      open
      width={480}
      title={t("css:period.closeOf", { month })}
      mask={{ closable: false }}
      okText={t("css:period.close")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ disabled: !ready, loading: busy(sending) }}
      onOk={() => void send()}
      onCancel={close}
    >
      {checks && <CheckList {...check} />}
      {stands ? (
        <p className="period-stands" role="status">
          {t("css:period.stands")}
        </p>
      ) : (
        <p className="soft">{t("css:period.closeNote", { month })}</p>
      )}
    </Modal>
  );
}

// The words are there when the dialog is.
const reasonField = (): Field => ({
  name: "reason", kind: "longText", label: labelPair("css:period.reason"), required: true, maxLength: REASON_MAX,
});

export function ReopenDialog({ month, changed, close }: DialogProps) {
  const t = useText();
  return (
    <MoveDialog
      title={t("css:period.reopenOf", { month })}
      note={<p className="soft">{t("css:period.reopenNote", { month })}</p>}
      fields={[reasonField()]}
      ok={t("css:period.reopen")}
      danger
      send={(body) => post(`${BASE}/reopen`, { month, ...body }, { quiet: true })}
      done={() => {
        close();
        changed();
      }}
      stale={changed}
      close={close}
    />
  );
}
