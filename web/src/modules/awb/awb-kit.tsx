/** A page of the room in a test: router, dialogs and toasts around it, a stub server behind it. */
import { fireEvent, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { loadRoom } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

export const BUTTONS = [
  "af-awbprint-mawb",
  "af-awbprint-hawb",
  "af-awbprint-finish",
  "af-awbprint-back",
  "af-awbprint-del",
  "af-awbprint-print",
];

export async function openPage(Page: ComponentType, path: string, routes: Record<string, Answer>): Promise<StubServer> {
  localStorage.clear();
  useSession.getState().setButtons(BUTTONS);
  await loadRoom("awb");
  const server = stubServer(routes);
  renderPage(<Page />, path);
  return server;
}

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

/** The parts of a field or box by its path. */
export function fieldAt(path: string): { box: HTMLElement; input: HTMLInputElement } {
  const box = [...document.querySelectorAll<HTMLElement>("[data-field]")].find((each) => each.dataset["field"] === path);
  const input = box?.querySelector<HTMLInputElement>("input, textarea, select");
  if (!box || !input) throw new Error(`no field ${path}`);
  return { box, input };
}

/** Buttons by their words. Looking for roles takes seconds on a sheet of two hundred inputs. */
export function buttons(words: string): HTMLButtonElement[] {
  return [...document.querySelectorAll("button")].filter((each) => each.textContent === words);
}

/** Waits for the newest button of these words and presses it. */
export async function press(words: string): Promise<void> {
  const button = await waitFor(() => {
    const found = buttons(words).at(-1);
    if (!found) throw new Error(`no button ${words}`);
    return found;
  });
  fireEvent.click(button);
}
