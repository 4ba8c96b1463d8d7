/** Days and times of the wire are those of the business, wherever the browser stands. */

const ZONE = "Asia/Shanghai";

/** `2026-07-01` */
export function businessDay(now: Date): string {
  return now.toLocaleDateString("sv-SE", { timeZone: ZONE });
}

/** `2026-07-01 08:30:00`, which sorts as it runs. */
export function businessTime(now: Date): string {
  return now.toLocaleString("sv-SE", { timeZone: ZONE });
}

const DAY_MS = 86_400_000;

/** So many days later: ("2026-07-30", 3) → "2026-08-02". */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
