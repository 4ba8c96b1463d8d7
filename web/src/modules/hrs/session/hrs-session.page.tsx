/** /hrs_session 在线会话: who is logged in, and ending that. */
import { runCall, withConfirmed } from "@/modules/hrs/common/run-call";
import { post } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { translate } from "@/platform/i18n";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

const offline: ActionHandler = async (rows, list) => {
  if (rows.length === 0 || !(await ask({ text: translate("hrs:session.offlineAsk", { n: rows.length }), danger: true }))) return;
  const body = { ids: rows.map((row) => row.id) };
  const result = await runCall(list, (confirmed) => post("/hrs/session/offline", withConfirmed(body, confirmed), { quiet: true }));
  if (result.kind === "saved") list.clearSelection();
};

export default definePage({ list: { actions: { sys_session_offline: offline } } });
