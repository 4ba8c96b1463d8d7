/** Editors that choose among options: closed lists, dictionaries, references, yes or no. */
import { Select, Switch } from "antd";
import { useMemo, useState } from "react";
import { type EditorProps, aria, inputStatus } from "@/platform/fields/editor-props";
import { type Choice, hotAirports, meanwhile, useChoice, useChoices, useDictionary } from "@/platform/fields/sources";
import { clearsByKey, useClearSign } from "@/platform/fields/clear-sign";
import { useSettled } from "@/platform/fields/use-settled";
import { language, useLabel, useText } from "@/platform/i18n";

interface OptionItem {
  value: string;
  label: string;
  hint?: string;
}

/** The options of a field from its declaration or its dictionary. */
export function useOptions(field: { options?: EditorProps["field"]["options"]; dictionary?: number }): OptionItem[] {
  const label = useLabel();
  const dictionary = useDictionary(field.dictionary);
  if (field.options) return field.options.map((option) => ({ value: option.value, label: label(option.label) }));
  const english = language() === "en-US";
  return dictionary.map((entry) => ({
    value: entry.value,
    label: (english && entry.paramTextEn) || entry.paramText,
    ...(entry.ediCode1 ? { hint: entry.ediCode1 } : {}),
  }));
}

/** A choice of several. */
interface Several {
  multiple?: boolean;
  /** So many of the chosen are always named; otherwise as many as there is room for, which may be none. */
  named?: number;
}

/** How the chosen of several are shown. */
const several = (named: number | undefined) => ({
  mode: "multiple" as const,
  maxTagCount: named ?? ("responsive" as const),
  ...(named === undefined ? {} : { className: "wide is-named", maxTagPlaceholder: (omitted: unknown[]) => `+${omitted.length}` }),
});

export function SelectEditor(props: EditorProps<string | string[]> & Several) {
  const { field, value, change, multiple, named } = props;
  const t = useText();
  const options = useOptions(field);
  const clearSign = useClearSign();
  const clearable = !field.required || (multiple ?? false);
  return (
    <Select
      id={props.id}
      className="wide"
      {...(multiple ? several(named) : {})}
      // A list of numbers is stored as numbers and chosen by its texts.
      value={multiple ? list(value) : value === null || value === undefined ? null : String(value)}
      options={options.map((option) => ({ ...option, search: `${option.label} ${option.value} ${option.hint ?? ""}` }))}
      showSearch={{ optionFilterProp: "search" }}
      allowClear={clearable ? clearSign : false}
      {...(clearable && !multiple ? { onKeyDown: clearsByKey(() => change(null)) } : {})}
      disabled={props.disabled ?? false}
      placeholder={props.placeholder ?? t("platform:field.select")}
      popupMatchSelectWidth={false}
      notFoundContent={t("platform:field.noOption")}
      {...inputStatus(props as EditorProps<never>)}
      {...aria(props as EditorProps<never>)}
      onChange={(next: string | string[] | null | undefined) => change(next ?? null)}
      onBlur={() => props.blur?.()}
    />
  );
}

/** A list whose elements are typed: Enter, a comma or a space ends one. */
export function TypedListEditor(props: EditorProps<string | string[]>) {
  const t = useText();
  return (
    <Select
      id={props.id}
      className="wide"
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[",", "，", "、", ";", "；", " ", "\n"]}
      value={list(props.value)}
      disabled={props.disabled ?? false}
      placeholder={props.placeholder ?? t("platform:field.typedList")}
      {...inputStatus(props as EditorProps<never>)}
      {...aria(props as EditorProps<never>)}
      onChange={(next: string[]) => props.change(next)}
      onBlur={() => props.blur?.()}
    />
  );
}

/** A choice among many rows of the server, searched while typing. */
export function ReferenceEditor(props: EditorProps<string | string[]> & Several) {
  const { field, value, change, multiple, named, shown } = props;
  const t = useText();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const keyword = useSettled(typed);
  const reference = field.reference ?? "";
  const { data, isFetching } = useChoices(reference, keyword, open || (multiple === true && list(value).length > 0));
  const hot = useMemo(() => (open ? hotAirports(field) : []), [open, field]);
  const choices = keyword === "" ? withHot(hot, data ?? []) : (data ?? []);
  const { data: one } = useChoice(reference, multiple ? null : value, !shown && !multiple);
  const clearSign = useClearSign();
  // A name that is not known yet may be told as an empty one.
  const known = withPresent(choices, multiple ? null : value, shown || one?.label);
  const pick = (next: string | string[] | null | undefined) => {
    const label = Array.isArray(next) ? null : (known.find((each) => each.value === next)?.label ?? null);
    change(next ?? null, label);
  };
  return (
    <Select
      id={props.id}
      className="wide"
      {...(multiple ? several(named) : {})}
      value={multiple ? list(value) : value === "" ? null : (value ?? null)}
      options={known}
      optionRender={({ data }) => <ChoiceRow choice={data as Choice} />}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching && open}
      allowClear={clearSign}
      {...(multiple ? {} : { onKeyDown: clearsByKey(() => change(null, null)) })}
      disabled={props.disabled ?? false}
      placeholder={props.placeholder ?? t("platform:field.keyword")}
      popupMatchSelectWidth={false}
      notFoundContent={isFetching ? t("platform:state.loading") : t("platform:field.noOption")}
      {...inputStatus(props as EditorProps<never>)}
      {...aria(props as EditorProps<never>)}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTyped("");
      }}
      onChange={pick}
      onBlur={() => props.blur?.()}
    />
  );
}

function withHot(hot: Choice[], choices: Choice[]): Choice[] {
  return hot.length === 0 ? choices : [...hot, ...choices.filter(({ value }) => !hot.some((each) => each.value === String(value)))];
}

function ChoiceRow({ choice }: { choice: Choice }) {
  return (
    <span className="choice-row">
      <span>{choice.label}</span>
      {choice.hint && <span className="choice-hint">{choice.hint}</span>}
    </span>
  );
}

/** The chosen value shows its text also before, or without, a search. */
function withPresent(choices: Choice[], value: unknown, label: string | null | undefined): Choice[] {
  const rows = choices.map((each) => ({ ...each, value: String(each.value) }));
  if (typeof value !== "string" || value === "" || rows.some((each) => each.value === value)) return rows;
  return [{ value, label: label || meanwhile(value) }, ...rows];
}

function list(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" && value ? value.split(",") : [];
}

export function BoolEditor(props: EditorProps<boolean>) {
  const { value, change } = props;
  return (
    <Switch
      id={props.id ?? ""}
      size="small"
      checked={value === true}
      disabled={props.disabled ?? false}
      {...aria(props as EditorProps<never>)}
      onChange={(next) => change(next)}
    />
  );
}
