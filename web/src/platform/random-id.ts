/** Random names. `crypto.randomUUID` is not there on pages without TLS. */
const ID_BYTES = 16;

/** So many random bytes, written in hexadecimal digits. */
export function randomId(bytes = ID_BYTES): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** A random UUID. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
