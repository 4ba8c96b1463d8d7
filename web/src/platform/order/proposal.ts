/** What an order says of a paper that is begun for it. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CallError, type Params, get } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { useLoad } from "@/platform/use-load";

const ORDER = "orderId";

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one || null) === JSON.stringify(other || null);

export interface Proposing {
  /** The call that proposes. */
  path: string;
  /** What else decides. */
  params?: Params | undefined;
  /** Only a new paper is filled. */
  wanted: boolean;
}

/** Fills a new paper from the order that is chosen in it. */
export function useProposal(form: FormStore, fields: Field[], { path, params = {}, wanted }: Proposing) {
  const orderId = useValue<string | null>(form, ORDER);
  const query = useQuery({
    queryKey: ["order.proposal", path, orderId, params],
    enabled: wanted && Boolean(orderId),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => get<Values>(path, { orderId, ...params }, { quiet: true, signal }),
  });
  const { data, error } = query;
  useFilled(form, fields, wanted ? data : undefined);
  const located = error instanceof CallError && error.findings.length > 0;
  useEffect(() => {
    if (located) form.setFindings([...form.findings().filter(({ field }) => field !== ORDER), ...error.findings]);
  }, [located, error, form]);
  return { error: located ? null : error, retry: () => void query.refetch() };
}

/** What was typed stays; what the form began with, or an earlier order put there, goes. */
function useFilled(form: FormStore, fields: Field[], proposal: Values | undefined): void {
  const first = useRef<Values>(Object.fromEntries(fields.map(({ name, initial }) => [name, initial])));
  const before = useRef<Values>({});
  useLoad(() => {
    if (!proposal) return;
    const began = (name: string) => (name in before.current ? before.current[name] : first.current[name]);
    const names = [...new Set([...Object.keys(before.current), ...Object.keys(proposal)])];
    const next = (name: string) => (name in proposal ? proposal[name] : (first.current[name] ?? null));
    const untouched = names.filter((name) => name !== ORDER && same(form.get(name), began(name)));
    const fresh = untouched.filter((name) => !same(form.get(name), next(name)));
    before.current = proposal;
    if (fresh.length > 0) form.patch(Object.fromEntries(fresh.map((name) => [name, next(name)])));
  }, [form, proposal]);
}
