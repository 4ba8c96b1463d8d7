/** What the list of share links offers besides its declared buttons. */
import type { Button } from "@/platform/contract";

export const VIEWS_BUTTON: Button = {
  code: "af-share-views",
  label: { zh: "访问记录", en: "Views" },
  place: "row",
  action: "custom",
};
