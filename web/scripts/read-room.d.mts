import type { DeclaredRoom } from "./page-files.mjs";

export function readRoom(text: string): DeclaredRoom;
export function canonical(value: unknown): string;
