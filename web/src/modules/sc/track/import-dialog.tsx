/** 导入: a file or a pasted text of events; what it would do, then doing it. */
import { Button, Input, Modal } from "antd";
import { useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, downloadFrom, upload } from "@/platform/call/client";
import { fileSize } from "@/platform/file-size";
import { useText } from "@/platform/i18n";
import { ImportTable } from "./import-table";
import { BASE, type Imported } from "./track-model";

/** Longest name of whom a file comes from. */
const FROM_MAX = 50;

interface ImportDialogProps {
  close(): void;
  /** Events were kept; the list shows them. */
  imported(): void;
}

/** What is to be brought in, what it would do, and whether it was done. */
function useImport(imported: () => void) {
  const [text, setText] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [from, setFrom] = useState("");
  const [working, setWorking] = useState<"" | "look" | "run">("");
  const [fault, setFault] = useState<string[]>([]);
  const [found, setFound] = useState<{ done: boolean; told: Imported } | null>(null);
  // What was looked at is no longer what would be brought in.
  const anew = () => {
    setFound(null);
    setFault([]);
  };
  const send = async (which: "look" | "run") => {
    if (working) return;
    setWorking(which);
    setFault([]);
    const form = new FormData();
    const sent = file ?? new File([text], "paste.txt");
    form.append("file", sent, sent.name);
    const path = which === "look" ? `${BASE}/import/read` : `${BASE}/import`;
    const query = from.trim() ? `?from=${encodeURIComponent(from.trim())}` : "";
    try {
      const told = await upload<Imported>(path + query, form, { quiet: true });
      setFound({ done: which === "run", told });
      if (which === "run") imported();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const findings = error.findings ?? [];
      setFault(findings.length > 0 ? findings.map(({ field, message }) => `${field} ${message}`) : [error.message]);
    } finally {
      setWorking("");
    }
  };
  return {
    text, file, from, working, fault, found, send,
    nothing: file === null && text.trim() === "",
    setText: (next: string) => (anew(), setText(next)),
    setFile: (next: File | null) => (anew(), setFile(next)),
    setFrom: (next: string) => (anew(), setFrom(next)),
  };
}

export function ImportDialog({ close, imported }: ImportDialogProps) {
  const t = useText();
  const { text, file, from, working, fault, found, send, nothing, setText, setFile, setFrom } = useImport(imported);
  const looked = found !== null && !found.done;
  return (
    <Modal
      open
      width={980}
      title={t("sc:tracking.import.title")}
      mask={{ closable: false }}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.close")}
        </Button>,
        <Button key="look" type={looked ? "default" : "primary"} disabled={nothing} loading={busy(working === "look")} onClick={() => void send("look")}>
          {t("sc:tracking.import.look")}
        </Button>,
        looked && (
          <Button key="run" type="primary" loading={busy(working === "run")} onClick={() => void send("run")}>
            {t("sc:tracking.import.run")}
          </Button>
        ),
      ]}
    >
      <div className="track-import">
        <FileLine file={file} choose={setFile} />
        {!file && (
          <label>
            <span>{t("sc:tracking.import.text")}</span>
            <Input.TextArea className="mono" rows={6} spellCheck={false} value={text} placeholder={t("sc:tracking.import.hint")} onChange={(event) => setText(event.target.value)} />
          </label>
        )}
        <label>
          <span>{t("sc:tracking.import.from")}</span>
          <Input maxLength={FROM_MAX} value={from} placeholder={t("sc:tracking.import.fromHint")} onChange={(event) => setFrom(event.target.value)} />
        </label>
        {fault.length > 0 && (
          <div role="alert">
            {fault.map((line) => (
              <p key={line} className="finding">
                {line}
              </p>
            ))}
          </div>
        )}
        {found && <ImportTable told={found.told} done={found.done} />}
      </div>
    </Modal>
  );
}

/** The file that is chosen, and the workbook to fill in. */
function FileLine({ file, choose }: { file: File | null; choose(file: File | null): void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const template = async () => {
    try {
      await downloadFrom(`${BASE}/import/template`);
    } catch (error) {
      // The call has told the user.
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <div className="track-file">
      <Button onClick={() => input.current?.click()}>{t("sc:tracking.import.file")}</Button>
      {file ? (
        <>
          <span>{file.name}</span>
          <span className="soft tabular">{fileSize(file.size)}</span>
          <button type="button" className="icon-button" aria-label={t("sc:tracking.import.without", { name: file.name })} onClick={() => choose(null)}>
            ×
          </button>
        </>
      ) : (
        <span className="soft">{t("sc:tracking.import.forms")}</span>
      )}
      <Button type="link" onClick={() => void template()}>
        {t("sc:tracking.import.template")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".edi,.txt,.json,.xlsx,.csv"
        aria-label={t("sc:tracking.import.file")}
        onChange={(event) => {
          choose(event.target.files?.[0] ?? null);
          // The same file, mended outside, can be chosen again.
          event.target.value = "";
        }}
      />
    </div>
  );
}
