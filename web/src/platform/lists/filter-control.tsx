import { Input, Select } from "antd";
import { useEffect, useState } from "react";
import type { Field, Filter } from "@/platform/contract";
import { ReferenceEditor, SelectEditor } from "@/platform/fields/choice-editors";
import { DayEditor } from "@/platform/fields/day-editor";
import { NumberEditor } from "@/platform/fields/number-editor";
import { useLabel, useText } from "@/platform/i18n";

interface FilterControlProps {
  filter: Filter;
  value: string;
  /** Keeps what is typed; `now` asks for the rows at once. */
  change(value: string, now: boolean): void;
}

/** The control of one filter, its label inside the frame. */
export function FilterControl(props: FilterControlProps) {
  const label = useLabel();
  const { filter } = props;
  const wide = filter.kind === "range" ? " is-range" : "";
  return (
    <div className={`filter${wide}`} data-filter={filter.name}>
      <span className="filter-label">{label(filter.label)}</span>
      <Control {...props} />
    </div>
  );
}

function Control({ filter, value, change }: FilterControlProps) {
  const label = useLabel();
  const field = fieldOf(filter);
  const name = label(filter.label);
  const many = filter.kind === "oneOf" || filter.kind === "many";
  const pick = (next: string | string[] | null) => change(Array.isArray(next) ? next.join(",") : (next ?? ""), true);
  if (filter.kind === "bool" || field.kind === "bool") return <BoolControl value={value} change={change} name={name} />;
  if (filter.kind === "range") return <RangeControl filter={filter} value={value} change={change} />;
  if (field.reference) {
    return <ReferenceEditor field={field} value={value || null} multiple={many} change={pick} name={name} placeholder="" />;
  }
  if (field.options || field.dictionary !== undefined) {
    return <SelectEditor field={field} value={value || null} multiple={many} change={pick} name={name} placeholder="" />;
  }
  if (field.kind === "day" || field.kind === "instant") {
    return <DayEditor field={field} value={value} change={(next) => change(next ?? "", true)} name={name} placeholder="" />;
  }
  return <TextControl value={value} change={change} name={name} many={filter.kind === "many"} />;
}

function TextControl({ value, change, name, many }: Omit<FilterControlProps, "filter"> & { name: string; many: boolean }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
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

function BoolControl({ value, change, name }: Omit<FilterControlProps, "filter"> & { name: string }) {
  const t = useText();
  return (
    <Select
      className="wide"
      aria-label={name}
      allowClear
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
function RangeControl({ filter, value, change }: FilterControlProps) {
  const t = useText();
  const label = useLabel();
  const [from = "", to = ""] = value.split("~");
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
    </span>
  );
}

export function fieldOf(filter: Filter): Field {
  return { name: filter.name, label: filter.label, ...filter.field, required: false };
}
