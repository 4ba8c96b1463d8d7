/** Calls of appraisal certificates. */
import { post } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

export const IDENTIFY_PAGE = "/af_identify";
const BASE = "/afbase/identify";
export const IDENTIFY_PROPOSE = `${BASE}/propose`;

export const PASSED = "PASSED";
export const RETURNED = "RETURNED";

export function registerAudit(row: Row, body: Values): Promise<unknown> {
  const path = `${BASE}/audit/${encodeURIComponent(String(row.id))}`;
  return post(path, { ...body, version: row["version"] }, { quiet: true });
}

/** What a declaration is known by: its own number, or its master. */
export const numberOf = (row: Row): string => String(row["declarationNo"] || row["awbNumber"] || row["orderCode"] || "");
