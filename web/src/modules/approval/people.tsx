/** Choosing users by name. */
import { Select } from "antd";
import { useState } from "react";
import { useChoices } from "@/platform/fields/sources";

interface UsersProps {
  label: string;
  value: string[];
  change(ids: string[]): void;
  invalid?: boolean;
  max?: number;
}

export function Users({ label, value, change, invalid = false, max }: UsersProps) {
  const [words, setWords] = useState("");
  const { data } = useChoices("user", words, true);
  const options = (data ?? []).map((each) => ({ value: String(each.value), label: each.label, hint: each.hint }));
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
  const [words, setWords] = useState("");
  const { data } = useChoices("user", words, true);
  return (
    <Select
      allowClear
      value={value}
      aria-label={label}
      status={invalid ? "error" : ""}
      showSearch={{ filterOption: false, onSearch: setWords }}
      options={(data ?? []).map((each) => ({ value: String(each.value), label: each.label }))}
      onChange={(next: string | undefined) => change(next ?? null)}
    />
  );
}
