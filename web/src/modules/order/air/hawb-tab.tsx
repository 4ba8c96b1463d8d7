import { useQuery } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { CallError, get, post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { FieldValue } from "@/platform/fields/field-value";
import { formatFigure } from "@/platform/format";
import { type Translate, useLabel, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { encodeQuery, goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { toast } from "@/platform/toast";
import { type Hawb, HawbDrawer, orderSection } from "./hawb-drawer";
import { Marked, type Marks } from "@/platform/order/marked";
import { usePlacedFields } from "@/platform/order/places";
import { PrintState } from "./print-state";
import type { AirTabProps } from "../tab-props";
import "@/platform/order/tabs.css";

interface Houses {
  records: Hawb[];
  sums: Record<string, unknown> & { marks: Marks };
}

const SUMMED = ["pieces", "weight", "volume", "chargeWeight"];
const COLUMNS: [name: string, width: number][] = [
  ["pieces", 80],
  ["slac", 80],
  ["weight", 96],
  ["volume", 96],
  ["chargeWeight", 104],
  ["departureStation", 72],
  ["arrivalStation", 72],
  ["goodsNameCn", 140],
  ["goodsNameEn", 160],
  ["hsCode", 110],
  ["paymentMethod", 80],
];

/** House waybills of an order: their figures beside the order's, each edited in a drawer. */
export function HawbTab({ order, readOnly, changed }: AirTabProps) {
  const t = useText();
  const [selected, setSelected] = useState<string[]>([]);
  const [edited, setEdited] = useState<Hawb | "new" | null>(null);
  const editable = !readOnly && order.buttons.includes("af-order-edit");
  const houses = useQuery({
    queryKey: ["af.hawbs", order.orderUuid],
    staleTime: 0,
    queryFn: () => get<Houses>("/afbase/aforder/hawb/page", { orderUuid: order.orderUuid }, { quiet: true }),
  });
  const renew = () => {
    void houses.refetch();
    changed();
  };
  const removeSelected = async () => {
    if (!(await removeHouses(t, order.orderUuid, selected))) return;
    setSelected([]);
    renew();
  };
  const add = (
    <Button type="primary" onClick={() => setEdited("new")}>
      {t("order:hawb.new")}
    </Button>
  );
  if (!houses.data && houses.error) return <LoadFailed message={houses.error.message} retry={() => void houses.refetch()} />;
  if (!houses.data) return <PageLoading rows={4} />;
  const { records } = houses.data;
  return (
    <section className="order-tab" aria-label={t("order:hawb.title")}>
      {records.length === 0 ? (
        <div className="tab-empty">
          <p>
            <b>{t("order:hawb.direct")}</b>
          </p>
          <p className="soft">{t("order:hawb.directText")}</p>
          {editable && add}
        </div>
      ) : (
        <>
          {editable && (
            <div className="tab-bar">
              {add}
              <Button danger disabled={selected.length === 0} onClick={() => void removeSelected()}>
                {t("platform:action.remove")}
              </Button>
            </div>
          )}
          <HouseTable
            order={order}
            houses={houses.data}
            edit={setEdited}
            {...(editable ? { selected, select: setSelected } : {})}
          />
        </>
      )}
      {edited && (
        <HawbDrawer
          key={edited === "new" ? "new" : edited.id}
          order={order}
          hawb={edited === "new" ? null : edited}
          readOnly={!editable}
          close={() => setEdited(null)}
          saved={renew}
        />
      )}
    </section>
  );
}

interface HouseTableProps {
  order: AirTabProps["order"];
  houses: Houses;
  edit(hawb: Hawb): void;
  selected?: string[];
  select?(ids: string[]): void;
}

function HouseTable({ order, houses, edit, selected, select }: HouseTableProps) {
  const columns = useColumns(order, edit);
  const { records, sums } = houses;
  return (
    <Table<Hawb>
      className="tab-table"
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={records}
      pagination={false}
      scroll={{ x: "max-content", y: TABLE_HEIGHT.large }}
      onRow={(hawb) => ({ onDoubleClick: () => edit(hawb) })}
      {...(selected && select
        ? { rowSelection: { selectedRowKeys: selected, onChange: (keys) => select(keys.map(String)), fixed: true } }
        : {})}
      summary={() => (
        <Table.Summary fixed>
          <Sums sums={sums} skip={selected ? 1 : 0} width={columns.length} />
        </Table.Summary>
      )}
    />
  );
}

function useColumns(order: AirTabProps["order"], edit: (hawb: Hawb) => void): TableColumnsType<Hawb> {
  const t = useText();
  const label = useLabel();
  const fields = usePlacedFields(orderSection("hawb").fields, "AE");
  const make = order.awbNumber !== "" && order.buttons.includes("af-awbprint-hawb");
  const declared = COLUMNS.flatMap(([name, width]) => {
    const field = fields.find((each) => each.name === name);
    if (!field) return [];
    const figure = field.kind === "int" || field.kind === "decimal";
    return {
      key: name,
      width,
      title: label(field.label),
      ellipsis: true,
      ...(figure ? { align: "right" as const, className: "is-figure" } : {}),
      render: (_: unknown, hawb: Hawb) => <FieldValue field={plainly(field)} value={hawb[name]} row={hawb} />,
    };
  });
  const partyName = (role: string) => ({
    key: role,
    width: 140,
    ellipsis: true,
    title: t(`order:parties.${role}`),
    render: (_: unknown, hawb: Hawb) => (
      <FieldValue field={PARTY_NAME} value={(hawb[role] as Record<string, unknown> | undefined)?.["scName"]} />
    ),
  });
  return [
    {
      key: "hawbNumber",
      fixed: "left",
      width: 140,
      title: t("order:hawb.number"),
      render: (_, hawb) => (
        <button type="button" className="cell-link mono" onClick={() => edit(hawb)}>
          {hawb.hawbNumber}
        </button>
      ),
    },
    ...declared,
    partyName("shipper"),
    partyName("consignee"),
    { key: "printStatus", fixed: "right", width: 96, title: t("order:waybill.stateTitle"), render: (_, hawb) => <PrintState state={hawb.printStatus} /> },
    ...(make
      ? [
          {
            key: "buttons",
            fixed: "right" as const,
            width: 96,
            title: t("platform:list.actions"),
            render: (_: unknown, hawb: Hawb) => (
              <div className="row-buttons">
                <button type="button" onClick={() => goTo(houseFormLink(order.orderUuid, hawb.id))}>
                  {t("order:waybill.makeHouse")}
                </button>
              </div>
            ),
          },
        ]
      : []),
  ];
}

const PARTY_NAME: Field = { name: "scName", label: { zh: "", en: "" }, kind: "text" };

/** A closed choice without its tag: a coloured mark on every row says nothing. */
function plainly(field: Field): Field {
  if (!field.options) return field;
  return { ...field, options: field.options.map(({ value, label }) => ({ value, label })) };
}

/** Where the form of a house waybill is made. */
export function houseFormLink(orderUuid: string, hawbId: string): string {
  return `/hawb_info_page?o=${encodeQuery(orderUuid)}&hawbId=${encodeQuery(hawbId)}`;
}

/** Sums of the houses, in the colour of their difference to the order. */
function Sums({ sums, skip, width }: { sums: Houses["sums"]; skip: number; width: number }) {
  const t = useText();
  const fields = usePlacedFields(orderSection("hawb").fields, "AE");
  const names = ["hawbNumber", ...COLUMNS.map(([name]) => name)];
  return (
    <Table.Summary.Row className="totals">
      {skip > 0 && <Table.Summary.Cell index={0} />}
      {Array.from({ length: width }, (_, place) => {
        const name = names[place] ?? "";
        const field = fields.find((each) => each.name === name);
        return (
          <Table.Summary.Cell key={place} index={place + skip} align={place === 0 ? "left" : "right"}>
            {place === 0 && t("platform:list.sums")}
            {SUMMED.includes(name) && <Marked mark={sums.marks[name]}>{formatFigure(sums[name], field?.places ?? 0)}</Marked>}
          </Table.Summary.Cell>
        );
      })}
    </Table.Summary.Row>
  );
}

/** Asks, then deletes; false when nothing was deleted. */
async function removeHouses(t: Translate, orderUuid: string, ids: string[]): Promise<boolean> {
  const sure = await ask({
    text: t("order:hawb.removeConfirm", { count: ids.length }),
    yes: t("platform:action.remove"),
    danger: true,
  });
  if (!sure) return false;
  try {
    await post("/afbase/hawb/doDelete", { orderUuid, ids });
    toast.done();
    return true;
  } catch (error) {
    // The call has shown why.
    if (!(error instanceof CallError)) throw error;
    return false;
  }
}
