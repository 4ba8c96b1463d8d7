/** /hrs_signtemplate 签名模板: the form asks for what the kind needs; what a template puts on paper can be looked at. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { VARIABLES, isOfKind, takesVariables } from "@/modules/hrs/sign-template/kind-fields";
import { openSign, useSign } from "@/modules/hrs/sign-template/sign-store";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import "./sign.css";

function Content({ section, form, readOnly }: SectionProps) {
  const t = useText();
  const kind = useValue(form, "kind");
  if (!kind) return <p className="soft">{t("hrs:sign.chooseKind")}</p>;
  return (
    <>
      <FormGrid columns={section.columns}>
        {section.fields
          .filter((field) => isOfKind(kind, field.name))
          .map((field) => (
            <FormField key={field.name} form={form} field={field} readOnly={readOnly} />
          ))}
      </FormGrid>
      {takesVariables(kind) && <p className="soft">{t("hrs:sign.variables", { names: VARIABLES })}</p>}
    </>
  );
}

function Open({ id, words }: { id: string; words: string }) {
  const t = useText();
  return (
    <button type="button" className="sign-open" title={words} onClick={() => openSign(id)}>
      {words || t("hrs:sign.preview")}
    </button>
  );
}

export default definePage({
  list: {
    cells: { summary: (words, row) => <Open id={String(row.id)} words={String(words ?? "")} /> },
    dialogs: lazyDialogs(useSign, async () => (await import("@/modules/hrs/sign-template/sign-dialog")).SignDialog),
  },
  form: { sections: { content: Content } },
});
