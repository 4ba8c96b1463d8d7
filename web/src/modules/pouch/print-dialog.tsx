import { useQuery } from "@tanstack/react-query";
import { Button, Modal, Radio } from "antd";
import { useState } from "react";
import { blobOf, saveFile } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { PdfFrame } from "@/platform/pdf-frame";

const PAPERS = ["label", "slip"] as const;
type Paper = (typeof PAPERS)[number];

/** The label that is stuck on a pouch, and the slip the carrier signs. */
export function PrintDialog({ row, close }: { row: Row; close(): void }) {
  const t = useText();
  const [kind, setKind] = useState<Paper>("label");
  const number = String(row["pouchNumber"] ?? "");
  const { data, error, refetch } = useQuery({
    queryKey: ["pouch.print", row.id, kind],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => blobOf(`/afbase/cargoPouch/print/${encodeURIComponent(String(row.id))}`, { kind }),
  });
  const save = () => data && saveFile(data, `${kind.toUpperCase()}_${number}.pdf`);
  return (
    <Modal
      open
      width={960}
      title={t("pouch:print.title", { number })}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.close")}
        </Button>,
        <Button key="save" disabled={!data} onClick={save}>
          {t("pouch:print.download")}
        </Button>,
      ]}
    >
      <Radio.Group
        className="pouch-note"
        optionType="button"
        value={kind}
        aria-label={t("pouch:print.paper")}
        onChange={(event) => setKind(event.target.value as Paper)}
        options={PAPERS.map((value) => ({ value, label: t(`pouch:print.${value}`) }))}
      />
      {error ? (
        <LoadFailed message={error.message} retry={() => void refetch()} />
      ) : data ? (
        <PdfFrame blob={data} title={t(`pouch:print.${kind}`)} />
      ) : (
        <PageLoading rows={8} />
      )}
    </Modal>
  );
}
