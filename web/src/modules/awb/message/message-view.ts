/** Whether the messages stand beside the sheet, lie over it, or are away. */
import { useEffect, useSyncExternalStore } from "react";
import { create } from "zustand";
import { isInDialog } from "@/platform/keys/key-target";
import { KEY, read, write } from "@/platform/storage";

/** From this width on sheet and messages stand beside each other. */
const BESIDE_FROM_PX = 1200;
/** On the drawer, so that its key works inside of it. */
export const MESSAGE_DRAWER = "awb-message-drawer";

interface MessageView {
  /** Beside the sheet; remembered by user. */
  beside: boolean;
  /** Over the sheet, where there is no room beside it. */
  over: boolean;
}

const useView = create<MessageView>(() => ({ beside: true, over: false }));

const settingKey = (): string => `awbMessage.${read(KEY.userId) ?? ""}`;

function roomBeside(): boolean {
  return window.innerWidth >= BESIDE_FROM_PX;
}

/** Open unless the user has closed it. */
function recall(): void {
  useView.setState({ beside: read(settingKey()) !== "0", over: false });
}

export function toggleMessages(): void {
  if (!roomBeside()) return useView.setState(({ over }) => ({ over: !over }));
  const beside = !useView.getState().beside;
  write(settingKey(), beside ? "1" : "0");
  useView.setState({ beside });
}

export function closeMessages(): void {
  if (roomBeside()) {
    if (useView.getState().beside) toggleMessages();
  } else useView.setState({ over: false });
}

/** Where the messages are now. */
export function useMessageView(): "beside" | "over" | null {
  const room = useSyncExternalStore(
    (changed) => {
      window.addEventListener("resize", changed);
      return () => window.removeEventListener("resize", changed);
    },
    roomBeside,
  );
  const { beside, over } = useView();
  if (room) return beside ? "beside" : null;
  return over ? "over" : null;
}

/** Takes up what the user chose last, and listens to the key, as long as the form is there. */
export function useMessageKey(): void {
  useEffect(() => {
    recall();
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function press(event: KeyboardEvent): void {
  // With Alt some keyboards write another letter; the place of the key stays.
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.code !== "KeyM") return;
  const { target } = event;
  const inside = target instanceof Element && target.closest(`.${MESSAGE_DRAWER}`) !== null;
  if (event.defaultPrevented || (isInDialog(target) && !inside)) return;
  event.preventDefault();
  toggleMessages();
}
