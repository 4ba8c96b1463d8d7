import type { User } from "@/platform/session";

/** The edition of companies that only book; any other is the full one. */
const BOOKING = "ONLINE_BOOKING";

export function isBookingEdition(user: User | null): boolean {
  return user?.orgVersion === BOOKING;
}
