/** A page of the room in a test: router, dialogs and toasts around it, a stub server behind it. */
import type { ComponentType } from "react";
import { loadRoom } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
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
