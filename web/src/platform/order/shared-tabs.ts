/** The tabs that orders of several scopes have, each a script of its own. */
import { lazy } from "react";

export const AirTrackTab = lazy(async () => ({ default: (await import("@/platform/order/air-track-tab")).TrackTab }));
export const FileTab = lazy(async () => ({ default: (await import("@/platform/order/file-tab")).FileTab }));
export const NoteTab = lazy(async () => ({ default: (await import("@/platform/order/note-tab")).NoteTab }));
export const LogTab = lazy(async () => ({ default: (await import("@/platform/order/log-tab")).LogTab }));
