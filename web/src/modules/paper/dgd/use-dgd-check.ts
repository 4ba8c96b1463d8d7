/** The rules of dangerous goods over what is typed, asked of the server when typing pauses. */
import { useEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import { DGD_CHECK } from "@/modules/paper/dgd/dgd-calls";
import { post } from "@/platform/call/client";
import type { Finding, Section } from "@/platform/contract";
import { useSettled } from "@/platform/fields/use-settled";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { rowsBody } from "@/platform/forms/rows";

/** What is not yet typed is nothing to complain about; what saving complained of stays until it is there. */
const isMissing = ({ key }: Finding) => /(required|needed|no_lines)$/.test(key);
const isOurs = ({ field }: Finding) => field.startsWith("lines.") || field === "orderId";

/** Puts what the rules say at the lines; a check that fails says nothing, saving will. */
export function useDgdCheck(form: FormStore, section: Section, wanted: boolean): void {
  const orderId = useValue<string | null>(form, "orderId") ?? null;
  const aircraftType = useValue(form, "aircraftType") ?? null;
  const shipmentType = useValue(form, "shipmentType") ?? null;
  const lines = rowsBody(section, { [section.key]: useValue(form, section.key) });
  const asked = useSettled(JSON.stringify({ orderId, aircraftType, shipmentType, lines }));
  const { data } = useQuery({
    queryKey: ["dgd.check", asked],
    enabled: wanted && orderId !== null && lines.length > 0,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => post<{ findings: Finding[] }>(DGD_CHECK, JSON.parse(asked), { quiet: true, signal }),
  });
  useEffect(() => {
    if (!data) return;
    const others = form.findings().filter((each) => !isOurs(each) || isMissing(each));
    form.setFindings([...others, ...data.findings.filter((each) => !isMissing(each))]);
  }, [data, form]);
}
