/** A page of the room in a test: router, dialogs and toasts around it, a stub server behind it. */
import { waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { loadRoom } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { cellAt, drawSheets, drawnAt, textAt, typeInto as typeIntoPath } from "@/platform/test-sheet";
import { renderPage } from "@/platform/test-shell";

export { buttons, fieldAt, press } from "@/platform/test-shell";

export const BUTTONS = [
  "af-awbprint-mawb",
  "af-awbprint-hawb",
  "af-awbprint-finish",
  "af-awbprint-back",
  "af-awbprint-del",
  "af-awbprint-print",
  "af-edi-send",
  "af-order-edit",
];

export async function openPage(Page: ComponentType, path: string, routes: Record<string, Answer>): Promise<StubServer> {
  localStorage.clear();
  useSession.getState().setButtons(BUTTONS);
  await loadRoom("awb");
  drawSheets();
  const server = stubServer(routes);
  renderPage(<Page />, path);
  return server;
}

const lineAt = (row: number, column: string) => `lines.${row}.${column}`;

/** A cell of the rate lines: what is drawn of it, the text that shows, and the input of the sheet, which goes there. */
export const cellOf = (row: number, column: string) => ({
  get box(): HTMLElement {
    return drawnAt(lineAt(row, column));
  },
  get text(): string {
    return textAt(lineAt(row, column));
  },
  get input(): HTMLTextAreaElement {
    return cellAt(lineAt(row, column));
  },
});

/** The rate lines come with the library behind them. */
export async function linesThere(): Promise<void> {
  await waitFor(() => {
    if (!document.querySelector(".awb-sheet .sheet-grid")) throw new Error("no rate lines yet");
  });
}

/** Types over a cell of the rate lines, and leaves it. */
export const typeInto = (row: number, column: string, text: string) => typeIntoPath(lineAt(row, column), text);

/** What a list gives to its dialogs, remembering what they did. */
export function fakeList(): ListContext & { reloads: number; cleared: number } {
  const list = {
    reloads: 0,
    cleared: 0,
    filters: {},
    selected: [],
    reload: () => void list.reloads++,
    clearSelection: () => void list.cleared++,
    activeRow: () => undefined,
    openForm: () => undefined,
  };
  return list;
}
