/** /hrs_signtemplate 签名模板: the form asks for what the kind needs; what a template puts on paper can be looked at. */
import { Button } from "antd";
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { VARIABLES, takesVariables } from "@/modules/hrs/sign-template/kind-fields";
import { openSign, useSign } from "@/modules/hrs/sign-template/sign-store";
import type { Row } from "@/platform/contract";
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
  const look = () => openSign({ kind: String(kind), name: String(props.form.get("name") ?? ""), form: props.form });
  return (
    <>
      <SectionBody {...props} />
      {takesVariables(kind) && <p className="soft">{t("hrs:sign.variables", { names: VARIABLES })}</p>}
      <Button className="sign-look" onClick={look}>{t("hrs:sign.preview")}</Button>
    </>
  );
}

function Open({ row, words }: { row: Row; words: string }) {
  const t = useText();
  const look = () => openSign({ id: String(row.id), kind: String(row["kind"]), name: String(row["name"]) });
  return (
    <button type="button" className="sign-open" title={words} onClick={look}>
      {words || t("hrs:sign.preview")}
    </button>
  );
}

export default definePage({
  list: {
    cells: { summary: (words, row) => <Open row={row} words={String(words ?? "")} /> },
    dialogs: lazyDialogs(useSign, async () => (await import("@/modules/hrs/sign-template/sign-dialog")).SignDialog),
  },
  form: { sections: { content: Content } },
});
