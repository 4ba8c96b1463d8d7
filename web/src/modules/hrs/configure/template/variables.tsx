/** What templates may name, and the rule of the row that is repeated. */
import type { Variable } from "@/modules/hrs/configure/template/template-model";
import { Copyable } from "@/platform/fields/field-value";
import { useLabel, useText } from "@/platform/i18n";

export function Variables({ title, variables }: { title: string; variables: Variable[] }) {
  const t = useText();
  return (
    <aside className="template-variables" aria-label={title}>
      <h2>{title}</h2>
      <Group title={t("hrs:template.ofPaper")} variables={variables.filter((each) => !each.row)} />
      <Group title={t("hrs:template.ofRow")} variables={variables.filter((each) => each.row)} />
      <p className="soft">
        {t("hrs:template.rule")} {t("hrs:template.ruleMoves")} {t("hrs:template.rulePdf")}
      </p>
    </aside>
  );
}

function Group({ title, variables }: { title: string; variables: Variable[] }) {
  const label = useLabel();
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {variables.map((each) => (
          <div key={each.name}>
            <dt className="mono">
              <Copyable text={`{${each.name}}`} />
            </dt>
            <dd className="soft">{label(each.label)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
