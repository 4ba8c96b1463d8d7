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
