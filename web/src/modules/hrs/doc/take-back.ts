/** What the papers of orders offer besides their declared buttons. */
import type { Button } from "@/platform/contract";

/** An own upload of the last day is taken back without the button of removing; the row says which is one. */
export const TAKE_BACK: Button = {
  code: "doc-take-back",
  label: { zh: "删除", en: "Delete" },
  place: "row",
  action: "remove",
  danger: true,
  call: { method: "DELETE", path: "/hrs/doc/order/{id}" },
  when: { is: ["takenBack", true] },
};
