import { Button } from "antd";
import { type DragEvent, useState } from "react";
import { CallError } from "@/platform/call/client";
import { PageLoading, useLate } from "@/platform/page-loading";
import "@/platform/import/import.css";

interface FileDropProps {
  words: { choose: string; limits: string; template: string; templateHint?: string };
  /** Reads the file; a call that fails is told below. */
  read(file: File): Promise<void>;
  /** Fetches the file to fill in. */
  template(): Promise<unknown>;
}

/** A file is dropped or chosen, and read at once. */
export function FileDrop({ words, read, template }: FileDropProps) {
  const [reading, setReading] = useState(false);
  const [fault, setFault] = useState("");
  const [over, setOver] = useState(false);
  const late = useLate(reading);
  const take = async (file: File | undefined) => {
    if (!file || reading) return;
    setReading(true);
    setFault("");
    try {
      await read(file);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error.message);
    } finally {
      setReading(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
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
          type="file"
          accept=".xlsx,.csv"
          disabled={reading}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // The same file, mended outside, can be chosen again.
            event.target.value = "";
          }}
        />
        {late ? <PageLoading rows={2} /> : <b>{words.choose}</b>}
        <span className="soft">{words.limits}</span>
      </label>
      {fault && (
        <p className="finding" role="alert">
          {fault}
        </p>
      )}
      <p className="import-template">
        {words.templateHint && <span className="soft">{words.templateHint}</span>}
        <Button size="small" onClick={() => void template().catch(told)}>
          {words.template}
        </Button>
      </p>
    </>
  );
}

/** The call has told the user. */
export function told(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
}
