/** How the user works with orders: in tabs of their own or not, closed after saving or not. */
import { useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";
import { goTo } from "@/platform/navigate";
import { useSession } from "@/platform/session";
import { KEY, read, write } from "@/platform/storage";

const FLAGS = [KEY.orderEditNewPage, KEY.orderSaveClosePage] as const;

/** What is not kept on this device since the last save of the settings is asked for once. */
export function useOrderHabits(): void {
  const userId = useSession((state) => state.user?.userId ?? "");
  useQuery({
    queryKey: ["order-habits", userId],
    enabled: userId !== "" && FLAGS.some((key) => read(key) === null),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const path = `/hrs/user/${encodeURIComponent(userId)}`;
      const user = await get<Record<string, unknown>>(path, undefined, { quiet: true });
      for (const key of FLAGS) write(key, user[key] === true ? "1" : "0");
      return true;
    },
  });
}

/** Opens an order of a list in this tab, or in one of its own. */
export function openOrder(list: string, orderUuid: string): void {
  const href = `${list}_edit?o=${encodeURIComponent(orderUuid)}`;
  if (read(KEY.orderEditNewPage) === "1") window.open(href, "_blank");
  else goTo(href);
}

/** Whether a saved order is done with. */
export function closesAfterSave(): boolean {
  return read(KEY.orderSaveClosePage) === "1";
}

/** Back to the list; a tab that was opened for one order goes with it. */
export function leaveOrder(list: string): void {
  if (read(KEY.orderEditNewPage) === "1" && window.history.length === 1) window.close();
  // A window the browser does not let go of shows the list.
  goTo(list, { close: true });
}
