import { useState } from "react";
import { CallError, get } from "@/platform/call/client";
import type { Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { useLoad } from "@/platform/use-load";

export type First = { state: "loading" } | { state: "failed"; message: string } | { state: "ready"; values: Values };

/** The values an action begins with, read anew each time it is opened. */
export function useFirst(path: string | null): { first: First; retry(): void } {
  const [first, setFirst] = useState<First>(path === null ? { state: "ready", values: {} } : { state: "loading" });
  const read = async () => {
    if (path === null) return;
    try {
      setFirst({ state: "ready", values: (await get<Values | null>(path, undefined, { quiet: true })) ?? {} });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFirst({ state: "failed", message: error.message || translate("platform:error.loadFailed") });
    }
  };
  useLoad(() => void read(), [path]);
  const retry = () => {
    setFirst({ state: "loading" });
    void read();
  };
  return { first, retry };
}
