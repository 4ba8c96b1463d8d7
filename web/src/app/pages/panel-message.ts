/** What the page of freight prices tells the page that frames it. */

/** The only message that is heard. */
const KEY = "create-yctop-order";
const TEXT_MAX = 100;
const TEXTS = [
  "platformNo",
  "departureStation",
  "arrivalStation",
  "carrierCode",
  "flightNo",
  "flightDate",
  "goodsName",
  "currency",
  "supplierName",
  "validTo",
];
const NUMBERS = ["pieces", "grossWeight", "volume", "unitPrice", "total"];

/**
 * The values of a message, as a query: known names alone, texts cut, numbers finite and not negative. Nothing for a
 * message of another origin, shape or key.
 */
export function pricesOf({ origin, data }: Pick<MessageEvent<unknown>, "origin" | "data">, panelUrl: string): URLSearchParams | null {
  if (origin !== new URL(panelUrl).origin || !isObject(data) || data["key"] !== KEY || !isObject(data["value"])) return null;
  const { value } = data;
  const query = new URLSearchParams();
  for (const name of TEXTS) {
    const text = value[name];
    if (typeof text === "string" && text.trim()) query.set(name, text.trim().slice(0, TEXT_MAX));
  }
  for (const name of NUMBERS) {
    const given = value[name];
    if (typeof given !== "number" && (typeof given !== "string" || !given.trim())) continue;
    const number = Number(given);
    if (Number.isFinite(number) && number >= 0) query.set(name, String(number));
  }
  return query;
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
