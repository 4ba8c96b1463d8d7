/** /hrs_doc/orders 订单单证: the papers of all orders the user may see. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { openDoc, useDoc } from "@/modules/hrs/doc/doc-store";
import { docTabs } from "@/modules/hrs/doc/doc-tabs";
import { FileName } from "@/modules/hrs/doc/file-name";
import { TAKE_BACK } from "@/modules/hrs/doc/take-back";
import { download, downloadFrom } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { fileSize } from "@/platform/file-size";
import { definePage } from "@/platform/page-registry";
import "./doc.css";

const fileOf = (row: Row) => `/hrs/doc/order/file/${String(row.id)}`;
const idsOf = (rows: Row[]) => rows.map((row) => String(row.id));

export default definePage({
  list: {
    header: docTabs("/hrs_doc/orders"),
    cells: {
      fileName: (name, row) => <FileName name={String(name ?? "")} path={fileOf(row)} />,
      size: (size) => <span className="tabular">{fileSize(Number(size ?? 0))}</span>,
    },
    rowButtons: [TAKE_BACK],
    actions: {
      sys_doc_display: (rows) => openDoc({ dialog: "display", ids: idsOf(rows) }),
      sys_doc_zip: async (rows) => void (await download("/hrs/doc/order/zip", { ids: idsOf(rows) })),
      sys_doc_download: async ([row]) => {
        if (row) await downloadFrom(fileOf(row));
      },
    },
    dialogs: lazyDialogs(useDoc, async () => (await import("@/modules/hrs/doc/doc-dialogs")).DocDialogs),
  },
});
