import { useQuery } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, get, post } from "@/platform/call/client";
import { Copyable } from "@/platform/fields/field-value";
import { DIGITS, formatNumber } from "@/platform/format";
import { translate, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { encodeQuery, goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { useCan, useSession } from "@/platform/session";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { toast } from "@/platform/toast";
import { houseFormLink } from "./hawb-tab";
import { papersOf } from "./papers";
import { PrintState } from "./print-state";
import type { AirTabProps } from "../tab-props";
import "@/platform/order/tabs.css";

interface Printed {
  awbPrintId?: string | null;
  state: string;
  printCount?: number;
}

interface House extends Printed {
  hawbId: string;
  hawbNumber: string;
  pieces?: number | null;
  weight?: number | null;
  chargeWeight?: number | null;
}

interface Waybills extends Printed {
  awbNumber: string;
  hawbs: House[];
}

const ADDRESS_LIFE_MS = 60_000;

/** One line of the table: the master first, then its houses. */
interface Line extends Omit<House, "hawbId"> {
  key: string;
  hawbId: string | null;
}

/** The documents of an order: its master waybill and those of its houses. */
export function WaybillTab({ order, readOnly, reach }: AirTabProps) {
  const t = useText();
  const waybills = useQuery({
    queryKey: ["af.waybills", order.orderUuid, order.awbNumber],
    enabled: order.awbNumber !== "",
    staleTime: 0,
    queryFn: () =>
      get<Waybills>(`/afbase/awbPrint/viewByOrderUuid/${encodeURIComponent(order.orderUuid)}`, undefined, { quiet: true }),
  });
  const columns = useColumns(order, () => void waybills.refetch());
  if (order.awbNumber === "") {
    return (
      <div className="tab-empty">
        <p>{t("order:waybill.noNumber")}</p>
        {!readOnly && reach && <Button onClick={() => reach("awbNumber")}>{t("order:waybill.giveNumber")}</Button>}
      </div>
    );
  }
  if (!waybills.data && waybills.error) return <LoadFailed message={waybills.error.message} retry={() => void waybills.refetch()} />;
  if (!waybills.data) return <PageLoading rows={3} />;
  return (
    <section className="order-tab" aria-label={t("order:waybill.title")}>
      <PaperBar order={order} />
      <Table<Line>
        className="tab-table"
        size="small"
        columns={columns}
        dataSource={linesOf(waybills.data)}
        pagination={false}
        scroll={{ x: "max-content", y: TABLE_HEIGHT.large }}
      />
      {waybills.data.hawbs.length === 0 && <p className="soft">{t("order:waybill.direct")}</p>}
    </section>
  );
}

/** The papers that are made of the waybills together. */
function PaperBar({ order }: Pick<AirTabProps, "order">) {
  const held = useSession((session) => session.buttons) ?? [];
  const papers = papersOf(order, held);
  if (papers.length === 0) return null;
  return (
    <div className="tab-bar">
      {papers.map(({ key, label, run }) => (
        <Button key={key} onClick={run}>
          {label}
        </Button>
      ))}
    </div>
  );
}

function linesOf(waybills: Waybills): Line[] {
  const { hawbs, awbNumber, ...master } = waybills;
  return [
    { ...master, key: "master", hawbId: null, hawbNumber: awbNumber },
    ...hawbs.map((house) => ({ ...house, key: house.hawbId })),
  ];
}

function useColumns(order: AirTabProps["order"], printed: () => void): TableColumnsType<Line> {
  const t = useText();
  const figure = (name: "pieces" | "weight" | "chargeWeight", digits: number, width: number) => ({
    key: name,
    width,
    align: "right" as const,
    className: "is-figure",
    title: t(`order:figures.${name.charAt(0).toUpperCase()}${name.slice(1)}`),
    render: (_: unknown, line: Line) => (line.hawbId ? formatNumber(line[name], digits) : ""),
  });
  return [
    {
      key: "kind",
      width: 72,
      title: t("order:waybill.kind"),
      render: (_, line) => t(line.hawbId ? "order:waybill.house" : "order:waybill.master"),
    },
    { key: "number", width: 160, title: t("order:waybill.number"), render: (_, line) => <Copyable text={line.hawbNumber} /> },
    { key: "state", width: 96, title: t("order:waybill.stateTitle"), render: (_, line) => <PrintState state={line.state} /> },
    figure("pieces", DIGITS.pieces, 80),
    figure("weight", DIGITS.weight, 96),
    figure("chargeWeight", 2, 104),
    {
      key: "printCount",
      width: 80,
      align: "right",
      className: "is-figure",
      title: t("order:waybill.printCount"),
      render: (_, line) => formatNumber(line.printCount, 0),
    },
    { key: "buttons", width: 180, title: t("platform:list.actions"), render: (_, line) => <Buttons order={order} line={line} printed={printed} /> },
  ];
}

interface ButtonsProps {
  order: AirTabProps["order"];
  line: Line;
  /** The number of prints has changed. */
  printed(): void;
}

function Buttons({ order, line, printed }: ButtonsProps) {
  const t = useText();
  const [printing, setPrinting] = useState(false);
  const mayPrint = useCan("af-awbprint-print");
  const make = line.hawbId ? "af-awbprint-hawb" : "af-awbprint-mawb";
  const href = line.hawbId
    ? houseFormLink(order.orderUuid, line.hawbId)
    : `/af_mawb_make?o=${encodeQuery(order.orderUuid)}`;
  const print = async () => {
    if (printing) return;
    setPrinting(true);
    if (await printWaybill(order.orderUuid, line)) printed();
    setPrinting(false);
  };
  return (
    <div className="cell-buttons">
      {order.buttons.includes(make) && (
        <Button size="small" onClick={() => goTo(href)}>
          {t(line.hawbId ? "order:waybill.makeHouse" : "order:waybill.makeMaster")}
        </Button>
      )}
      {mayPrint && line.awbPrintId && (
        <Button size="small" loading={busy(printing)} onClick={() => void print()}>
          {t("order:waybill.print")}
        </Button>
      )}
    </div>
  );
}

/** Opens the drawn document in a new window; false when there is none. */
async function printWaybill(orderUuid: string, line: Line): Promise<boolean> {
  // The window must open while the click is being handled, or the browser keeps it shut.
  const target = window.open("", "_blank");
  if (!target) {
    toast.warn(translate("order:waybill.blocked"));
    return false;
  }
  const [path, body] = line.hawbId
    ? ["/afbase/awbPrint/downloadHAWB", { awbPrintType: "PRINT_HAWB", orderUuid, awbPrintId: line.awbPrintId, printType: "2" }]
    : ["/afbase/awbPrint/downloadAWB", { awbPrintType: "PRINT_MAWB", orderUuid, printType: "2" }];
  try {
    target.location.href = documentAddress(await post<string>(path as string, body, { long: true }));
    return true;
  } catch (error) {
    target.close();
    // The call has shown why.
    if (!(error instanceof CallError)) throw error;
    return false;
  }
}

/** Browsers refuse to open data addresses in a window of their own; any other address is the server's. */
function documentAddress(address: string): string {
  const match = /^data:([^;,]+);base64,(.*)$/.exec(address);
  if (!match) return address;
  const bytes = Uint8Array.from(atob(match[2] ?? ""), (letter) => letter.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes], { type: match[1] ?? "" }));
  // The window reads the address after this function has returned.
  setTimeout(() => URL.revokeObjectURL(href), ADDRESS_LIFE_MS);
  return href;
}
