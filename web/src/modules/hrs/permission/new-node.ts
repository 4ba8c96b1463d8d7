import { BUTTON, GROUP, PAGE } from "@/modules/hrs/common/permission-tree";
import type { Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

/** A new node stands below the one in hand, beside it where that is a button: nothing stands below a button. */
export function presetBelow(row: Row | undefined): Values {
  if (!row?.id) return {};
  const kind = Number(row["permissionType"]);
  if (kind === BUTTON) return row["parentId"] ? { parentId: String(row["parentId"]), permissionType: String(BUTTON) } : {};
  return { parentId: row.id, parentName: row["permissionName"], permissionType: String(kind === GROUP ? PAGE : BUTTON) };
}
