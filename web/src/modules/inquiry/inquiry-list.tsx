/** What both lists of inquiries do beyond their declarations: the dialogs behind their buttons. */
import { Suspense, lazy, useEffect } from "react";
import { closeInquiry, openInquiry, useInquiry } from "@/modules/inquiry/inquiry-store";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import "./inquiry.css";

// They come when one of them is opened.
const InquiryDialogs = lazy(async () => ({
  default: (await import("@/modules/inquiry/inquiry-dialogs")).InquiryDialogs,
}));

export function Dialogs({ list }: { list: ListContext }) {
  const open = useInquiry((state) => state.open);
  // A dialog left open by another page would surprise.
  useEffect(() => closeInquiry, []);
  return <Suspense fallback={null}>{open && <InquiryDialogs {...open} list={list} />}</Suspense>;
}

export const toDialog: ActionHandler = ([row], _, button) => {
  if (row) openInquiry(button, row);
};
