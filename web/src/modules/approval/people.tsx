/** Choosing users by name. */
import { Select } from "antd";
import { useState } from "react";
import { useClearSign } from "@/platform/fields/clear-sign";
import { useChoices } from "@/platform/fields/sources";

interface UsersProps {
  label: string;
  value: string[];
  change(ids: string[]): void;
  invalid?: boolean;
  max?: number;
  /** Chosen before; a search may not find them. */
  known?: { id: string; name: string }[];
}

const NOBODY: { id: string; name: string }[] = [];

export function Users({ label, value, change, invalid = false, max, known = NOBODY }: UsersProps) {
  const [words, setWords] = useState("");
  const { data } = useChoices("user", words, true);
  const found = (data ?? []).map((each) => ({ value: String(each.value), label: each.label, hint: each.hint }));
  const others = known.filter(({ id }) => !found.some((each) => each.value === id));
  const options = [...found, ...others.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <Select
      mode="multiple"
      {...(max ? { maxCount: max } : {})}
      value={value}
      aria-label={label}
      status={invalid ? "error" : ""}
      showSearch={{ filterOption: false, onSearch: setWords }}
      options={options}
      onChange={(next: string[]) => change(next)}
    />
  );
}

interface UserProps {
  label: string;
  value: string | null;
  change(id: string | null): void;
  invalid?: boolean;
}

export function User({ label, value, change, invalid = false }: UserProps) {
  const clearSign = useClearSign();
  const [words, setWords] = useState("");
  const { data } = useChoices("user", words, true);
  return (
    <Select
      allowClear={clearSign}
      value={value}
      aria-label={label}
      status={invalid ? "error" : ""}
      showSearch={{ filterOption: false, onSearch: setWords }}
      options={(data ?? []).map((each) => ({ value: String(each.value), label: each.label }))}
      onChange={(next: string | undefined) => change(next ?? null)}
    />
  );
}
