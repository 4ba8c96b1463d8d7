// A table in a box of its own, which scrolls where it must. A stacked one becomes a block for each row on a phone.

import type { ReactNode } from "react";

interface Props {
  /** Its name for readers who cannot see it. */
  name: string;
  /** Names the classes of the box and the table: "route" is .route-scroll and .route-table. */
  kind: string;
  stack?: boolean;
  labels: string[];
  rows: ReactNode[][];
  /** The look of a row, by its place. */
  rowClass?: (at: number) => string | undefined;
}

/** The table. */
export function Table({ name, kind, stack, labels, rows, rowClass }: Props) {
  return (
    // The table scrolls inside its box, so the box takes the focus of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={`scroll ${kind}-scroll`} role="region" aria-label={name} tabIndex={0}>
      <table className={`${stack ? "stack " : ""}${kind}-table`}>
        <thead>
          <tr>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at} className={rowClass?.(at)}>
              {cells.map((cell, column) => (
                <td key={labels[column]} data-label={labels[column]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
