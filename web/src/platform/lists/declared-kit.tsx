/** What tests of declared lists share: a list with what a module changes of it, its user, a stub server behind it. */
import { fireEvent, screen, within } from "@testing-library/react";
import type { FormPage, ListPage, Row } from "@/platform/contract";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { ListPageView } from "@/platform/lists/list-page";
import type { ListOverrides } from "@/platform/lists/list-overrides";
import { connectRouter } from "@/platform/navigate";
import { type Room, registerRooms, setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

export { fieldAt } from "@/platform/test-shell";

export interface Declared {
  room: Room;
  list: ListPage;
  form: FormPage;
  overrides: ListOverrides;
}

export interface Opened {
  rows: Row[];
  /** Codes the user holds. */
  buttons: string[];
  routes?: Record<string, Answer>;
  /** Behind the path of the page. */
  search?: string;
}

/** Where the page went. */
export let gone: string[] = [];

/** Shows the list. */
export async function openDeclared({ room, list, form, overrides }: Declared, opened: Opened): Promise<StubServer> {
  const { rows, buttons, routes = {}, search = "" } = opened;
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  setContract({ lists: [list], forms: [form] });
  registerRooms([room]);
  useSession.getState().setButtons(buttons);
  await setLanguage("zh-CN");
  await loadRoom(room.name);
  const server = stubServer({
    [`GET ${list.call}`]: () => ({ records: rows, total: rows.length, current: 1, size: 10 }),
    [`GET /platform/listSetting/${list.key}`]: () => null,
    ...routes,
  });
  renderPage(<ListPageView page={list} overrides={overrides} />, `${list.path}${search}`);
  gone = [];
  connectRouter((href) => gone.push(href));
  return server;
}

/** Runs a button of the row, behind the three dots where it stands there. */
export async function runOnRow(words: string): Promise<void> {
  await screen.findAllByRole("button");
  const inline = screen.queryAllByRole("button", { name: words }).find((each) => each.closest(".row-buttons"));
  if (inline) return void fireEvent.click(inline);
  fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: words }));
}

/** The dialog of a title. */
export async function dialogOf(title: string): Promise<ReturnType<typeof within>> {
  const found = await screen.findByText(title, { selector: ".ant-modal-title" });
  return within(found.closest<HTMLElement>(".ant-modal")!);
}

/** The button of a dialog; antd puts a space between two Chinese letters. */
export const buttonOf = (box: Pick<ReturnType<typeof within>, "getByText">, words: string): HTMLElement =>
  box.getByText(
    (_: string, element: Element | null) =>
      element?.tagName === "BUTTON" && element.textContent?.replaceAll(" ", "") === words,
  );
