/** 配单: a number of the stock is given to an air export order; the rules are those of the order's own form. */
import { useQuery } from "@tanstack/react-query";
import { Modal, Select } from "antd";
import { useMemo, useState } from "react";
import { closeStock, stockChanged } from "@/modules/awb/stock/stock-store";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { PageOfRows, Row } from "@/platform/contract";
import { useSettled } from "@/platform/fields/use-settled";
import { FieldFrame } from "@/platform/forms/field-frame";
import { FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { declaredList } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

const FIELD = "awbNumber";
/** Orders offered at once. */
const OFFERED = 20;

/** Who types no code looks for an order without a number: one that is at the first of its nodes. */
function withoutNumber(): Record<string, string> {
  const nodes = declaredList("af.order.list")?.filters.find(({ name }) => name === "node");
  const first = nodes?.field.options?.[0]?.value;
  return first ? { node: first } : {};
}

export function AssignDialog({ row, list }: { row: Row; list: ListContext }) {
  const t = useText();
  const form = useMemo(() => new FormStore({}), []);
  const uuid = useValue<string | undefined>(form, "orderUuid");
  const [sending, setSending] = useState(false);
  const number = String(row[FIELD] ?? "");
  const assign = async () => {
    if (sending || !uuid) return;
    setSending(true);
    const result = await submit((confirmed) => give(uuid, number, confirmed));
    setSending(false);
    if (result.kind === "findings") return form.setFindings(result.findings.map((each) => ({ ...each, field: FIELD })));
    if (result.kind !== "saved") return;
    for (const { message } of result.warnings) toast.warn(message);
    stockChanged();
    list.reload();
    closeStock();
  };
  return (
    <Modal
      open
      width={520}
      title={t("awb:stock.assignTitle", { number })}
      okButtonProps={{ disabled: !uuid, loading: busy(sending) }}
      onOk={() => void assign()}
      onCancel={closeStock}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
    >
      <OrderPicker form={form} station={String(row["departureStation"] ?? "")} />
    </Modal>
  );
}

/** Only the number changes; what is stored of the order by now stays. */
async function give(uuid: string, number: string, confirmed: string[]): Promise<Values> {
  const { rowUuid } = await get<Values>(`/afbase/order/view/${encodeURIComponent(uuid)}`, undefined, { quiet: true });
  return post<Values>("/afbase/order/doUpdate", { orderUuid: uuid, rowUuid, [FIELD]: number, confirmed }, { quiet: true });
}

function OrderPicker({ form, station }: { form: FormStore; station: string }) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const keyword = useSettled(typed.trim());
  const { data, isFetching } = useQuery<PageOfRows>({
    queryKey: ["awb-assign", station, keyword],
    placeholderData: (before) => before,
    queryFn: ({ signal }) => {
      const wanted = keyword ? { orderCode: keyword } : { ...withoutNumber(), ...(station ? { departureStation: station } : {}) };
      return get<PageOfRows>("/afbase/aforder/page", { current: 1, size: OFFERED, part: "rows", ...wanted }, { quiet: true, signal });
    },
  });
  const uuid = useValue<string | undefined>(form, "orderUuid");
  return (
    <FieldFrame form={form} path={FIELD} label={t("awb:stock.assignTo")} required>
      {({ id, invalid, describedBy }) => (
        <Select
          id={id}
          className="wide"
          autoFocus
          value={uuid ?? null}
          options={(data?.records ?? []).map((order) => ({ value: String(order["orderUuid"]), label: String(order["orderCode"]), hint: hintOf(order) }))}
          optionRender={({ data: choice }) => (
            <span className="choice-row">
              <span className="mono">{choice.label}</span>
              <span className="choice-hint">{choice.hint}</span>
            </span>
          )}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          loading={isFetching}
          placeholder={t("awb:stock.assignHint")}
          popupMatchSelectWidth={false}
          notFoundContent={isFetching ? t("platform:state.loading") : t("platform:field.noOption")}
          status={invalid ? "error" : ""}
          {...(describedBy ? { "aria-describedby": describedBy } : {})}
          onChange={(next: string) => {
            form.setFindings([]);
            form.set("orderUuid", next);
          }}
        />
      )}
    </FieldFrame>
  );
}

/** Route, flight and customer: what an order is known by beside its code. */
function hintOf(order: Row): string {
  const route = [order["departureStation"], order["arrivalStation"]].filter(Boolean).join("-");
  return [route, order["expectFlight"], order["expectDeparture"], order["coopName"]].filter(Boolean).join(" · ");
}
