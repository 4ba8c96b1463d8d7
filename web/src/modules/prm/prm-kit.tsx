/** What the tests of data sheets share: the declared lists with a stub server behind them. */
import { fireEvent, screen, within } from "@testing-library/react";
import type { ListKey } from "@/gen/contract";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { ListPageView } from "@/platform/lists/list-page";
import { type PageDefinition, declaredList, registerRooms } from "@/platform/page-registry";
import { declareAll } from "@/platform/pages-kit";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

export interface Opened {
  key: ListKey;
  definition: PageDefinition;
  rows: object[];
  buttons: string[];
}

export async function openList(opened: Opened, routes: Record<string, Answer>): Promise<StubServer> {
  const { key, definition, rows, buttons } = opened;
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  Object.defineProperty(window.document.body, "clientWidth", { value: 1440, configurable: true });
  declareAll();
  registerRooms([]);
  useSession.getState().setButtons(buttons);
  await setLanguage("zh-CN");
  await loadRoom("prm");
  const page = declaredList(key)!;
  const server = stubServer({
    [`GET ${page.call}`]: () => ({ records: rows, total: rows.length, current: 1, size: 10 }),
    [`GET ${page.totalCall}`]: () => ({ total: rows.length }),
    [`GET ${page.tabs?.call}`]: () => ({}),
    [`GET /platform/listSetting/${key}`]: () => null,
    ...routes,
  });
  renderPage(<ListPageView page={page} overrides={definition.list ?? {}} />, page.path);
  await screen.findByText(rows.length > 0 ? "华东化工" : "暂无数据");
  return server;
}

/** Runs a button of the row, behind the three dots where it stands there. */
export async function run(words: string): Promise<void> {
  const inline = screen.queryAllByRole("button", { name: words }).find((each) => each.closest(".row-buttons"));
  if (inline) return void fireEvent.click(inline);
  fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: words }));
}

/** The words of the row's buttons, those behind the three dots too. */
export async function rowWords(): Promise<(string | null)[]> {
  const more = screen.queryByRole("button", { name: "更多操作" });
  if (more) fireEvent.click(more);
  const items = more ? await screen.findAllByRole("menuitem") : [];
  const inline = [...document.querySelectorAll(".row-buttons > button:not([aria-label])")];
  return [...inline, ...items].map((each) => each.textContent);
}

/** The dialog of a title. */
export async function dialogOf(title: string) {
  const found = await screen.findByText(title, { selector: ".ant-modal-title" });
  return within(found.closest<HTMLElement>(".ant-modal")!);
}

/** The button of a dialog; antd puts a space between two Chinese letters. */
export const buttonOf = (box: ReturnType<typeof within>, words: string): HTMLElement =>
  box.getByText(
    (_: string, element: Element | null) => element?.tagName === "BUTTON" && joined(element.textContent) === joined(words),
  );

const joined = (words: string | null): string => (words ?? "").replaceAll(" ", "");

export function type(input: HTMLElement, value: string): void {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}
