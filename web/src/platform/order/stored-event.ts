/** What the server says to an event entered by hand. */
import type { Finding } from "@/platform/contract";
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";

export interface StoredEvent {
  /** How many events were added: none when it was there already. */
  stored: number | boolean;
  /** What is to be told beside: a time that lies in the future. */
  findings?: Finding[];
}

/** Tells whether an event was new, and has it shown. */
export function tellStored({ stored, findings = [] }: StoredEvent, show: () => void): void {
  if (Number(stored) > 0) toast.done();
  else toast.warn(translate("order:track.repeated"));
  for (const { message } of findings) toast.warn(message);
  show();
}
