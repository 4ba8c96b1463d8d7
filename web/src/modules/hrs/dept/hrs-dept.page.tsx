import { DeptDialogs } from "@/modules/hrs/dept/dept-dialogs";
import { openDept } from "@/modules/hrs/dept/dept-store";
import { readDepts } from "@/modules/hrs/dept/dept-tree";
import { CallError } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { asNumber, formatFigure, formatNumber } from "@/platform/format";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { ToneIcon } from "@/platform/tone-icon";
import "./dept.css";

/** A new department stands below the row it was asked for on, below the row in hand, or below the top. */
async function addDept([row]: Row[], list: ListContext): Promise<void> {
  list.openForm(null, { preset: below(row ?? list.activeRow()) ?? below(await topDept()) ?? {} });
}

function below(parent: { id?: string; deptName?: unknown; fullName?: unknown } | undefined): Values | null {
  return parent?.id ? { parentId: parent.id, parentName: parent.fullName ?? parent.deptName } : null;
}

/** Without it the form still asks for the department above. */
async function topDept() {
  try {
    return (await readDepts()).find((each) => each.parentId === null);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return undefined;
  }
}

/** More people than budgeted is told by sign and word too. */
function ActualCell({ actual, budget }: { actual: number | null; budget: number | null }) {
  const t = useText();
  if (actual === null || budget === null || actual <= budget) return <span className="tabular">{formatNumber(actual, 0)}</span>;
  const words = t("hrs:dept.overBudget", { budget: formatFigure(budget, 0) });
  return (
    <span className="dept-over tabular" title={words}>
      <ToneIcon tone="danger" size={12} />
      {formatFigure(actual, 0)}
      <span className="sr-only">{words}</span>
    </span>
  );
}

export default definePage({
  list: {
    dialogs: DeptDialogs,
    cells: { actual: (value, row) => <ActualCell actual={asNumber(value)} budget={asNumber(row["budget"])} /> },
    actions: {
      sys_dept_add: addDept,
      sys_dept_move: (rows) => openDept("move", rows),
      sys_dept_merge: (rows) => openDept("merge", rows),
      sys_dept_sort: (rows) => openDept("sort", rows),
    },
  },
});
