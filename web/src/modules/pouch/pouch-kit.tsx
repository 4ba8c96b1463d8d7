/** What the tests of pouches share: the page as it is declared, a stub server behind it, the fixture's pouch. */
import { fireEvent, screen, within } from "@testing-library/react";
import definition from "@/modules/pouch/cargo-pouch.page";
import pouchRoom from "@/modules/pouch/pages";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { registerRooms } from "@/platform/page-registry";
import { declareAll } from "@/platform/pages-kit";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

const CODES = ["af-pouch-edit", "af-pouch-seal", "af-pouch-hand", "af-pouch-void", "af-pouch-print", "af-pouch-send"];
export const BUTTONS = ["af-pouch-add", ...CODES];

/** The pouch of the fixture as the list shows it. */
export const POUCH = {
  id: "81",
  version: 3,
  pouchNumber: "WD-2607150001",
  awbNumber: "990-12345675",
  state: "DRAFT",
  missing: "货物舱单",
  sealNo: null,
  can: CODES,
};

const document = (docType: string, docNo: string | null, more: object = {}) => ({
  id: null, docType, docNo, originals: 0, copies: 0, fileId: null, fileName: null, isDisplay: false, remark: null,
  orderId: null, hawbId: null, ...more,
});

/** What the master of the fixture is proposed. */
export const PROPOSAL = {
  awbNumber: "990-12345675",
  orderCodes: "AE-2607150001",
  flightNo: "X9101",
  flightDate: "2026-07-18",
  departureStation: "PVG",
  arrivalStation: "FRA",
  agentId: "9",
  agentName: "海外代理甲",
  documents: [
    document("主运单", "990-12345675"),
    document("分运单", "HA001", { hawbId: "21" }),
    document("分运单", "HA002", { hawbId: "22" }),
    document("货物舱单", null),
  ],
  files: [],
};

export interface Opened {
  row?: object;
  buttons?: string[];
}

export async function openList(
  routes: Record<string, Answer> = {},
  { row = {}, buttons = BUTTONS }: Opened = {},
): Promise<StubServer> {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  Object.defineProperty(window.document.body, "clientWidth", { value: 1440, configurable: true });
  declareAll();
  registerRooms([pouchRoom]);
  useSession.getState().setButtons(buttons);
  await setLanguage("zh-CN");
  await loadRoom("pouch");
  const server = stubServer({
    "GET /afbase/cargoPouch/page": () => ({ records: [{ ...POUCH, ...row }], total: 1, current: 1, size: 10 }),
    "GET /afbase/cargoPouch/total": () => ({ total: 1 }),
    "GET /platform/listSetting/af.cargo-pouch.list": () => null,
    ...routes,
  });
  const Page = definition.page!;
  renderPage(<Page />, "/af_cargo_pouch");
  await screen.findByText(POUCH.pouchNumber);
  return server;
}

/** Runs a button of the row, behind the three dots where it stands there. */
export async function run(words: string): Promise<void> {
  const inline = screen.queryAllByRole("button", { name: words }).find((each) => each.closest(".row-buttons"));
  if (inline) return void fireEvent.click(inline);
  fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: words }));
}

/** The dialog of a title. */
export async function dialogOf(title: string) {
  const found = await screen.findByText(title, { selector: ".ant-modal-title" });
  return within(found.closest<HTMLElement>(".ant-modal")!);
}

/** The button of a dialog; antd puts a space between two Chinese letters. */
export const buttonOf = (box: ReturnType<typeof within>, words: string): HTMLElement =>
  box.getByText(
    (_: string, element: Element | null) =>
      element?.tagName === "BUTTON" && element.textContent?.replaceAll(" ", "") === words,
  );

export function type(input: HTMLElement, value: string): void {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}
