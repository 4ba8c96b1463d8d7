/** /hrs_signtemplate 签名模板: the form asks for what the kind needs; what a template puts on paper can be looked at. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { VARIABLES, takesVariables } from "@/modules/hrs/sign-template/kind-fields";
import { openSign, useSign } from "@/modules/hrs/sign-template/sign-store";
import { SectionBody } from "@/platform/forms/form-body";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import "./sign.css";

function Content(props: SectionProps) {
  const t = useText();
  const kind = useValue(props.form, "kind");
  if (!kind) return <p className="soft">{t("hrs:sign.chooseKind")}</p>;
  return (
    <>
      <SectionBody {...props} />
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
