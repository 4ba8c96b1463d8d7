/** 内容未保存，确认离开？ before anything unsaved is left behind. */
import { useBlocker } from "@tanstack/react-router";
import { ask } from "@/platform/dialog";
import { type FormStore, useDirty } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";

/** True when the user would rather leave. */
export function confirmLeave(): Promise<boolean> {
  return ask({
    text: translate("platform:form.unsaved"),
    yes: translate("platform:form.leave"),
    no: translate("platform:form.stay"),
    danger: true,
  });
}

/** Guards navigation and closing of the window while the form is unsaved. */
export function useLeaveGuard(form: FormStore): void {
  const dirty = useDirty(form);
  useBlocker({
    shouldBlockFn: async () => form.dirty() && !(await confirmLeave()),
    enableBeforeUnload: () => form.dirty(),
    disabled: !dirty,
  });
}
