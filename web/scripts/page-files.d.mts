import type { Contract } from "../src/platform/contract.ts";

export type DeclaredRoom = Required<Pick<Contract, "lists" | "forms" | "boards">> & { sum: string };
export const PLANNED: string;
export function roomFiles(): Map<string, string>;
export function readRoomFile(file: string): DeclaredRoom;
export function readPages(): Required<Contract>;
