/** What the server says to an event entered by hand. */
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";

export interface StoredEvent {
  /** How many events were added: none when it was there already. */
  stored: number | boolean;
}

/** Tells whether an event was new, and has it shown. */
export function tellStored({ stored }: StoredEvent, show: () => void): void {
  if (Number(stored) > 0) toast.done();
  else toast.warn(translate("order:track.repeated"));
  show();
}
