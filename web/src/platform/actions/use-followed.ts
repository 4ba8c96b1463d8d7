import { useEffect } from "react";
import { CallError, type Params, get } from "@/platform/call/client";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { toast } from "@/platform/toast";

/** Wait after the last letter, in milliseconds. */
const PAUSE = 300;

/**
 * Reads the first values of a dialog anew when one of some fields changes, with what these hold by then, and takes them
 * over what stands there. Of several that are under way the last one counts.
 */
export function useFollowed(form: FormStore, follows: string[], path: string): void {
  useEffect(() => {
    if (follows.length === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    let taking = false;
    const read = async () => {
      const mine = ++latest;
      const given = Object.fromEntries(follows.map((name) => [name, form.get(name)])) as Params;
      try {
        const told = await get<Values | null>(path, given, { quiet: true });
        if (mine !== latest) return;
        // What is taken over changes fields, too, and is no change of the user's.
        taking = true;
        form.patch(told ?? {});
        taking = false;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (mine === latest) toast.failed(error.message);
      }
    };
    const leave = form.onChange((changed) => {
      if (taking || !follows.includes(changed)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void read(), PAUSE);
    });
    return () => {
      leave();
      clearTimeout(timer);
      latest = -1;
    };
  }, [form, follows, path]);
}
