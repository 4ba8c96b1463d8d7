/** /af_edi_message 电子报文: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { nameOfRow } from "@/modules/edi/edi-model";
import { downloadMessage, moveMessage } from "@/modules/edi/edi-moves";
import { closeEdi, openMessage, openReceive, useEdi } from "@/modules/edi/edi-store";
import type { Row } from "@/platform/contract";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

// They come when they are opened.
const MessageDrawer = lazy(async () => ({ default: (await import("@/modules/edi/message-drawer")).MessageDrawer }));
const ReceiveDialog = lazy(async () => ({ default: (await import("@/modules/edi/receive-dialog")).ReceiveDialog }));

function Dialogs({ list }: { list: ListContext }) {
  const open = useEdi((state) => state.open);
  // What was left open by another page would surprise.
  useEffect(() => closeEdi, []);
  return (
    <Suspense fallback={null}>
      {open?.kind === "message" && <MessageDrawer key={String(open.row.id)} row={open.row} close={closeEdi} changed={list.reload} />}
      {open?.kind === "receive" && <ReceiveDialog begun={open.text} close={closeEdi} received={list.reload} />}
    </Suspense>
  );
}

const versionOf = (row: Row) => ({ id: String(row.id), version: Number(row["version"]) });

function move(which: "retry" | "cancel"): ActionHandler {
  return async ([row], list) => {
    if (row && (await moveMessage(which, versionOf(row), nameOfRow(row)))) list.reload();
  };
}

export default definePage({
  list: {
    open: openMessage,
    dialogs: Dialogs,
    actions: {
      "af-edi-retry": move("retry"),
      "af-edi-cancel": move("cancel"),
      "af-edi-download": async ([row]) => {
        if (row) await downloadMessage(String(row.id));
      },
      "af-edi-receive": () => openReceive(),
    },
  },
});
