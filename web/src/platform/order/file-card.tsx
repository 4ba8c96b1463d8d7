import { DownloadOutlined, FileImageOutlined, FileOutlined, FilePdfOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Input, Select } from "antd";
import { useState } from "react";
import { downloadFrom } from "@/platform/call/client";
import { fileSize } from "@/platform/file-size";
import { useText } from "@/platform/i18n";
import { type OrderFile, PHOTO, classesOf } from "@/platform/order/file-model";
import { Picture, lastingBytes, wayToShow } from "@/platform/shown-file";

export type FileChange = Partial<Pick<OrderFile, "fileRemark" | "isDisplay" | "fileClass">>;

interface FileCardProps {
  file: OrderFile;
  readOnly: boolean;
  change(patch: FileChange): Promise<void>;
  remove(): void;
  /** Shows it, when it is one that can be shown. */
  show(): void;
}

const REMARK_MAX = 200;

/** One file: what it is, who brought it, whether the customer sees it. */
export function FileCard({ file, readOnly, change, remove, show }: FileCardProps) {
  const t = useText();
  const way = wayToShow(file.fileName);
  const download = () => void downloadFrom(file.fileUrl);
  return (
    <li className="file-card" aria-label={file.fileName}>
      <button
        type="button"
        className="file-thumb"
        aria-label={t(way ? "order:file.preview" : "order:file.download", { name: file.fileName })}
        onClick={way ? show : download}
      >
        {way === "picture" ? <Thumb file={file} /> : way === "pdf" ? <FilePdfOutlined /> : <FileOutlined />}
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
          <ClassChoice file={file} readOnly={readOnly} change={change} />
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
          <Button size="small" icon={<DownloadOutlined />} onClick={download}>
            {t("order:file.downloadWord")}
          </Button>
          {!readOnly && (
            <Button size="small" danger onClick={remove}>
              {t("platform:action.remove")}
            </Button>
          )}
        </div>
      </div>
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
      options={classesOf(file.fileType, file.fileClass)}
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

/** The small copy the server makes; a sign where it cannot. */
function Thumb({ file }: { file: OrderFile }) {
  const { data } = useQuery(lastingBytes(file.fileUrl, { thumb: 1 }));
  return data ? <Picture blob={data} name={file.fileName} /> : <FileImageOutlined />;
}
