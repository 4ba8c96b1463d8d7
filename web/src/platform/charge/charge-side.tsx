/** One grid of charges: 应收 or 应付, with what it comes to below it. */
import { useMemo } from "react";
import type { Label, Section } from "@/platform/contract";
import { type Values, useValue } from "@/platform/forms/form-store";
import { rowClosed } from "@/platform/forms/rows";
import type { CellMark } from "@/platform/grid/grid-view";
import { LazySheet } from "@/platform/grid/lazy-sheet";
import { useLabel, useText } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";
import { columnsOf, itemSource, linkSource } from "@/platform/charge/charge-fields";
import { NORMAL, type Side, isShown } from "@/platform/charge/charge-model";
import { SideSums } from "@/platform/charge/charge-sums";
import type { ChargesHands } from "@/platform/charge/use-charges";

interface ChargeSideProps {
  side: Side;
  charges: ChargesHands;
}

export function ChargeSide({ side, charges }: ChargeSideProps) {
  const t = useText();
  const label = useLabel();
  const { form, told, totals, behind, sections, history, more } = charges;
  const rows = useValue(form, side);
  const buttons = told?.buttons ?? [];
  const section: Section | undefined = sections.find(({ key }) => key === side);
  const mayRate = buttons.includes("css-rate-edit");
  const scope = told?.order.businessScope ?? "";
  const links = told?.income ? linkSource(told.order.orderUuid) : "";
  const fields = useMemo(
    () => columnsOf(section?.fields ?? [], { items: itemSource(scope, side), links }, more, mayRate),
    [section, scope, side, links, more, mayRate],
  );
  const marks = useMarks(side, rows);
  if (!told || !section || !isShown(rows)) return null;
  const closed = told.closed[side];
  const mayAdd = buttons.includes("css-charge-add");
  const readOnly = Boolean(closed) || !TYPING.some((code) => buttons.includes(code));
  const title = label(section.label);
  return (
    <section className="charge-side" aria-label={title}>
      <h2>
        {title}
        <span className="count">{rows.length}</span>
        {closed && <span className="charge-closed">{closed}</span>}
      </h2>
      <LazySheet
        // The cursor stands in a column that may be gone.
        key={more ? "all" : "usual"}
        form={form}
        section={{ fields }}
        path={side}
        readOnly={readOnly}
        history={history[side]}
        keeps={(row) => closed ?? keptBy(row, buttons) ?? (mayRemove(row, buttons) ? null : t("css:grid.noDelete"))}
        unsaved={(row) => charges.isUnsaved(side, row)}
        marks={marks}
        addLabel={t(`css:grid.add.${side}`)}
        hint={t(readOnly ? "css:grid.none" : "css:grid.hint")}
        {...(mayAdd ? {} : { most: rows.length })}
      />
      <SideSums sums={totals[side]} currency={told.order.functionalCurrency} behind={behind} />
    </section>
  );
}

/** Any of these opens a grid. */
const TYPING = ["css-charge-add", "css-charge-edit", "css-charge-del"];

/** Why nobody can remove a row: it is held, or waits for a decision. One that is closed to who may not change rows he may remove still. */
function keptBy(row: Values, buttons: string[]): string | null {
  const why = rowClosed(row);
  const { state } = row;
  const stands = !isNothing(row["financialDate"]) || (!isNothing(state) && state !== NORMAL);
  return stands || buttons.includes("css-charge-edit") ? why : null;
}

/** A row that is not stored is its user's own. */
const mayRemove = (row: Values, buttons: string[]): boolean => isNothing(row["id"]) || buttons.includes("css-charge-del");

/** 最低 最高 靠级 累进 手工 beside the amounts. */
function useMarks(side: Side, rows: unknown): Record<string, CellMark> {
  const t = useText();
  const label = useLabel();
  return useMemo(() => {
    const all = isShown(rows) ? rows : [];
    return Object.fromEntries(
      all.flatMap((row, place): [string, CellMark][] => {
        const text = ((row["tags"] ?? []) as Label[]).map((tag) => label(tag)).join(" ");
        const title = row["amountFixed"] === true ? t("css:grid.fixed", { tags: text }) : t("css:grid.tagged", { tags: text });
        return text ? [[`${side}.${place}.amount`, { text, title }]] : [];
      }),
    );
  }, [side, rows, label, t]);
}
