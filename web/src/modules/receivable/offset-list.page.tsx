/** /css_offset 应收应付对冲: papers. */
import { download } from "@/platform/call/client";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

const print: ActionHandler = async (rows) => {
  // The call has told its failure.
  await download("/css/offset/paper", { ids: rows.map((row) => row["id"]) }).catch(() => null);
};

export default definePage({ list: { actions: { "css-os-print": print } } });
