/** Sheets in tests: their cells are drawn, and addressed by their paths. */
import { act, fireEvent } from "@testing-library/react";
import { vi } from "vitest";
import { jumpTo } from "@/platform/forms/form-keys";

const ROOM = { width: 4000, height: 600 };

/** Has the library of the sheets draw its cells: it draws those in sight, of which jsdom has none. */
export function drawSheets(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(private readonly tell: ResizeObserverCallback) {}
      observe(target: Element): void {
        if (target.localName !== "revogr-viewport-scroll") return;
        const entry = { target, contentRect: ROOM } as unknown as ResizeObserverEntry;
        this.tell([entry], this as unknown as ResizeObserver);
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
}

/** What is drawn of a cell. */
export function drawnAt(path: string): HTMLElement {
  const cell = document.querySelector<HTMLElement>(`.sheet-cells [data-field="${path}"]`);
  if (!cell) throw new Error(`no cell ${path}`);
  return cell;
}

/** The text a cell shows, without a word beside it. */
export function textAt(path: string): string {
  const cell = drawnAt(path);
  return (cell.querySelector(".sheet-marked > :last-child") ?? cell).textContent ?? "";
}

/** The input of a sheet, put into the cell of a path. Never within `waitFor`: going there draws, which asks again. */
export function cellAt(path: string): HTMLTextAreaElement {
  act(() => void jumpTo(path));
  const input = document.querySelector<HTMLTextAreaElement>(`.sheet-input[data-cell="${path}"]`);
  if (!input) throw new Error(`no cell ${path}`);
  return input;
}

/** Types over a cell, and leaves it. */
export function typeInto(path: string, text: string): void {
  const input = cellAt(path);
  fireEvent.change(input, { target: { value: text } });
  act(() => input.blur());
}

/** Pastes cells of a spreadsheet from a cell on. */
export function pasteInto(path: string, text: string): void {
  fireEvent.paste(cellAt(path), { clipboardData: { getData: () => text } });
}
