/** /css_voucher 凭证查询: the file for the finance system, and papers. */
import { download } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { language } from "@/platform/i18n";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

const ids = (rows: Row[]) => rows.map((row) => String(row["id"]));

const handOver: ActionHandler = async (rows, list) => {
  // The call has told its failure.
  await download("/css/voucher/export", { ids: ids(rows) }).catch(() => null);
  // Exports were counted.
  list.reload();
};

const print: ActionHandler = async (rows) => {
  const body = { ids: ids(rows), language: language() === "en-US" ? "en" : "zh" };
  await download("/css/voucher/paper", body).catch(() => null);
};

export default definePage({ list: { actions: { "css-vc-export": handOver, "css-vc-print": print } } });
