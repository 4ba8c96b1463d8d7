import { Checkbox } from "antd";
import type { Line } from "@/modules/prm/info/info";
import type { Finding } from "@/platform/contract";
import { EMPTY } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import { ToneTag } from "@/platform/tone-tag";

interface ComparisonProps {
  lines: Line[];
  /** Fields that are ticked; null where nothing can be taken over. */
  ticked: string[] | null;
  tick(fields: string[]): void;
  findings: Finding[];
}

/** What is known of a partner beside what it filled in; where they differ the new one may be taken over. */
export function Comparison({ lines, ticked, tick, findings }: ComparisonProps) {
  const t = useText();
  const label = useLabel();
  const open = lines.filter(({ differs }) => differs).map(({ field }) => field);
  const all = ticked !== null && open.length > 0 && open.every((field) => ticked.includes(field));
  const some = ticked !== null && ticked.length > 0 && !all;
  const turn = (field: string, on: boolean) => {
    if (ticked) tick(open.filter((each) => (each === field ? on : ticked.includes(each))));
  };
  return (
    <table className="prm-compare" aria-label={t("prm:info.comparison")}>
      <thead>
        <tr>
          {ticked && (
            <th scope="col" className="prm-tick">
              <Checkbox
                aria-label={t("prm:info.tickAll")}
                checked={all}
                indeterminate={some}
                disabled={open.length === 0}
                onChange={(event) => tick(event.target.checked ? open : [])}
              />
            </th>
          )}
          <th scope="col">{t("prm:info.member")}</th>
          <th scope="col">{t("prm:info.old")}</th>
          <th scope="col">{t("prm:info.new")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.field} className={line.differs ? "is-different" : ""}>
            {ticked && (
              <td className="prm-tick">
                <Checkbox
                  aria-label={t("prm:info.tick", { name: label(line.label) })}
                  checked={ticked.includes(line.field)}
                  disabled={!line.differs}
                  onChange={(event) => turn(line.field, event.target.checked)}
                />
              </td>
            )}
            <th scope="row">{label(line.label)}</th>
            <td data-label={t("prm:info.old")}>{line.old || <span className="nothing">{EMPTY}</span>}</td>
            <td data-label={t("prm:info.new")}>
              {line.new || <span className="nothing">{EMPTY}</span>}{" "}
              {line.differs && <ToneTag tone="warning">{t("prm:info.differs")}</ToneTag>}
              {findings
                .filter(({ field }) => field === line.field)
                .map((each) => (
                  <p key={each.key} className="finding">
                    {each.message}
                  </p>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
