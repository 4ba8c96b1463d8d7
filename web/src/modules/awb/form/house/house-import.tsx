/** 导入分单: a workbook is read and looked at, wrong cells are mended here, then all of its houses are added, or none. */
import { Button, Input, Modal } from "antd";
import { useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, downloadFrom, post, upload } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Field, Finding } from "@/platform/contract";
import { useLabel, useText } from "@/platform/i18n";
import { usePlacedFields } from "@/platform/order/places";
import { declaredForm } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

const BASE = "/afbase/hawb/import";

interface ImportRow {
  /** Its number in the file. */
  number: number;
  hawb: Record<string, string>;
  findings: Finding[];
}

interface Looked {
  total: number;
  bad: number;
  rows: ImportRow[];
}

interface HouseImportProps {
  orderUuid: string;
  close(): void;
  done(): void;
}

/** The rows of the file, and the conversation about them with the server. */
function useHouseImport({ orderUuid, close, done }: HouseImportProps) {
  const t = useText();
  const [rows, setRows] = useState<ImportRow[] | null>(null);
  /** Something was mended and not looked at since. */
  const [mended, setMended] = useState(false);
  const [fault, setFault] = useState("");
  const [running, setRunning] = useState(false);
  const work = async (does: () => Promise<void>) => {
    if (running) return;
    setRunning(true);
    setFault("");
    try {
      await does();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error.message);
    } finally {
      setRunning(false);
    }
  };
  const take = (looked: Looked) => {
    setRows(looked.rows);
    setMended(false);
  };
  const body = () => ({ orderUuid, rows: (rows ?? []).map(({ number, hawb }) => ({ number, hawb })) });
  const mend = (next: (rows: ImportRow[]) => ImportRow[]) => {
    setRows((now) => now && next(now));
    setMended(true);
  };
  return {
    rows,
    mended,
    fault,
    running,
    read: (file: File) =>
      work(async () => {
        const form = new FormData();
        form.append("file", file, file.name);
        take(await upload<Looked>(`${BASE}/read?orderUuid=${encodeURIComponent(orderUuid)}`, form, { quiet: true }));
      }),
    check: () => work(async () => take(await post<Looked>(`${BASE}/check`, body(), { quiet: true, long: true }))),
    run: () =>
      work(async () => {
        const send = (confirmed: string[]) =>
          post<{ added: number }>(`${BASE}/run`, { ...body(), ...(confirmed.length > 0 ? { confirmed } : {}) }, { quiet: true, long: true });
        const result = await submit(send, { done: false });
        // Somebody took a number meanwhile: what is wrong now stands in the rows.
        if (result.kind === "findings") setRows((now) => now && located(now, result.findings));
        if (result.kind !== "saved") return;
        toast.done(t("awb:house.imported", { n: result.data.added }));
        done();
        close();
      }),
    change: (place: number, name: string, text: string) =>
      mend((now) => now.map((row, at) => (at === place ? { ...row, hawb: { ...row.hawb, [name]: text } } : row))),
    remove: (place: number) => mend((now) => now.filter((_, at) => at !== place)),
  };
}

export function HouseImport(props: HouseImportProps) {
  const t = useText();
  const { rows, mended, fault, running, read, check, run, change, remove } = useHouseImport(props);
  const bad = rows?.filter(isBad).length ?? 0;
  const count = rows?.length ?? 0;
  const told = bad > 0 ? t("awb:house.importBad", { n: count, m: bad }) : t("awb:house.importGood", { n: count });
  return (
    <Modal
      open
      width={1080}
      title={t("awb:house.importTitle")}
      mask={{ closable: false }}
      onCancel={props.close}
      footer={[
        <Button key="close" onClick={props.close}>
          {t("platform:action.cancel")}
        </Button>,
        rows && (
          <Button key="check" disabled={!mended || count === 0} loading={busy(running)} onClick={() => void check()}>
            {t("awb:house.check")}
          </Button>
        ),
        <Button key="run" type="primary" disabled={count === 0 || bad > 0 || mended} loading={busy(running)} onClick={() => void run()}>
          {t("awb:house.importRun", { n: count })}
        </Button>,
      ]}
    >
      <FileRow read={(file) => void read(file)} />
      {fault && (
        <p className="finding" role="alert">
          {fault}
        </p>
      )}
      {rows && (
        <p role="status" className={bad > 0 ? "page-note tone-danger" : "page-note"}>
          {mended ? t("awb:house.importMended") : told}
        </p>
      )}
      {rows && <ImportTable rows={rows} change={change} remove={remove} />}
    </Modal>
  );
}

const isBad = ({ findings }: ImportRow): boolean => findings.some(({ severity }) => severity === "error");

/** Findings at `rows.<place>.<field>`, each to its row. */
function located(rows: ImportRow[], findings: Finding[]): ImportRow[] {
  return rows.map((row, place) => {
    const head = `rows.${place}`;
    const own = findings.filter(({ field }) => field === head || field.startsWith(`${head}.`));
    return { ...row, findings: own.map((each) => ({ ...each, field: each.field.slice(head.length + 1) })) };
  });
}

/** The template, and the file that was filled in. */
function FileRow({ read }: { read(file: File): void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const template = async () => {
    try {
      await downloadFrom(`${BASE}/template`);
    } catch (error) {
      // The client has said why.
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <div className="awb-import-file">
      <Button onClick={() => void template()}>{t("awb:house.template")}</Button>
      <Button type="primary" onClick={() => input.current?.click()}>
        {t("awb:house.file")}
      </Button>
      <span className="soft">{t("awb:house.fileHint")}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv"
        aria-label={t("awb:house.file")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) read(file);
          // The same file, mended, may be chosen again.
          event.target.value = "";
        }}
      />
    </div>
  );
}

interface ImportTableProps {
  rows: ImportRow[];
  change(place: number, name: string, text: string): void;
  remove(place: number): void;
}

const NO_FIELDS: Field[] = [];

function ImportTable({ rows, change, remove }: ImportTableProps) {
  const t = useText();
  const label = useLabel();
  const declared = declaredForm("af.order.form")?.sections.find(({ key }) => key === "hawb")?.fields;
  const fields = usePlacedFields(declared ?? NO_FIELDS, "AE");
  return (
    <div className="awb-import">
      <table aria-label={t("awb:house.importRows")}>
        <thead>
          <tr>
            <th>{t("awb:house.row")}</th>
            {fields.map((field) => (
              <th key={field.name}>
                {label(field.label)}
                {field.required && <span className="required">*</span>}
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <RowCells key={row.number} row={row} fields={fields} change={(name, text) => change(place, name, text)} remove={() => remove(place)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowCellsProps {
  row: ImportRow;
  fields: Field[];
  change(name: string, text: string): void;
  remove(): void;
}

/** A row of the file; below it what is wrong, in the words of the rule. */
function RowCells({ row, fields, change, remove }: RowCellsProps) {
  const t = useText();
  const label = useLabel();
  const at = (name: string) => row.findings.find((each) => each.field === name);
  const placed = (each: Finding): string => {
    const field = fields.find(({ name }) => name === each.field);
    return field ? t("awb:house.at", { field: label(field.label), message: each.message }) : each.message;
  };
  return (
    <>
      <tr className={isBad(row) ? "is-wrong" : ""}>
        <td className="tabular">{row.number}</td>
        {fields.map(({ name, label: words }) => (
          <td key={name} className={at(name)?.severity === "error" ? "is-wrong" : ""}>
            <Input
              variant="borderless"
              size="small"
              value={row.hawb[name] ?? ""}
              aria-label={t("awb:house.cell", { row: row.number, field: label(words) })}
              aria-invalid={at(name)?.severity === "error"}
              onChange={(event) => change(name, event.target.value)}
            />
          </td>
        ))}
        <td>
          <button type="button" className="icon-button" aria-label={t("awb:form.removeRow", { row: row.number })} onClick={remove}>
            ×
          </button>
        </td>
      </tr>
      {row.findings.length > 0 && (
        <tr className="awb-import-findings">
          <td colSpan={fields.length + 2}>
            {row.findings.map((each) => (
              <p key={`${each.field} ${each.key}`} className={each.severity === "error" ? "finding" : "finding is-warning"}>
                {placed(each)}
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
