// A time by which something has to happen. Once it is past it is red, and says so.

import { joined, minute } from "./format";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";

type Text = string | null | undefined;

/** Whether a time of the server's clock has passed; a day has passed when it is over. */
export function isPast(time: Text, now: Date = new Date()): boolean {
  if (!time) return false;
  const end = time.length > 10 ? time.replace(" ", "T") : `${time}T23:59:59`;
  return new Date(end) < now;
}

/** The time, with the beginning of its window where there is one. */
export function Deadline({ from, time }: { from?: Text; time: Text }) {
  const { t } = useSpeech();
  const window = joined([minute(from), minute(time)], " – ");
  if (!isPast(time)) return <>{window}</>;
  return (
    <span className="past">
      <Icon name="warning" label={t("notice.past")} />
      {window}
    </span>
  );
}
