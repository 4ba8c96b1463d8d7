/** What a setting may name: acts in use with their facts, roles, users, departments. */
import { useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";

export interface Named {
  value: string;
  label: string;
}

export interface FactField {
  name: string;
  label: string;
  kind: "number" | "text" | "dept" | "scope" | "coopLevel";
}

export interface EventChoice extends Named {
  scope: string;
  facts: FactField[];
}

export interface SettingChoices {
  events: EventChoice[];
  roles: Named[];
  users: Named[];
  depts: Named[];
  scopes: Named[];
  coopLevels: Named[];
}

const NOTHING: SettingChoices = { events: [], roles: [], users: [], depts: [], scopes: [], coopLevels: [] };

export function useSettingChoices(): SettingChoices {
  const { data } = useQuery({
    queryKey: ["approval-choices"],
    queryFn: () => get<SettingChoices>("/prm/ics/approval/choices", undefined, { quiet: true }),
  });
  return data ?? NOTHING;
}

/** What a fact is chosen from; numbers and texts are typed. */
export function optionsOf(fact: FactField | undefined, choices: SettingChoices): Named[] | undefined {
  switch (fact?.kind) {
    case "dept":
      return choices.depts;
    case "scope":
      return choices.scopes;
    case "coopLevel":
      return choices.coopLevels;
    default:
      return undefined;
  }
}
