/** Decimals that stay texts, as they go over the wire. */
import { roundText } from "@/platform/decimal";

const DECIMAL = /^(-?)(\d*)\.?(\d*)$/;

/** A typed decimal as it is written, rounded where it has more places; null where it is none. */
export function plainDecimal(text: string, most?: number): string | null {
  const [whole, sign = "", front = "", part = ""] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || front + part === "") return null;
  if (most !== undefined && part.length > most) return roundText(text, most);
  const plain = (front.replace(/^0+(?=\d)/, "") || "0") + (part && `.${part}`);
  return /[1-9]/.test(plain) ? sign + plain : plain;
}

/** "20104.9" → "20,104.9"; noughts at the end go, but for the least decimals, where these are told. */
export function groupText(text: string, least?: number): string {
  const [whole, sign = "", front = "", part = ""] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || front === "") return text;
  const shown = least === undefined ? part : part.replace(/0+$/, "").padEnd(least, "0");
  return sign + front.replaceAll(/\B(?=(\d{3})+$)/g, ",") + (shown && `.${shown}`);
}
