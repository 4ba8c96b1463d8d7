import { PaperClipOutlined, UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { upload, uploadLarge } from "@/platform/call/client";
import type { EditorProps } from "@/platform/fields/editor-props";
import { fileSize } from "@/platform/file-size";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

/** A file that hangs on what a form edits. */
export interface KeptFile {
  id: string;
  name: string;
  size: number;
}

/** What is larger tells how far it is. */
const LARGE_BYTES = 10 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/** Files are sent at once and hang on the thing when its form is saved. */
export function FilesEditor({ id, field, value, change, disabled = false, name }: EditorProps<KeptFile[]>) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  const files = value ?? [];
  const send = (file: File): Promise<KeptFile> => {
    const form = new FormData();
    form.append("file", file);
    return file.size > LARGE_BYTES ? uploadLarge(field.upload ?? "", form, setPercent) : upload(field.upload ?? "", form);
  };
  const add = async (chosen: File[]) => {
    const { max } = field;
    if (max !== undefined && chosen.some((file) => file.size > max)) {
      return toast.warn(t("rich:fileTooLarge", { n: Math.floor(max / MEGABYTE) }));
    }
    setSending(true);
    const kept = [...files];
    try {
      for (const file of chosen) {
        kept.push(await send(file));
        change([...kept]);
      }
    } catch {
      // The call has said why; what was kept before stays.
    } finally {
      setSending(false);
      setPercent(null);
    }
  };
  const words = percent === null ? t("rich:addFile") : t("rich:sending", { n: percent });
  return (
    <div className="files-editor">
      <FileNames files={files} remove={disabled ? undefined : (gone) => change(files.filter((file) => file.id !== gone.id))} />
      {!disabled && (
        <>
          <Button id={id ?? ""} size="small" icon={<UploadOutlined />} loading={busy(sending)} {...(name ? { "aria-label": `${name} ${words}` } : {})} onClick={() => input.current?.click()}>
            {words}
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              void add([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
        </>
      )}
    </div>
  );
}

interface FileNamesProps {
  files: KeptFile[];
  /** Makes the names buttons. */
  open?: ((file: KeptFile) => void) | undefined;
  remove?: ((file: KeptFile) => void) | undefined;
}

export function FileNames({ files, open, remove }: FileNamesProps) {
  const t = useText();
  return (
    <ul className="file-names">
      {files.map((file) => (
        <li key={file.id}>
          <PaperClipOutlined aria-hidden="true" />
          {open ? (
            <button type="button" className="text-button" onClick={() => open(file)}>
              {file.name}
            </button>
          ) : (
            <span>{file.name}</span>
          )}
          <span className="soft tabular">{fileSize(file.size)}</span>
          {remove && (
            <Button type="link" size="small" onClick={() => remove(file)} aria-label={t("rich:removeFile", { name: file.name })}>
              {t("platform:action.remove")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
