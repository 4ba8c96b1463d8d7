// What the two places of a delivery notice are called in a scope.

import type { Key } from "./i18n";
import type { Place } from "./share-link";

/** On the road the places are where the lorry loads and unloads, else the terminal and the warehouse. */
export function placeName(scope: string, place: Place): Key {
  if (scope === "LC") return place === "warehouse" ? "place.loading" : "place.unloading";
  return place === "warehouse" ? "place.warehouse" : "place.storehouse";
}
