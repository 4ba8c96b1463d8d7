/** Loading and saving of a declared form, for page and drawer alike. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { CallError, get, post, sendJson } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { type Field, type FormPage, type Section, type When, holds, pathOfOne } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values } from "@/platform/forms/form-store";
import { type Found, LiveCheck, shownFindings } from "@/platform/forms/live-check";
import { dropBlankRows, rowFindings, rowsBody } from "@/platform/forms/rows";
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { useLoad } from "@/platform/use-load";

export interface DeclaredForm {
  form: FormStore;
  fields: Field[];
  state: "loading" | "ready" | "failed";
  message: string;
  saving: boolean;
  reload(): void;
  /** Sends also members that are no fields. Answers the saved values, null when it was not saved. */
  save(more?: Values): Promise<Values | null>;
}

const NOTHING: Values = {};

/** `preset` are values a new form begins with, over the declared ones. */
export function useDeclaredForm(page: FormPage, id: string | null, preset: Values = NOTHING): DeclaredForm {
  const { fields, children } = useMemo(() => partsOf(page.sections, id), [page, id]);
  const [form] = useState(() => new FormStore({ ...initialValues(fields), ...preset }));
  const [state, setState] = useState<DeclaredForm["state"]>(id ? "loading" : "ready");
  const [message, setMessage] = useState("");
  const [saving, setSaving] = useState(false);
  const queries = useQueryClient();
  const busy = useRef(false);
  const check = useCheck(page, id, form, state === "ready");

  const reload = useCallback(async () => {
    if (!id) return;
    // What is shown stays until the answer takes its place.
    setState((now) => (now === "ready" ? now : "loading"));
    try {
      form.reset(await get<Values>(pathOfOne(page.view, id), undefined, { quiet: true }));
      setState("ready");
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message || translate("platform:error.loadFailed"));
      setState("failed");
    }
  }, [form, id, page.view]);

  useLoad(() => {
    if (id) {
      setState("loading");
      void reload();
    } else form.reset({ ...initialValues(fields), ...preset });
  }, [id, reload, form, fields, preset]);

  const send = async (more: Values): Promise<Values | null> => {
    for (const section of children) dropBlankRows(form, section);
    check.attempted();
    // What can't be changed any more is nothing to be asked for.
    const typed = clientFindings(id ? fields.filter((field) => !field.readOnlyOnEdit) : fields, form.all());
    const found = [...typed, ...children.flatMap((section) => rowFindings(section, form.all()))];
    form.setFindings(found);
    if (found[0]) {
      jumpTo(found[0].field);
      return null;
    }
    const call = id ? page.update : page.create;
    const path = id ? pathOfOne(call.path, id) : call.path;
    const body = { ...bodyOf(page, form.all(), id), ...more };
    const result = await submit((confirmed) =>
      sendJson<Values | null>(call.method, path, confirmed.length > 0 ? { ...body, confirmed } : body, { quiet: true }),
    );
    if (result.kind === "findings") {
      form.setFindings(result.findings);
      // A finding about no field of this form would otherwise be seen by nobody.
      if (!result.findings.some((each) => jumpTo(each.field))) toast.failed(result.findings[0]?.message ?? "");
      return null;
    }
    if (result.kind === "declined" && result.field) jumpTo(result.field);
    if (result.kind === "stale" && result.reload) await reload();
    if (result.kind !== "saved") return null;
    check.forget();
    form.reset({ ...form.all(), ...result.data });
    form.setFindings(result.warnings);
    void queries.invalidateQueries({ queryKey: ["list"] });
    return form.all();
  };

  const save = async (more: Values = NOTHING): Promise<Values | null> => {
    if (busy.current) return null;
    busy.current = true;
    setSaving(true);
    try {
      return await send(more);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  return { form, fields, state, message, saving, reload: () => void reload(), save };
}

/** What the server finds is shown where it was typed, before anything is saved; emptiness is left to saving. */
function useCheck(page: FormPage, id: string | null, form: FormStore, ready: boolean): LiveCheck<Found> {
  // The form goes on to other rows.
  const of = useRef(id);
  of.current = id;
  const [check] = useState(() => {
    const ask = () => post<Found>(page.check ?? "", checkBody(page, form.all(), of.current), { quiet: true });
    return new LiveCheck<Found>(form, ask, undefined, true);
  });
  const asks = ready && page.check !== undefined && page.ruled === true;
  useEffect(() => {
    if (!asks) return;
    return check.listen(({ findings }, attempted) => {
      const told = new Set(findings.map(({ field }) => field));
      const own = form.findings().filter(({ key, field }) => key === "client" && !told.has(field));
      form.setFindings([...own, ...shownFindings(form, findings, attempted)]);
    });
  }, [asks, check, form]);
  return check;
}

/** The body of the save, whatever version is there by now. */
function checkBody(page: FormPage, values: Values, id: string | null): Values {
  const { [page.versionField]: _, ...body } = bodyOf(page, values, id);
  return id ? { ...body, id } : body;
}

function initialValues(fields: Field[]): Values {
  return Object.fromEntries(fields.filter((each) => each.initial !== undefined).map((each) => [each.name, each.initial]));
}

/** The sections of a thing: what is named with a new one alone is no part of one that is there. */
export function sectionsOf(sections: Section[], editing: boolean): Section[] {
  return editing ? sections.filter((section) => !section.newOnly) : sections;
}

/** The members of the thing itself, and the sections of its child rows. */
function partsOf(sections: Section[], id: string | null): { fields: Field[]; children: Section[] } {
  const children = sectionsOf(sections, id !== null).filter((section) => section.rows);
  const fields = sections.filter((section) => !section.rows).flatMap((section) => section.fields.map(within(section)));
  return { fields, children };
}

/** A field is shown where its section is. */
function within({ when }: Section): (field: Field) => Field {
  if (!when) return (field) => field;
  const both = (own: When | undefined): When => (own ? { all: [when, own] } : when);
  return (field) => ({ ...field, when: both(field.when) });
}

/** What is sent: the declared fields that may be written, the child rows, and the version that was read. */
export function bodyOf(page: FormPage, values: Values, id: string | null): Values {
  const { fields, children } = partsOf(page.sections, id);
  const written = fields.filter((field) => !field.readOnly && field.kind !== "state" && !(id && field.readOnlyOnEdit));
  // What is not shown stays in the form, should it be shown again, but is not saved.
  const value = (field: Field) => (holds(field.when, values) ? (values[field.name] ?? null) : null);
  const body: Values = Object.fromEntries(written.map((field) => [field.name, value(field)]));
  for (const section of children) body[section.key] = rowsBody(section, values);
  return id ? { ...body, [page.versionField]: values[page.versionField] } : body;
}
