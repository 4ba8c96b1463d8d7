/**
 * The input of the chosen cell. It lies over the cell, and waits there with the whole text selected: what is typed takes
 * its place, in Chinese too, and what the browser copies and reads aloud is the cell.
 */
import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Finding } from "@/platform/contract";
import { hotAirports, useChoices } from "@/platform/fields/sources";
import { useSettled } from "@/platform/fields/use-settled";
import { type CellOption, type SheetField, isChosen, isFigure, optionsFor, tidyText } from "@/platform/grid/cell-text";
import { useText } from "@/platform/i18n";

/** Not edited; by typing over what was there, where arrows go on to other cells; or within the text. */
export type Mode = "waits" | "over" | "within";

const SHOWN_MAX = 100;
const LIST_PX = 240;

interface CellInputProps {
  input: RefObject<HTMLTextAreaElement | null>;
  field: SheetField;
  /** Where the cell is: `lines.0.total`. */
  path: string;
  /** What the cell is called. */
  name: string;
  /** Of the cell, as long as nothing is typed. */
  text: string;
  mode: Mode;
  closed: boolean;
  finding: Finding | undefined;
  status: string;
  options: CellOption[];
  draft: string;
  change(draft: string): void;
  /** An option was taken. */
  choose(option: CellOption, event?: KeyboardEvent): void;
  press(event: KeyboardEvent<HTMLTextAreaElement>): void;
  blur(): void;
  focus(): void;
}

export function CellInput(props: CellInputProps) {
  const { input, field, path, name, text, mode, closed, finding, status, draft, change, choose, press, blur, focus } = props;
  const list = useId();
  const waits = mode === "waits";
  const { shown, active, setActive, current } = useList(props);
  const open = !waits && shown.length > 0;
  const value = waits ? text : draft;
  useLayoutEffect(() => {
    const element = input.current;
    if (!element || document.activeElement !== element) return;
    if (waits) element.select();
    else if (mode === "within") element.setSelectionRange(element.value.length, element.value.length);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [mode, name, waits ? text : ""]);
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (open && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step) {
        event.preventDefault();
        setActive(Math.min(shown.length - 1, Math.max(0, active + step)));
        return;
      }
      const option = shown[active];
      if ((event.key === "Enter" || event.key === "Tab") && option && current) {
        if (event.key === "Enter") event.preventDefault();
        choose(option, event);
        return;
      }
    }
    press(event);
  };
  const type = (typed: string, composing: boolean) => {
    // What is composed is no text yet.
    const tidy = composing ? typed : tidyText(field, typed);
    if (!waits || tidy !== "" || typed === "") return change(tidy);
    // A character the cell does not take leaves what stands there, still selected.
    queueMicrotask(() => input.current?.select());
  };
  const at = open ? `${list}-${active}` : undefined;
  return (
    <>
      <textarea
        ref={input}
        className={`sheet-input${waits ? "" : " is-open"}${isFigure(field) ? " is-figure" : ""}`}
        data-cell={path}
        rows={1}
        spellCheck={false}
        autoComplete="off"
        value={value}
        readOnly={closed}
        aria-label={name}
        aria-invalid={finding?.severity === "error"}
        aria-describedby={status}
        {...(isChosen(field) ? { role: "combobox", "aria-expanded": open, "aria-controls": list, "aria-autocomplete": "list" as const } : {})}
        {...(at === undefined ? {} : { "aria-activedescendant": at })}
        {...(isFigure(field) ? { inputMode: "decimal" as const } : {})}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => type(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={(event: CompositionEvent<HTMLTextAreaElement>) => !waits && type(event.currentTarget.value, false)}
        onKeyDown={keys}
        onBlur={blur}
        onFocus={(event) => {
          if (waits) event.target.select();
          focus();
        }}
      />
      {open && <OptionList id={list} input={input} options={shown} active={active} label={name} choose={choose} />}
    </>
  );
}

interface List {
  shown: CellOption[];
  active: number;
  setActive(at: number): void;
  /** What is shown answers what stands in the input: Enter may take it. */
  current: boolean;
}

/** The options for what is typed: of the declaration, or of the server for a reference. */
function useList({ field, mode, draft, text, options }: CellInputProps): List {
  const open = mode !== "waits" && isChosen(field);
  const remote = open && field.kind === "reference";
  // Nothing is typed yet: all there is to choose from.
  const typed = draft === text ? "" : draft;
  const keyword = useSettled(typed);
  const { data, isFetching } = useChoices(field.reference ?? "", keyword, remote);
  const [chosen, setChosen] = useState<{ typed: string; at: number } | null>(null);
  const own = chosen !== null && chosen.typed === typed;
  const shown = !open ? [] : remote ? choicesOf(field, keyword, data ?? []) : optionsFor(typed, options);
  const fresh = remote ? keyword === typed && !isFetching : true;
  return {
    shown: shown.slice(0, SHOWN_MAX),
    active: own ? chosen.at : 0,
    setActive: (at) => setChosen({ typed, at }),
    current: own || (typed !== "" && fresh),
  };
}

function choicesOf(field: SheetField, keyword: string, found: { value: string; label: string; hint?: string }[]): CellOption[] {
  const hot = keyword === "" ? hotAirports(field) : [];
  const all = [...hot, ...found.filter(({ value }) => !hot.some((each) => each.value === String(value)))];
  return all.map((each) => ({ ...each, value: String(each.value), words: [] }));
}

interface OptionListProps {
  id: string;
  input: RefObject<HTMLTextAreaElement | null>;
  options: CellOption[];
  active: number;
  label: string;
  choose(option: CellOption): void;
}

/** Below the cell, above it where there is no room; on the page itself, for the grid cuts off what leaves it. */
function OptionList({ id, input, options, active, label, choose }: OptionListProps) {
  const t = useText();
  const box = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const [list, cell] = [box.current, input.current?.getBoundingClientRect()];
    if (!list || !cell) return;
    const above = cell.bottom + LIST_PX > window.innerHeight && cell.top > window.innerHeight - cell.bottom;
    list.style.left = `${cell.left}px`;
    list.style.minWidth = `${cell.width}px`;
    list.style.top = above ? "" : `${cell.bottom}px`;
    list.style.bottom = above ? `${window.innerHeight - cell.top}px` : "";
  });
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return createPortal(
    <ul ref={box} id={id} role="listbox" className="sheet-options" aria-label={t("platform:rows.choices", { field: label })}>
      {options.map((option, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={option.value}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          <span>{option.label}</span>
          {option.hint && <span className="choice-hint">{option.hint}</span>}
        </li>
      ))}
    </ul>,
    document.body,
  );
}
