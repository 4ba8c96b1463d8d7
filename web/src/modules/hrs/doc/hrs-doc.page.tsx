/** /hrs_doc 企业文档: files are uploaded, looked at and fetched. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { openDoc, useDoc } from "@/modules/hrs/doc/doc-store";
import { docTabs } from "@/modules/hrs/doc/doc-tabs";
import { FileName } from "@/modules/hrs/doc/file-name";
import { downloadFrom } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { fileSize } from "@/platform/file-size";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { ToneTag } from "@/platform/tone-tag";
import "./doc.css";

const fileOf = (row: Row) => `/hrs/doc/file/${String(row.id)}`;

function Expiry({ row }: { row: Row }) {
  const t = useText();
  return (
    <>
      <span className="tabular">{String(row["expireDate"] ?? "")}</span>
      {row["expired"] === true && <ToneTag tone="danger">{t("hrs:doc.expired")}</ToneTag>}
    </>
  );
}

export default definePage({
  list: {
    header: docTabs("/hrs_doc"),
    cells: {
      name: (name, row) => <FileName name={String(name ?? "")} path={fileOf(row)} versions={`/hrs/doc/versions/${String(row.id)}`} />,
      size: (size) => <span className="tabular">{fileSize(Number(size ?? 0))}</span>,
      expireDate: (_, row) => <Expiry row={row} />,
    },
    actions: {
      sys_doc_upload: () => openDoc({ dialog: "upload" }),
      sys_doc_download: async ([row], list) => {
        if (!row) return;
        await downloadFrom(fileOf(row));
        list.reload();
      },
    },
    dialogs: lazyDialogs(useDoc, async () => (await import("@/modules/hrs/doc/doc-dialogs")).DocDialogs),
  },
});
