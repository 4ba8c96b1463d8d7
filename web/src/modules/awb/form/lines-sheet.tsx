/** The rate lines of a waybill: a spreadsheet, and rows of inputs where there is no room for one. */
import { useMemo } from "react";
import { tidyCodes } from "@/modules/awb/form/box";
import { type GridColumn, RowGrid } from "@/modules/awb/form/row-grid";
import { type Shape, shapeOf } from "@/modules/awb/form/shapes";
import type { WaybillKind } from "@/modules/awb/form/waybill-model";
import { emptyLine } from "@/modules/awb/form/waybill-model";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";
import { asNumber } from "@/platform/format";
import type { CellRule, SheetField } from "@/platform/grid/cell-text";
import type { CellMark } from "@/platform/grid/grid-view";
import { LazySheet } from "@/platform/grid/lazy-sheet";
import { useText } from "@/platform/i18n";
import { useNarrow } from "@/platform/use-narrow";

const PATH = "lines";
const LINES_MAX = 12;
/** Below it the rows scroll sideways. */
const NARROW_PX = 940;
const GOODS_PX = 200;

interface LinesSheetProps {
  form: FormStore;
  kind: WaybillKind;
  readOnly: boolean;
  /** What each line comes to by its rate and weight. */
  expected: (string | null)[];
}

export function LinesSheet({ form, kind, readOnly, expected }: LinesSheetProps) {
  const t = useText();
  const narrow = useNarrow();
  const columns = useMemo(() => columnsOf(kind), [kind]);
  const section = useMemo(
    () => ({
      fields: columns.map((column): SheetField => {
        const word = t(`awb:lines.${column.name}`);
        return { ...fieldOf(column), label: { zh: word, en: word } };
      }),
    }),
    [columns, t],
  );
  const marks = useByHand(form, expected);
  if (narrow) {
    const mark = (row: number) => {
      const own = marks[`${PATH}.${row}.total`];
      return own && <span className="awb-by-hand" title={own.title}>{own.text}</span>;
    };
    const marked = columns.map((column) => (column.name === "total" ? { ...column, mark } : column));
    return <RowGrid form={form} path={PATH} columns={marked} empty={emptyLine} most={LINES_MAX} minWidth={NARROW_PX} readOnly={readOnly} />;
  }
  return (
    <LazySheet
      paper
      form={form}
      section={section}
      path={PATH}
      readOnly={readOnly}
      most={LINES_MAX}
      fresh={emptyLine}
      marks={marks}
      {...(readOnly ? { hint: t("awb:form.noRows") } : {})}
    />
  );
}

/** Beside the messages on a screen of 1440 pixels there are 694 for all of them. */
type LineColumn = GridColumn & { narrow?: number };

function columnsOf(kind: WaybillKind): LineColumn[] {
  const priced = kind === "master";
  return [
    { name: "pieces", width: 62, narrow: 46, required: true },
    { name: "slac", width: 58, narrow: 42 },
    { name: "grossWeight", width: 82, narrow: 66, required: true },
    { name: "rateClass", width: 58, narrow: 42, required: priced },
    { name: "commodityItemNo", width: 76, narrow: 54 },
    { name: "chargeWeight", width: 86, narrow: 64, required: true },
    { name: "rateCharge", width: 82, narrow: 62, required: priced },
    { name: "total", width: 112, narrow: 78, required: priced },
    { name: "volume", width: 78, narrow: 56 },
    { name: "goodsNameEn", narrow: 110, required: true },
    { name: "hsCodes", width: 132, narrow: 66 },
  ];
}

/** A column by the shape of its boxes. A line holds texts as they were typed; what is empty is an empty text. */
function fieldOf({ name, width = GOODS_PX, narrow, required = false }: LineColumn): Omit<SheetField, "label"> {
  const { tidy, max, figure, options, codes, rows }: Shape = shapeOf(`${PATH}.0.${name}`);
  const cell: CellRule = {
    none: codes ? [] : "",
    width,
    ...(narrow === undefined ? {} : { narrow }),
    ...(tidy ? { tidy } : {}),
    ...(max === undefined ? {} : { most: max }),
    ...(figure ? { figure } : {}),
    ...(codes ? { several: (texts: string[]) => tidyCodes(texts, codes) } : {}),
  };
  const choices = options?.map((value) => ({ value, label: { zh: value, en: value } }));
  const kind = codes ? "multi" : options ? "select" : rows ? "longText" : "text";
  return { name, kind, required, cell, ...(choices ? { options: choices } : {}) };
}

/** A total that was typed and is not what rate and weight come to. */
function useByHand(form: FormStore, expected: (string | null)[]): Record<string, CellMark> {
  const t = useText();
  const lines = rowsOf(useValue<Values[] | undefined>(form, PATH));
  const marked = lines.flatMap(({ total }, place): [string, CellMark][] => {
    const [typed, computed] = [asNumber(total), expected[place]];
    if (typed === null || computed === null || computed === undefined || typed === asNumber(computed)) return [];
    return [[`${PATH}.${place}.total`, { text: t("awb:form.byHand"), title: t("awb:form.computed", { value: computed }) }]];
  });
  return Object.fromEntries(marked);
}
