/** The waybill of the list whose messages are being sent. */
import { create } from "zustand";
import type { SendTarget } from "@/modules/awb/message/send-model";

export const useSend = create<{ target: SendTarget | null }>(() => ({ target: null }));

export function openSend(target: SendTarget): void {
  useSend.setState({ target });
}

export function closeSend(): void {
  useSend.setState({ target: null });
}
