/** The menus a user visited and those he chose as his common ones, read once and kept in step with his visits. */
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { get, post } from "@/platform/call/client";
import { usePermission } from "@/platform/permission";
import { isLimited, useSession } from "@/platform/session";

/** One menu of the user. */
export interface AccessRecord {
  /** Null until the server is asked again: a visit was noted here before its record was read. */
  recordId: string | null;
  permissionId: string;
  permissionName: string;
  path: string;
  /** 1: chosen as a common menu. */
  status: 0 | 1;
  /** Its place among the common menus; -1 for the others. */
  sort: number;
  /** `yyyy-MM-dd HH:mm:ss` of the last visit, null for none. */
  accessTime: string | null;
}

/** A menu that can be gone to. */
export type MenuEntry = Pick<AccessRecord, "permissionId" | "permissionName" | "path">;

/** A menu that was just opened. */
export interface MenuVisit {
  id: string;
  name: string;
  path: string;
}

export interface AccessRecords {
  commonMenus: MenuEntry[];
  /** The newest visits first, each menu once. */
  recent: MenuEntry[];
  records: AccessRecord[];
  failed: boolean;
}

/** So many of the last visits are shown. */
export const RECENT_MAX = 5;

/** Begins the key of every query of access records; the rest of it is the user. */
export const ACCESS_RECORDS = "accessRecords";

const NONE: AccessRecord[] = [];

/** The query of the list, for the one who is logged in. */
export function accessRecordsQuery() {
  const { user } = useSession.getState();
  return queryOptions({
    queryKey: [ACCESS_RECORDS, user?.orgId ?? "", user?.userId ?? ""],
    queryFn: ({ signal }) =>
      get<AccessRecord[]>("/hrs/userAccessRecord/getUserAccessRecordList", undefined, { quiet: true, signal }),
  });
}

/** The records of the user; lists stay empty until they are there, and when they cannot be had. */
export function useAccessRecords(): AccessRecords {
  const user = useSession((state) => state.user);
  const paths = usePermission((state) => state.paths);
  const { data, isError } = useQuery({ ...accessRecordsQuery(), enabled: user !== null && !isLimited(user) });
  const records = data ?? NONE;
  return useMemo(() => {
    const open = records.filter((each) => paths.has(each.path));
    return { commonMenus: commonOf(open), recent: recentOf(open), records, failed: isError && !data };
  }, [records, paths, isError, data]);
}

function commonOf(records: AccessRecord[]): AccessRecord[] {
  return distinct(records.filter((each) => each.status === 1).toSorted((one, other) => one.sort - other.sort));
}

function recentOf(records: AccessRecord[]): AccessRecord[] {
  const visited = records.filter((each) => each.accessTime);
  const newest = visited.toSorted((one, other) => String(other.accessTime).localeCompare(String(one.accessTime)));
  return distinct(newest).slice(0, RECENT_MAX);
}

/** Each page once, where it stands first. */
function distinct(records: AccessRecord[]): AccessRecord[] {
  return records.filter((record, at) => records.findIndex((each) => each.path === record.path) === at);
}

/**
 * Notes a visit, silently: nobody waits for it, and nobody is told when it fails. The list that is at hand takes the
 * visit over without being read again.
 */
export async function recordMenu(queries: QueryClient, visit: MenuVisit): Promise<void> {
  const query = accessRecordsQuery();
  try {
    await post("/hrs/userAccessRecord/recordMenu", visit, { quiet: true });
    if (!queries.getQueryState(query.queryKey)) return;
    await queries.ensureQueryData(query);
    queries.setQueryData(query.queryKey, (records) => records && withVisit(records, visit));
  } catch {
    // The next visit of the menu is noted anew.
  }
}

function withVisit(records: AccessRecord[], { id, name, path }: MenuVisit): AccessRecord[] {
  const fresh: AccessRecord = {
    recordId: null, permissionId: id, permissionName: name, path, status: 0, sort: -1, accessTime: null,
  };
  const known = records.find((each) => each.permissionId === id) ?? fresh;
  return [{ ...known, accessTime: after(records) }, ...records.filter((each) => each.permissionId !== id)];
}

const CLOCK = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "medium" });

/** Now; on a device whose clock is slow not before the visits the server knows. */
function after(records: AccessRecord[]): string {
  return records.reduce((latest, { accessTime }) => (accessTime && accessTime > latest ? accessTime : latest), CLOCK.format(new Date()));
}
