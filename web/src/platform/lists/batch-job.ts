/** A button pressed for the whole result of a list: more rows than the browser works through itself become a job. */
import { CallError, DOWNLOAD_CENTRE, post } from "@/platform/call/client";
import type { Button, ListPage, PageOfRows } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { formatFigure } from "@/platform/format";
import { labelText, translate } from "@/platform/i18n";
import { type StatusWish, switchesStatus } from "@/platform/lists/list-actions";
import { BATCH_ROWS_MAX } from "@/platform/lists/list-data";
import type { ListQuery } from "@/platform/lists/list-url";
import { toast } from "@/platform/toast";

type Found = Pick<PageOfRows, "total" | "totalCapped">;

/** More rows are found than the browser works through, and the server takes them. */
export function isForJob(page: ListPage, { total, totalCapped }: Found): boolean {
  return page.batchCall !== undefined && (total > BATCH_ROWS_MAX || totalCapped === true);
}

/** Buttons a job can press: it knows no more of a row than its id. */
export function jobButtons(buttons: Button[]): Button[] {
  const plain = (path: string) => path.split("{").length === 2 && path.includes("{id}");
  const fits = ({ action, call }: Button) => (call ? plain(call.path) && ["call", "remove"].includes(action) : action === "remove");
  return buttons.filter((button) => button.many === true && fits(button));
}

/** The number of rows that are found, as it is told. */
export function foundText({ total, totalCapped }: Found): string {
  return formatFigure(total, 0) + (totalCapped ? "+" : "");
}

/** Asks, and hands the button with the filter over. True when the job was put down. */
export async function runWhole(page: ListPage, query: Pick<ListQuery, "sort" | "filters">, found: Found, button: Button, wish?: StatusWish): Promise<boolean> {
  const label = wish ? translate(wish.active ? "platform:batch.start" : "platform:batch.stopRows") : labelText(button.label);
  const danger = button.action === "remove" || button.danger === true || wish?.active === false;
  const text = [translate("platform:batch.jobConfirm", { total: foundText(found), action: label }), translate("platform:batch.jobHint")];
  if (!(await ask({ text, danger }))) return false;
  const base = page.call.replace(/\/page$/, "");
  const action = button.call ? `${button.call.method} ${button.call.path}` : `DELETE ${base}/{id}`;
  const body = { action, filters: query.filters, sort: query.sort ?? "", ...(switchesStatus(button) ? { active: wish?.active ?? false } : {}) };
  try {
    await post(page.batchCall ?? "", body);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return false;
  }
  toast.linked(translate("platform:export.submitted"), { href: DOWNLOAD_CENTRE, text: translate("platform:export.centre") });
  return true;
}
