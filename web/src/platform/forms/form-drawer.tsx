import { Button, Drawer } from "antd";
import { Suspense, lazy, useEffect, useMemo, useState } from "react";
import { busy } from "@/platform/busy";
import type { Field, FormPage, Label, Section, Told } from "@/platform/contract";
import { DraftOffer } from "@/platform/forms/draft-offer";
import { FormSections } from "@/platform/forms/form-body";
import { FindingsPanel } from "@/platform/forms/findings-panel";
import { type DeclaredForm, useDeclaredForm } from "@/platform/forms/declared-form";
import { FormActions } from "@/platform/forms/form-actions";
import type { FormOverrides } from "@/platform/forms/form-overrides";
import { useSaveKey } from "@/platform/forms/form-keys";
import { logSource, useFieldLabels } from "@/platform/forms/form-page";
import { type Values, useDirty, useValue } from "@/platform/forms/form-store";
import { LogDrawer } from "@/platform/forms/log-drawer";
import { RecordSteps } from "@/platform/forms/record-steps";
import { leaveForm, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { loadDefinitionByKey } from "@/platform/page-registry";

// It comes with the first thing that tells something.
const ToldView = lazy(async () => ({ default: (await import("@/platform/actions/told-view")).ToldView }));

interface FormDrawerProps {
  page: FormPage;
  /** The row to edit, null for a new one. */
  id: string | null;
  readOnly?: boolean;
  /** Values a new form begins with. */
  preset?: Values | undefined;
  /** What makes the new one out of another. */
  by?: Label | undefined;
  close(): void;
  saved(): void;
  /** Goes to the row above or below; absent without rows around it, null at their ends. */
  steps?: { before: (() => void) | null; after: (() => void) | null } | undefined;
}

const WIDE_FROM_FIELDS = 14;

/** Many fields, a text with its toolbar, or child rows want room. */
function isWide({ sections }: FormPage): boolean {
  const fields = sections.flatMap((section) => section.fields);
  if (fields.length > WIDE_FROM_FIELDS || sections.some((section) => section.rows)) return true;
  return fields.some((field) => field.kind === "richText" || field.kind === "markdown");
}

/** A declared form beside its list. */
export function FormDrawer({ page, id, readOnly = false, preset, by, close, saved, steps }: FormDrawerProps) {
  const t = useText();
  const label = useLabel();
  const declared = useDeclaredForm(page, id, preset);
  const overrides = useFormOverrides(page.key);
  const [log, setLog] = useState(false);
  const [open, setOpen] = useState(true);
  const { form, state } = declared;
  const dirty = useDirty(form);
  useLeaveGuard(form);
  const leave = async () => {
    if (!dirty || (await leaveForm(form))) setOpen(false);
  };
  const step = (go: (() => void) | null) => go && (async () => void ((!form.dirty() || (await leaveForm(form))) && go()));
  const save = async () => {
    const values = await declared.save();
    if (!values) return null;
    overrides.saved?.(values);
    saved();
    setOpen(false);
    return values;
  };
  const { actions: Actions } = overrides;
  const writable = !readOnly && state === "ready";
  useSaveKey(() => void save(), writable);
  const title = readOnly ? "platform:form.viewTitle" : id ? "platform:form.editTitle" : by ? "platform:form.byTitle" : "platform:form.newTitle";
  const buttons = (
    <div className="drawer-buttons">
      {id && <Button onClick={() => setLog(true)}>{t("platform:form.log")}</Button>}
      {id && page.actions && <FormActions key={id} page={page} id={id} declared={declared} changed={saved} gone={() => setOpen(false)} />}
      <span className="top-space" />
      <Button onClick={() => void leave()}>{t(readOnly ? "platform:action.close" : "platform:action.cancel")}</Button>
      {writable && Actions && <Actions form={form} reload={declared.reload} save={save} />}
      {writable && (
        <Button type="primary" loading={busy(declared.saving)} onClick={() => void save()}>
          {t("platform:action.save")}
        </Button>
      )}
    </div>
  );
  return (
    <Drawer
      open={open}
      size={overrides.wide || isWide(page) ? 960 : 560}
      title={t(title, { title: label(page.title), by: label(by) })}
      extra={steps && open && <RecordSteps before={step(steps.before)} after={step(steps.after)} />}
      onClose={() => void leave()}
      afterOpenChange={(next) => !next && close()}
      footer={buttons}
      mask={{ closable: true }}
      className="form-drawer"
    >
      <DrawerBody key={id} page={page} id={id} readOnly={readOnly} declared={declared} overrides={overrides} given={by && preset} />
      {id && <LogDrawer open={log} close={() => setLog(false)} source={logSource(page, id)} />}
    </Drawer>
  );
}

interface DrawerBodyProps {
  page: FormPage;
  id: string | null;
  readOnly: boolean;
  declared: DeclaredForm;
  overrides: FormOverrides;
  /** What it has of the one it is made out of. */
  given: Values | undefined;
}

function DrawerBody({ page, id, readOnly, declared, overrides, given }: DrawerBodyProps) {
  const sections = useMemo(() => (given ? withGiven(page.sections, given) : page.sections), [page, given]);
  const labels = useFieldLabels(page.sections);
  const { form, state } = declared;
  const told = useValue<Told | null | undefined>(form, "told");
  if (state === "failed") return <LoadFailed message={declared.message} retry={declared.reload} />;
  if (state === "loading") return <PageLoading rows={6} />;
  const { header: Header } = overrides;
  const offers = !readOnly && overrides.drafts !== false;
  return (
    <>
      {Header && <Header form={form} />}
      {offers && <DraftOffer form={form} of={{ form: page.key, id }} sections={page.sections} kept={declared.kept} />}
      <FindingsPanel form={form} labels={labels} />
      <FormSections sections={sections} form={form} overrides={overrides} readOnly={readOnly} editing={id !== null} />
      {told && (
        <Suspense fallback={null}>
          <ToldView told={told} />
        </Suspense>
      )}
    </>
  );
}

/** What may only be entered once has been entered where the new one is made out of another: it is sent, and closed. */
function withGiven(sections: Section[], given: Values): Section[] {
  const closes = ({ name, readOnlyOnEdit }: Field) => readOnlyOnEdit === true && ![undefined, null, ""].includes(given[name] as null);
  return sections.map((section) =>
    section.rows ? section : { ...section, fields: section.fields.map((field) => (closes(field) ? { ...field, readOnly: true } : field)) },
  );
}

/** The module's changes to a form come with its own script. */
function useFormOverrides(key: string): FormOverrides {
  const [overrides, setOverrides] = useState<FormOverrides>({});
  useEffect(() => {
    void loadDefinitionByKey(key).then((definition) => setOverrides(definition.form ?? {}));
  }, [key]);
  return overrides;
}
