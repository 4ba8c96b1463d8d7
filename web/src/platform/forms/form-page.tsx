/**
 * A declared form as a page of its own: sticky head, index at the left, sections with the fields of the declaration.
 *
 * How a module changes it (`modules/<room>/<name>.page.tsx`):
 *
 *   export default definePage({
 *     form: {
 *       sections: { sizes: SizeGrid },   // by section key: receives { section, form, readOnly, editing } and draws all of it
 *       without: (editing) => …, // keys of sections that are not drawn
 *       header: OrderFigures,            // below the title: state and key figures, receives { form }
 *       actions: OrderButtons,           // left of the save button, receives { form, reload }
 *       saved: (values) => …,            // after saving, with what the answer added
 *     },
 *   });
 *
 * A section component reads and writes through the store: `useValue(form, "planWeight")`, `form.set(path, value)`, or
 * places declared fields by `<FormField form={form} field={field} path="services.pickUp.date" />` inside a
 * `<FormGrid>`. A section declared with `rows` is a grid of child rows (`<RowGrid>`), its key the member that holds
 * them; a finding at `containers.0.containerNo` stands in the cell. Findings of the server appear at the field whose
 * path they name, and in the list above the sections.
 * A page with rules of its own uses the same parts (`FormFrame`, `FormGrid`, `FormField`, `useSaveKey`,
 * `useLeaveGuard`, `DraftOffer`, `PageSteps`, `submit`) from `definePage({ page })`.
 */
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { type ReactNode, useMemo, useRef, useState } from "react";
import type { Access } from "@/gen/contract";
import { ApprovingNotice, useApproving } from "@/platform/approving-notice";
import { busy } from "@/platform/busy";
import type { FormPage, Section } from "@/platform/contract";
import { DraftOffer } from "@/platform/forms/draft-offer";
import { FormSections, drawnSections, useLookedAt } from "@/platform/forms/form-body";
import { FindingsPanel } from "@/platform/forms/findings-panel";
import { useDeclaredForm } from "@/platform/forms/declared-form";
import { FormActions } from "@/platform/forms/form-actions";
import type { FormOverrides } from "@/platform/forms/form-overrides";
import { useFirstFocus, useSaveKey } from "@/platform/forms/form-keys";
import { type FormStore, useDirty, useValue } from "@/platform/forms/form-store";
import { LazyLog } from "@/platform/forms/lazy-log";
import { PageSteps } from "@/platform/forms/record-steps";
import { SectionIndex } from "@/platform/forms/section-index";
import { confirmLeave, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useLabel, useText } from "@/platform/i18n";
import { LeaseNotice } from "@/platform/lease-notice";
import { LoadFailed } from "@/platform/load-failed";
import { encodeQuery, goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { idParameter, listOfForm } from "@/platform/page-registry";
import { useTabName } from "@/platform/page-tab";
import { useCan } from "@/platform/session";
import { useLease } from "@/platform/use-lease";

export function FormPageView({ page, overrides }: { page: FormPage; overrides: FormOverrides }) {
  const parameter = idParameter(page);
  const search = useSearch({ strict: false }) as Record<string, string>;
  const id = search[parameter] || null;
  return <FormPageBody key={id ?? "new"} page={page} overrides={overrides} id={id} parameter={parameter} />;
}

interface FormPageBodyProps {
  page: FormPage;
  overrides: FormOverrides;
  id: string | null;
  parameter: string;
}

function FormPageBody({ page, overrides, id, parameter }: FormPageBodyProps) {
  const t = useText();
  const label = useLabel();
  const declared = useDeclaredForm(page, id);
  const [log, setLog] = useState(false);
  const { form, state } = declared;
  const { lease: locked } = overrides;
  const mayEdit = useCan(locked?.edit ?? (page.access as Access));
  const lookedAt = useLookedAt(form);
  const closed = useApproving(form).some(({ closes }) => closes) || lookedAt;
  const lease = useLease(locked?.base ?? "", id, locked !== undefined && mayEdit && state === "ready" && !closed);
  const readOnly = closed || lease.lease?.mine === false;
  const labels = useFieldLabels(page.sections);
  useLeaveGuard(form);
  const number = useValue<unknown>(form, numberOf(page));
  useTabName(id && typeof number === "string" ? number : "");
  const save = async () => {
    const saved = await declared.save(lease.lease ? { tab: lease.tab } : {});
    if (saved) overrides.saved?.(saved);
    const newId = saved?.["id"];
    if (saved && !id && newId) goTo(`${page.path ?? ""}?${parameter}=${String(newId)}`, { replace: true });
    return saved;
  };
  const refresh = async () => {
    if (form.dirty() && !(await confirmLeave())) return;
    declared.reload();
    await lease.again();
  };
  useSaveKey(() => void save(), state === "ready" && !readOnly);
  const fields = useRef<HTMLDivElement>(null);
  useFirstFocus(fields, !id && state === "ready" && !readOnly);
  if (state === "failed") return <LoadFailed message={declared.message} retry={declared.reload} />;
  if (state === "loading") return <PageLoading rows={10} />;
  const { header: Header, actions: Actions } = overrides;
  const list = listOfForm(page);
  return (
    <FormFrame
      title={t(id ? "platform:form.editTitle" : "platform:form.newTitle", { title: label(page.title) })}
      form={form}
      sections={drawnSections(page.sections, overrides, id !== null, lookedAt)}
      labels={labels}
      {...(list ? { back: () => goTo(list.path) } : {})}
      header={
        <>
          {Header && <Header form={form} />}
          <ApprovingNotice form={form} />
          {locked && <LeaseNotice lease={lease} code={locked.takeOver} held={locked.held} refresh={() => void refresh()} />}
        </>
      }
      offer={!readOnly && overrides.drafts !== false && <DraftOffer form={form} of={{ form: page.key, id }} sections={page.sections} kept={declared.kept} />}
      buttons={
        <>
          {id && <PageSteps list={list} href={`${page.path ?? ""}?${parameter}=${encodeQuery(id)}`} />}
          {id && page.actions && <FormActions page={page} id={id} declared={declared} gone={() => goTo(list?.path ?? "/", { close: true })} />}
          {Actions && <Actions form={form} reload={declared.reload} save={save} />}
          {id && !lookedAt && <Button onClick={() => setLog(true)}>{t("platform:form.log")}</Button>}
          {!readOnly && (
            <Button type="primary" loading={busy(declared.saving)} onClick={() => void save()}>
              {t("platform:action.save")}
            </Button>
          )}
        </>
      }
    >
      <div className="form-sections-kept" ref={fields}>
        <FormSections sections={page.sections} form={form} overrides={overrides} readOnly={readOnly} editing={id !== null} />
      </div>
      {id && <LazyLog open={log} close={() => setLog(false)} source={logSource(page, id)} />}
    </FormFrame>
  );
}

/** The member a thing is called by: its number or code, else what the form begins with. */
function numberOf({ sections }: FormPage): string {
  const fields = sections.flatMap((section) => (section.rows ? [] : section.fields));
  const field = fields.find(({ name }) => /(^c|C)ode$|Number$|No$/.test(name)) ?? fields[0];
  return field?.name ?? "";
}

interface FormFrameProps {
  title: ReactNode;
  form: FormStore;
  /** For the index; the content itself are the children. */
  sections: Section[];
  labels?: Record<string, string>;
  header?: ReactNode;
  /** What was typed here before and not saved: a `DraftOffer`. */
  offer?: ReactNode;
  buttons?: ReactNode;
  back?: () => void;
  children: ReactNode;
}

/** Head, index, findings and body of a form page; modules with pages of their own use it too. */
export function FormFrame({ title, form, sections, labels, header, offer, buttons, back, children }: FormFrameProps) {
  const t = useText();
  const dirty = useDirty(form);
  return (
    <main className="form-page">
      <header className="form-head">
        <div className="form-title">
          {back && (
            <button type="button" className="icon-button" aria-label={t("platform:action.back")} onClick={back}>
              ‹
            </button>
          )}
          <h1>{title}</h1>
          {dirty && <span className="unsaved">{t("platform:form.unsavedMark")}</span>}
          <span className="top-space" />
          <div className="form-buttons">{buttons}</div>
        </div>
        {header}
      </header>
      <div className="form-main">
        {sections.length > 2 && <SectionIndex sections={sections} form={form} />}
        <div className="form-sections">
          {offer}
          <FindingsPanel form={form} {...(labels ? { labels } : {})} />
          {children}
        </div>
      </div>
    </main>
  );
}

/** Labels by path, for the list of findings; `containers.*.containerNo` tells the row as `{n}`, `containers.*` the row alone. */
export function useFieldLabels(sections: Section[]): Record<string, string> {
  const t = useText();
  const label = useLabel();
  return useMemo(() => {
    const named = ({ key, rows, fields, label: own }: Section): [string, string][] => {
      if (!rows) return fields.map((field) => [field.name, label(field.label)]);
      const placed = (field: string) => t("platform:rows.place", { section: label(own), n: "{n}", field }).trimEnd();
      return [[`${key}.*`, placed("")], ...fields.map((field): [string, string] => [`${key}.*.${field.name}`, placed(label(field.label))])];
    };
    return Object.fromEntries(sections.flatMap(named));
  }, [sections, label, t]);
}

/** The log call of a declared thing: its object type is the key without room and without the word edit. */
export function logSource(page: FormPage, id: string) {
  const objectType = page.objectType ?? page.key.replace(/^[a-z]+_/, "").replace(/_edit$/, "");
  return { path: "/hrs/log/page", params: { objectType, objectId: id } };
}
