/** What the buttons of a declared list do when no module says otherwise. */
import { CallError, remove, sendJson } from "@/platform/call/client";
import { PROOF_WANTED, withProof } from "@/platform/call/proof";
import { submit } from "@/platform/call/submit";
import { type Button, type ListPage, type Row, holds, pathOfOne } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { labelText, translate } from "@/platform/i18n";
import type { ListContext, ListOverrides, OpenFormOptions } from "@/platform/lists/list-overrides";
import { fillLink, goTo } from "@/platform/navigate";
import { formByKey } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

export interface ListHands {
  page: ListPage;
  overrides: ListOverrides;
  context(): ListContext;
  openForm(id: string | null, options?: OpenFormOptions): void;
  openExport(): void;
  openImport(base: string): void;
}

/** A custom button nobody handles would do nothing; it is not shown. */
export function isHandled(button: Button, overrides: ListOverrides): boolean {
  return button.action !== "custom" || overrides.actions?.[button.code] !== undefined;
}

/** The row itself says what the user may do with it. */
export function rowAllows(button: Button, row: Row): boolean {
  const allowed = row.can === undefined || row.can.includes(button.code) || row.can.includes(button.action);
  return allowed && holds(button.when, row);
}

export async function runButton(button: Button, rows: Row[], hands: ListHands): Promise<void> {
  const own = hands.overrides.actions?.[button.code];
  if (own) return void (await own(rows, hands.context(), button));
  const [row] = rows;
  switch (button.action) {
    case "create":
      return openForm(null, hands);
    case "edit":
      return row && openForm(row, hands);
    case "export":
      return hands.openExport();
    case "import":
      return hands.openImport(button.call?.path ?? "");
    case "link":
      return goTo(fillLink(button.link ?? "", row ?? {}));
    case "remove":
      return removeRows(button, rows, hands);
    case "call":
      return callRows(button, rows, hands);
    default:
      return undefined;
  }
}

export function openForm(row: Row | null, { page, openForm: open }: ListHands): void {
  if (page.form) open(row ? idOf(page, row) : null);
  else if (page.editLink) goTo(row ? fillLink(page.editLink, row) : (page.editLink.split("?")[0] ?? ""));
}

export function idOf(page: ListPage, row: Row): string {
  return String(row[page.rowKey] ?? row.id ?? "");
}

async function removeRows(button: Button, rows: Row[], hands: ListHands): Promise<void> {
  const text = labelText(button.confirm) || translate("platform:list.removeConfirm");
  if (!(await ask({ text, danger: true, yes: translate("platform:action.remove") }))) return;
  const view = formByKey(hands.page.form ?? "")?.view ?? hands.page.call;
  await each(rows, hands, (row) => {
    if (button.call) return callOne(button, row);
    return remove(pathOfOne(view, idOf(hands.page, row)), { version: versionOf(row) }, { quiet: true });
  });
}

async function callRows(button: Button, rows: Row[], hands: ListHands): Promise<void> {
  const confirm = confirmText(button, rows);
  if (confirm && !(await ask({ text: confirm, danger: button.danger ?? false }))) return;
  const path = button.call?.path ?? "";
  if (rows.length === 0 || path.includes("{")) return each(rows, hands, (row) => callOne(button, row));
  const ids = rows.map((row) => idOf(hands.page, row));
  const result = await submit((confirmed) =>
    sendJson(button.call?.method ?? "POST", path, confirmed.length > 0 ? { ids, confirmed } : { ids }, { quiet: true }),
  );
  if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
  if (result.kind === "saved" || result.kind === "stale") done(hands);
}

function confirmText(button: Button, rows: Row[]): string {
  if (button.confirm) return labelText(button.confirm);
  if (button.place !== "batch") return "";
  return translate("platform:list.batchConfirm", { count: rows.length, action: labelText(button.label) });
}

function callOne(button: Button, row: Row): Promise<unknown> {
  const path = fillLink(button.call?.path ?? "", row);
  const version = row["rowUuid"] === undefined ? { version: row["version"] } : { rowUuid: row["rowUuid"] };
  // Switching a document on or off is one operation with the wanted state in its body.
  const body = path.endsWith("/status") ? { active: row["active"] !== true, ...version } : version;
  return sendJson(button.call?.method ?? "POST", path, body, { quiet: true });
}

function versionOf(row: Row): string | undefined {
  const version = row["version"] ?? row["rowUuid"];
  return version === undefined ? undefined : String(version);
}

/** One call after the other; one row is a conversation, many give a count. */
async function each(rows: Row[], hands: ListHands, call: (row: Row) => Promise<unknown>): Promise<void> {
  if (rows.length <= 1) {
    const result = await submit(() => call(rows[0] ?? {}));
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    if (result.kind === "saved" || result.kind === "stale") done(hands);
    return;
  }
  const failures: string[] = [];
  let finished = 0;
  for (const row of rows) {
    try {
      await withProof(() => call(row));
      finished++;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // Who gives no password for one row does not want to be asked again for the next.
      if (error.code === PROOF_WANTED) break;
      failures.push(error.message);
    }
  }
  if (finished + failures.length === 0) return;
  const counts = { done: finished, failed: failures.length };
  if (failures.length === 0) toast.done(translate("platform:list.batchDone", counts));
  else toast.warn(`${translate("platform:list.batchPart", counts)} ${[...new Set(failures)].join(" ")}`);
  done(hands);
}

function done(hands: ListHands): void {
  const context = hands.context();
  context.clearSelection();
  context.reload();
}
