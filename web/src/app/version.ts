/**
 * A newer deployment forces a new log-in, so that old scripts never talk to a new server. It waits where something is
 * unsaved, in this window or in another one: the session they would be saved with is the same.
 */
import { create } from "zustand";
import { endSession } from "@/app/guard";
import { unsavedAnywhere } from "@/app/unsaved";
import { boot } from "@/platform/boot";
import { page } from "@/platform/navigate";
import { usePush } from "@/platform/push/push";
import { KEY, read, write } from "@/platform/storage";

/** A window that is looked at again asks at most so often. */
const SHOWN_EVERY_MS = 180_000;
/** A deployment breaks the line for news; one that breaks all the time asks at most so often. */
const RECONNECTED_EVERY_MS = 10_000;

/** Whether a newer deployment waits until everything is saved. */
export const useNewVersion = create<{ waiting: boolean }>(() => ({ waiting: false }));

export async function checkVersion(): Promise<void> {
  const deployed = await deployedVersion();
  if (!deployed) return;
  const stored = read(KEY.version);
  if (stored === null) write(KEY.version, deployed);
  const newer = stored !== null && stored !== deployed;
  const waiting = newer && (await unsavedAnywhere());
  useNewVersion.setState({ waiting });
  if (!newer || waiting) return;
  write(KEY.version, deployed);
  endSession();
  page.reload();
}

/** Looks again when the window is shown again and when the line for news is there again, until the answer is called. */
export function watchVersion(): () => void {
  let at = Date.now();
  let due = false;
  const look = (everyMs: number) => {
    due ||= Date.now() - at >= everyMs;
    if (!due || document.hidden) return;
    due = false;
    at = Date.now();
    void checkVersion();
  };
  const shown = () => document.hidden || look(SHOWN_EVERY_MS);
  document.addEventListener("visibilitychange", shown);
  let heard = usePush.getState().live;
  const stop = usePush.subscribe(({ live }, { live: before }) => {
    if (!live || before) return;
    if (heard) look(RECONNECTED_EVERY_MS);
    heard = true;
  });
  return () => {
    document.removeEventListener("visibilitychange", shown);
    stop();
  };
}

async function deployedVersion(): Promise<string | null> {
  try {
    const response = await fetch(`${boot().staticHost ?? ""}/version.json`, { cache: "no-store" });
    const body = (await response.json()) as { pack_vue_version?: unknown };
    return typeof body.pack_vue_version === "string" ? body.pack_vue_version : null;
  } catch {
    // Without an answer there is nothing to compare; the next look asks again.
    return null;
  }
}
