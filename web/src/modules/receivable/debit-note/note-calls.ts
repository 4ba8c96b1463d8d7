/** Debit notes and statements on paper and in mails: what is asked of the server. */
import type { Bills } from "@/modules/receivable/bills";
import { get, post } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import type { ProposedMail } from "@/platform/mail/mail-dialog";

/** Papers of one print. */
export const PRINTED_MAX = 200;

/** How a paper is made: its language, PDF or a workbook, and its format where there are several. */
export interface Paper {
  language: "zh" | "en";
  format: "PDF" | "EXCEL";
  layout?: string;
}

const idsOf = (rows: Row[]): string[] => rows.map(({ id }) => String(id));

/** The address of the file, which works once. */
export async function printBills(bills: Bills, rows: Row[], paper: Paper, seals: { sealIds?: string[] }): Promise<string> {
  const made = await post<{ url: string }>(`${bills.base}/${bills.print}`, { ids: idsOf(rows), ...paper, ...seals }, { long: true });
  return made.url;
}

/** The mail of one customer as it is proposed. */
export interface NoteMail extends ProposedMail {
  customerName: string;
  /** How many notes, or statements, are attached. */
  notes?: number;
  statements?: number;
}

export interface NoteMails {
  mails: NoteMail[];
  cc: string[];
}

export function readMails(bills: Bills, rows: Row[]): Promise<NoteMails> {
  return get<NoteMails>(`${bills.base}/mail`, { ids: idsOf(rows).join(",") }, { quiet: true });
}

/** Without words of the user each customer gets the mail that is proposed. */
export function sendBills(bills: Bills, rows: Row[], paper: Values, mail: Values | null): Promise<unknown> {
  return post(`${bills.base}/send`, { ids: idsOf(rows), ...paper, ...(mail ? { mail } : {}) }, { quiet: true, long: true });
}
