/** The sign that empties a choice: named in the user's language, for the mouse alone; Delete does the same by the keyboard. */
import { CloseCircleFilled } from "@ant-design/icons";
import type { KeyboardEvent } from "react";
import { useText } from "@/platform/i18n";

/** What `allowClear` of a select takes. Its style keeps it out of the way of Tab. */
export function useClearSign(): { clearIcon: React.ReactNode; label: string } {
  const t = useText();
  return { clearIcon: <CloseCircleFilled />, label: t("platform:field.clear") };
}

/** Delete empties a choice nobody is typing in. */
export function clearsByKey(clear: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const typed = event.target instanceof HTMLInputElement ? event.target.value : "";
    if (event.key === "Delete" && typed === "") clear();
  };
}
