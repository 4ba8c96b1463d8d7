/** What the tests of these scopes share: declarations as the server writes them, and a stored order of sea export. */
import type { Contract, Field, FormPage, ListPage } from "@/platform/contract";
import { prepareOrders } from "@/platform/order/tabs-kit";
import { setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import type { Prefix } from "./scopes";

const label = (zh: string) => ({ zh, en: zh });
const field = (name: string, zh: string, kind: Field["kind"], rest: Partial<Field> = {}): Field => ({
  name,
  label: label(zh),
  kind,
  ...rest,
});

const CARRIERS: Record<string, Field[]> = {
  se: [field("shipName", "船名", "text"), field("shipVoyageNumber", "航次", "text")],
  te: [field("trainNo", "班列号", "text")],
  lc: [field("driverNumber", "车牌", "text"), field("driverName", "司机", "text")],
};

function formOf(scope: Prefix): FormPage {
  return {
    key: `sc.${scope}-order.form`,
    path: `/${scope}_order_edit`,
    objectType: "order",
    title: label("海运出口订单"),
    access: `${scope}_order`,
    view: `/sc/order/${scope}/{id}`,
    create: { method: "POST", path: `/sc/order/${scope}` },
    update: { method: "PUT", path: `/sc/order/${scope}/{id}` },
    check: `/sc/order/${scope}/check`,
    cancelReasons: ["客户取消", "无舱位", "货未备好", "其他"],
    versionField: "rowUuid",
    sections: [
      { key: "header", label: label("基本信息"), fields: [field("customerNumber", "客户单号", "text")] },
      {
        key: "routing",
        label: label("航程"),
        fields: [
          field("coopId", "客户", "reference", { required: true, reference: "coop?role=customer" }),
          field("departureStation", "装货港", "reference", { reference: "port" }),
          field("arrivalStation", "卸货港", "reference", { reference: "port" }),
          field("expectDeparture", "ETD", "day"),
          field("expectArrival", "ETA", "day"),
          ...(CARRIERS[scope] ?? []),
        ],
      },
      {
        key: "figures",
        label: label("预报/实际"),
        fields: [
          field("planPieces", "预报件数", "int"),
          field("planWeight", "预报毛重", "decimal", { digits: 3, unit: "KG" }),
          field("planVolume", "预报体积", "decimal", { digits: 3, unit: "CBM" }),
          field("planChargeWeight", "预报计费重量", "decimal", { digits: 3, readOnly: true, unit: "TON" }),
          field("confirmChargeWeight", "实际计费重量", "decimal", { digits: 3, unit: "TON" }),
          field("containerNumber", "TEU数", "decimal", { digits: 2, readOnly: true }),
        ],
      },
      {
        key: "containerList",
        label: label("箱型箱量"),
        rows: true,
        fields: [
          field("containerType", "箱型", "upper", { required: true }),
          field("quantity", "数量", "int", { required: true, min: 1, max: 999, initial: 1 }),
        ],
      },
      {
        key: "containers",
        label: label("箱信息"),
        rows: true,
        fields: [field("containerNo", "箱号", "upper"), field("weight", "货重", "decimal", { digits: 3 })],
      },
    ],
  };
}

function listOf(scope: Prefix): ListPage {
  return {
    key: `sc.${scope}-order.list`,
    path: `/${scope}_order`,
    title: label("海运出口订单"),
    access: `${scope}_order`,
    rowKey: "orderUuid",
    call: `/sc/order/${scope}/page`,
    sort: "",
    columns: [
      { ...field("orderCode", "订单号", "text"), sortable: false, shown: true },
      {
        ...field("orderStatus", "订单状态", "state"),
        options: [{ value: "已订舱", label: { zh: "已订舱", en: "Booked" }, tone: "info" }],
        sortable: false,
        shown: true,
      },
      { ...field("planWeight", "预报毛重", "decimal", { digits: 3 }), sortable: false, shown: true, sum: true },
    ],
    filters: [
      {
        name: "orderStatus",
        label: label("锁账状态"),
        kind: "oneOf",
        field: { kind: "select", options: ["0", "1"].map((value) => ({ value, label: label(value) })) },
      },
    ],
    buttons: ["edit", "share", "cancel", "restore", "forcestop"].map((name) => ({
      code: `${scope}-order-${name}`,
      label: label(
        { edit: "编辑", share: "分享", cancel: "取消订单", restore: "恢复订单", forcestop: "强制关闭" }[name] ?? name,
      ),
      place: "row" as const,
      action: "custom" as const,
    })),
    editLink: `/${scope}_order_edit?o={orderUuid}`,
  };
}

export const DECLARED: Contract = {
  lists: (["ai", "se", "te", "lc"] as const).map(listOf),
  forms: (["ai", "se", "te", "lc"] as const).map(formOf),
};

export const UUID = "0b2f1c6a-0000-4000-8000-000000000002";
export const SE1 = {
  orderId: "41",
  orderUuid: UUID,
  orderCode: "SE-2607150001",
  rowUuid: "r1",
  businessScope: "SE",
  lifecycle: "OPEN",
  orderStatus: "已订舱",
  number: "TSTSHA260701",
  coopId: "11",
  coopName: "客户海甲",
  departureStation: "CNSHA",
  departureStationName: "上海",
  arrivalStation: "DEHAM",
  arrivalStationName: "汉堡",
  shipName: "TEST OCEAN",
  shipVoyageNumber: "025W",
  planPieces: 1200,
  planWeight: 18500,
  planVolume: 118,
  planChargeWeight: 118,
  confirmPieces: 1200,
  confirmWeight: 18700,
  confirmVolume: 118.5,
  confirmChargeWeight: 118.5,
  containerNumber: 4,
  containerList: [{ containerType: "40HQ", quantity: 2 }],
  containers: [
    { containerNo: "CSQU3054383", weight: 9300 },
    { containerNo: "TSTU1000019", weight: 9400 },
  ],
  buttons: [
    "se-order-edit",
    "se-order-file",
    "se-order-share",
    "se-order-cancel",
    "se-order-restore",
    "se-order-forcestop",
  ],
  fileCount: 3,
};

/** A user who holds the buttons of these scopes, with the declarations and the texts. */
export async function prepare(): Promise<void> {
  localStorage.clear();
  useSession.getState().enter("t1", { userId: "7", orgId: "1" }, 0);
  await prepareOrders(SE1.buttons);
  setContract(DECLARED);
}
