/** The head of a column by the mouse: its edge makes it wider, its name takes it to another place. The settings do the same by keyboard. */
import type { DragEvent, HTMLAttributes, PointerEvent } from "react";
import type { PlacedColumn } from "@/platform/lists/list-data";
import { moved } from "@/platform/lists/moved";

export const WIDTH_MIN = 48;
export const WIDTH_MAX = 800;
const GRIP = "column-grip";
/** What is dragged: the name of a column, and nothing of another page. */
const COLUMN = "application/x-column";

/** Whether the pointer is down on the edge of a head. */
let isGripPressed = false;

/** Keeps the columns as they were put. */
export type PlaceColumns = (columns: PlacedColumn[]) => void;

/** The columns with one of them as wide as it was drawn; its usual width again without. */
export function resized(columns: PlacedColumn[], name: string, width: number | null): PlacedColumn[] {
  return columns.map((column) => {
    if (column.name !== name) return column;
    const { width: _, ...rest } = column;
    return width === null ? rest : { ...rest, width: Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.round(width))) };
  });
}

/** The columns with one of them where another one stands. */
export function replaced(columns: PlacedColumn[], name: string, target: string): PlacedColumn[] {
  const [from, to] = [name, target].map((each) => columns.findIndex((column) => column.name === each));
  if (from === undefined || to === undefined || from < 0 || to < 0 || from === to) return columns;
  return moved(columns, from, to);
}

/** What the head of a column does when it is dragged, or something is dropped on it. */
export function headerHands(columns: PlacedColumn[], name: string, title: string, place: PlaceColumns): HTMLAttributes<HTMLElement> {
  return {
    title,
    draggable: true,
    onDragStart: (event: DragEvent) => {
      // What is dragged is the head, wherever in it the pointer is.
      if (isGripPressed) return event.preventDefault();
      event.dataTransfer.setData(COLUMN, name);
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(COLUMN)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const dragged = event.dataTransfer.getData(COLUMN);
      if (!dragged) return;
      event.preventDefault();
      const next = replaced(columns, dragged, name);
      if (next !== columns) place(next);
    },
  };
}

interface GripProps {
  columns: PlacedColumn[];
  name: string;
  place: PlaceColumns;
}

/** The edge of a head; twice clicked, the column has its usual width. */
export function ColumnGrip({ columns, name, place }: GripProps) {
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const grip = event.currentTarget;
    const width = grip.closest("th, [role=columnheader]")?.getBoundingClientRect().width ?? 0;
    const from = event.clientX;
    grip.setPointerCapture?.(event.pointerId);
    // The line follows alone: all rows drawn anew at every step would lag behind it.
    const follow = (step: globalThis.PointerEvent) => (grip.style.transform = `translateX(${step.clientX - from}px)`);
    isGripPressed = true;
    const end = (last: globalThis.PointerEvent) => {
      isGripPressed = false;
      grip.removeEventListener("pointermove", follow);
      grip.removeEventListener("pointerup", end);
      grip.removeEventListener("pointercancel", end);
      grip.style.transform = "";
      if (last.type === "pointerup" && last.clientX !== from) place(resized(columns, name, width + last.clientX - from));
    };
    grip.addEventListener("pointermove", follow);
    grip.addEventListener("pointerup", end);
    grip.addEventListener("pointercancel", end);
  };
  return (
    <span
      className={GRIP}
      aria-hidden="true"
      onPointerDown={begin}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation();
        place(resized(columns, name, null));
      }}
    />
  );
}
