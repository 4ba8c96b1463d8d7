/** The menus this user visited last on this device. */
import { useSession } from "@/platform/session";
import { readJson, writeJson } from "@/platform/storage";

export const RECENT_MAX = 5;

function key(): string {
  const user = useSession.getState().user;
  return `recent-${user?.orgId ?? ""}-${user?.userId ?? ""}`;
}

export function recentPaths(): string[] {
  return readJson<string[]>(key(), []);
}

/** Newest first, each path once. One more than shown is kept, since the present page is left out. */
export function recordVisit(path: string): void {
  const others = recentPaths().filter((each) => each !== path);
  writeJson(key(), [path, ...others].slice(0, RECENT_MAX * 3));
}
