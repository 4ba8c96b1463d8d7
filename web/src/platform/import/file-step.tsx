import { Button } from "antd";
import { type DragEvent, useRef, useState } from "react";
import { CallError } from "@/platform/call/client";
import { type ReadFile, fetchTemplate, readFile } from "@/platform/import/import-calls";
import { useText } from "@/platform/i18n";
import { PageLoading, useLate } from "@/platform/page-loading";

interface FileStepProps {
  base: string;
  take(file: File, read: ReadFile): void;
}

/** A file is dropped or chosen, and read at once. */
export function FileStep({ base, take }: FileStepProps) {
  const t = useText();
  const [reading, setReading] = useState(false);
  const [fault, setFault] = useState("");
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const late = useLate(reading);
  const read = async (file: File | undefined) => {
    if (!file || reading) return;
    setReading(true);
    setFault("");
    try {
      take(file, await readFile(base, file));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error.message);
      setReading(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    <>
      <label
        className={`import-drop${over ? " is-over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept=".xlsx,.csv"
          disabled={reading}
          onChange={(event) => {
            void read(event.target.files?.[0]);
            // The same file, mended outside, can be chosen again.
            event.target.value = "";
          }}
        />
        {late ? <PageLoading rows={2} /> : <b>{t("import:file.choose")}</b>}
        <span className="soft">{t("import:file.limits")}</span>
      </label>
      {fault && (
        <p className="finding" role="alert">
          {fault}
        </p>
      )}
      <p className="import-template">
        <span className="soft">{t("import:file.templateHint")}</span>
        <Button size="small" onClick={() => void fetchTemplate(base).catch(told)}>
          {t("import:file.template")}
        </Button>
      </p>
    </>
  );
}

/** The call has told the user. */
export function told(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
}
