/** 逐票录入: the chosen orders with a figure for each chosen item, as a spreadsheet. */
import { useEffect, useMemo } from "react";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { rowsOf } from "@/platform/forms/rows";
import { LazySheet } from "@/platform/grid/lazy-sheet";
import { useText } from "@/platform/i18n";
import { cellFields, itemFields } from "./batch-fields";
import { ITEMS_MAX, itemRow } from "./batch-modes";
import { type PoolOrder, cellRows } from "./batch-model";

interface CellsProps {
  form: FormStore;
  scope: string;
  orders: PoolOrder[];
  readOnly: boolean;
}

export function BatchCells({ form, scope, orders, readOnly }: CellsProps) {
  const t = useText();
  const items = rowsOf(useValue(form, "items"));
  const shown = JSON.stringify(items.map(({ itemKey, serviceItemName }) => ({ itemKey, serviceItemName })));
  const columns = useMemo(() => itemFields(scope), [scope]);
  const fields = useMemo(() => cellFields(JSON.parse(shown) as Values[]), [shown]);
  useEffect(() => form.set("cells", cellRows(orders, rowsOf(form.get("cells")))), [form, orders]);
  return (
    <div className="batch-cells">
      <h3>{t("css:batch.items")}</h3>
      <LazySheet form={form} section={{ fields: columns }} path="items" readOnly={readOnly} most={ITEMS_MAX} fresh={itemRow} addLabel={t("css:batch.addItem")} />
      <h3>{t("css:batch.cells")}</h3>
      <LazySheet
        // The cursor stands in a column that may be gone.
        key={shown}
        form={form}
        section={{ fields }}
        path="cells"
        readOnly={readOnly || orders.length === 0}
        most={orders.length}
        hint={t("css:batch.cellsHint")}
      />
    </div>
  );
}
