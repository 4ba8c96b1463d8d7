import { DownloadOutlined, FileImageOutlined, FileOutlined } from "@ant-design/icons";
import { Button, Checkbox, Input, Modal, Select } from "antd";
import { useEffect, useState } from "react";
import { fileSize } from "@/platform/file-size";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { CLASSES, DOCUMENT, type OrderFile, PHOTO, downloadFile, fetchFile } from "@/platform/order/file-model";

export type FileChange = Partial<Pick<OrderFile, "fileRemark" | "isDisplay" | "fileClass">>;

interface FileCardProps {
  file: OrderFile;
  readOnly: boolean;
  change(patch: FileChange): Promise<void>;
  remove(): void;
}

const REMARK_MAX = 200;
/** Larger images show themselves only when they are opened. */
const THUMB_BYTES_MAX = 2 * 1024 * 1024;

/** One file: what it is, who brought it, whether the customer sees it. */
export function FileCard({ file, readOnly, change, remove }: FileCardProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const image = file.contentType.startsWith("image/");
  const download = () => downloadFile(file).catch((error: Error) => toast.failed(error.message));
  return (
    <li className="file-card" aria-label={file.fileName}>
      <button
        type="button"
        className="file-thumb"
        aria-label={t(image ? "order:file.preview" : "order:file.download", { name: file.fileName })}
        onClick={() => (image ? setOpen(true) : void download())}
      >
        {image && file.size <= THUMB_BYTES_MAX ? <Picture file={file} /> : image ? <FileImageOutlined /> : <FileOutlined />}
      </button>
      <div className="file-facts">
        <p className="file-name" title={file.fileName}>
          {file.fileName}
        </p>
        <p className="soft">
          {t(file.fileType === PHOTO ? "order:file.photo" : "order:file.document")} · {fileSize(file.size)} · {file.creatorName} ·{" "}
          <time className="tabular">{file.createTime.slice(0, 16)}</time>
        </p>
        <div className="file-row">
          {file.fileType === DOCUMENT && <ClassChoice file={file} readOnly={readOnly} change={change} />}
          <Checkbox
            checked={file.isDisplay}
            disabled={readOnly}
            onChange={(event) => void change({ isDisplay: event.target.checked })}
          >
            {t("order:file.visible")}
          </Checkbox>
        </div>
        <Remark file={file} readOnly={readOnly} change={change} />
        <div className="file-row">
          <Button size="small" icon={<DownloadOutlined />} onClick={() => void download()}>
            {t("order:file.downloadWord")}
          </Button>
          {!readOnly && (
            <Button size="small" danger onClick={remove}>
              {t("platform:action.remove")}
            </Button>
          )}
        </div>
      </div>
      {open && (
        <Modal open title={file.fileName} footer={null} width={960} onCancel={() => setOpen(false)}>
          <div className="file-preview">
            <Picture file={file} />
          </div>
        </Modal>
      )}
    </li>
  );
}

type PartProps = Pick<FileCardProps, "file" | "readOnly" | "change">;

function ClassChoice({ file, readOnly, change }: PartProps) {
  const t = useText();
  return (
    <Select
      size="small"
      className="file-class"
      aria-label={t("order:file.classTitle")}
      disabled={readOnly}
      value={file.fileClass}
      options={CLASSES.map(([value, name]) => ({ value, label: t(`order:file.class.${name}`) }))}
      onChange={(fileClass) => void change({ fileClass })}
    />
  );
}

/** Typed in place: kept on leaving the field or by Enter, dropped by Escape. */
function Remark({ file, readOnly, change }: PartProps) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    if (typed === null) return;
    if (typed.trim() === file.fileRemark) return setTyped(null);
    void change({ fileRemark: typed.trim() }).then(() => setTyped(null));
  };
  if (readOnly) return file.fileRemark ? <p>{file.fileRemark}</p> : null;
  return (
    <Input
      size="small"
      aria-label={t("order:file.remark")}
      placeholder={t("order:file.remark")}
      maxLength={REMARK_MAX}
      value={typed ?? file.fileRemark}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onPressEnter={settle}
      onKeyDown={(event) => event.key === "Escape" && setTyped(null)}
    />
  );
}

/** An image fetched with the token and shown from memory. */
function Picture({ file }: { file: OrderFile }) {
  const t = useText();
  const [address, setAddress] = useState<string | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    const limit = new AbortController();
    let made: string | null = null;
    fetchFile(file, limit.signal).then(
      (blob) => {
        if (limit.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      (error: Error) => limit.signal.aborted || setFailure(error.message),
    );
    return () => {
      limit.abort();
      if (made) URL.revokeObjectURL(made);
    };
    // The bytes of a file never change; its other members do.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [file.orderFileId]);
  if (failure) return <span className="finding">{failure}</span>;
  if (!address) return <FileImageOutlined aria-label={t("platform:state.loading")} />;
  return <img src={address} alt={file.fileName} />;
}
