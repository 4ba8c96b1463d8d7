/** What the buttons of a declared list do when no module says otherwise. */
import { type OpenAction, asksFields, callAsked, callsTogether, follow, toldOf } from "@/platform/actions/asked";
import { CallError, get, remove, sendJson } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { type Button, type ListPage, type Row, holds, pathOfOne } from "@/platform/contract";
import { type Question, ask } from "@/platform/dialog";
import type { Values } from "@/platform/forms/form-store";
import { type BatchWork, runBatch } from "@/platform/lists/batch";
import { labelText, translate } from "@/platform/i18n";
import type { ActionHandler, ListContext, ListOverrides, OpenFormOptions } from "@/platform/lists/list-overrides";
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
  /** Asks what an action asks, or shows what it told. */
  openAction(action: OpenAction): void;
}

/** The module's way of a button: of its code and action, else of its code. */
function handlerOf(button: Button, { actions }: ListOverrides): ActionHandler | undefined {
  return actions?.[`${button.code} ${button.action}`] ?? actions?.[button.code];
}

/** A custom button nobody handles would do nothing; it is not shown. */
export function isHandled(button: Button, overrides: ListOverrides): boolean {
  return button.action !== "custom" || handlerOf(button, overrides) !== undefined;
}

/** The row itself says what the user may do with it. */
export function rowAllows(button: Button, row: Row): boolean {
  const { code, action, own } = button;
  const allowed = own || row.can === undefined || row.can.includes(code) || row.can.includes(action);
  return allowed && holds(button.when, row);
}

/** Which way rows are switched, where a button switches each to the other one. */
export interface StatusWish {
  active: boolean;
}

/** Switching a document on or off is one operation with the wanted state in its body. */
export function switchesStatus(button: Button): boolean {
  return button.many === true && button.action === "call" && (button.call?.path ?? "").endsWith("/status");
}

/** Buttons for selected rows: those declared so, and row buttons that work on many unless a module has its own way. */
export function batchButtons(page: ListPage, buttons: Button[], overrides: ListOverrides): Button[] {
  const many = (button: Button) => button.many === true && !page.tree && handlerOf(button, overrides) === undefined;
  return buttons.filter((button) => button.place === "batch" || many(button));
}

export async function runButton(button: Button, rows: Row[], hands: ListHands, wish?: StatusWish): Promise<void> {
  const own = handlerOf(button, hands.overrides);
  if (own) return void (await own(rows, hands.context(), button));
  const [row] = rows;
  switch (button.action) {
    case "create":
      return openForm(null, hands);
    case "edit":
      return row && openForm(row, hands);
    case "copy":
      return row && copyRow(button, row, hands);
    case "export":
      return hands.openExport();
    case "import":
      return hands.openImport(button.call?.path ?? "");
    case "link":
      return goTo(fillLink(button.link ?? "", row ?? {}));
    case "remove":
      return removeRows(button, rows, hands);
    case "call":
      return callRows(button, rows, hands, wish);
    case "ask":
      return askRows(button, rows.map((each) => ({ ...each, id: idOf(hands.page, each) })), hands);
    default:
      return undefined;
  }
}

export function openForm(row: Row | null, { page, openForm: open }: ListHands): void {
  if (page.form) open(row ? idOf(page, row) : null);
  else if (page.editLink) goTo(row ? fillLink(page.editLink, row) : (page.editLink.split("?")[0] ?? ""));
}

/** A new row that begins as another one is. */
async function copyRow(button: Button, row: Row, hands: ListHands): Promise<void> {
  const path = pathOfOne(button.call?.path ?? "", idOf(hands.page, row));
  try {
    hands.openForm(null, { preset: await get<Values>(path, undefined), by: button.label });
  } catch {
    // The call has said why.
  }
}

export function idOf(page: ListPage, row: Row): string {
  return String(row[page.rowKey] ?? row.id ?? "");
}

/** The number people know a row by: what they pass on of it. Empty where the list declares none. */
export function numberOf({ columns }: ListPage, row: Row): string {
  const passedOn = columns.find(({ name, copy, kind }) => (copy === true || kind === "waybill") && row[name]);
  return passedOn ? String(row[passedOn.name]) : "";
}

/** What a dialog about one row is called; null where it is about several, or nobody knows how the row is called. */
export function titleAbout(button: Button, rows: Row[], page: ListPage): string | null {
  const [row] = rows;
  const number = row && rows.length === 1 ? numberOf(page, row) : "";
  return number ? `${labelText(button.label)} ${number}` : null;
}

/** A question about a row says which. */
function askAbout(button: Button, rows: Row[], { page }: ListHands, question: Question): Promise<boolean> {
  const title = titleAbout(button, rows, page);
  return ask(title === null ? question : { title, ...question });
}

async function removeRows(button: Button, rows: Row[], hands: ListHands): Promise<void> {
  const one = labelText(button.confirm) || translate("platform:list.removeConfirm");
  const text = rows.length > 1 ? batchConfirm(button, rows) : one;
  if (!(await askAbout(button, rows, hands, { text, danger: true, yes: translate("platform:action.remove") }))) return;
  const view = formByKey(hands.page.form ?? "")?.view ?? hands.page.call;
  await each({ title: labelText(button.label) }, button, rows, hands, (row) => {
    if (button.call) return callOne(button, row);
    return remove(pathOfOne(view, idOf(hands.page, row)), { version: versionOf(row) }, { quiet: true });
  });
}

async function callRows(button: Button, rows: Row[], hands: ListHands, wish?: StatusWish): Promise<void> {
  if (wish) return switchRows(button, rows, hands, wish);
  const confirm = confirmText(button, rows);
  if (confirm && !(await askAbout(button, rows, hands, { text: confirm, danger: button.danger ?? false }))) return;
  const path = button.call?.path ?? "";
  if (rows.length === 0 || path.includes("{")) {
    return each({ title: labelText(button.label) }, button, rows, hands, (row, confirmed) => callOne(button, row, { confirmed }));
  }
  const ids = rows.map((row) => idOf(hands.page, row));
  await converse(button, rows, hands, (confirmed) =>
    sendJson(button.call?.method ?? "POST", path, confirmed.length > 0 ? { ids, confirmed } : { ids }, { quiet: true }),
  );
}

/** An action opens its dialog; one that asks for nothing is done at once. */
async function askRows(button: Button, rows: Row[], hands: ListHands): Promise<void> {
  if (asksFields(button)) return hands.openAction({ button, rows });
  const text = confirmText(button, rows);
  if (text && !(await askAbout(button, rows, hands, { text, danger: button.danger ?? false }))) return;
  const body = (confirmed: string[]) => (confirmed.length > 0 ? { confirmed } : {});
  if (!callsTogether(button)) {
    return each({ title: labelText(button.label) }, button, rows, hands, (row, confirmed) => callAsked(button, row, body(confirmed)));
  }
  const ids = rows.map((row) => idOf(hands.page, row));
  await converse(button, rows, hands, (confirmed) => callAsked(button, {}, { ids, ...body(confirmed) }));
}

/** What lists call the member that tells whether a row is in use; interfaces tell it as a state. */
const IN_USE = ["active", "enabled", "isValid"];
const STATE_IN_USE = "启用";

function inUse(row: Row): boolean {
  return IN_USE.some((name) => row[name] === true) || row["state"] === STATE_IN_USE;
}

/** All to one state; rows that have it already are left alone. What was switched can be switched back. */
async function switchRows(button: Button, rows: Row[], hands: ListHands, { active }: StatusWish): Promise<void> {
  const title = translate(active ? "platform:batch.start" : "platform:batch.stopRows");
  const others = rows.filter((row) => inUse(row) !== active);
  if (others.length === 0) return toast.info(translate("platform:batch.nothing"));
  const text = [translate("platform:list.batchConfirm", { count: others.length, action: title })];
  if (others.length < rows.length) text.push(translate("platform:batch.skipped", { count: rows.length - others.length }));
  if (!(await ask({ text, danger: !active }))) return;
  const undo = (row: Row, answer: unknown) => callOne(button, { ...row, version: versionAfter(row, answer) }, { wish: { active: !active } });
  await each({ title, undo }, button, others, hands, (row) => callOne(button, row, { wish: { active } }));
}

/** The version a change has left behind. */
function versionAfter(row: Row, answer: unknown): unknown {
  const told = answer !== null && typeof answer === "object" ? (answer as Row)["version"] : undefined;
  return told ?? Number(row["version"]) + 1;
}

function confirmText(button: Button, rows: Row[]): string {
  if (rows.length > 1 && button.place !== "batch") return batchConfirm(button, rows);
  if (button.confirm) return labelText(button.confirm);
  return button.place === "batch" ? batchConfirm(button, rows) : "";
}

function batchConfirm(button: Button, rows: Row[]): string {
  return translate("platform:list.batchConfirm", { count: rows.length, action: labelText(button.label) });
}

/** What goes along with a call: the state that is wanted, and the questions that were answered with yes. */
interface Extra {
  wish?: StatusWish;
  confirmed?: string[];
}

function callOne(button: Button, row: Row, { wish, confirmed = [] }: Extra = {}): Promise<unknown> {
  const path = fillLink(button.call?.path ?? "", row);
  const version = row["rowUuid"] === undefined ? { version: row["version"] } : { rowUuid: row["rowUuid"] };
  const body = path.endsWith("/status") ? { active: wish?.active ?? !inUse(row), ...version } : version;
  return sendJson(button.call?.method ?? "POST", path, confirmed.length > 0 ? { ...body, confirmed } : body, { quiet: true });
}

function versionOf(row: Row): string | undefined {
  const version = row["version"] ?? row["rowUuid"];
  return version === undefined ? undefined : String(version);
}

/** What a batch is called, and how a finished row is taken back. */
type Batch = Pick<BatchWork, "title" | "undo">;

/** One call after the other; one row is a conversation, many give each its answer. */
async function each(batch: Batch, button: Button, rows: Row[], hands: ListHands, call: (row: Row, confirmed: string[]) => Promise<unknown>): Promise<void> {
  if (rows.length <= 1) return converse(button, rows, hands, (confirmed) => call(rows[0] ?? {}, confirmed));
  await eachOfMany(batch, button, rows, hands, (row) => call(row, []));
}

/** One call with its questions; then what it tells is shown, or the page it leads to. */
async function converse(button: Button, rows: Row[], hands: ListHands, call: (confirmed: string[]) => Promise<unknown>): Promise<void> {
  const result = await submit(call, button.tells ? { done: false } : {});
  if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
  if (result.kind === "stale" || (result.kind === "saved" && !button.tells)) changedBy(hands);
  if (result.kind !== "saved") return;
  if (toldOf(result.data)) hands.openAction({ button, rows, answer: result.data });
  else follow(button, result.data);
}

/** A call for each of many rows, with its own answer. */
export async function eachOfMany(batch: Batch, button: Button, rows: Row[], hands: ListHands, call: (row: Row) => Promise<unknown>): Promise<void> {
  const { page } = hands;
  const refuse = () => Promise.reject(new CallError("refused", translate("platform:batch.notAllowed"), 200, 1, null));
  await runBatch({
    ...batch,
    rows,
    nameOf: (row) => String(row[page.columns.find((column) => column.shown)?.name ?? ""] ?? idOf(page, row)),
    call: (row) => (rowAllows(button, row) ? call(row) : refuse()),
    changed: () => changedBy(hands),
  });
}

/** Something was written. */
export function changedBy(hands: ListHands): void {
  const context = hands.context();
  context.clearSelection();
  context.reload();
}
