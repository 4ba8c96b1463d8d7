/** Rows of an order under the parts they go to: dragged from one to the other, clicked on to the next, or moved by the arrows. */
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { OtherFindings } from "@/platform/forms/row-grid";
import { rowsOf } from "@/platform/forms/rows";
import { useText } from "@/platform/i18n";
import "./split.css";

interface BoardProps {
  form: FormStore;
  /** The member that holds the rows. */
  member: string;
  /** The parts by their names, the order itself first. */
  parts: string[];
}

const partOf = (row: Values): number => Number(row["part"] ?? 0);
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

export function SplitBoard({ form, member, parts }: BoardProps) {
  const t = useText();
  const rows = rowsOf(useValue(form, member));
  const box = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const give = (id: string, part: number) => {
    if (part < 0 || part >= parts.length) return;
    form.set(member, rows.map((row) => (row["id"] === id ? { ...row, part } : row)));
    setMoved(id);
  };
  // It stands in another place now, and the hand stays on it.
  useEffect(() => {
    if (moved === null) return;
    box.current?.querySelector<HTMLElement>(`[data-row="${moved}"]`)?.focus();
    setMoved(null);
  }, [moved]);
  if (rows.length === 0) return null;
  const press = (event: KeyboardEvent, row: Values) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    give(String(row["id"]), partOf(row) + step);
  };
  const drop = (event: DragEvent, part: number) => {
    event.preventDefault();
    if (dragged !== null) give(dragged, part);
    setDragged(null);
  };
  const drag = (event: DragEvent, id: string) => {
    event.dataTransfer?.setData("text/plain", id);
    setDragged(id);
  };
  return (
    <section className="form-section" aria-label={t(`order:split.rows.${member}`)} data-field={member} ref={box}>
      <h2>{t(`order:split.rows.${member}`)}</h2>
      <div className="split-board">
        {parts.map((name, part) => (
          <div key={part} className="split-lane" onDragOver={(event) => event.preventDefault()} onDrop={(event) => drop(event, part)}>
            <b>{name}</b>
            {rows.filter((row) => partOf(row) === part).map((row) => (
              <button
                key={String(row["id"])}
                type="button"
                className="split-row"
                draggable
                data-row={String(row["id"])}
                aria-label={t("order:split.rowOf", { row: String(row["text"]), part: name })}
                onDragStart={(event) => drag(event, String(row["id"]))}
                onDragEnd={() => setDragged(null)}
                onKeyDown={(event) => press(event, row)}
                onClick={() => give(String(row["id"]), (part + 1) % parts.length)}
              >
                {String(row["text"])}
              </button>
            ))}
          </div>
        ))}
      </div>
      <OtherFindings form={form} path={member} fields={[]} />
    </section>
  );
}
