/** 录入回执: what an airline answered, pasted or from files, and what became of each message. */
import { Button, Input, Modal } from "antd";
import { type DragEvent, useRef, useState } from "react";
import { BASE, type ReceivedRow } from "@/modules/edi/edi-model";
import { ReceivedTable } from "@/modules/edi/received-table";
import { busy } from "@/platform/busy";
import { CallError, post, upload } from "@/platform/call/client";
import { fileSize } from "@/platform/file-size";
import { useText } from "@/platform/i18n";
import "./edi.css";

const FILES_MAX = 50;

interface ReceiveDialogProps {
  /** A message that is to be mended. */
  begun?: string;
  close(): void;
  /** Messages were taken in; the list shows them. */
  received(): void;
}

/** What is to be taken in, and what became of what was. */
function useReceiving(begun: string, received: () => void) {
  const t = useText();
  const [text, setText] = useState(begun);
  const [files, setFiles] = useState<File[]>([]);
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState("");
  const [rows, setRows] = useState<ReceivedRow[] | null>(null);
  const pasted = text.trim() !== "";
  const add = (chosen: File[]) => {
    const all = [...files, ...chosen.filter((file) => !files.some((each) => same(each, file)))];
    setFault(all.length > FILES_MAX ? t("edi:receive.tooMany", { n: FILES_MAX }) : "");
    setFiles(all.slice(0, FILES_MAX));
  };
  const send = async () => {
    if (sending) return;
    setSending(true);
    setFault("");
    const done: ReceivedRow[] = [];
    try {
      if (pasted) {
        done.push(...(await sendText(text)));
        setText("");
      }
      if (files.length > 0) {
        done.push(...(await sendFiles(files)));
        setFiles([]);
      }
    } catch (error) {
      // What was not taken in stays, to be sent again.
      if (!(error instanceof CallError)) throw error;
      setFault(error.message);
    } finally {
      setSending(false);
    }
    if (done.length === 0) return;
    setRows((before) => [...done, ...(before ?? [])]);
    received();
  };
  const remove = (file: File) => setFiles(files.filter((each) => each !== file));
  return { text, setText, files, add, remove, sending, fault, rows, send, nothing: !pasted && files.length === 0 };
}

export function ReceiveDialog({ begun = "", close, received }: ReceiveDialogProps) {
  const t = useText();
  const { text, setText, files, add, remove, sending, fault, rows, send, nothing } = useReceiving(begun, received);
  return (
    <Modal
      open
      width={760}
      title={t("edi:receive.title")}
      mask={{ closable: false }}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.close")}
        </Button>,
        <Button key="send" type="primary" disabled={nothing} loading={busy(sending)} onClick={() => void send()}>
          {t("edi:receive.send")}
        </Button>,
      ]}
    >
      <div className="edi-receive">
        <label className="edi-paste">
          <span>{t("edi:receive.text")}</span>
          <Input.TextArea
            className="mono"
            autoFocus
            rows={8}
            spellCheck={false}
            value={text}
            placeholder={t("edi:receive.hint")}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Files files={files} add={add} remove={remove} />
        {fault && (
          <p className="finding" role="alert">
            {fault}
          </p>
        )}
        {rows && <ReceivedTable rows={rows} />}
      </div>
    </Modal>
  );
}

const same = (one: File, other: File): boolean => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

async function sendText(text: string): Promise<ReceivedRow[]> {
  return (await post<{ rows: ReceivedRow[] }>(`${BASE}/import`, { text }, { quiet: true, long: true })).rows;
}

async function sendFiles(files: File[]): Promise<ReceivedRow[]> {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  return (await upload<{ rows: ReceivedRow[] }>(`${BASE}/importFiles`, form, { quiet: true })).rows;
}

interface FilesProps {
  files: File[];
  add(files: File[]): void;
  remove(file: File): void;
}

/** Several files are dropped or chosen. */
function Files({ files, add, remove }: FilesProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const hold = (event: DragEvent, next: boolean) => {
    event.preventDefault();
    setOver(next);
  };
  return (
    <div
      className={over ? "edi-drop is-over" : "edi-drop"}
      onDragOver={(event) => hold(event, true)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        hold(event, false);
        add([...event.dataTransfer.files]);
      }}
    >
      <Button onClick={() => input.current?.click()}>{t("edi:receive.files")}</Button>
      <span className="soft">{t("edi:receive.filesHint", { n: FILES_MAX })}</span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("edi:receive.files")}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          // The same file, mended outside, can be chosen again.
          event.target.value = "";
        }}
      />
      {files.length > 0 && (
        <ul aria-label={t("edi:receive.chosen")}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span>{file.name}</span>
              <span className="soft tabular">{fileSize(file.size)}</span>
              <button type="button" className="icon-button" aria-label={t("edi:receive.without", { name: file.name })} onClick={() => remove(file)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
