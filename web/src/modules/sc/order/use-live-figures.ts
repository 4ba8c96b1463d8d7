/** Figures and findings of the server while an order is typed. */
import { useEffect, useMemo, useRef, useState } from "react";
import { post } from "@/platform/call/client";
import type { FormPage } from "@/platform/contract";
import { bodyOf } from "@/platform/forms/declared-form";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { type Checked, LiveCheck, shownFindings } from "@/platform/forms/live-check";
import { type ScScope, baseOf } from "../scopes";

export interface LiveFigures {
  /** What the server computes for members the user may overwrite. */
  computed: Values;
  /** A save is tried: from now on emptiness is complained about as well. */
  attempted(): void;
  /** The order was read or saved anew. */
  renewed(): void;
}

/** Computed members nobody types go into the form; the others stand beside their fields. */
export function useLiveFigures(
  scope: ScScope,
  page: FormPage,
  form: FormStore,
  uuid: string | null,
  ready: boolean,
): LiveFigures {
  const [computed, setComputed] = useState<Values>({});
  const typed = useMemo(() => typedMembers(page), [page]);
  const check = useRef<LiveCheck<Checked> | null>(null);
  check.current ??= new LiveCheck(form, () => {
    const body = { ...bodyOf(page, form.all(), uuid), ...(uuid ? { orderUuid: uuid } : {}) };
    return post<Checked>(`${baseOf(scope)}/check`, body, { quiet: true });
  });
  const live = check.current;
  useEffect(() => {
    if (!ready) return undefined;
    const stop = live.listen((checked, attempted) => {
      const members = Object.entries(checked.computed);
      form.compute(Object.fromEntries(members.filter(([name]) => !typed.has(name))));
      setComputed(Object.fromEntries(members.filter(([name]) => typed.has(name))));
      form.setFindings(shownFindings(form, checked.findings, attempted));
    });
    void live.look();
    return stop;
  }, [form, live, ready, typed]);
  return {
    computed,
    attempted: () => live.attempted(),
    renewed: () => {
      live.forget();
      void live.look();
    },
  };
}

/** The members of an order its user enters. */
function typedMembers({ sections }: FormPage): Set<string> {
  const fields = sections.filter((section) => !section.rows).flatMap((section) => section.fields);
  return new Set(fields.filter((field) => !field.readOnly && field.kind !== "state").map(({ name }) => name));
}
