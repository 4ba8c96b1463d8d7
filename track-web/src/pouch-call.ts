// The calls about a cargo pouch. Its id is the secret of its link.

import type { Sender } from "./record";
import { get, post, there, type Asking } from "./wire";

const BASE = "/afbase/external/cargoPouch/";

type Text = string | null | undefined;

/** A paper in the pouch; its file only where it may be seen outside. */
export interface PouchDocument {
  docType: Text;
  docTypeName?: Text;
  docNo: Text;
  originals: number | null;
  copies: number | null;
  fileName: Text;
  fileUrl: Text;
  remark: Text;
}

/** The papers that travel with a master waybill. */
export interface Pouch extends Sender {
  pouchNumber: string;
  mawbNumber: Text;
  flightNo: Text;
  flightDate: Text;
  departureStation: Text;
  arrivalStation: Text;
  sealNo: Text;
  state: "DRAFT" | "SEALED" | "HANDED" | "RECEIVED";
  stateName: Text;
  receiver: Text;
  receivedTime: Text;
  documents: PouchDocument[] | null;
}

/** Who has received a pouch. */
export interface Receipt {
  name: string;
  phone: string;
  remark: string;
}

/** The id of the pouch with a number and the view code of its label. */
export async function openPouch(asking: Asking, pouchNumber: string, code: string): Promise<string> {
  return there(await post<{ id: string }>(gone(asking), `${BASE}open`, { pouchNumber, code })).id;
}

/** The pouch of an id. */
export function pouch(asking: Asking, id: string): Promise<Pouch> {
  return get<Pouch>(gone(asking), BASE + encodeURIComponent(id)).then(there);
}

/** Confirms that the pouch has come. */
export function receive(asking: Asking, id: string, receipt: Receipt): Promise<null> {
  return post<null>(gone(asking), `${BASE}receive`, { id, ...receipt });
}

function gone(asking: Asking): Asking {
  return { ...asking, gone: "pouch.gone" };
}
