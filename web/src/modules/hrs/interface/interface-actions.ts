/** What the buttons of the interfaces do, on the page of all types and in the tab of a company. */
import { runCall } from "@/modules/hrs/common/run-call";
import { openInterface } from "@/modules/hrs/interface/interface-store";
import { sendJson } from "@/platform/call/client";
import type { Button, Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { translate } from "@/platform/i18n";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { fillLink } from "@/platform/navigate";
import { toast } from "@/platform/toast";

/** The simulator answered. */
const SIMULATED = "模拟";

interface Tried {
  ok: boolean;
  took: number;
  result: string;
  mode: string;
}

const call = (button: Button, row: Row, body: object) =>
  sendJson(button.call?.method ?? "POST", fillLink(button.call?.path ?? "", row), body, { quiet: true, long: true });

async function tryOut(button: Button, row: Row, list: ListContext): Promise<void> {
  const result = await runCall(list, () => call(button, row, {}) as Promise<Tried>, { done: false });
  if (result.kind !== "saved") return;
  const { ok, took, result: told, mode } = result.data;
  const how = translate(mode === SIMULATED ? "hrs:interface.simulated" : "hrs:interface.live");
  const values = { result: told, took, mode: how };
  if (ok) toast.info(translate("hrs:interface.tried", values));
  else toast.error(translate("hrs:interface.failed", values));
}

async function makeToken(button: Button, row: Row, list: ListContext): Promise<void> {
  const first = !row["token"];
  if (!first && !(await ask({ text: translate("hrs:interface.tokenAsk"), danger: true }))) return;
  const send = () => call(button, row, { version: row["version"] }) as Promise<{ token: string }>;
  const result = await runCall(list, send, { done: false });
  if (result.kind === "saved") openInterface({ dialog: "token", name: String(row["typeCode"] ?? ""), token: result.data.token });
}

/** Buttons of a company's tab share their code; their calls tell them apart. */
export const interfaceAction: ActionHandler = ([row], list, button) => {
  if (!row) return;
  return button.call?.path.includes("/token/") ? makeToken(button, row, list) : tryOut(button, row, list);
};
