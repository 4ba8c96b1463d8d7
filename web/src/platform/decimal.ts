/** Decimal texts. Figures are rounded as they are written, never as binary fractions: 1.005 is no 1.00499…. */

/** A decimal with so many places, rounded half up (away from zero): ("658.335", 2) → "658.34". */
export function roundText(text: string, places: number): string {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  // Written with an exponent it is too large or too small to have places worth an argument.
  if (whole + part === "") return Number(text).toFixed(places);
  const kept = BigInt(whole + part.slice(0, places).padEnd(places, "0"));
  const rounded = part.charAt(places) >= "5" ? kept + 1n : kept;
  const digits = String(rounded).padStart(places + 1, "0");
  const shown = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return rounded === 0n ? shown : sign + shown;
}
