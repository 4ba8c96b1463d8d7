import { RightOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { useText } from "@/platform/i18n";
import type { TreePlace } from "@/platform/lists/list-tree";

export const INDENT_PX = 18;
/** A target a finger hits. */
export const MARK_PX = 24;

interface TreeCellProps {
  place: TreePlace;
  /** What the row is called, for those who hear the button. */
  name: string;
  toggle(): void;
  children: ReactNode;
}

/** The first cell of a row of a tree: indented, with the mark that shows or hides the rows below. */
export function TreeCell({ place, name, toggle, children }: TreeCellProps) {
  const t = useText();
  const { level, open } = place;
  return (
    <span className="tree-cell" style={{ paddingInlineStart: (level - 1) * INDENT_PX }}>
      {open === undefined ? (
        <span className="tree-mark" />
      ) : (
        <button
          type="button"
          className={open ? "tree-mark is-open" : "tree-mark"}
          aria-label={t(open ? "platform:list.closeRow" : "platform:list.openRow", { name })}
          onClick={toggle}
          // Two quick clicks open and close; they do not open the form.
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <RightOutlined aria-hidden="true" />
        </button>
      )}
      <span className="tree-text">{children}</span>
    </span>
  );
}
