/** What the buttons of the users do. */
import { runCall, withConfirmed } from "@/modules/hrs/common/run-call";
import { type Person, type UserDialog, openUser, personOf } from "@/modules/hrs/user/user-store";
import { download, get, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import type { Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { toast } from "@/platform/toast";

/** States of a row as the server tells them. */
const LOCKED = "锁定";
const STOPPED = "停用";

function opens(dialog: Extract<UserDialog, { person: Person }>["dialog"]): ActionHandler {
  return ([row]) => row && openUser({ dialog, person: personOf(row) });
}

/** What came of an invitation or a reset: where the link went, or a password to be handed over. */
interface Told {
  mailedTo?: string;
  oneTimePassword?: string | null;
}

/** PUT /hrs/user/{move}/{id}, as most moves are made. */
function move(name: string, person: Person, list: ListContext) {
  const path = `/hrs/user/${name}/${encodeURIComponent(person.id)}`;
  return runCall<Told | null>(list, (confirmed) =>
    put(path, withConfirmed({ version: person.version }, confirmed), { quiet: true }),
  );
}

/** A question first, then the move. */
function asked(name: string, question: (person: Person) => string, danger = false): ActionHandler {
  return async ([row], list) => {
    if (!row) return;
    const person = personOf(row);
    if (await ask({ text: question(person), danger })) await move(name, person, list);
  };
}

const stop = asked("stop", ({ name }) => translate("hrs:user.stopAsk", { name }), true);
const start = asked("start", ({ name }) => translate("hrs:user.startAsk", { name }));

/** One button with two effects: the state of the row says which. */
const stopOrStart: ActionHandler = (rows, list, button) => (rows[0]?.["state"] === STOPPED ? start : stop)(rows, list, button);

const resetPassword: ActionHandler = async ([row], list) => {
  if (!row) return;
  const person = personOf(row);
  if (!(await ask({ text: translate("hrs:user.resetAsk", { name: person.name }), danger: true }))) return;
  const result = await move("resetPassword", person, list);
  if (result.kind !== "saved") return;
  const { oneTimePassword: password, mailedTo: mail } = result.data ?? {};
  if (password) openUser({ dialog: "password", name: person.name, password });
  else if (mail) toast.info(translate("hrs:user.resetMailed", { mail }));
};

/** Looking at a number is written to the log, so it is asked for one by one. */
const showIdNumber: ActionHandler = async ([row]) => {
  if (!row) return;
  const { id, name } = personOf(row);
  const path = `/hrs/user/idNumber/${encodeURIComponent(id)}`;
  const result = await submit(() => get<{ idNumber: string | null }>(path, undefined, { quiet: true }), { done: false });
  if (result.kind !== "saved") return;
  if (result.data.idNumber) openUser({ dialog: "idNumber", name, idNumber: result.data.idNumber });
  else toast.info(translate("hrs:user.noIdNumber"));
};

const exportAddress: ActionHandler = async () => {
  await submit(() => download("/hrs/user/exportAddress", undefined, { quiet: true }));
};

export const USER_ACTIONS: Record<string, ActionHandler> = {
  sys_user_leave: opens("leave"),
  sys_user_black: opens("black"),
  sys_user_parttime_save: opens("depts"),
  sys_user_parttime_del: opens("depts"),
  sys_user_override: opens("rights"),
  sys_user_resume: asked("resume", ({ name }) => translate("hrs:user.resumeAsk", { name })),
  sys_user_unlock: asked("unlock", ({ name }) => translate("hrs:user.unlockAsk", { name })),
  sys_user_openid: asked("unbindOpenid", ({ name }) => translate("hrs:user.unbindOpenidAsk", { name }), true),
  sys_user_stop: stopOrStart,
  sys_user_resetpass: resetPassword,
  sys_user_idnumber: showIdNumber,
  sys_user_export_address: exportAddress,
};

/** What the answer to saving a user tells beside the values. */
export function userSaved(values: Values): void {
  const { oneTimePassword, mailedTo, joined, userName } = values;
  if (typeof oneTimePassword === "string" && oneTimePassword) {
    openUser({ dialog: "password", name: String(userName ?? ""), password: oneTimePassword });
  } else if (typeof mailedTo === "string") {
    toast.info(translate("hrs:user.invited", { mail: mailedTo }));
  } else if (joined === true) toast.info(translate("hrs:user.joined"));
}

/** Locked out by failed log-ins, which passes with time. Who was stopped is stopped, locked or not. */
export function isLocked(row: Row, now: string): boolean {
  const until = row["lockedUntil"];
  return row["state"] === LOCKED && typeof until === "string" && until > now;
}
