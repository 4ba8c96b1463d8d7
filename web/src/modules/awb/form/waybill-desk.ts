/** The desks forms are made on, each with the buttons it asks for and the list it belongs to. */
import type { Access } from "@/gen/contract";
import type { WaybillKey } from "@/modules/awb/form/store-form";
import type { WaybillKind } from "@/modules/awb/form/waybill-model";

export interface WaybillDesk {
  make: Record<WaybillKind, Access>;
  finish: Access;
  back: Access;
  remove: Access;
  print: Access;
  /** Where the forms are listed. */
  list: string;
}

/** 运单制单 of air orders. */
const OF_ORDERS: WaybillDesk = {
  make: { master: "af-awbprint-mawb", house: "af-awbprint-hawb" },
  finish: "af-awbprint-finish",
  back: "af-awbprint-back",
  remove: "af-awbprint-del",
  print: "af-awbprint-print",
  list: "/af_awb_print",
};

/** 运单列表, where waybills need no order. */
export const OPEN_DESK: WaybillDesk = {
  make: { master: "os-waybill-add", house: "os-waybill-add" },
  finish: "os-waybill-finish",
  back: "os-waybill-back",
  remove: "os-waybill-del",
  print: "os-waybill-print",
  list: "/os_waybill",
};

export const MAKE_PAGE = "/osWaybillMake";

export const deskOf = (key: WaybillKey): WaybillDesk => (key.open ? OPEN_DESK : OF_ORDERS);

const KIND_CODE: Record<WaybillKind, string> = { master: "0", house: "1" };

/** The kind in the words of addresses and calls. */
export const kindCode = (kind: WaybillKind): string => KIND_CODE[kind];

/** The address of a stored form on the desk of 运单列表. */
export const storedLink = (kind: WaybillKind, awbPrintId: string): string =>
  `${MAKE_PAGE}?type=${kindCode(kind)}&awbPrintId=${awbPrintId}`;

/** The address of the form of a master number there: the master itself, or a new house below it. */
export const masterLink = (kind: WaybillKind, awbNumber: string): string =>
  `${MAKE_PAGE}?type=${kindCode(kind)}&masterNo=${awbNumber}`;

/** Where the master of a house is made. */
export function masterOf(key: WaybillKey, awbNumber: string): string {
  return key.open ? masterLink("master", awbNumber) : `/af_mawb_make?o=${key.orderUuid}`;
}
