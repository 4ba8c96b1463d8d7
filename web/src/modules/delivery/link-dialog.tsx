import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { numberOf, readLink } from "@/modules/delivery/notice-calls";
import type { Row } from "@/platform/contract";
import { CopyLine } from "@/platform/copy-line";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";

const WIDTH = 560;

/** Where those look who bring the cargo; to be passed on by whatever way. */
export function LinkDialog({ row, close }: { row: Row; close(): void }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["delivery.link", row.id],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => readLink(row),
  });
  const address = data && new URL(data.url, window.location.origin).href;
  return (
    <Modal
      open
      width={WIDTH}
      title={t("delivery:link.title", { number: numberOf(row) })}
      onCancel={close}
      footer={
        <>
          {address && (
            <Button onClick={() => window.open(address, "_blank", "noopener")}>{t("delivery:link.open")}</Button>
          )}
          <Button onClick={close}>{t("platform:action.close")}</Button>
        </>
      }
    >
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={3} />}
      {address && !error && (
        <>
          <CopyLine
            label={t("delivery:link.url")}
            text={address}
            copied={t("delivery:link.copied")}
            byHand={t("delivery:link.byHand")}
          />
          <p className="soft">
            {t("delivery:link.note")} {data.expireText}
          </p>
        </>
      )}
    </Modal>
  );
}
