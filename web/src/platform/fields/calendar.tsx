import { DatePicker } from "antd";
import dayjs from "dayjs";

const DAY_FORMAT = "YYYY-MM-DD";
const INSTANT_FORMAT = "YYYY-MM-DD HH:mm:ss";

interface CalendarProps {
  value: string | null;
  withTime: boolean;
  pick(value: string | null): void;
  close(): void;
}

/** The calendar under a day field; the field itself stays the place to type. */
export default function Calendar({ value, withTime, pick, close }: CalendarProps) {
  const present = value ? dayjs(value) : null;
  return (
    <DatePicker
      open
      className="day-anchor"
      tabIndex={-1}
      showTime={withTime}
      value={present?.isValid() ? present : null}
      onOpenChange={(next) => !next && close()}
      onChange={(picked) => pick(picked ? picked.format(withTime ? INSTANT_FORMAT : DAY_FORMAT) : null)}
    />
  );
}
