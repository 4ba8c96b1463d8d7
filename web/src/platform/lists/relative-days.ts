/** Days counted from today, as the server takes them: `last30`, `today`, `thisMonth`. */
export const RELATIVE_DAYS = ["today", "yesterday", "last7", "last30", "thisMonth", "lastMonth"] as const;

/** First and last day, or null for a range of fixed days. */
export function relativeRange(value: string, today: Date): [string, string] | null {
  const at = (year: number, month: number, day: number) => new Date(year, month, day);
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const last = /^last(\d{1,4})$/.exec(value)?.[1];
  if (last) return [show(at(year, month, day + 1 - Number(last))), show(today)];
  switch (value) {
    case "today":
      return [show(today), show(today)];
    case "yesterday":
      return [show(at(year, month, day - 1)), show(at(year, month, day - 1))];
    case "thisMonth":
      return [show(at(year, month, 1)), show(today)];
    case "lastMonth":
      return [show(at(year, month - 1, 1)), show(at(year, month, 0))];
    default:
      return null;
  }
}

/** The words for it: the last part of its text's key, and the number in it. */
export function relativeWords(value: string): { word: string; n: string } | null {
  const last = /^last(\d{1,4})$/.exec(value)?.[1];
  if (last) return { word: "last", n: last };
  return (RELATIVE_DAYS as readonly string[]).includes(value) ? { word: value, n: "" } : null;
}

function show(day: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
