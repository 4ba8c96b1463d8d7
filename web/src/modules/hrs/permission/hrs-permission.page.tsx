/** /hrs_permission 权限管理: the tree of rights, and which companies have them. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { presetBelow } from "@/modules/hrs/permission/new-node";
import { openNode, useNode } from "@/modules/hrs/permission/node-store";
import { definePage } from "@/platform/page-registry";
import "../hrs.css";
import "./permission.css";

export default definePage({
  list: {
    dialogs: lazyDialogs(useNode, async () => (await import("@/modules/hrs/permission/node-dialogs")).NodeDialogs),
    actions: {
      sys_menu_add: (_, list) => list.openForm(null, { preset: presetBelow(list.activeRow()) }),
      sys_menu_org: ([row]) => openNode("orgs", row),
      sys_menu_sort: ([row]) => openNode("move", row),
    },
  },
});
