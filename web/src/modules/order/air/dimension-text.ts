/** Sizes as text, `L*W*H/pieces` joined by `;`, and lines copied from a spreadsheet. */
import type { Values } from "@/platform/forms/form-store";

const LINE = /^(\d+(?:\.\d)?)[*x×/\s]+(\d+(?:\.\d)?)[*x×/\s]+(\d+(?:\.\d)?)[/*x×\s]+(\d+)$/i;

/** The rows a text means; null when it is something else, a single figure for instance. */
export function dimensionRows(text: string): Values[] | null {
  const lines = text.split(/[;；\r\n]+/).map((line) => line.trim()).filter(Boolean);
  const rows = lines.map((line) => {
    const [, length, width, height, pieces] = LINE.exec(line) ?? [];
    if (pieces === undefined) return null;
    return { length: Number(length), width: Number(width), height: Number(height), pieces: Number(pieces) };
  });
  return rows.length > 0 && rows.every((row) => row !== null) ? rows : null;
}

export function dimensionText(rows: Values[]): string {
  const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  return rows.map((row) => `${text(row["length"])}*${text(row["width"])}*${text(row["height"])}/${text(row["pieces"])}`).join(";");
}
