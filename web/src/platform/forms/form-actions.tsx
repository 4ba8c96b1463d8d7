/** The actions of the thing that is open, as its row in the list has them. */
import { useQueryClient } from "@tanstack/react-query";
import { Button as AntButton } from "antd";
import { Suspense, lazy, useState } from "react";
import type { OpenAction } from "@/platform/actions/asked";
import type { Button, FormPage, ListPage, Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import type { DeclaredForm } from "@/platform/forms/declared-form";
import { useValues } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";
import { type ListHands, isHandled, rowAllows, runButton } from "@/platform/lists/list-actions";
import { listOfForm } from "@/platform/page-registry";
import { useSession } from "@/platform/session";

const ActionDialog = lazy(async () => ({ default: (await import("@/platform/actions/action-dialog")).ActionDialog }));

interface FormActionsProps {
  page: FormPage;
  id: string;
  declared: DeclaredForm;
  /** Something was written; the form and the lists read themselves again. */
  changed?(): void;
  /** The thing is no longer there. */
  gone(): void;
}

const NO_ACTIONS: Button[] = [];

/** Those the user holds and the thing allows now. */
export function FormActions({ page, id, declared, changed, gone }: FormActionsProps) {
  const t = useText();
  const label = useLabel();
  const held = useSession((session) => session.buttons) ?? [];
  const [open, setOpen] = useState<OpenAction | null>(null);
  const { form, state } = declared;
  const row: Row = { ...useValues(form), id };
  const shown = (page.actions ?? NO_ACTIONS).filter((each) => held.includes(each.code) && isHandled(each, NO_OVERRIDES) && rowAllows(each, row));
  const queries = useQueryClient();
  const hands = (button: Button): ListHands => handsOf(page, setOpen, () => {
    void queries.invalidateQueries({ queryKey: ["list"] });
    changed?.();
    if (button.action === "remove") gone();
    else declared.reload();
  });
  const press = async (button: Button) => {
    // What is typed and not saved would be lost when the form reads itself again.
    if (!button.tells && form.dirty()) {
      if (!(await ask({ text: t("platform:form.saveFirst"), yes: t("platform:action.save") }))) return;
      if (!(await declared.save())) return;
      changed?.();
    }
    await runButton(button, [{ ...form.all(), id }], hands(button));
  };
  return (
    <>
      {state === "ready" && shown.map((button) => (
        <AntButton key={`${button.code} ${button.action}`} danger={button.danger ?? false} onClick={() => void press(button)}>
          {label(button.label)}
        </AntButton>
      ))}
      {open && (
        <Suspense fallback={null}>
          <ActionDialog action={open} hands={hands(open.button)} close={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

const NO_OVERRIDES = {};
const nothing = (): void => undefined;

/** A form as the list of its one row. */
function handsOf(page: FormPage, openAction: ListHands["openAction"], reload: () => void): ListHands {
  const { key, path = "", title, access, view } = page;
  const list: ListPage = { key, path, title, access, rowKey: "id", call: view, columns: listOfForm(page)?.columns ?? [], filters: [], buttons: [], form: key, sort: "" };
  const context = { reload, filters: {}, selected: [], clearSelection: nothing, activeRow: () => undefined, openForm: nothing };
  return { page: list, overrides: NO_OVERRIDES, context: () => context, openForm: nothing, openExport: nothing, openImport: nothing, openAction };
}
