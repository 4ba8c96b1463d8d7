import { useQuery } from "@tanstack/react-query";
import { Button, Modal, Table } from "antd";
import { type Preview, closeDoc } from "@/modules/hrs/doc/doc-store";
import { downloadFrom, get } from "@/platform/call/client";
import { fileSize } from "@/platform/file-size";
import { useText } from "@/platform/i18n";
import { useCan } from "@/platform/session";
import { ShownFile, wayToShow } from "@/platform/shown-file";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import "./doc.css";

interface Version {
  revision: number;
  size: number;
  uploadedByName: string;
  uploadedAt: string;
}

/** A picture or a PDF as it is; of others that they have to be fetched. */
export function PreviewDialog({ preview }: { preview: Preview }) {
  const t = useText();
  const mayFetch = useCan("sys_doc_download");
  const fetchFile = () => void downloadFrom(preview.path);
  return (
    <Modal
      open
      width={960}
      title={preview.name}
      footer={mayFetch ? <Button onClick={fetchFile}>{t("hrs:doc.download")}</Button> : null}
      onCancel={closeDoc}
    >
      {wayToShow(preview.name) ? (
        <ShownFile path={preview.path} name={preview.name} changing />
      ) : (
        <p className="soft">{t("hrs:doc.noPreview")}</p>
      )}
      {preview.versions && <Versions preview={preview} path={preview.versions} mayFetch={mayFetch} />}
    </Modal>
  );
}

function Versions({ preview, path, mayFetch }: { preview: Preview; path: string; mayFetch: boolean }) {
  const t = useText();
  const { data } = useQuery({ queryKey: ["doc-versions", path], gcTime: 0, queryFn: () => get<Version[]>(path) });
  if (!data || data.length < 2) return null;
  return (
    <Table<Version>
      className="doc-versions"
      size="small"
      rowKey="revision"
      pagination={false}
      scroll={{ y: TABLE_HEIGHT.compact }}
      dataSource={data}
      columns={[
        { title: t("hrs:doc.version"), dataIndex: "revision", width: 80 },
        { title: t("hrs:doc.size"), dataIndex: "size", width: 110, render: (size: number) => fileSize(size) },
        { title: t("hrs:doc.uploadedBy"), dataIndex: "uploadedByName" },
        { title: t("hrs:doc.uploadedAt"), dataIndex: "uploadedAt", width: 180 },
        {
          width: 90,
          render: (_, version) =>
            mayFetch && (
              <Button type="link" size="small" onClick={() => void downloadFrom(preview.path, { params: { revision: version.revision } })}>
                {t("hrs:doc.download")}
              </Button>
            ),
        },
      ]}
    />
  );
}
