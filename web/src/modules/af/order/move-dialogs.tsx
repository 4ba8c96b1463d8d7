import { Checkbox, Drawer, Modal, Radio } from "antd";
import { Suspense, lazy, useEffect, useState } from "react";
import { busy } from "@/platform/busy";
import type { Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { CancelDialog, ForceStopDialog, UnlockDialog } from "@/platform/order/move-dialogs";
import { PageLoading } from "@/platform/page-loading";
import { CANCEL_REASONS, type MoveName, type MovedOrder, type OpenMove, closeMove, makeMove, useMove } from "./order-moves";

const SharePanel = lazy(async () => ({ default: (await import("../share/share-panel")).SharePanel }));

const COPY_PARTS = ["parties", "routing", "cargo", "services", "addresses", "price", "remarks"] as const;

/** The dialogs of moves; mounted once by the list and by the form. */
export function MoveDialogs() {
  const open = useMove((state) => state.open);
  // A dialog left open by another page would surprise.
  useEffect(() => closeMove, []);
  if (!open) return null;
  const { kind, order, done } = open;
  switch (kind) {
    case "cancel":
      return (
        <CancelDialog
          orderCode={order.orderCode}
          reasons={CANCEL_REASONS}
          run={move("cancel", open)}
          close={closeMove}
        />
      );
    case "forceStop":
      return <ForceStopDialog orderCode={order.orderCode} run={move("forceStop", open)} close={closeMove} />;
    case "uninstall":
      return <UninstallDialog order={order} done={done} />;
    case "copy":
      return <CopyDialog order={order} />;
    case "share":
      return <ShareDrawer order={order} done={done} />;
    case "applyUnlock":
      return <UnlockDialog scope="AE" order={order} coop={order} done={done} close={closeMove} />;
  }
}

const move = (name: MoveName, { order, done }: OpenMove) => (more: Values) => makeMove(name, order, more, done);

interface DialogProps {
  order: MovedOrder;
  done: () => void;
}

function UninstallDialog({ order, done }: DialogProps) {
  const t = useText();
  const [mode, setMode] = useState("stock");
  const [running, setRunning] = useState(false);
  const run = async () => {
    if (running) return;
    setRunning(true);
    const found = await makeMove("uninstall", order, { mode }, done);
    setRunning(false);
    if (found === null) closeMove();
  };
  return (
    <Modal open centered title={`${t("af:move.uninstall")} ${order.orderCode}`} okText={t("af:move.uninstall")} okButtonProps={{ loading: busy(running) }} onOk={() => void run()} onCancel={closeMove}>
      <div className="order-dialog">
        <p>{t("af:move.uninstallNote")}</p>
        <Radio.Group
          value={mode}
          onChange={(event) => setMode(String(event.target.value))}
          options={[
            { value: "stock", label: t("af:move.toStock") },
            { value: "void", label: t("af:move.toVoid") },
          ]}
        />
      </div>
    </Modal>
  );
}

function CopyDialog({ order }: { order: MovedOrder }) {
  const t = useText();
  const [parts, setParts] = useState<string[]>([...COPY_PARTS]);
  const copy = () => {
    closeMove();
    goTo(`/af_order_edit?copyFrom=${order.orderUuid}&parts=${parts.join(",")}`);
  };
  return (
    <Modal open centered title={`${t("af:move.copy")} ${order.orderCode}`} okText={t("af:move.copy")} onOk={copy} onCancel={closeMove}>
      <div className="order-dialog">
        <p className="soft">{t("af:move.copyNote")}</p>
        <Checkbox.Group value={parts} onChange={(next) => setParts(next.map(String))} className="check-list" options={COPY_PARTS.map((part) => ({ value: part, label: t(`af:move.parts.${part}`) }))} />
      </div>
    </Modal>
  );
}

function ShareDrawer({ order, done }: DialogProps) {
  const t = useText();
  const close = () => {
    closeMove();
    done();
  };
  return (
    <Drawer open onClose={close} size={520} title={`${t("order:move.share")} ${order.orderCode}`}>
      <Suspense fallback={<PageLoading rows={5} />}>
        <SharePanel orderUuid={order.orderUuid} />
      </Suspense>
    </Drawer>
  );
}
