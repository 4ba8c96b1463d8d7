/** Somebody else, or another window, edits what is shown. */
import { Button } from "antd";
import type { Access } from "@/gen/contract";
import { useText } from "@/platform/i18n";
import { Notice } from "@/platform/order/order-parts";
import { useCan } from "@/platform/session";
import type { LeaseHands } from "@/platform/use-lease";

interface LeaseNoticeProps {
  lease: LeaseHands;
  /** Permission to take it over. */
  code: Access;
  /** The text that names a `user` and a `time`. */
  held: string;
  refresh(): void;
}

export function LeaseNotice({ lease: { lease, takeOver }, code, held, refresh }: LeaseNoticeProps) {
  const t = useText();
  const mayTakeOver = useCan(code);
  if (!lease || lease.mine) return null;
  return (
    <Notice text={t(held, { user: lease.holder, time: lease.since.slice(11, 16) })}>
      <Button size="small" onClick={refresh}>
        {t("platform:lease.refresh")}
      </Button>
      {mayTakeOver && (
        <Button size="small" onClick={() => void takeOver()}>
          {t("platform:lease.takeOver")}
        </Button>
      )}
    </Notice>
  );
}
