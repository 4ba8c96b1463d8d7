/** The documents of a pouch: the grid of rows, what is missing above it, the proposal below. */
import { Button } from "antd";
import { useLayoutEffect, useMemo, useRef } from "react";
import { absent, isMissing, lacking, parsed } from "@/modules/pouch/missing";
import { MissingList } from "@/modules/pouch/missing-list";
import { useProposal } from "@/modules/pouch/proposal";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";
import { RowGrid } from "@/platform/forms/row-grid";
import { rowsOf } from "@/platform/forms/rows";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";
import "./pouch.css";

const ROWS_MAX = 100;

export function DocumentsSection({ section, form, readOnly, editing }: SectionProps) {
  const t = useText();
  const number = useValue<string | null>(form, "awbNumber") ?? "";
  const stored = useValue(form, "missing");
  const value = useValue(form, section.key);
  const rows = rowsOf(value);
  const { proposal, error, retry } = useProposal(form, { wanted: !readOnly, editing });
  const needed = proposal?.documents;
  const missing = useMemo(
    () => (needed ? lacking(needed, rowsOf(value)) : parsed(stored)),
    [needed, value, stored],
  );
  // Only files of the orders of this master are offered.
  const fields = useMemo(() => {
    const reference = `pouchFile?role=${encodeURIComponent(number)}`;
    return section.fields.map((field) => (field.name === "fileId" ? { ...field, reference } : field));
  }, [section.fields, number]);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The grid draws its rows itself; the mark is put on them afterwards.
    const lines = box.current?.querySelectorAll("tbody tr") ?? [];
    for (const [place, line] of lines.entries()) {
      line.toggleAttribute("data-missing", isMissing(rows[place] ?? {}, missing));
    }
  });
  const complete = () => {
    const more = absent(needed ?? [], rows).slice(0, ROWS_MAX - rows.length);
    if (more.length === 0) return toast.info(t("pouch:proposal.nothing"));
    form.set(section.key, [...rows, ...more]);
  };
  return (
    <div className="pouch-documents" ref={box}>
      <p role="status">
        {missing.length > 0 && <MissingList missing={missing} labelled />}
        {missing.length === 0 && rows.length > 0 && <ToneTag tone="done">{t("pouch:missing.none")}</ToneTag>}
      </p>
      {error && (
        <p className="finding" role="alert">
          {t("pouch:proposal.failed", { reason: error.message })}
          <Button type="link" size="small" onClick={retry}>
            {t("platform:action.retry")}
          </Button>
        </p>
      )}
      {rows.length === 0 && readOnly ? (
        <p className="soft">{t("platform:state.empty")}</p>
      ) : (
        <RowGrid
          form={form}
          section={{ fields }}
          path={section.key}
          readOnly={readOnly}
          editing={editing}
          most={ROWS_MAX}
          hint={t("pouch:proposal.hint")}
        />
      )}
      {!readOnly && (
        <Button size="small" disabled={!needed} onClick={complete}>
          {t("pouch:proposal.complete")}
        </Button>
      )}
    </div>
  );
}
