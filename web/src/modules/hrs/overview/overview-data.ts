/** What the overview is told, and what follows from it. */
import { useQuery } from "@tanstack/react-query";
import type { Standing } from "@/modules/hrs/common/packages";
import { get } from "@/platform/call/client";
import type { Tone } from "@/platform/contract";
import { encodeQuery } from "@/platform/navigate";

export interface Overview {
  org: {
    name: string;
    /** Name of the edition. */
    version: string | null;
    used: number;
    /** Null where the edition sets none. */
    limit: number | null;
    stopAt: string | null;
    daysLeft: number | null;
  };
  /** Of the services that have one. */
  packages: Standing[];
  counts: { users: number; roles: number; depts: number; workgroups: number };
  /** Approvals are told only to those who have any to decide about. */
  todo: { approvals?: number | null; passwords: number; noLogin30: number; locked: number; noRole: number };
  today: { logins: number; people: number; failed: number };
  logs: OverviewLog[];
  /** Told to those who run the platform. */
  platform?: PlatformFigures;
}

interface Counted {
  /** As the filter of the list takes it. */
  code: string;
  name: string;
  count: number;
}

export interface PlatformFigures {
  orgs: number;
  states: Counted[];
  editions: Counted[];
  ending30: number;
  /** The days of these ends, as the filter of the list takes them. */
  endingDays: string;
  new30: number;
  /** Requests nobody took up. */
  contacts: number;
}

export interface OverviewLog {
  time: string;
  level: string;
  kind: string;
  page: string | null;
  text: string | null;
  operator: string | null;
}

export function useOverview() {
  return useQuery({
    queryKey: ["hrs-overview"],
    staleTime: 0,
    queryFn: ({ signal }) => get<Overview>("/hrs/org/overview", undefined, { quiet: true, signal }),
  });
}

const NEARLY_FULL = 0.9;
const SOON_DAYS = 30;

/** How far the users have come to their limit. */
export function usedTone(used: number, limit: number | null): Tone {
  if (limit === null) return "neutral";
  if (used >= limit) return "danger";
  return used >= limit * NEARLY_FULL ? "warning" : "ready";
}

export function daysTone(days: number | null): Tone {
  if (days === null) return "neutral";
  if (days < 0) return "danger";
  return days <= SOON_DAYS ? "warning" : "done";
}

export interface Todo {
  key: "approvals" | "passwords" | "noLogin30" | "locked" | "noRole";
  count: number;
  /** The list that shows exactly these. */
  href: string;
  /** Open to every user. */
  open?: boolean;
}

/** What waits, with the list that shows it; nothing that is not there. */
export function todosOf(todo: Overview["todo"]): Todo[] {
  const all: Todo[] = [
    { key: "approvals", count: todo.approvals ?? 0, href: "/notification?id=0", open: true },
    { key: "passwords", count: todo.passwords, href: "/hrs_user?passwordEnds=14" },
    { key: "locked", count: todo.locked, href: `/hrs_user?state=${encodeQuery("锁定")}` },
    { key: "noRole", count: todo.noRole, href: "/hrs_user?noRole=true" },
    { key: "noLogin30", count: todo.noLogin30, href: "/hrs_user?idleDays=30" },
  ];
  return all.filter((each) => each.count > 0);
}

export const WAITING_CONTACTS = `/hrs_contact?status=${encodeQuery("待处理")}`;

const loginsOfToday = (result: string) => `/hrs_login_log?createdAt=today&result=${encodeQuery(result)}`;
export const LOGGED_IN = loginsOfToday("成功");
export const NOT_LOGGED_IN = loginsOfToday("失败");

export const HIGH_LOGS = `/hrs_log?level=${encodeQuery("高")}`;

const LEVEL_TONES: Record<string, Tone> = { 高: "danger", 中: "info" };

export function levelTone(level: string): Tone {
  return LEVEL_TONES[level] ?? "neutral";
}
