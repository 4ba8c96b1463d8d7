/** Digits as they are typed into a number field. */

/** Keeps what may still become a number with at most `digits` decimals. */
export function filterDigits(text: string, digits: number, negative: boolean): string {
  const plain = toHalfWidth(text).replaceAll(/[,\s]/g, "");
  const sign = negative && plain.startsWith("-") ? "-" : "";
  const [whole = "", ...rest] = plain.replaceAll(/[^\d.]/g, "").split(".");
  if (digits === 0 || rest.length === 0) return sign + whole;
  return `${sign}${whole}.${rest.join("").slice(0, digits)}`;
}

/** The number of a text, null for an empty or unfinished one. */
export function numberOf(text: string): number | null {
  if (text === "" || text === "-" || text === ".") return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Chinese input methods type ０１２．－ */
export function toHalfWidth(text: string): string {
  return text.replaceAll(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfe_e0)).replaceAll("。", ".");
}
