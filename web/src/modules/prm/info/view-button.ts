import type { Button } from "@/platform/contract";

/** Looking at a request, for everybody who sees its row. */
export const VIEW: Button = {
  code: "info-view",
  label: { zh: "查看", en: "View" },
  place: "row",
  action: "custom",
};
