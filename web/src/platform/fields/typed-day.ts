/** Days and times as operators type them. Answers the wire form, "" for nothing, null for something else. */

/** 20260715, 2026-07-15, 2026/7/15, 2026.7.15, 260715 and, with the year of `now`, 0715 and 7-15. */
export function parseDay(text: string, now: Date = new Date()): string | null {
  const typed = text.trim();
  if (!typed) return "";
  const parts = dayParts(typed, now);
  return parts ? validDay(...parts) : null;
}

/** A day and a time: 202607150830, 2026-07-15 08:30, 2026-07-15 08:30:15; a day alone means midnight. */
export function parseInstant(text: string, now: Date = new Date()): string | null {
  const typed = text.trim();
  if (!typed) return "";
  const match = /^(.+?)[ T]+(\d{1,2}):?(\d{2})(?::?(\d{2}))?$/.exec(typed) ?? /^(\d{8})(\d{2})(\d{2})(\d{2})?$/.exec(typed);
  if (!match) {
    const alone = parseDay(typed, now);
    return alone ? `${alone} 00:00:00` : null;
  }
  const day = parseDay(match[1] ?? "", now);
  const [hour, minute, second] = [match[2], match[3], match[4] ?? "00"].map(Number) as [number, number, number];
  if (!day || hour > 23 || minute > 59 || second > 59) return null;
  return `${day} ${two(hour)}:${two(minute)}:${two(second)}`;
}

function dayParts(typed: string, now: Date): [number, number, number] | null {
  const separated = /^(?:(\d{4})[-/.])?(\d{1,2})[-/.](\d{1,2})$/.exec(typed);
  if (separated) {
    return [separated[1] ? Number(separated[1]) : now.getFullYear(), Number(separated[2]), Number(separated[3])];
  }
  const packed = /^(\d{4}|\d{2})?(\d{2})(\d{2})$/.exec(typed);
  if (!packed) return null;
  const year = packed[1];
  const full = year === undefined ? now.getFullYear() : year.length === 2 ? 2000 + Number(year) : Number(year);
  return [full, Number(packed[2]), Number(packed[3])];
}

function validDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  // 31 April would silently become 1 May.
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same && year >= 1900 ? `${year}-${two(month)}-${two(day)}` : null;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
