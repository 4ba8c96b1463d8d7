/** What is worked out above a list, a converter: its fields in one line, and beside them what they come to. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { callAsked, firstPath } from "@/platform/actions/asked";
import { ToldView } from "@/platform/actions/told-view";
import { useFirst } from "@/platform/actions/use-first";
import { CallError } from "@/platform/call/client";
import type { Button, Field, Told } from "@/platform/contract";
import { useSettled } from "@/platform/fields/use-settled";
import { clientFindings } from "@/platform/forms/client-rules";
import { FormField } from "@/platform/forms/form-field";
import { FormStore, type Values, useValues } from "@/platform/forms/form-store";
import { freshRow } from "@/platform/forms/rows";
import { useLabel } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { askedBody } from "@/platform/move-dialog";
import { useNarrow } from "@/platform/use-narrow";

interface AbovePanelProps {
  /** Key of the list below: what is worked out may rest on its rows. */
  list: string;
  button: Button;
}

/** On narrow screens it is opened by whoever wants it. */
export function AbovePanel({ list, button }: AbovePanelProps) {
  const label = useLabel();
  const narrow = useNarrow();
  const { first, retry } = useFirst(firstPath(button, []));
  if (first.state === "loading") return null;
  const content = first.state === "failed" ? <LoadFailed message={first.message} retry={retry} /> : <Line list={list} button={button} first={first.values} />;
  if (!narrow) {
    return (
      <section className="above-panel" aria-label={label(button.label)}>
        <h2>{label(button.label)}</h2>
        {content}
      </section>
    );
  }
  return (
    <details className="above-panel">
      <summary>{label(button.label)}</summary>
      {content}
    </details>
  );
}

const NO_FIELDS: Field[] = [];

function Line({ list, button, first }: AbovePanelProps & { first: Values }) {
  const { fields = NO_FIELDS } = button;
  const [form] = useState(() => new FormStore({ ...freshRow(fields), ...first }));
  const { told, refused } = useToldOf(list, button, form);
  return (
    <div className="above-line">
      {fields.map((field) => (
        <FormField key={field.name} form={form} field={field} span={1} />
      ))}
      {told && <ToldView told={told} />}
      {refused && (
        <p className="finding" role="alert">
          {refused}
        </p>
      )}
    </div>
  );
}

/**
 * Asked anew once the typing has paused, or with the rows of the list, and only for what can be worked out. What is found
 * stands at the fields.
 */
function useToldOf(list: string, button: Button, form: FormStore): { told: Told | null; refused: string } {
  const { fields = NO_FIELDS } = button;
  const values = useValues(form);
  const settled = useSettled(JSON.stringify(askedBody(fields, [], values)));
  const complete = useMemo(() => clientFindings(fields, JSON.parse(settled) as Values).length === 0, [fields, settled]);
  const { data, error } = useQuery({
    queryKey: ["list", list, "told", button.call?.method, button.call?.path, settled],
    enabled: complete,
    retry: false,
    placeholderData: (before) => before,
    queryFn: () => callAsked<{ told?: Told } | null>(button, {}, JSON.parse(settled) as Values),
  });
  const findings = useMemo(() => (error instanceof CallError ? error.findings : []), [error]);
  useEffect(() => {
    if (complete) form.setFindings(findings);
  }, [form, complete, findings, settled]);
  return { told: complete && !error ? (data?.told ?? null) : null, refused: error && findings.length === 0 ? error.message : "" };
}
