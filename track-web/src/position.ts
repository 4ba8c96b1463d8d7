// Where the phone is: asked for when the driver says that he is there, and at no other time.

import type { Key } from "./i18n";
import { Refusal } from "./wire";

/** Degrees with six decimals, as the server reads them. */
export interface Position {
  longitude: string;
  latitude: string;
}

const WAIT_MS = 20_000;
/** A position so old is still the truck's. */
const AGE_MS = 30_000;
const PLACES = 6;
/** The reader has said no. */
const DENIED = 1;

/** The position of the phone; what stands in its way is said in words. */
export function whereAmI(): Promise<Position> {
  const none = (key: Key): Refusal => new Refusal({ key });
  return new Promise((resolve, reject) => {
    // Pages without encryption, and some browsers inside other apps, have none to ask.
    if (!navigator.geolocation) {
      reject(none("delivery.noPosition"));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ longitude: coords.longitude.toFixed(PLACES), latitude: coords.latitude.toFixed(PLACES) }),
      ({ code }) => reject(none(code === DENIED ? "delivery.denied" : "delivery.notFound")),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: AGE_MS },
    );
  });
}
