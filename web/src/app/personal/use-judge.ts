/** Rules of a form's own, asked at every change and at leaving a field. */
import { type FocusEvent, useEffect } from "react";
import type { Fault } from "@/app/personal/personal-rules";
import type { Finding } from "@/platform/contract";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";

/** Marks what these rules found, apart from what the server found. */
const OWN = "personal";

export function findingsOf(faults: Fault[]): Finding[] {
  return faults.map(({ field, key, values, texts = {} }) => {
    const translated = Object.entries(texts).map(([name, text]) => [name, translate(text)]);
    const message = translate(key, { ...values, ...Object.fromEntries(translated) });
    return { field, severity: "error", key: OWN, message };
  });
}

/** Asks the rules of a field anew, and forgets what has been put right by its change elsewhere. */
function judge(form: FormStore, path: string, now: Finding[]): void {
  const known = form.findings();
  const still = (field: string) => now.some((each) => each.field === field);
  const stands = ({ field, key }: Finding) => field !== path && (key !== OWN || still(field));
  const next = [...known.filter(stands), ...now.filter((each) => each.field === path)];
  if (known.length > 0 || next.length > 0) form.setFindings(next);
}

/** Answers what the element around the fields does when one of them is left. */
export function useJudge(form: FormStore, faultsOf: (values: Values) => Fault[]): (event: FocusEvent) => void {
  useEffect(() => form.onChange((path) => judge(form, path, findingsOf(faultsOf(form.all())))), [form, faultsOf]);
  return ({ target }) => {
    const path = target.closest<HTMLElement>("[data-field]")?.dataset["field"];
    // What the server found stands until the value changes.
    if (path && !form.finding(path)) judge(form, path, findingsOf(faultsOf(form.all())));
  };
}
