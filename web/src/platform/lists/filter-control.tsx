import { Input, Select } from "antd";
import { Suspense, lazy, useState } from "react";
import { useClearSign } from "@/platform/fields/clear-sign";
import type { Field, Filter } from "@/platform/contract";
import { DropMenu } from "@/platform/drop-menu";
import { ReferenceEditor, SelectEditor } from "@/platform/fields/choice-editors";
import { DayEditor } from "@/platform/fields/day-editor";
import { NumberEditor } from "@/platform/fields/number-editor";
import { hasModes } from "@/platform/lists/list-url";
import { RELATIVE_DAYS, relativeRange, relativeWords } from "@/platform/lists/relative-days";
import { translate, useLabel, useText } from "@/platform/i18n";
import { fits, valuesOf } from "@/platform/lists/pasted-values";
import { useLoad } from "@/platform/use-load";

const ManyControl = lazy(async () => ({ default: (await import("@/platform/lists/many-control")).ManyControl }));

interface FilterControlProps {
  filter: Filter;
  value: string;
  /** How its text matches; empty for as declared. */
  how: string;
  /** Keeps what is typed; `now` asks for the rows at once. */
  change(value: string, now: boolean): void;
  /** Null leaves the text as it was typed. */
  changeHow(how: string, value: string | null, now: boolean): void;
}

/** The control of one filter, its label inside the frame. */
export function FilterControl(props: FilterControlProps) {
  const label = useLabel();
  const { filter } = props;
  const several = isSeveral(filter) && (filter.field.options ?? filter.field.dictionary ?? filter.field.reference) !== undefined;
  const wide = filter.kind === "range" ? " is-range" : several ? " is-several" : "";
  return (
    <div className={`filter${wide}`} data-filter={filter.name}>
      <span className="filter-label">{label(filter.label)}</span>
      <Control {...props} />
    </div>
  );
}

const isSeveral = ({ kind }: Filter): boolean => kind === "oneOf" || kind === "many";

type ControlProps = Omit<FilterControlProps, "how" | "changeHow">;

function Control(props: FilterControlProps) {
  const { filter, value, change } = props;
  const label = useLabel();
  const field = fieldOf(filter);
  const name = label(filter.label);
  const many = isSeveral(filter);
  const pick = (next: string | string[] | null) => change(Array.isArray(next) ? next.join(",") : (next ?? ""), true);
  if (filter.kind === "bool" || field.kind === "bool") return <BoolControl value={value} change={change} name={name} />;
  if (filter.kind === "range") return <RangeControl filter={filter} value={value} change={change} />;
  if (hasModes(filter)) return <ModeControl {...props} name={name} />;
  if (field.reference) {
    return <ReferenceEditor field={field} value={value || null} multiple={many} named={1} change={pick} name={name} placeholder="" />;
  }
  if (field.options || field.dictionary !== undefined) {
    return <SelectEditor field={field} value={value || null} multiple={many} named={1} change={pick} name={name} placeholder="" />;
  }
  if (field.kind === "day" || field.kind === "instant") {
    return <DayEditor field={field} value={value} change={(next) => change(next ?? "", true)} name={name} placeholder="" />;
  }
  const pasted = filter.kind === "many" ? (values: string[]) => change(values.join(","), true) : undefined;
  return <TextControl value={value} change={change} name={name} many={filter.kind === "many"} pasted={pasted} />;
}

/** A text of which the user chooses how it matches; a column pasted from a sheet becomes many values. */
function ModeControl({ filter, value, how, change, changeHow, name }: FilterControlProps & { name: string }) {
  const t = useText();
  const [mode, setMode] = useState(how || CONTAINS);
  useLoad(() => setMode(how || CONTAINS), [how]);
  const choose = (next: string) => {
    setMode(next);
    const text = mode === "many" && next !== "many" ? (valuesOf(value)[0] ?? "") : null;
    changeHow(next === CONTAINS ? "" : next, text, value !== "");
  };
  return (
    <span className="mode-control">
      <DropMenu
        menu={{
          selectable: true,
          selectedKeys: [mode],
          items: (filter.modes ?? []).map((each) => ({ key: each, label: t(`platform:mode.${each}`) })),
          onClick: ({ key }) => choose(key),
        }}
      >
        <button type="button" className="mode-button" aria-label={`${t("platform:mode.choose", { name })} ${t(`platform:mode.${mode}`)}`}>
          {t(`platform:mode.${mode}`)}
        </button>
      </DropMenu>
      {mode === "many" ? (
        <Suspense fallback={null}>
          <ManyControl value={value} change={change} name={name} />
        </Suspense>
      ) : (
        <TextControl value={value} change={change} name={name} many={false} pasted={(values) => changeHow("many", values.join("\n"), true)} />
      )}
    </span>
  );
}

const CONTAINS = "contains";

interface TextControlProps {
  value: string;
  change(value: string, now: boolean): void;
  name: string;
  /** Several values stand beside each other, comma between. */
  many: boolean;
  /** Takes a column pasted from a sheet; an input of one line would run its lines together. */
  pasted: ((values: string[]) => void) | undefined;
}

function TextControl({ value, change, name, many, pasted }: TextControlProps) {
  const [text, setText] = useState(value);
  useLoad(() => setText(value), [value]);
  const settle = (next: string, now: boolean) => change(many ? listOf(next) : next.trim(), now);
  return (
    <Input
      value={text}
      allowClear
      aria-label={name}
      onChange={(event) => {
        setText(event.target.value);
        // The cross in the field is a wish, not typing.
        settle(event.target.value, event.target.value === "" && event.type === "click");
      }}
      onPaste={(event) => {
        const values = valuesOf(event.clipboardData.getData("text"), true);
        if (!pasted || values.length < 2) return;
        event.preventDefault();
        if (fits(values)) pasted(values);
      }}
      onPressEnter={() => settle(text, true)}
    />
  );
}

/** Numbers pasted from a sheet come with line breaks, tabs or Chinese commas. */
export function listOf(text: string): string {
  return text
    .split(/[\s,，;；、]+/)
    .filter(Boolean)
    .join(",");
}

function BoolControl({ value, change, name }: Omit<ControlProps, "filter"> & { name: string }) {
  const clearSign = useClearSign();
  const t = useText();
  return (
    <Select
      className="wide"
      aria-label={name}
      allowClear={clearSign}
      value={value || null}
      options={[
        { value: "true", label: t("platform:field.yes") },
        { value: "false", label: t("platform:field.no") },
      ]}
      onChange={(next: string | null | undefined) => change(next ?? "", true)}
    />
  );
}

/** `from~to`, either side may be empty. */
function RangeControl({ filter, value, change }: ControlProps) {
  const t = useText();
  const label = useLabel();
  const [from = "", to = ""] = relativeRange(value, new Date()) ?? value.split("~");
  const field = fieldOf(filter);
  const name = label(filter.label);
  const set = (nextFrom: string, nextTo: string, now: boolean) => change(nextFrom || nextTo ? `${nextFrom}~${nextTo}` : "", now);
  if (field.kind === "int" || field.kind === "decimal") {
    const number = (text: string) => (text ? Number(text) : null);
    const shown = (next: number | null) => (next === null ? "" : String(next));
    return (
      <span className="range">
        <NumberEditor field={field} value={number(from)} change={(next) => set(shown(next), to, false)} name={`${name} ${t("platform:list.from")}`} />
        <span className="range-dash">–</span>
        <NumberEditor field={field} value={number(to)} change={(next) => set(from, shown(next), false)} name={`${name} ${t("platform:list.to")}`} />
      </span>
    );
  }
  // A range of instants is asked for by days: the server covers whole days.
  const day: Field = { ...field, kind: "day" };
  return (
    <span className="range">
      <DayEditor field={day} value={from} change={(next) => set(next ?? "", to, true)} name={`${name} ${t("platform:list.from")}`} placeholder="" />
      <span className="range-dash">–</span>
      <DayEditor field={day} value={to} change={(next) => set(from, next ?? "", true)} name={`${name} ${t("platform:list.to")}`} placeholder="" />
      <DropMenu
        menu={{
          selectable: true,
          selectedKeys: [value],
          items: RELATIVE_DAYS.map((each) => ({ key: each, label: daysText(each) ?? each })),
          onClick: ({ key }) => change(key, true),
        }}
      >
        <button type="button" className="mode-button" aria-label={t("platform:days.choose", { name })}>
          {t("platform:days.quick")}
        </button>
      </DropMenu>
    </span>
  );
}

/** Days counted from today in words; null for fixed days. */
export function daysText(value: string): string | null {
  const words = relativeWords(value);
  return words && translate(`platform:days.${words.word}`, { n: words.n });
}

export function fieldOf(filter: Filter): Field {
  return { name: filter.name, label: filter.label, ...filter.field, required: false };
}
