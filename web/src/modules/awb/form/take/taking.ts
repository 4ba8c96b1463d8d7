/** What was put into the boxes at once: where it came from, and the way back. */
import { useCallback, useMemo, useState } from "react";
import type { FormStore } from "@/platform/forms/form-store";

export interface Taken {
  /** What was taken, and from where. */
  text: string;
  /** Boxes as they were before. */
  before: Record<string, unknown>;
}

export interface Taking {
  /** The newest that was taken, until it is undone or put away. */
  taken: Taken | null;
  /** Puts values into boxes by their paths. */
  take(text: string, changes: Record<string, unknown>): void;
  undo(): void;
  /** Keeps what was taken and says no more of it. */
  dismiss(): void;
}

export function useTaking(form: FormStore): Taking {
  const [taken, setTaken] = useState<Taken | null>(null);
  const take = useCallback(
    (text: string, changes: Record<string, unknown>) => {
      const before = Object.fromEntries(Object.keys(changes).map((path) => [path, form.get(path)]));
      form.patch(changes);
      setTaken({ text, before });
    },
    [form],
  );
  return useMemo(
    () => ({
      taken,
      take,
      undo: () => {
        if (taken) form.patch(taken.before);
        setTaken(null);
      },
      dismiss: () => setTaken(null),
    }),
    [form, taken, take],
  );
}
