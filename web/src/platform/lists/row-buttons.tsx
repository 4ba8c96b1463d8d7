import type { Button, Row } from "@/platform/contract";
import { DropMenu } from "@/platform/drop-menu";
import { rowAllows } from "@/platform/lists/list-actions";
import { useLabel, useText } from "@/platform/i18n";

/** Shown beside each other; the rest goes behind the three dots. */
const INLINE_MAX = 2;

interface RowButtonsProps {
  row: Row;
  /** On narrow screens all of them go behind the three dots. */
  narrow: boolean;
  buttons: Button[];
  run(button: Button, rows: Row[]): void;
}

export function RowButtons({ row, buttons, run, narrow }: RowButtonsProps) {
  const t = useText();
  const label = useLabel();
  const allowed = buttons.filter((button) => rowAllows(button, row));
  const inline = narrow ? [] : inlineOf(allowed);
  const rest = allowed.slice(inline.length);
  return (
    <span className="row-buttons">
      {inline.map((button, at) => (
        <button
          key={at}
          type="button"
          className={button.danger ? "is-danger" : ""}
          onClick={(event) => {
            event.stopPropagation();
            run(button, [row]);
          }}
        >
          {label(button.label)}
        </button>
      ))}
      {rest.length > 0 && (
        <DropMenu
          menu={{
            // One code may stand for two buttons: to change a row, and to switch it off.
            items: rest.map((button, at) => ({ key: String(at), label: label(button.label), danger: button.danger ?? false })),
            onClick: ({ key, domEvent }) => {
              domEvent.stopPropagation();
              const chosen = rest[Number(key)];
              if (chosen) run(chosen, [row]);
            },
          }}
        >
          <button type="button" aria-label={t("platform:list.rowMenu")} onClick={(event) => event.stopPropagation()}>
            ···
          </button>
        </DropMenu>
      )}
    </span>
  );
}

/** Width of the column that holds the buttons: of the row of most, or of all buttons where no row says. */
export function rowButtonsWidth(buttons: Button[], narrow: boolean, label: (text: Button["label"]) => string, rows: Row[]): number {
  if (narrow) return 56;
  const sets = rows.length === 0 ? [buttons] : rows.map((row) => buttons.filter((button) => rowAllows(button, row)));
  const words = new Map(buttons.map((button) => [button, widthOf(label(button.label))]));
  const widths = sets.map((set) => {
    const inline = inlineOf(set);
    return inline.reduce((sum, button) => sum + (words.get(button) ?? 0), set.length > inline.length ? MENU_PX : 0);
  });
  return Math.max(LEAST_PX, Math.max(...widths) + CELL_PX);
}

/** What stands beside each other: a menu behind the three dots holds at least two. */
function inlineOf(allowed: Button[]): Button[] {
  return allowed.length <= INLINE_MAX + 1 ? allowed : allowed.slice(0, INLINE_MAX);
}

const LEAST_PX = 88;
const MENU_PX = 28;
const CELL_PX = 24;
const BUTTON_PX = 16;

/** A button is as wide as its words and what is around them. */
function widthOf(words: string): number {
  return [...words].reduce((px, char) => px + (char.charCodeAt(0) > 0xff ? 13 : 7.5), BUTTON_PX);
}
