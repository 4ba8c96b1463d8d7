/** Loading and saving of a declared form, for page and drawer alike. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { CallError, get, post, sendJson } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { type Field, type FormPage, type Section, type When, holds, pathOfOne } from "@/platform/contract";
import { clientFindings } from "@/platform/forms/client-rules";
import { type Change, changesOf, same } from "@/platform/forms/drafts";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormStore, type Values, readPath } from "@/platform/forms/form-store";
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
  /** Reads what is stored by now; what was typed stays, unless somebody else has changed the same. */
  renew(): Promise<void>;
  /** What was typed when the form was read anew: its user chooses where somebody else has changed the same. */
  kept: Change[];
  /** Sends also members that are no fields. Answers the saved values, null when it was not saved. */
  save(more?: Values): Promise<Values | null>;
}

/** What a form does in a way of its own. */
export interface FormWays {
  /** What is sent, to be saved and to be checked; the version is among it, and the id where the address has none. */
  body(values: Values): Values;
  /** The server is asked while one types, and this is told what follows. */
  follow(form: FormStore, answer: Found): void;
}

const NOTHING: Values = {};
const NONE_KEPT: Change[] = [];

/** `preset` are values a new form begins with, over the declared ones; `ways` never change. */
export function useDeclaredForm(
  page: FormPage, id: string | null, preset: Values = NOTHING, ways?: FormWays,
): DeclaredForm {
  const { fields, children } = useMemo(() => partsOf(page.sections, id), [page, id]);
  const [form] = useState(() => new FormStore({ ...initialValues(fields), ...preset }));
  const [state, setState] = useState<DeclaredForm["state"]>(id ? "loading" : "ready");
  const [message, setMessage] = useState("");
  const [saving, setSaving] = useState(false);
  const queries = useQueryClient();
  const [kept, setKept] = useState(NONE_KEPT);
  const busy = useRef(false);
  const check = useCheck(page, id, form, state === "ready", ways);
  const looks = ways !== undefined;
  const byBody = looks && !page.update.path.includes("{id}");

  /** What was typed stays while it is read; `keeps`: also afterwards, where nobody else has changed the same. */
  const read = useCallback(async (keeps: boolean) => {
    if (!id) return;
    // What is shown stays until the answer takes its place.
    setState((now) => (now === "ready" ? now : "loading"));
    const isTyped = () => keeps && form.dirty();
    try {
      const stored = await get<Values>(pathOfOne(page.view, id), undefined, { quiet: true });
      const typed = isTyped() ? changesOf(form.cleanValues(), form.all()) : NONE_KEPT;
      check.forget();
      form.reset(stored);
      const free = typed.filter(({ path, from }) => same(form.get(path), from));
      if (free.length > 0) form.patch(Object.fromEntries(free.map(({ path, to }) => [path, to])));
      setKept(typed.filter((each) => !free.includes(each)));
      setState("ready");
      if (looks) void check.look();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const why = error.message || translate("platform:error.loadFailed");
      setMessage(why);
      // What was typed is not taken away because the server was not reached.
      if (isTyped()) toast.failed(why);
      else setState("failed");
    }
  }, [check, form, id, looks, page.view]);
  const reload = useCallback(() => read(false), [read]);
  const renew = () => read(true);

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
    const all = [...typed, ...children.flatMap((section) => rowFindings(section, form.all()))];
    // What was stored like this may stay so: that is for the server to say, where it tells all it finds.
    const found = id && looks ? all.filter(({ field }) => !same(readPath(form.cleanValues(), field), form.get(field))) : all;
    form.setFindings(found);
    if (found[0]) {
      jumpTo(found[0].field);
      if (looks) void check.look();
      return null;
    }
    const call = id ? page.update : page.create;
    const path = id && !byBody ? pathOfOne(call.path, id) : call.path;
    const body = { ...(ways?.body(form.all()) ?? bodyOf(page, form.all(), id)), ...more };
    const result = await submit((confirmed) =>
      sendJson<Values | null>(call.method, path, confirmed.length > 0 ? { ...body, confirmed } : body, { quiet: true }),
    );
    if (result.kind === "findings") {
      form.setFindings(result.findings);
      const errors = result.findings.filter(({ severity }) => severity === "error");
      // A finding about no field of this form would otherwise be seen by nobody.
      if (![...errors, ...result.findings].some((each) => jumpTo(each.field))) toast.failed(result.findings[0]?.message ?? "");
      return null;
    }
    if (result.kind === "declined" && result.field) jumpTo(result.field);
    if (result.kind === "stale" && result.reload) await renew();
    if (result.kind !== "saved") return null;
    check.forget();
    form.reset({ ...form.all(), ...result.data });
    setKept(NONE_KEPT);
    // An address that names nothing answers no more than the new version.
    if (id && byBody) await renew();
    else if (id && looks) void check.look();
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
  return { form, fields, state, message, saving, reload: () => void reload(), renew, kept, save };
}

/** What the server finds is shown where it was typed, before anything is saved; emptiness is left to saving. */
function useCheck(
  page: FormPage, id: string | null, form: FormStore, ready: boolean, ways: FormWays | undefined,
): LiveCheck<Found> {
  // The form goes on to other rows.
  const of = useRef(id);
  of.current = id;
  const [check] = useState(() => {
    const body = () => ways?.body(form.all()) ?? checkBody(page, form.all(), of.current);
    const ask = () => post<Found>(page.check ?? "", body(), { quiet: true });
    return new LiveCheck<Found>(form, ask, !ways);
  });
  const asks = ready && page.check !== undefined && (page.ruled === true || ways !== undefined);
  useEffect(() => {
    if (!asks) return;
    const stop = check.listen((answer, attempted) => {
      const { findings } = answer;
      ways?.follow(form, answer);
      const told = new Set(findings.map(({ field }) => field));
      // What follows may have filled in what was missing.
      const stays = (field: string) => !told.has(field) && (!ways || same(form.get(field), null));
      const own = form.findings().filter(({ key, field }) => key === "client" && stays(field));
      form.setFindings([...own, ...shownFindings(form, findings, attempted)]);
    });
    if (ways) void check.look();
    return stop;
  }, [asks, check, form, ways]);
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
