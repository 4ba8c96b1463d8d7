/** Dialogs over one department: move, merge, sort. */
import { Modal } from "antd";
import { type ReactNode, useEffect } from "react";
import { closeDept, useDeptDialog } from "@/modules/hrs/dept/dept-store";
import { type Dept, useDepts } from "@/modules/hrs/dept/dept-tree";
import { MergeDialog } from "@/modules/hrs/dept/merge-dialog";
import { MoveDialog } from "@/modules/hrs/dept/move-dialog";
import { SortDialog } from "@/modules/hrs/dept/sort-dialog";
import type { ListContext } from "@/platform/lists/list-overrides";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading, useLate } from "@/platform/page-loading";

const DIALOGS = { move: MoveDialog, merge: MergeDialog, sort: SortDialog };

export function DeptDialogs({ list }: { list: ListContext }) {
  const open = useDeptDialog((state) => state.open);
  // A dialog left open by another page would surprise.
  useEffect(() => closeDept, []);
  if (!open) return null;
  const Dialog = DIALOGS[open.dialog];
  return (
    <WithDepts>
      {(depts) => <Dialog row={open.row} depts={depts} list={list} />}
    </WithDepts>
  );
}

/** A dialog draws itself when there is something to choose from. */
function WithDepts({ children }: { children(depts: Dept[]): ReactNode }) {
  const { data, error, refetch } = useDepts();
  const late = useLate(!data && !error);
  if (data) return <>{children(data)}</>;
  if (!error && !late) return null;
  return (
    <Modal open width={480} footer={null} onCancel={closeDept}>
      {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={4} />}
    </Modal>
  );
}
