/** What the server tells of numbers that are followed. */
import type { RouteRow, TrackEvent } from "@/platform/order/air-track-tab";
import type { ManifestRow } from "@/platform/order/manifest-section";
import { get, post, remove } from "@/platform/call/client";

export type CargoScope = "AE" | "AI";

export interface Query {
  id: string;
  awbNumber: string;
  hawbNumber: string;
  askedAt: string;
}

export interface Desk {
  history: Query[];
  used: number | null;
  /** Nothing: the company is not limited. */
  total: number | null;
}

export interface Weighing {
  awbNumber: string;
  hawbNumber: string | null;
  totalPieces: number;
  totalWeight: number;
  measure: string;
}

export interface Cargo {
  awbNumber: string;
  state: "NONE" | "TRACKING" | "DONE";
  /** Who will tell of a number that has no events. */
  note: string | null;
  orderCode: string | null;
  orderUuid: string | null;
  routes: RouteRow[];
  routeTracks: TrackEvent[];
  manifest: ManifestRow[];
  weighing: Weighing[];
}

const BASE = "/afbase/awbSubscription";

export const readDesk = (scope: CargoScope) => get<Desk>(`${BASE}/${scope}`, undefined, { quiet: true });

export const subscribe = (businessScope: CargoScope, awbNumbers: string[], hawbNumber: string) =>
  post<{ awbNumbers: string[] }>(`${BASE}/cargoTrackingSubscribe`, { businessScope, awbNumbers, hawbNumber }, { quiet: true });

export const forget = (id: string) => remove<null>(`${BASE}/history/${encodeURIComponent(id)}`);

export const readCargo = (businessScope: CargoScope, awbNumber: string, hawbNumber: string) =>
  get<Cargo>("/afbase/aforder/cargoTracking", { businessScope, awbNumber, hawbNumber }, { quiet: true });

/** The numbers of a text, one behind the other whatever stands between them, each once. */
export function numbersIn(text: string): string[] {
  return [...new Set(text.split(/[\s,，;；、]+/).filter(Boolean))];
}
