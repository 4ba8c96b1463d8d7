/** 自动清单: what a master needs, asked for while its number is typed. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CallError, get } from "@/platform/call/client";
import { tidyWaybill } from "@/platform/fields/text-editors";
import { useSettled } from "@/platform/fields/use-settled";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";
import { useLoad } from "@/platform/use-load";

export interface Proposal {
  awbNumber: string;
  documents: Values[];
  [member: string]: unknown;
}

/** What the master says, and nobody types. */
const FACTS = ["orderCodes", "flightNo", "flightDate", "departureStation", "arrivalStation"];
const NUMBER = /^\d{3}-\d{8}$/;
export const MASTER = "awbNumber";

/** The proposal of the master in the form; a new pouch is filled from it. */
export function useProposal(form: FormStore, { wanted, editing }: { wanted: boolean; editing: boolean }) {
  const typed = tidyWaybill(useValue<string | null>(form, MASTER) ?? "");
  const number = useSettled(typed);
  const query = useQuery({
    queryKey: ["pouch.proposal", number],
    enabled: wanted && NUMBER.test(number),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      get<Proposal>("/afbase/cargoPouch/propose", { awbNumber: number }, { quiet: true, signal }),
  });
  const { data, error } = query;
  useFilled(form, editing || number !== typed ? undefined : data);
  useEffect(() => {
    if (!(error instanceof CallError) || error.findings.length === 0) return;
    const others = form.findings().filter(({ field }) => field !== MASTER);
    form.setFindings([...others, ...error.findings]);
  }, [error, form]);
  const unsaid = error instanceof CallError && error.findings.length > 0 ? null : error;
  return { proposal: data, error: unsaid, retry: () => void query.refetch() };
}

/** Puts a proposal into the form. What was typed meanwhile stays; what an earlier proposal put there goes. */
function useFilled(form: FormStore, proposal: Proposal | undefined): void {
  const before = useRef<{ agent: unknown; documents: string } | null>(null);
  useLoad(() => {
    const { current } = before;
    if (!proposal) {
      // Facts of another master would be wrong ones.
      if (current) form.patch(Object.fromEntries(FACTS.map((name) => [name, null])));
      return;
    }
    const changes: Values = Object.fromEntries(FACTS.map((name) => [name, proposal[name] ?? null]));
    const agent = form.get("agentId") ?? null;
    if (agent === null || agent === current?.agent) {
      Object.assign(changes, { agentId: proposal["agentId"] ?? null, agentName: proposal["agentName"] ?? null });
    }
    const rows = rowsOf(form.get("documents"));
    if (rows.length === 0 || JSON.stringify(rows) === current?.documents) changes["documents"] = proposal.documents;
    before.current = { agent: proposal["agentId"] ?? null, documents: JSON.stringify(proposal.documents) };
    form.patch(changes);
  }, [form, proposal]);
}
