/** What is open over the lists of events. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

type Open = { kind: "import" } | { kind: "map"; row: Row };

export const useTracks = create<{ open: Open | null }>(() => ({ open: null }));

export const openImport = (): void => useTracks.setState({ open: { kind: "import" } });

export const openMap = (row: Row): void => useTracks.setState({ open: { kind: "map", row } });

export const closeTracks = (): void => useTracks.setState({ open: null });
