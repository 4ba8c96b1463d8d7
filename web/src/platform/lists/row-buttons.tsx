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
  const inline = narrow ? [] : allowed.length <= INLINE_MAX + 1 ? allowed : allowed.slice(0, INLINE_MAX);
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

/** Width of the column that holds the buttons, by the longest set there can be. */
export function rowButtonsWidth(buttons: Button[], narrow: boolean, label: (text: Button["label"]) => string): number {
  if (narrow) return 56;
  const inline = buttons.length <= INLINE_MAX + 1 ? buttons : buttons.slice(0, INLINE_MAX);
  const text = inline.reduce((sum, button) => {
    const word = label(button.label);
    return sum + [...word].reduce((px, char) => px + (char.charCodeAt(0) > 0xff ? 13 : 7), 16);
  }, 0);
  return Math.max(88, text + 24 + (buttons.length > inline.length ? 28 : 0));
}
