// The public pages by their addresses; all but the shared order come when they are asked for.

import { Suspense, type ComponentType } from "react";
import { later } from "./later";
import { TrackPage, type First } from "./pages/track";
import { NOTICE_PATHS } from "./share-link";

const Notice = later(() => import("./pages/notice"));

/** The page at an address, by the first part of its path. */
const PAGES: Record<string, ComponentType> = {
  ...Object.fromEntries(Object.values(NOTICE_PATHS).map((path) => [path, Notice])),
  "/cargoPouchView": later(() => import("./pages/cargo-pouch")),
  "/customer_info": later(() => import("./pages/customer-info")),
  "/bill_confirm": later(() => import("./pages/bill-confirm")),
  "/chat_guest": later(() => import("./pages/chat-guest")),
  "/af_order_inquiry_quotation": later(() => import("./pages/inquiry-quotation")),
};

/** The page of the address bar. */
export function App({ first }: { first: First }) {
  const Page = PAGES[`/${location.pathname.split("/")[1]}`];
  if (!Page) return <TrackPage first={first} />;
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}
