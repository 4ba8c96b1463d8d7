import { Button, Checkbox, Radio } from "antd";
import { useEffect, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError } from "@/platform/call/client";
import { formatFigure } from "@/platform/format";
import { CheckTable } from "@/platform/import/check-table";
import { told } from "@/platform/import/file-drop";
import { type BadCell, type Checked, type ReadFile, checkRows, fetchBadRows, runImport } from "@/platform/import/import-calls";
import { type Faults, type How, type Sheet, faultsOf, mayRun, toSend } from "@/platform/import/import-sheet";
import { useText } from "@/platform/i18n";

interface CheckStepProps {
  base: string;
  read: ReadFile;
  sheet: Sheet;
  setSheet(sheet: Sheet): void;
  how: How;
  setHow(how: How): void;
  back(): void;
  started(id: string): void;
}

/** Nothing is saved here: what the import would meet, and the cells to mend it in. */
export function CheckStep(props: CheckStepProps) {
  const t = useText();
  const { base, read, sheet, how, setHow } = props;
  const state = useCheck(props);
  const { checked, faults, stale, checking, fault, check } = state;
  const [onlyBad, setOnlyBad] = useState(false);
  const change = (next: Partial<How>, again: boolean) => {
    setHow({ ...how, ...next });
    if (again) void check({ ...how, ...next });
  };
  return (
    <>
      <div className="import-bar">
        <Counts checked={checked} stale={stale} checking={checking} />
        <span className="top-space" />
        <Checkbox checked={onlyBad} onChange={(event) => setOnlyBad(event.target.checked)}>
          {t("import:check.onlyBad")}
        </Checkbox>
        <Button size="small" disabled={faults.size === 0} onClick={() => void fetchBadRows(base, toSend(sheet, how)).catch(told)}>
          {t("import:check.fetchBad")}
        </Button>
      </div>
      {fault && (
        <p className="finding" role="alert">
          {fault}
        </p>
      )}
      <CheckTable sheet={sheet} taken={read.columns} faults={faults} onlyBad={onlyBad} round={state.round} mend={state.mend} />
      <footer className="import-foot">
        <Button onClick={props.back}>{t("import:back")}</Button>
        {read.canUpdate && (
          <Radio.Group
            value={how.mode}
            onChange={(event) => change({ mode: event.target.value as How["mode"] }, true)}
            options={[
              { value: "add", label: t("import:check.add") },
              { value: "update", label: t("import:check.update") },
            ]}
          />
        )}
        <Radio.Group
          value={how.onError}
          onChange={(event) => change({ onError: event.target.value as How["onError"] }, false)}
          options={[
            { value: "all", label: t("import:check.all") },
            { value: "skip", label: t("import:check.skip") },
          ]}
        />
        {(how.accept || (checked?.doubts ?? 0) > 0) && (
          <Checkbox checked={how.accept} onChange={(event) => change({ accept: event.target.checked }, true)}>
            {t("import:check.accept")}
          </Checkbox>
        )}
        <span className="top-space" />
        <Button type={stale ? "primary" : "default"} loading={busy(checking)} onClick={() => void check(how)}>
          {t("import:check.again")}
        </Button>
        <Button type={stale ? "default" : "primary"} loading={busy(state.starting)} disabled={checking || !mayRun(checked, stale, how)} onClick={() => void state.run()}>
          {t("import:check.run", { n: formatFigure(checked?.good ?? 0, 0) })}
        </Button>
      </footer>
    </>
  );
}

function Counts({ checked, stale, checking }: { checked: Checked | null; stale: boolean; checking: boolean }) {
  const t = useText();
  if (!checked) return <span role="status">{t("import:check.checking")}</span>;
  return (
    <span role="status" className="import-counts">
      <b className="is-good">{t("import:check.good", { n: formatFigure(checked.good, 0) })}</b>
      <b className={checked.bad > 0 ? "is-bad" : ""}>{t("import:check.bad", { n: formatFigure(checked.bad, 0) })}</b>
      {checked.doubts > 0 && <b className="is-doubt">{t("import:check.doubts", { n: formatFigure(checked.doubts, 0) })}</b>}
      {checked.read?.map((read) => (
        <span key={read.field} className="soft">
          {t("import:check.read", { message: read.message, row: String(read.row), n: formatFigure(read.count, 0) })}
        </span>
      ))}
      {stale && !checking && <span className="soft">{t("import:check.stale")}</span>}
      {checking && <span className="soft">{t("import:check.checking")}</span>}
    </span>
  );
}

/** The check of the rows as they are; a mended cell is not bad any more until the next one says so. */
function useCheck({ base, sheet, setSheet, how, started }: CheckStepProps) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [faults, setFaults] = useState<Faults>(() => new Map());
  const [stale, setStale] = useState(false);
  const [checking, setChecking] = useState(false);
  const [starting, setStarting] = useState(false);
  const [fault, setFault] = useState("");
  const [round, setRound] = useState(0);
  // Cells may be mended while a check is under way; its answer is then about older rows.
  const latest = useRef(0);
  const call = async (work: () => Promise<void>) => {
    setFault("");
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error.message);
    }
  };
  const check = async (wanted: How) => {
    const mine = ++latest.current;
    setChecking(true);
    await call(async () => {
      const answer = await checkRows(base, toSend(sheet, wanted));
      if (latest.current !== mine) return;
      setChecked(answer);
      setFaults(faultsOf(answer));
      setStale(false);
      setRound((now) => now + 1);
    });
    setChecking(false);
  };
  const mend = (place: number, column: number, text: string) => {
    latest.current++;
    const name = sheet.columns[column]?.name;
    setSheet({ ...sheet, rows: sheet.rows.map((row, at) => (at === place ? row.map((cell, of) => (of === column ? text : cell)) : row)) });
    const rest = (faults.get(place) ?? []).filter((cell: BadCell) => cell.field !== name && cell.field !== "");
    const next = new Map(faults);
    if (rest.length > 0) next.set(place, rest);
    else next.delete(place);
    setFaults(next);
    setStale(true);
  };
  const run = async () => {
    setStarting(true);
    await call(async () => started((await runImport(base, toSend(sheet, how))).taskId));
    setStarting(false);
  };
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    void check(how);
  });
  return { checked, faults, stale, checking, starting, fault, round, check, mend, run };
}
