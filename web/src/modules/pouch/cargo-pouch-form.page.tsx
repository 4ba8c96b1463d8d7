/** The form of a pouch: head, documents, and what became of it. */
import { DocumentsSection } from "@/modules/pouch/documents-section";
import { Slip } from "@/modules/pouch/slip";
import { FieldValue } from "@/platform/fields/field-value";
import { SectionBody } from "@/platform/forms/form-body";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { declaredForm, definePage } from "@/platform/page-registry";
import "./pouch.css";

/** Said by the head and by the documents. */
const TOLD_ELSEWHERE = ["state", "missing"];

function MainSection({ section, ...rest }: SectionProps) {
  const left = rest.editing ? TOLD_ELSEWHERE : [...TOLD_ELSEWHERE, "pouchNumber"];
  const fields = section.fields.filter(({ name }) => !left.includes(name));
  return <SectionBody section={{ ...section, fields }} {...rest} />;
}

/** Nothing before the pouch was handed over or given up. */
function HandSection({ section, form, ...rest }: SectionProps) {
  const t = useText();
  const state = String(useValue(form, "state") ?? "");
  if (state === "DRAFT" || state === "SEALED") return <p className="soft">{t("pouch:hand.none")}</p>;
  const isVoid = state === "VOID";
  const fields = section.fields.filter(({ name }) => (name === "voidReason") === isVoid);
  return (
    <>
      <SectionBody section={{ ...section, fields }} form={form} {...rest} />
      {!isVoid && <Slip form={form} />}
    </>
  );
}

/** State, and how the public page is used. */
function Head({ form }: { form: FormStore }) {
  const t = useText();
  const state = useValue(form, "state");
  const views = Number(useValue(form, "views") ?? 0);
  const last = useValue<string | null>(form, "lastView");
  const ends = useValue<string | null>(form, "expireTime");
  const field = declaredForm("af.cargo-pouch.form")?.sections[0]?.fields.find(({ name }) => name === "state");
  if (!state || !field) return null;
  return (
    <p className="pouch-head soft tabular">
      <FieldValue field={field} value={state} />
      <span>{t("pouch:head.views", { n: views })}</span>
      {last && <span>{t("pouch:head.lastView", { time: last.slice(0, 16) })}</span>}
      {ends && state !== "VOID" && <span>{t("pouch:head.ends", { time: ends.slice(0, 16) })}</span>}
    </p>
  );
}

export default definePage({
  form: {
    header: Head,
    sections: { main: MainSection, documents: DocumentsSection, hand: HandSection },
    without: (editing) => (editing ? [] : ["hand"]),
  },
});
