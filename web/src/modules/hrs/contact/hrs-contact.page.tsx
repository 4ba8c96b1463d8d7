/** /hrs_contact 咨询与升级申请: requests are assigned and handled; a row opens what was asked. */
import { create } from "zustand";
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import type { Row } from "@/platform/contract";
import { definePage } from "@/platform/page-registry";

export interface OpenRequest {
  row: Row;
  way: "assign" | "handle" | "view";
}

export const useRequest = create<{ open: OpenRequest | null }>(() => ({ open: null }));

const opens = (way: OpenRequest["way"]) => (row: Row | undefined) => row && useRequest.setState({ open: { row, way } });

export default definePage({
  list: {
    dialogs: lazyDialogs(useRequest, async () => (await import("@/modules/hrs/contact/contact-dialogs")).ContactDialogs),
    actions: {
      sys_contact_assign: ([row]) => void opens("assign")(row),
      sys_contact_handle: ([row]) => void opens("handle")(row),
    },
    open: (row) => void opens("view")(row),
  },
});
