/** /hrs_edition 版本套餐: the rights a company gets with its edition. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { openEdition, useEdition } from "@/modules/hrs/edition/edition-store";
import { definePage } from "@/platform/page-registry";
import "../hrs.css";
import "./edition.css";

export default definePage({
  list: {
    dialogs: lazyDialogs(useEdition, async () => (await import("@/modules/hrs/edition/edition-dialogs")).EditionDialogs),
    actions: {
      sys_edition_permission: ([row]) => openEdition("permission", row),
      sys_edition_copy: ([row]) => openEdition("copy", row),
      sys_edition_sync: ([row]) => openEdition("sync", row),
    },
  },
});
