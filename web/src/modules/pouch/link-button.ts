import type { Button, ListPage } from "@/platform/contract";

/** Who prints the label or mails the link may see the link itself. */
const CODES = ["af-pouch-print", "af-pouch-send"];
const VOID = "af-pouch-void";

/** The declared list with the link of a row, and the button that cannot be taken back in red. */
export function withLink(page: ListPage, held: string[]): ListPage {
  const buttons = page.buttons.map((button) => (button.code === VOID ? { ...button, danger: true } : button));
  const code = CODES.find((each) => held.includes(each));
  if (!code) return { ...page, buttons };
  const link: Button = {
    code,
    label: { zh: "链接", en: "Link" },
    place: "row",
    action: "custom",
    call: { method: "GET", path: "/afbase/cargoPouch/{id}/link" },
  };
  const end = buttons.findIndex((button) => button.code === VOID);
  return { ...page, buttons: [...buttons.slice(0, end), link, ...buttons.slice(end)] };
}
