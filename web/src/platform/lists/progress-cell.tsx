/** How far a document is that is being written: a bar beside its figures, as the server says it ("57% 4/7"). */
import { translate } from "@/platform/i18n";
import type { CellRenderer } from "@/platform/lists/list-overrides";
import "@/platform/lists/progress-cell.css";

export const progressCell: CellRenderer = (value) => {
  const text = String(value ?? "");
  const percent = /^(\d+)%/.exec(text)?.[1];
  if (percent === undefined) return text;
  return (
    <span className="bulk-progress">
      <progress max={100} value={Number(percent)} aria-label={translate("platform:bulk.progress")} />
      {text}
    </span>
  );
};
