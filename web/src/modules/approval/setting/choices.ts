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
  kind: "number" | "text" | "dept" | "scope";
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
}

const NOTHING: SettingChoices = { events: [], roles: [], users: [], depts: [] };

export function useSettingChoices(): SettingChoices {
  const { data } = useQuery({
    queryKey: ["approval-choices"],
    queryFn: () => get<SettingChoices>("/prm/ics/approval/choices", undefined, { quiet: true }),
  });
  return data ?? NOTHING;
}
