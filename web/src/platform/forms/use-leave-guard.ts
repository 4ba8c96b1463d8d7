/** 内容未保存，确认离开？ before anything unsaved is left behind. */
import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { ask } from "@/platform/dialog";
import { type FormStore, useDirty } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { keptBy, usePageTab } from "@/platform/page-tab";

/** Unsaved forms that stand in no tab: in dialogs of the shell. */
const loose = new Set<FormStore>();

export const looseCount = (): number => loose.size;

/** True when the user would rather leave. */
export function confirmLeave(): Promise<boolean> {
  return ask({
    text: translate("platform:form.unsaved"),
    yes: translate("platform:form.leave"),
    no: translate("platform:form.stay"),
    danger: true,
  });
}

/** As above; what the form holds is lost then. */
export async function leaveForm(form: FormStore): Promise<boolean> {
  const leaves = await confirmLeave();
  if (leaves) form.giveUp();
  return leaves;
}

/** Guards navigation and closing of the window while the form is unsaved. A page whose tab keeps it is left unasked. */
export function useLeaveGuard(form: FormStore): void {
  const dirty = useDirty(form);
  const tab = usePageTab();
  useEffect(() => {
    if (tab) tab.say(form, dirty);
    else if (dirty) loose.add(form);
    return () => {
      tab?.gone(form);
      loose.delete(form);
    };
  }, [tab, form, dirty]);
  useBlocker({
    shouldBlockFn: async (going) => form.dirty() && !keptBy(tab, going) && !(await leaveForm(form)),
    enableBeforeUnload: () => form.dirty(),
    disabled: !dirty,
  });
}
