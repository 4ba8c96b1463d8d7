/** What the tests of the tabs share: an order, the contract, a router and the hosts of dialogs. */
import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import contract from "@/gen/pages.json";
import type { Contract } from "@/platform/contract";
import { DialogHost } from "@/platform/dialog-host";
import { useDialogs } from "@/platform/dialog";
import { loadRoom } from "@/platform/i18n";
import { setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { renderRouter } from "@/platform/test-shell";
import { useToasts } from "@/platform/toast";
import type { OrderRead } from "./tab-props";

export const ORDER: OrderRead = {
  orderUuid: "0b2f1c6a-0000-4000-8000-000000000001",
  orderCode: "AE-2607150001",
  rowUuid: "r1",
  awbNumber: "990-12345675",
  departureStation: "PVG",
  arrivalStation: "FRA",
  buttons: ["af-order-edit", "af-order-file", "af-order-share", "af-awbprint-mawb", "af-awbprint-hawb"],
};

export const BUTTONS = ["af-track-input", "af-awbprint-print", "af-order-share", "af-order-file"];

/** A user with buttons, the declared fields and the texts of the room. */
export async function prepare(buttons: string[] = BUTTONS): Promise<void> {
  setContract(contract as unknown as Contract);
  useSession.getState().setButtons(buttons);
  useToasts.setState({ items: [] });
  useDialogs.setState({ open: [] });
  Element.prototype.scrollIntoView = () => undefined;
  await loadRoom("af");
}

export function draw(content: ReactNode) {
  const root = createRootRoute({
    component: () => (
      <>
        {content}
        <DialogHost />
      </>
    ),
  });
  return renderRouter(createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) }));
}

export function toasts(): string[] {
  return useToasts.getState().items.map((item) => item.text);
}
