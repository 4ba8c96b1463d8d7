import { AutoComplete, Button, InputNumber, Select } from "antd";
import { useState } from "react";
import { useClearSign } from "@/platform/fields/clear-sign";
import { CallError } from "@/platform/call/client";
import { type ReadFile, type TakenColumn, readFile } from "@/platform/import/import-calls";
import { fixedOf, matchColumn } from "@/platform/import/import-sheet";
import { useLabel, useText } from "@/platform/i18n";

interface MatchStepProps {
  base: string;
  loaded: { file: File; read: ReadFile; matched: (string | null)[]; fixed: Record<string, string> };
  fix(fixed: Record<string, string>): void;
  change(matched: (string | null)[]): void;
  again(read: ReadFile): void;
  back(): void;
  next(): void;
}

const SAMPLES = 3;

/** Each column of the file with what it holds, and the field it is meant for. */
export function MatchStep(props: MatchStepProps) {
  const t = useText();
  const label = useLabel();
  const { read, matched, fixed } = props.loaded;
  const whole = fixedOf(fixed, matched);
  const missing = read.columns.filter(({ field, required }) => required && !matched.includes(field.name) && !(field.name in whole));
  const count = matched.filter((name) => name !== null).length;
  const filled = read.headers.flatMap((header, place) => (header || read.rows.some((row) => row[place]) ? [place] : []));
  return (
    <>
      <HeaderRow {...props} />
      <div className="import-matches">
        {filled.map((place) => (
          <Match
            key={place}
            header={read.headers[place] || t("import:match.unnamed", { n: place + 1 })}
            samples={read.rows.map((row) => row[place] ?? "").filter(Boolean).slice(0, SAMPLES)}
            columns={read.columns}
            value={matched[place] ?? null}
            change={(name) => props.change(matchColumn(matched, place, name))}
          />
        ))}
      </div>
      <Fixed {...props} />
      {missing.length > 0 && (
        <p className="import-missing" role="status">
          {t("import:match.missing", { fields: missing.map(({ field }) => label(field.label)).join(t("import:comma")) })}
        </p>
      )}
      <footer className="import-foot">
        <Button onClick={props.back}>{t("import:back")}</Button>
        <span className="soft">{t("import:match.count", { n: count, total: filled.length })}</span>
        <span className="top-space" />
        <Button type="primary" disabled={count === 0} onClick={props.next}>
          {t("import:match.next")}
        </Button>
      </footer>
    </>
  );
}

/** Columns the file lacks may hold one value in all rows: those somebody needs stand there, others are added. */
function Fixed({ loaded: { read, matched, fixed }, fix }: MatchStepProps) {
  const t = useText();
  const label = useLabel();
  const open = read.columns.filter(({ field }) => field.readOnly !== true && !matched.includes(field.name));
  const shown = open.filter(({ field, required, needed }) => required || needed !== "" || field.name in fixed);
  const others = open.filter((column) => !shown.includes(column));
  if (open.length === 0) return null;
  return (
    <section className="import-fixed" aria-label={t("import:match.fixed")}>
      <b>{t("import:match.fixed")}</b>
      <div className="import-matches">
        {shown.map(({ field, required, needed, note, values }) => (
          <div key={field.name} className="import-match">
            <div>
              <b>
                {label(field.label)}
                {required ? " *" : ""}
              </b>
              <span className="soft">{needed || note}</span>
            </div>
            <AutoComplete
              allowClear
              aria-label={t("import:match.fixedOf", { field: label(field.label) })}
              placeholder={t("import:match.ofRows")}
              value={fixed[field.name] ?? ""}
              options={values.map((value) => ({ value }))}
              showSearch={{ filterOption: (typed, option) => String(option?.value ?? "").toLowerCase().includes(typed.toLowerCase()) }}
              onChange={(text: string | undefined) => fix({ ...fixed, [field.name]: text ?? "" })}
            />
          </div>
        ))}
      </div>
      {others.length > 0 && (
        <Select
          size="small"
          showSearch={{ optionFilterProp: "label" }}
          aria-label={t("import:match.fixMore")}
          placeholder={t("import:match.fixMore")}
          value={null}
          options={others.map(({ field }) => ({ value: field.name, label: label(field.label) }))}
          onChange={(name: string | null) => name && fix({ ...fixed, [name]: "" })}
        />
      )}
    </section>
  );
}

function HeaderRow({ base, loaded, again }: MatchStepProps) {
  const t = useText();
  const [fault, setFault] = useState("");
  const read = async (row: number | null) => {
    if (!row || row === loaded.read.headerRow) return;
    try {
      again(await readFile(base, loaded.file, row));
      setFault("");
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error.message);
    }
  };
  return (
    <div className="import-head-row">
      <b>{loaded.read.fileName}</b>
      <span className="soft">{t("import:match.rows", { n: loaded.read.rows.length })}</span>
      <label>
        {t("import:match.headerRow")}
        <InputNumber size="small" min={1} max={100} value={loaded.read.headerRow} onChange={(row) => void read(row)} />
      </label>
      {fault && (
        <span className="finding" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

interface MatchProps {
  header: string;
  samples: string[];
  columns: TakenColumn[];
  value: string | null;
  change(name: string | null): void;
}

function Match({ header, samples, columns, value, change }: MatchProps) {
  const clearSign = useClearSign();
  const t = useText();
  const label = useLabel();
  const options = columns.map(({ field, required, needed, note }) => ({
    value: field.name,
    label: `${label(field.label)}${required ? " *" : needed ? ` (${needed})` : ""}`,
    title: note,
  }));
  return (
    <div className={`import-match${value === null ? " is-open" : ""}`}>
      <div>
        <b>{header}</b>
        <span className="soft">{samples.length > 0 ? samples.join(" / ") : t("import:match.noSample")}</span>
      </div>
      <Select
        showSearch={{ optionFilterProp: "label" }}
        allowClear={clearSign}
        aria-label={t("import:match.fieldOf", { header })}
        placeholder={t("import:match.passed")}
        value={value}
        options={options}
        onChange={(name) => change(name ?? null)}
      />
    </div>
  );
}
