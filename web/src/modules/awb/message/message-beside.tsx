/** The sheet of a waybill with its messages: beside it, or over it where there is no room. */
import { Button, Drawer } from "antd";
import { type ReactNode, Suspense, lazy, useEffect } from "react";
import { reachBox, reachNoted } from "@/modules/awb/form/reach-box";
import type { WaybillKey } from "@/modules/awb/form/store-form";
import { MESSAGE_DRAWER, closeMessages, toggleMessages, useMessageKey, useMessageView } from "@/modules/awb/message/message-view";
import type { FormStore } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { PageLoading } from "@/platform/page-loading";

// Comes with the first look at it.
const MessagePanel = lazy(async () => ({ default: (await import("@/modules/awb/message/message-panel")).MessagePanel }));

interface MessageBesideProps {
  form: FormStore;
  waybillKey: WaybillKey;
  children: ReactNode;
}

export function MessageBeside({ form, waybillKey, children }: MessageBesideProps) {
  const t = useText();
  const view = useMessageView();
  useMessageKey();
  useEffect(reachNoted, []);
  const jumpUnder = (path: string) => {
    closeMessages();
    // The drawer is gone by then, and holds the focus no more.
    setTimeout(() => reachBox(path));
  };
  return (
    <div className={view === "beside" ? "awb-beside" : ""}>
      {children}
      {view === "beside" && (
        <Suspense fallback={<PageLoading rows={10} />}>
          <MessagePanel form={form} waybillKey={waybillKey} jump={reachBox} close={closeMessages} />
        </Suspense>
      )}
      {view === "over" && (
        <Drawer open size={480} rootClassName={MESSAGE_DRAWER} title={t("awb:message.title")} onClose={closeMessages}>
          <Suspense fallback={<PageLoading rows={10} />}>
            <MessagePanel form={form} waybillKey={waybillKey} jump={jumpUnder} />
          </Suspense>
        </Drawer>
      )}
    </div>
  );
}

/** Shows and hides the messages. */
export function MessageButton() {
  const t = useText();
  const view = useMessageView();
  return (
    <Button aria-pressed={view !== null} aria-keyshortcuts="Alt+M" title={t("awb:message.hint")} onClick={toggleMessages}>
      {t("awb:message.button")}
    </Button>
  );
}
