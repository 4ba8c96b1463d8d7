/** 导入: a workbook of charges is dropped or chosen, and looked at. */
import { Button } from "antd";
import { type DragEvent, useState } from "react";
import { CallError } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { PageLoading, useLate } from "@/platform/page-loading";
import "@/platform/import/import.css";
import { type Told, fetchTemplate, readFile } from "./batch-model";

export function BatchFile({ read }: { read(told: Told): void }) {
  const t = useText();
  const [reading, setReading] = useState(false);
  const [fault, setFault] = useState("");
  const [over, setOver] = useState(false);
  const late = useLate(reading);
  const take = async (file: File | undefined) => {
    if (!file || reading) return;
    setReading(true);
    setFault("");
    try {
      read(await readFile(file));
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
    <section aria-label={t("css:batch.modes.ROWS")}>
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
        {late ? <PageLoading rows={2} /> : <b>{t("css:batch.choose")}</b>}
        <span className="soft">{t("css:batch.limits")}</span>
      </label>
      {fault && (
        <p className="finding" role="alert">
          {fault}
        </p>
      )}
      <p className="import-template">
        <Button size="small" onClick={() => void fetchTemplate().catch(() => null)}>
          {t("css:batch.template")}
        </Button>
      </p>
    </section>
  );
}
