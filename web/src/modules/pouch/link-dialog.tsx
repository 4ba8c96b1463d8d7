import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { get } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { CopyLine } from "@/platform/copy-line";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";

interface Link {
  url: string;
  code: string;
  views: number;
  lastView: string | null;
  expireTime: string | null;
}

/** Where those at destination look into a pouch, and with which code. */
export function LinkDialog({ row, close }: { row: Row; close(): void }) {
  const t = useText();
  const number = String(row["pouchNumber"] ?? "");
  const path = `/afbase/cargoPouch/${encodeURIComponent(String(row.id))}/link`;
  const { data, error, refetch } = useQuery({
    queryKey: ["pouch.link", row.id],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => get<Link>(path, undefined, { quiet: true }),
  });
  const words = { copied: t("pouch:link.copied"), byHand: t("pouch:link.byHand") };
  return (
    <Modal
      open
      width={520}
      title={t("pouch:link.title", { number })}
      onCancel={close}
      footer={<Button onClick={close}>{t("platform:action.close")}</Button>}
    >
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={4} />}
      {data && !error && (
        <>
          <CopyLine label={t("pouch:link.url")} text={new URL(data.url, window.location.origin).href} {...words} />
          <CopyLine label={t("pouch:link.code")} text={data.code} {...words} />
          <p className="soft">{t("pouch:link.how", { number })}</p>
          <p className="soft tabular pouch-head">
            <span>{t("pouch:head.views", { n: data.views })}</span>
            {data.lastView && <span>{t("pouch:head.lastView", { time: data.lastView.slice(0, 16) })}</span>}
            {data.expireTime && <span>{t("pouch:head.ends", { time: data.expireTime.slice(0, 16) })}</span>}
          </p>
        </>
      )}
    </Modal>
  );
}
