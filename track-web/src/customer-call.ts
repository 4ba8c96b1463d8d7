// The calls of the customer information form. The code of the invitation opens it, until the sheet is submitted.

import type { Sheet, StoredSheet } from "./customer-sheet";
import type { Sender } from "./record";
import { get, post, remove, there, upload, type Asking } from "./wire";

const BASE = "/prm/external/customerInfo";

/** A certificate that has been uploaded. */
export interface SheetFile {
  id: string;
  kind: string;
  fileName: string;
  size: number;
}

/** A country that can be chosen. */
export interface Country {
  code: string;
  nameCn: string;
  nameEn: string;
}

/** What the invitation asks for, and what has been filled in so far. */
export interface Invitation extends Sender {
  state: string;
  coopType: "CUSTOMER" | "SUPPLIER" | "AGENT";
  returnReason: string | null;
  data: StoredSheet | null;
  countries: Country[] | null;
  files: SheetFile[] | null;
}

/** The invitation of a code. */
export function invitation(asking: Asking, code: string): Promise<Invitation> {
  return get<Invitation>(gone(asking), BASE, { code }).then(there);
}

/** Keeps the sheet as it is, to go on with later. */
export function save(asking: Asking, code: string, data: Sheet): Promise<null> {
  return post<null>(gone(asking), `${BASE}/save`, { code, data });
}

/** Hands the sheet in. */
export function submit(asking: Asking, code: string, data: Sheet): Promise<null> {
  return post<null>(gone(asking), `${BASE}/submit`, { code, data });
}

/** Brings a certificate. */
export function uploadFile(asking: Asking, code: string, kind: string, file: File): Promise<SheetFile> {
  return upload<SheetFile>(gone(asking), `${BASE}/upload`, { code, kind }, file).then(there);
}

/** Takes a certificate back. */
export function removeFile(asking: Asking, code: string, id: string): Promise<null> {
  return remove(gone(asking), `${BASE}/file/${encodeURIComponent(id)}`, { code });
}

function gone(asking: Asking): Asking {
  return { ...asking, gone: "customer.gone" };
}
