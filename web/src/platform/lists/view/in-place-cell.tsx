/** A cell that is edited where it stands: by its mark, by F2, by a double click. Enter saves, Tab saves and goes on to the next one, Escape leaves. */
import { Input } from "antd";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Field, Row } from "@/platform/contract";
import { useLabel, useText } from "@/platform/i18n";
import type { InPlace } from "@/platform/lists/list-overrides";

const MARK = ".cell-edit";

/** Begins with the first such cell of a row; false when it has none. */
export function editFirst(row: Element | null | undefined): boolean {
  const mark = row?.querySelector<HTMLElement>(MARK);
  mark?.click();
  return Boolean(mark);
}

interface InPlaceCellProps {
  field: Field;
  value: unknown;
  row: Row;
  save: InPlace["save"];
  children: ReactNode;
}

export function InPlaceCell({ field, value, row, save, children }: InPlaceCellProps) {
  const t = useText();
  const label = useLabel();
  const stored = String(value ?? "");
  const [typed, setTyped] = useState<string | null>(null);
  // What was saved stands here until the list has been read again.
  const [saved, setSaved] = useState<string | null>(null);
  const [wrong, setWrong] = useState("");
  const leaving = useRef(false);
  const { rowUuid, version } = row;
  useEffect(() => setSaved(null), [stored, rowUuid, version]);
  const name = t("platform:list.editCell", { name: label(field.label) });
  const begin = () => {
    leaving.current = false;
    setWrong("");
    setTyped(saved ?? stored);
  };
  const keep = async () => {
    if (leaving.current || typed === null) return;
    leaving.current = true;
    const text = typed.trim();
    if (text === (saved ?? stored)) return setTyped(null);
    const refused = await save(row, field.name, text);
    leaving.current = false;
    setWrong(refused ?? "");
    if (refused !== null) return;
    setSaved(text);
    setTyped(null);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      leaving.current = true;
      setTyped(null);
    }
    if (event.key === "Enter") void keep();
    if (event.key === "Tab" && !event.shiftKey && goOn(event.currentTarget)) {
      event.preventDefault();
      void keep();
    }
  };
  if (typed === null) {
    return (
      <span
        className="in-place"
        onDoubleClick={(event) => {
          event.stopPropagation();
          begin();
        }}
      >
        <span className="in-place-text">{saved ?? children}</span>
        <button type="button" tabIndex={-1} className="cell-edit" aria-label={name} title={name} onClick={begin}>
          ✎
        </button>
      </span>
    );
  }
  return (
    <Input
      autoFocus
      size="small"
      value={typed}
      maxLength={field.maxLength}
      aria-label={label(field.label)}
      aria-invalid={wrong !== ""}
      {...(wrong ? { status: "error" as const, title: wrong } : {})}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={press}
      onBlur={() => void keep()}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}

/** Opens the cell behind an editor in its row; false when it was the last. */
function goOn(editor: HTMLElement): boolean {
  const marks = [...(editor.closest(".ant-table-row")?.querySelectorAll<HTMLElement>(MARK) ?? [])];
  const next = marks.find((mark) => editor.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING);
  next?.click();
  return Boolean(next);
}
