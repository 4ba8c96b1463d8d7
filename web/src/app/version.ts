/** A newer deployment forces a new log-in, so that old scripts never talk to a new server. */
import { endSession } from "@/app/guard";
import { boot } from "@/platform/boot";
import { page } from "@/platform/navigate";
import { KEY, read, write } from "@/platform/storage";

export async function checkVersion(): Promise<void> {
  const deployed = await deployedVersion();
  if (!deployed) return;
  const stored = read(KEY.version);
  write(KEY.version, deployed);
  if (stored === null || stored === deployed) return;
  endSession();
  page.reload();
}

async function deployedVersion(): Promise<string | null> {
  try {
    const response = await fetch(`${boot().staticHost ?? ""}/version.json`, { cache: "no-store" });
    const body = (await response.json()) as { pack_vue_version?: unknown };
    return typeof body.pack_vue_version === "string" ? body.pack_vue_version : null;
  } catch {
    // Without an answer there is nothing to compare; the next visit asks again.
    return null;
  }
}
