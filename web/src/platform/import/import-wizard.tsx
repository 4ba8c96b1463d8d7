/** Rows of a file into a list: the file, its columns, a check in which cells are mended, the import and its result. */
import { Modal } from "antd";
import { useState } from "react";
import { ask } from "@/platform/dialog";
import { CheckStep } from "@/platform/import/check-step";
import { FileStep } from "@/platform/import/file-step";
import type { ReadFile } from "@/platform/import/import-calls";
import { type How, type Sheet, sheetOf } from "@/platform/import/import-sheet";
import { MatchStep } from "@/platform/import/match-step";
import { RunStep } from "@/platform/import/run-step";
import { useText } from "@/platform/i18n";
import "@/platform/import/import.css";

interface WizardProps {
  /** Beginning of the calls. */
  base: string;
  title: string;
  close(): void;
  /** Rows came or went. */
  changed(): void;
}

const WIDTH_PX = 1180;
const STEPS = ["file", "match", "check", "run"] as const;

interface Loaded {
  file: File;
  read: ReadFile;
  matched: (string | null)[];
  /** One value for all rows, by its column. */
  fixed: Record<string, string>;
}

export function ImportWizard({ base, title, close, changed }: WizardProps) {
  const t = useText();
  const [step, setStep] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [how, setHow] = useState<How>({ mode: "add", onError: "all", accept: false });
  const [task, setTask] = useState("");
  const take = (file: File, read: ReadFile) => {
    setLoaded({ file, read, matched: read.matched, fixed: read.fixed });
    setStep(1);
  };
  const match = () => {
    if (!loaded) return;
    setSheet(sheetOf(loaded.read, loaded.matched, loaded.fixed));
    setStep(2);
  };
  const started = (id: string) => {
    setTask(id);
    setStep(3);
  };
  const leave = async () => {
    const open = step === 1 || step === 2;
    if (open && !(await ask({ text: t("import:leave") }))) return;
    close();
  };
  return (
    <Modal
      open
      className="import-dialog"
      width={WIDTH_PX}
      title={t("import:title", { title })}
      footer={null}
      keyboard={step !== 2}
      mask={{ closable: false }}
      onCancel={() => void leave()}
    >
      <Progress step={step} />
      {step === 0 && <FileStep base={base} take={take} />}
      {step === 1 && loaded && (
        <MatchStep
          base={base}
          loaded={loaded}
          change={(matched) => setLoaded({ ...loaded, matched })}
          fix={(fixed) => setLoaded({ ...loaded, fixed })}
          again={(read) => setLoaded({ ...loaded, read, matched: read.matched })}
          back={() => setStep(0)}
          next={match}
        />
      )}
      {step === 2 && loaded && sheet && (
        <CheckStep
          base={base}
          read={loaded.read}
          sheet={sheet}
          setSheet={setSheet}
          how={how}
          setHow={setHow}
          back={() => setStep(1)}
          started={started}
        />
      )}
      {step === 3 && <RunStep base={base} id={task} close={close} changed={changed} />}
    </Modal>
  );
}

function Progress({ step }: { step: number }) {
  const t = useText();
  return (
    <ol className="import-steps">
      {STEPS.map((name, place) => (
        <li key={name} aria-current={place === step ? "step" : undefined} className={place < step ? "is-done" : ""}>
          <span className="tabular">{place + 1}</span>
          {t(`import:step.${name}`)}
        </li>
      ))}
    </ol>
  );
}
