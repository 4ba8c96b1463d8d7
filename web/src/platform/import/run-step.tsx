import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { formatFigure } from "@/platform/format";
import { told } from "@/platform/import/file-drop";
import { CANCELLED, FAILED, type ImportResult, OPEN, REVERTED, fetchAnswers, fetchBadFile, importResult, undoImport } from "@/platform/import/import-calls";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";

const LOOK_EVERY_MS = 1_000;
/** Refused rows named here; all of them are in the file. */
const FAULTS_SHOWN = 200;

interface RunStepProps {
  base: string;
  id: string;
  close(): void;
  changed(): void;
}

/** How far the import is, what became of the rows, and taking it back. The job goes on when the dialog is closed. */
export function RunStep({ base, id, close, changed }: RunStepProps) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["import", base, id],
    queryFn: () => importResult(base, id),
    refetchInterval: (query) => (query.state.data && !OPEN.includes(query.state.data.status) ? false : LOOK_EVERY_MS),
  });
  const ended = data !== undefined && !OPEN.includes(data.status);
  const tell = useRef(changed);
  tell.current = changed;
  useEffect(() => {
    if (ended) tell.current();
  }, [ended]);
  if (error && !data) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={3} />;
  return (
    <>
      {ended ? <Ended base={base} result={data} again={() => void refetch().then(() => changed())} /> : <Running result={data} />}
      <footer className="import-foot">
        <PageLink href="/hrs_task">{t("import:run.centre")}</PageLink>
        <span className="top-space" />
        <Button type="primary" onClick={close}>
          {t("platform:action.close")}
        </Button>
      </footer>
    </>
  );
}

function Running({ result }: { result: ImportResult }) {
  const t = useText();
  const known = result.ok + result.bad > 0;
  return (
    <div className="import-result" role="status">
      <b>{t("import:run.running")}</b>
      {known ? <progress max={100} value={result.progress} aria-label={t("import:run.progress")} /> : <progress aria-label={t("import:run.progress")} />}
      <span className="soft tabular">{t("import:run.rows", { n: formatFigure(result.ok + result.bad, 0), total: formatFigure(result.total ?? 0, 0) })}</span>
      <span className="soft">{t("import:run.goesOn")}</span>
    </div>
  );
}

function headline(result: ImportResult): string {
  if (result.status === REVERTED) return "import:run.reverted";
  if (result.status === CANCELLED) return "import:run.cancelled";
  if (result.status === FAILED) return "import:run.failed";
  return result.bad > 0 ? "import:run.part" : "import:run.done";
}

function Ended({ base, result, again }: { base: string; result: ImportResult; again(): void }) {
  const t = useText();
  const tone = result.status === FAILED ? "is-bad" : result.bad > 0 ? "is-doubt" : "is-good";
  return (
    <div className="import-result">
      <b className={tone} role="status">
        {t(headline(result))}
      </b>
      {result.error && <p className="finding">{result.error}</p>}
      <dl className="import-figures">
        <Figure label={t("import:run.added")} value={result.added} />
        <Figure label={t("import:run.changed")} value={result.changed} />
        <Figure label={t("import:run.bad")} value={result.bad} />
      </dl>
      <div className="import-actions">
        {result.fileName && result.fileKept && (
          <Button onClick={() => void fetchBadFile(result.id).catch(told)}>{t("import:check.fetchBad")}</Button>
        )}
        {result.hasAnswers && <Answers base={base} id={result.id} again={again} />}
        {result.canUndo && <Undo base={base} result={result} again={again} />}
      </div>
      {result.faults.length > 0 && (
        <ul className="import-faults">
          {result.faults.slice(0, FAULTS_SHOWN).map(({ place, row, message }) => (
            <li key={place}>
              <span className="tabular">{t("import:run.row", { n: row })}</span>
              {message}
            </li>
          ))}
          {result.faults.length > FAULTS_SHOWN && <li className="soft">{t("import:run.more", { n: result.faults.length - FAULTS_SHOWN })}</li>}
        </ul>
      )}
    </div>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tabular">{formatFigure(value, 0)}</dd>
    </div>
  );
}

/** What only the importer is told, and only once. */
function Answers({ base, id, again }: { base: string; id: string; again(): void }) {
  const t = useText();
  const fetchOnce = async () => {
    if (!(await ask({ text: t("import:run.answersOnce") }))) return;
    await fetchAnswers(base, id).catch(told);
    again();
  };
  return <Button onClick={() => void fetchOnce()}>{t("import:run.answers")}</Button>;
}

function Undo({ base, result, again }: { base: string; result: ImportResult; again(): void }) {
  const t = useText();
  const [undoing, setUndoing] = useState(false);
  const [fault, setFault] = useState("");
  const undo = async () => {
    if (!(await ask({ text: t("import:run.undoAsk"), danger: true, yes: t("import:run.undo") }))) return;
    setUndoing(true);
    setFault("");
    try {
      await undoImport(base, result.id);
      again();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFault(error.message);
    } finally {
      setUndoing(false);
    }
  };
  return (
    <>
      <Button danger loading={busy(undoing)} onClick={() => void undo()}>
        {t("import:run.undo")}
      </Button>
      <span className="soft">{t("import:run.undoUntil", { time: result.undoUntil ?? "" })}</span>
      {fault && (
        <span className="finding" role="alert">
          {fault}
        </span>
      )}
    </>
  );
}
